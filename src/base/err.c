#include "base/err.h"

#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

coset_status coset_fail(coset_err *err, coset_status status, const char *fmt, ...)
{
    if (err) {
        va_list args;
        err->status = status;
        err->os = 0;
        va_start(args, fmt);
        (void)vsnprintf(err->text, sizeof err->text, fmt, args);
        va_end(args);
    }
    return status;
}

/* A file outlives the process, so its record is global to the process. The thread that ends the program keeps the
 * lock. */
static const char *unfinished;
static atomic_flag is_making = ATOMIC_FLAG_INIT;

static void lock(void)
{
    while (atomic_flag_test_and_set(&is_making))
        (void)sched_yield();
}

/* For the thread that ends the program. It waits a limited time, because the holder may wait for this thread. */
static void lock_soon(void)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    for (int i = 0; i < 100 && atomic_flag_test_and_set(&is_making); i++)
        (void)nanosleep(&pause, NULL);
}

static void unlock(void) { atomic_flag_clear(&is_making); }

int coset_unfinished_make(char *path)
{
    lock();
    int fd = mkstemp(path);
    unfinished = fd >= 0 ? path : NULL;
    unlock();
    return fd;
}

static void remove_unfinished(void)
{
    if (unfinished)
        (void)unlink(unfinished);
    unfinished = NULL;
}

void coset_unfinished_ends(bool remove)
{
    lock();
    if (remove)
        remove_unfinished();
    unfinished = NULL;
    unlock();
}

/* Bytes of address space that the process uses; allocates nothing. 0: not known. */
static unsigned long long addresses_used(void)
{
    char text[64] = {0};
    unsigned long long pages = 0;
    int fd = open("/proc/self/statm", O_RDONLY);
    if (fd >= 0 && read(fd, text, sizeof text - 1) > 0)
        pages = strtoull(text, NULL, 10);
    if (fd >= 0)
        (void)close(fd);
    return pages * (unsigned long long)sysconf(_SC_PAGESIZE);
}

#define NEAR(limit) ((limit) / 4 * 3) /* a request for more than the rest reaches it, too */

void coset_exhausted(void)
{
    char text[200];
    struct rlimit of;
    bool by_shell = getrlimit(RLIMIT_AS, &of) == 0 && of.rlim_cur != RLIM_INFINITY &&
                    addresses_used() >= NEAR((unsigned long long)of.rlim_cur);
    int n = by_shell
                ? snprintf(text, sizeof text,
                           "coset: out of memory: the limit of the shell (ulimit -v) of %llu KiB was reached; no "
                           "verdict is given\n",
                           (unsigned long long)of.rlim_cur / 1024)
                : snprintf(text, sizeof text,
                           "coset: out of memory: the system gives no more; no verdict is given (--memory=SIZE ends "
                           "a check in time)\n");
    ssize_t written = write(STDERR_FILENO, text, n > 0 ? (size_t)n : 0);
    (void)written;
    lock_soon();
    remove_unfinished();
    _Exit(COSET_EXIT_EXHAUSTED);
}

void coset_bug(const char *file, int line, const char *what)
{
    (void)fprintf(stderr, "coset: internal error at %s:%d: %s\n", file, line, what);
    (void)fprintf(stderr,
                  "coset: this is a bug in coset, not in your model; please report it with the command line.\n");
    lock_soon();
    remove_unfinished();
    abort();
}
