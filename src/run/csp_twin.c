/* run/csp_twin.c - counterexamples to determinism: the run of each of the two copies, as a run of the
 * implementation. */
#include <string.h>

#include "base/mem.h"
#include "run/csp_job.h"

#define MOST_TAUS 1000000 /* maximal number to follow before a copy is given up */

typedef struct {
    const coset_model *impl;
    coset_worker *worker;
    COSET_VEC(uint32_t) events;
    COSET_VEC(coset_value) states; /* one more than events */
    /* the steps from the newest state */
    COSET_VEC(uint32_t) offered;
    COSET_VEC(coset_value) targets;
} walk;

static uint32_t width(const walk *w) { return w->impl->n_slots; }

static const coset_value *last(const walk *w) { return w->states.at + (size_t)w->events.n * width(w); }

static bool same(const walk *w, const coset_value *a, const coset_value *b)
{
    return width(w) == 0 || memcmp(a, b, width(w) * sizeof *a) == 0;
}

static coset_status list(void *ctx, const coset_edge *e, const coset_value *dst)
{
    walk *w = ctx;
    if (e->fault)
        return COSET_OK;
    *coset_vec_add(&w->offered) = (uint32_t)e->instance;
    for (uint32_t i = 0; i < width(w); i++)
        *coset_vec_add(&w->targets) = dst[i];
    return COSET_OK;
}

static coset_status begin(void *ctx, const coset_edge *e, const coset_value *dst)
{
    walk *w = ctx;
    (void)e;
    for (uint32_t i = 0; i < width(w); i++)
        *coset_vec_add(&w->states) = dst[i];
    return COSET_STOPPED;
}

static void look(walk *w)
{
    w->offered.n = w->targets.n = 0;
    (void)w->impl->ops->next(w->worker, last(w), list, w);
}

static void step(walk *w, uint32_t event, const coset_value *dst)
{
    *coset_vec_add(&w->events) = event;
    for (uint32_t i = 0; i < width(w); i++)
        *coset_vec_add(&w->states) = dst[i];
}

static void back_to(walk *w, uint32_t n)
{
    w->events.n = n;
    w->states.n = (n + 1) * width(w);
}

/* Takes the first tau of each state, as a settling copy does, until it is in `dst`. */
static bool settle(walk *w, const coset_value *dst)
{
    for (uint32_t n = 0; n < MOST_TAUS; n++) {
        if (same(w, last(w), dst))
            return true;
        look(w);
        uint32_t i = 0;
        while (i < w->offered.n && w->offered.at[i] != COSET_TAU)
            i++;
        if (i == w->offered.n)
            return false;
        step(w, COSET_TAU, w->targets.at + (size_t)i * width(w));
    }
    return false;
}

/* One step with the event to `dst`; else one step and the taus of a settling copy. */
static bool go(walk *w, uint32_t event, const coset_value *dst)
{
    uint32_t before = w->events.n;
    look(w);
    for (uint32_t i = 0; i < w->offered.n; i++)
        if (w->offered.at[i] == event && same(w, w->targets.at + (size_t)i * width(w), dst)) {
            step(w, event, dst);
            return true;
        }
    for (uint32_t i = 0; i < w->offered.n; i++) {
        if (w->offered.at[i] == event) {
            step(w, event, w->targets.at + (size_t)i * width(w));
            if (settle(w, dst))
                return true;
        }
        back_to(w, before);
        look(w);
    }
    return false;
}

/* Projects the run of pairs to the copy; a tau of the other copy is no step of this one. */
static bool follow(walk *w, const coset_trace *t, bool second, uint32_t *loop)
{
    size_t stride = 2 * (size_t)width(w), shift = second ? width(w) : 0;
    bool ok = settle(w, t->states + shift);
    uint32_t n = t->n_states - 1 + t->has_loop;
    *loop = UINT32_MAX;
    for (uint32_t i = 0; ok && i < n; i++) {
        const coset_value *dst = t->states + (i + 1 < t->n_states ? i + 1 : t->loop) * stride + shift;
        uint32_t event = (uint32_t)t->steps[i + 1].instance;
        if (t->has_loop && i == t->loop)
            *loop = w->events.n;
        if (event != COSET_TAU || !same(w, last(w), dst))
            ok = go(w, event, dst);
    }
    return ok;
}

bool coset_csp_twin_run(coset_csp_job *j, const coset_trace *t, bool second, coset_csp_behaviour *out)
{
    walk w = {.impl = j->impl, .worker = coset_worker_new(j->impl)};
    (void)j->impl->ops->starts(w.worker, begin, &w);
    uint32_t loop;
    bool ok = follow(&w, t, second, &loop);
    if (ok)
        *out = (coset_csp_behaviour){
            .n_steps = w.events.n,
            .steps = coset_arena_copy(j->arena, w.events.at, w.events.n, sizeof *w.events.at),
            .states = coset_arena_copy(j->arena, w.states.at, w.states.n, sizeof *w.states.at),
            .stride = width(&w),
            .loop = loop < w.events.n ? loop : w.events.n,
        };
    j->impl->ops->worker_free(w.worker);
    coset_vec_fini(&w.events);
    coset_vec_fini(&w.states);
    coset_vec_fini(&w.offered);
    coset_vec_fini(&w.targets);
    return ok;
}

static coset_status note_event(void *ctx, const coset_edge *e, const coset_value *dst)
{
    bool *offered = ctx;
    (void)dst;
    offered[e->instance] = true;
    return COSET_OK;
}

bool coset_csp_can_refuse(coset_csp_job *j, const coset_value *state, uint32_t event, bool *performs)
{
    bool *offered = coset_arena_get(j->arena, j->compiled->n_events, sizeof *offered);
    coset_worker *w = coset_worker_new(j->impl);
    (void)j->impl->ops->next(w, state, note_event, offered);
    j->impl->ops->worker_free(w);
    *performs = offered[event];
    return (offered[COSET_TICK] && event != COSET_TICK) || (!offered[event] && !offered[COSET_TAU]);
}
