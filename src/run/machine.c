/* run/machine.c - cores, memory and signals. */
#include "run/machine.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "store/store.h"

/* The first line of a file below the cgroup root that this process sees. */
static bool first_line(const char *path, char *line, int size)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return false;
    bool ok = fgets(line, size, f) != NULL;
    fclose(f);
    return ok;
}

/* Number of cores that a cgroup grants ("max 100000" or "150000 100000"), rounded up; 0 = no limit. */
static uint32_t cgroup_cores(void)
{
    char line[128];
    double quota, period;
    if (!first_line("/sys/fs/cgroup/cpu.max", line, sizeof line) || sscanf(line, "%lf %lf", &quota, &period) != 2 ||
        quota <= 0 || period <= 0 || quota / period > 1e5)
        return 0;
    uint32_t cores = (uint32_t)(quota / period + 0.999);
    return cores ? cores : 1;
}

uint32_t coset_machine_threads(void)
{
    cpu_set_t set;
    uint32_t n = 1, granted = cgroup_cores();
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        n = (uint32_t)CPU_COUNT(&set);
    else if (sysconf(_SC_NPROCESSORS_ONLN) > 0)
        n = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
    if (granted && granted < n)
        n = granted;
    return n < 1 ? 1 : n > COSET_STORE_THREADS ? COSET_STORE_THREADS : n;
}

static uint64_t cgroup_memory(void)
{
    static const char *const files[] = {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
    char line[64];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (first_line(files[i], line, sizeof line) && line[0] >= '0' && line[0] <= '9')
            return strtoull(line, NULL, 10);
    return UINT64_MAX;
}

/* Address space that the shell's limit (ulimit -v) leaves to this process; code and stacks use some already. */
static uint64_t shell_memory(void)
{
    char line[128];
    struct rlimit of;
    long page = sysconf(_SC_PAGESIZE);
    if (getrlimit(RLIMIT_AS, &of) != 0 || of.rlim_cur == RLIM_INFINITY ||
        !first_line("/proc/self/statm", line, sizeof line) || page <= 0)
        return UINT64_MAX;
    uint64_t used = strtoull(line, NULL, 10) * (uint64_t)page;
    return of.rlim_cur > used ? of.rlim_cur - used : (uint64_t)page;
}

uint64_t coset_machine_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    uint64_t bytes = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : (uint64_t)1 << 32;
    uint64_t granted = cgroup_memory();
    uint64_t left = shell_memory();
    bytes = granted < bytes ? granted : bytes;
    return (left < bytes ? left : bytes) / 4 * 3;
}

/* Written by the signal handler only. */
static atomic_bool told_to_stop;

static void on_signal(int number)
{
    (void)number;
    atomic_store(&told_to_stop, true);
}

#define STACK_BYTES (UINT64_C(112) << 20) /* the gap is 128 MiB at least */

void coset_machine_deepen_stack(void)
{
    struct rlimit now;
    if (getrlimit(RLIMIT_STACK, &now) != 0 || now.rlim_cur == RLIM_INFINITY || now.rlim_cur >= STACK_BYTES)
        return;
    now.rlim_cur = now.rlim_max == RLIM_INFINITY || now.rlim_max > STACK_BYTES ? STACK_BYTES : now.rlim_max;
    (void)setrlimit(RLIMIT_STACK, &now);
}

void coset_machine_catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGALRM, SIGXCPU, SIGHUP};
    struct sigaction action, old;
    sigset_t caught;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigemptyset(&caught);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        /* The second signal ends the program, except SIGXCPU, which is repeated every second until the hard limit. */
        action.sa_flags = numbers[i] == SIGXCPU ? 0 : (int)SA_RESETHAND;
        if (numbers[i] == SIGHUP && sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
            continue; /* nohup */
        sigaction(numbers[i], &action, NULL);
        sigaddset(&caught, numbers[i]);
    }
    sigprocmask(SIG_UNBLOCK, &caught, NULL);
}

const atomic_bool *coset_machine_stop(void) { return &told_to_stop; }
