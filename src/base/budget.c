#include "base/budget.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define LONGEST_MARGIN 0.02 /* seconds */
#define FASTEST        2e9  /* maximal number of bytes that a program allocates per second */

static double read_clock(clockid_t clock)
{
    struct timespec t;
    (void)clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double coset_clock_now(void) { return read_clock(CLOCK_MONOTONIC); }

double coset_clock_processor(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

double coset_clock_thread(void) { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

/* The second number of the file counts nanoseconds. */
static double waited_by(int tasks, const char *thread)
{
    unsigned long long ran = 0, waited = 0;
    char name[64];
    (void)snprintf(name, sizeof name, "%.32s/schedstat", thread);
    int fd = openat(tasks, name, O_RDONLY | O_CLOEXEC);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
    if (!f)
        return 0;
    if (fscanf(f, "%llu %llu", &ran, &waited) != 2)
        waited = 0;
    (void)fclose(f);
    return (double)waited * 1e-9;
}

double coset_clock_waited(void)
{
    double all = 0;
    DIR *tasks = opendir("/proc/self/task");
    if (!tasks)
        return 0;
    for (const struct dirent *d; (d = readdir(tasks));)
        if (d->d_name[0] != '.')
            all += waited_by(dirfd(tasks), d->d_name);
    (void)closedir(tasks);
    return all;
}

/* The second number of the file counts resident pages. */
static uint64_t resident_bytes(const char *path)
{
    unsigned long long all = 0, resident = 0;
    FILE *f = fopen(path, "r");
    if (!f)
        return 0;
    if (fscanf(f, "%llu %llu", &all, &resident) != 2)
        resident = 0;
    (void)fclose(f);
    long page = sysconf(_SC_PAGESIZE);
    return page > 0 ? resident * (uint64_t)page : 0;
}

uint64_t coset_memory_held(void) { return resident_bytes("/proc/self/statm"); }

double coset_memory_margin(uint64_t held, uint64_t most)
{
    const double left = held < most ? (double)(most - held) / FASTEST : 0;
    return left < LONGEST_MARGIN ? left : LONGEST_MARGIN;
}

uint64_t coset_memory_of(long pid)
{
    char path[40];
    (void)snprintf(path, sizeof path, "/proc/%ld/statm", pid);
    return resident_bytes(path);
}

void coset_budget_start(coset_budget *b) { coset_budget_start_at(b, coset_clock_now()); }

void coset_budget_start_at(coset_budget *b, double began)
{
    b->until = b->seconds > 0 ? began + b->seconds : 0;
    b->done = 0;
    b->work = 0;
    b->measure_at = 0;
    b->met = COSET_OK;
}

bool coset_budget_look(coset_budget *b)
{
    double now = coset_clock_now();
    if (b->met != COSET_OK)
        return true;
    if (b->stop && atomic_load_explicit(b->stop, memory_order_relaxed))
        b->met = COSET_STOPPED;
    else if ((b->until > 0 && now >= b->until) || (b->thread_until > 0 && coset_clock_thread() >= b->thread_until) ||
             (b->most_work && b->done >= b->most_work))
        b->met = COSET_LIMIT;
    if (b->most_bytes && now >= b->measure_at && b->met == COSET_OK) {
        const uint64_t held = coset_memory_held();
        b->measure_at = now + coset_memory_margin(held, b->most_bytes);
        if (held > b->most_bytes)
            b->met = COSET_MEMORY;
    }
    return b->met != COSET_OK;
}

void coset_budget_words(const coset_budget *b, char *out, size_t len)
{
    switch (b->met) {
    case COSET_LIMIT:
        (void)snprintf(out, len, "the time limit of %g seconds was reached", b->seconds);
        return;
    case COSET_MEMORY:
        (void)snprintf(out, len, "the memory limit of %llu bytes was reached", (unsigned long long)b->most_bytes);
        return;
    case COSET_STOPPED:
        (void)snprintf(out, len, "interrupted by a signal");
        return;
    default:
        (void)snprintf(out, len, "%s", "");
        return;
    }
}

coset_status coset_budget_fail(const coset_budget *b, const char *doing, coset_err *err)
{
    char words[100];
    coset_budget_words(b, words, sizeof words);
    return coset_fail(err, b->met, "%s while %s", words, doing);
}

double coset_budget_left(const coset_budget *b)
{
    if (b->until <= 0)
        return 0;
    double left = b->until - coset_clock_now();
    return left > 1e-3 ? left : 1e-3;
}
