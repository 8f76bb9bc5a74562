#include "base/watchdog.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "base/mem.h"

#define LONGEST_NAP  0.02  /* seconds */
#define SHORTEST_NAP 0.001 /* near the memory limit */
#define STACK_BYTES  ((size_t)512 << 10)

struct coset_watchdog {
    coset_budget limit;  /* time and the stop flag: the work gets some time to react to them */
    coset_budget memory; /* with its tolerance, so it needs no further wait */
    coset_watchdog_end *end;
    void *ctx;
    _Atomic(const char *) doing;
    pthread_t thread;
    pthread_mutex_t lock; /* held while the run is ended */
    pthread_cond_t change;
    bool claimed;
};

uint64_t coset_watchdog_tolerance(uint64_t most_bytes)
{
    const uint64_t least = (uint64_t)10 << 20;
    return most_bytes / 20 > least ? most_bytes / 20 : least;
}

/* Time until memory could reach its limit, if that is sooner than the next check of the clock. */
static double nap(const coset_watchdog *w)
{
    if (!w->memory.most_bytes)
        return LONGEST_NAP;
    const double margin = coset_memory_margin(coset_memory_held(), w->memory.most_bytes);
    return margin < SHORTEST_NAP ? SHORTEST_NAP : margin;
}

static void sleep_for(coset_watchdog *w, double seconds)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t ns = until.tv_nsec + (int64_t)(seconds * 1e9);
    until.tv_sec += ns / 1000000000;
    until.tv_nsec = ns % 1000000000;
    (void)pthread_cond_timedwait(&w->change, &w->lock, &until);
}

static void *watch(void *arg)
{
    coset_watchdog *w = arg;
    double met = 0; /* when time was up or the stop flag was set; 0: not yet */
    (void)pthread_mutex_lock(&w->lock);
    while (!w->claimed) {
        const char *doing = atomic_load_explicit(&w->doing, memory_order_relaxed);
        w->memory.measure_at = 0;
        if (coset_budget_look(&w->memory))
            w->end(w->ctx, &w->memory, doing);
        if (met == 0 && coset_budget_look(&w->limit))
            met = coset_clock_now();
        if (met > 0 && coset_clock_now() - met >= COSET_WATCHDOG_PATIENCE)
            w->end(w->ctx, &w->limit, doing);
        sleep_for(w, nap(w));
    }
    (void)pthread_mutex_unlock(&w->lock);
    return NULL;
}

static void fini(coset_watchdog *w)
{
    (void)pthread_cond_destroy(&w->change);
    (void)pthread_mutex_destroy(&w->lock);
    coset_delete(w);
}

coset_watchdog *coset_watchdog_start(const coset_budget *limit, coset_watchdog_end *end, void *ctx)
{
    coset_watchdog *w = coset_new(1, sizeof *w);
    uint64_t tolerance = coset_watchdog_tolerance(limit->most_bytes);
    pthread_condattr_t attr;
    pthread_attr_t small;
    sigset_t all, old;
    w->limit = w->memory = *limit;
    w->limit.most_bytes = 0;
    w->memory.until = 0;
    w->memory.stop = NULL;
    /* The run is ended before the whole tolerance is used: the report needs memory, too. */
    w->memory.most_bytes = limit->most_bytes ? limit->most_bytes + tolerance / 10 * 6 : 0;
    w->end = end;
    w->ctx = ctx;
    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_mutex_init(&w->lock, NULL);
    (void)pthread_cond_init(&w->change, &attr);
    (void)pthread_condattr_destroy(&attr);
    (void)pthread_attr_init(&small);
    (void)pthread_attr_setstacksize(&small, STACK_BYTES);
    (void)sigfillset(&all); /* signals go to the working threads */
    (void)pthread_sigmask(SIG_SETMASK, &all, &old);
    int failed = pthread_create(&w->thread, &small, watch, w);
    (void)pthread_sigmask(SIG_SETMASK, &old, NULL);
    (void)pthread_attr_destroy(&small);
    if (!failed)
        return w;
    fini(w);
    return NULL;
}

void coset_watchdog_doing(coset_watchdog *w, const char *doing)
{
    if (w)
        atomic_store_explicit(&w->doing, doing, memory_order_relaxed);
}

void coset_watchdog_claim(coset_watchdog *w)
{
    if (!w)
        return;
    (void)pthread_mutex_lock(&w->lock);
    w->claimed = true;
    (void)pthread_cond_signal(&w->change);
    (void)pthread_mutex_unlock(&w->lock);
}

void coset_watchdog_free(coset_watchdog *w)
{
    if (!w)
        return;
    coset_watchdog_claim(w);
    (void)pthread_join(w->thread, NULL);
    fini(w);
}
