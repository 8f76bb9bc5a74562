/* A separate thread watches the clock, the memory of the whole program and the stop flag of a search, and prints its
 * progress line. */
#include <pthread.h>
#include <time.h>

#include "base/budget.h"
#include "explore/bfs_int.h"

struct coset__watch {
    coset__search *s;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t end;
    bool ending;
};

static void report_progress(const coset__search *s)
{
    coset_progress p = {.depth = atomic_load_explicit(&s->depth, memory_order_relaxed),
                        .seconds = coset_engine_now() - s->began,
                        .memory = s->o->held_bytes + coset_store_bytes(s->store),
                        .memory_limit = s->o->max_bytes,
                        .grows = coset_store_is_growing(s->store)};
    uint64_t expanded = 0;
    bool known = true;
    for (uint32_t i = 0; i < s->o->threads; i++) {
        const coset__member *w = &s->members[i];
        expanded += atomic_load_explicit(&w->n_expanded, memory_order_relaxed);
        p.representatives += atomic_load_explicit(&w->n_stored, memory_order_acquire); /* before its states */
        uint64_t states = atomic_load_explicit(&w->n_states, memory_order_relaxed);
        p.edges += atomic_load_explicit(&w->n_edges, memory_order_relaxed);
        p.states += states;
        known = known && states != UINT64_MAX;
    }
    p.queue = p.representatives > expanded ? p.representatives - expanded : 0;
    if (!known || p.states < p.representatives)
        p.states = 0;
    s->o->on_progress(s->o->progress_ctx, &p);
}

#ifdef COSET_TEST_SMALL
#define TICK_NS        INT64_C(200000)
#define TICKS_A_REPORT 1
#else
#define TICK_NS        INT64_C(50000000)
#define TICKS_A_REPORT 4
#endif

static void wait_a_tick(coset__watch *w)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t ns = until.tv_nsec + TICK_NS;
    until.tv_sec += ns / 1000000000;
    until.tv_nsec = ns % 1000000000;
    (void)pthread_cond_timedwait(&w->end, &w->lock, &until);
}

void coset__heed_limits(coset__search *s, uint64_t bytes)
{
    if (s->o->max_bytes && bytes > coset_engine_room(s->o))
        coset__halt_search(s, COSET__HALT_MEMORY);
    if (s->o->stop && atomic_load_explicit(s->o->stop, memory_order_relaxed))
        coset__halt_search(s, COSET__HALT_STOP);
    if (coset_engine_late(s->o, s->began))
        coset__halt_search(s, COSET__HALT_SECONDS);
}

static void *watch_main(void *arg)
{
    coset__watch *w = arg;
    coset__search *s = w->s;
    const coset_engine_options *o = s->o;
    (void)pthread_mutex_lock(&w->lock);
    for (uint32_t tick = 1; !w->ending; tick++) {
        if (o->stop && atomic_load_explicit(o->stop, memory_order_relaxed))
            coset__halt_search(s, COSET__HALT_STOP);
        if (coset_engine_late(o, s->began))
            coset__halt_search(s, COSET__HALT_SECONDS);
        if (o->max_bytes && o->held_bytes && coset_memory_held() > o->held_bytes + coset_engine_room(o))
            coset__halt_search(s, COSET__HALT_MEMORY); /* machine code etc. is not the engine's memory */
        if (o->on_progress && tick % TICKS_A_REPORT == 0)
            report_progress(s);
        wait_a_tick(w);
    }
    (void)pthread_mutex_unlock(&w->lock);
    return NULL;
}

static void watch_free(coset__watch *w)
{
    (void)pthread_cond_destroy(&w->end);
    (void)pthread_mutex_destroy(&w->lock);
    coset_delete(w);
}

coset_status coset__watch_start(coset__search *s, coset__watch **out, coset_err *err)
{
    coset__watch *w = coset_new(1, sizeof *w);
    w->s = s;
    pthread_condattr_t attr;
    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_mutex_init(&w->lock, NULL);
    (void)pthread_cond_init(&w->end, &attr);
    (void)pthread_condattr_destroy(&attr);
    *out = w;
    if (pthread_create(&w->thread, NULL, watch_main, w) == 0)
        return COSET_OK;
    watch_free(w);
    *out = NULL;
    return coset_fail(err, COSET_MEMORY, "the thread that watches the limits cannot be started");
}

void coset__watch_end(coset__watch *w)
{
    (void)pthread_mutex_lock(&w->lock);
    w->ending = true;
    (void)pthread_cond_signal(&w->end);
    (void)pthread_mutex_unlock(&w->lock);
    (void)pthread_join(w->thread, NULL);
    watch_free(w);
}
