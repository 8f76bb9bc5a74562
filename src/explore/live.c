/* Murphi's liveness: from every reachable state a state that satisfies p can be reached (AG EF p).
 *
 * After an exhaustive search the graph of all steps is built. Then, for each property and instance, one backward search
 * starts from the states that satisfy p; each state that it does not reach is a violation. A state where p faults may
 * satisfy p or not: the search starts there too, and without a violation the property is left undecided. The same
 * happens if memory is not sufficient.
 *
 * Source: Rumur's documentation for the meaning; backward reachability is textbook.
 */
#include <stdlib.h>

#include "explore/graph.h"

typedef struct {
    coset__graph g;
    uint8_t *reaches;        /* [n] 1: a state satisfying p, or where p faults, can be reached */
    uint32_t *queue;         /* [n] */
    uint32_t prop, instance; /* being evaluated */
    atomic_bool faults;      /* some instance of the property, in some state */
} live;

/* ---- one property ---- */

static void truth_job(void *ctx, uint32_t member)
{
    live *x = ctx;
    coset__graph *g = &x->g;
    coset__member *w = g->parts[member].w;
    for (uint64_t i, end; coset__graph_take(g, &i, &end);)
        for (; i < end; i++) {
            coset_fault fault = {.prop = COSET_NO_PROP};
            coset_ref ref = coset__graph_ref(g, i);
            coset_store_get(g->s->store, ref, w->src);
            coset_eval value = g->s->m->ops->eval(w->check, x->prop, x->instance, w->src, &fault);
            x->reaches[i] = value != COSET_EVAL_FALSE;
            if (value == COSET_EVAL_FAULT) {
                coset__eval_fault(w, ref, coset__graph_depth(g, i), &fault);
                atomic_store_explicit(&x->faults, true, memory_order_relaxed);
            }
        }
}

static void search_backwards(live *x)
{
    const coset__graph *g = &x->g;
    uint64_t head = 0, tail = 0;
    for (uint64_t v = 0; v < g->n; v++)
        if (x->reaches[v])
            x->queue[tail++] = (uint32_t)v;
    while (head < tail) {
        uint32_t v = x->queue[head++];
        for (uint64_t k = g->offset[v]; k < g->offset[v + 1]; k++) {
            uint32_t u = g->before[k];
            if (!x->reaches[u]) {
                x->reaches[u] = 1;
                x->queue[tail++] = u;
            }
        }
    }
}

/* All instances are evaluated, also after a violation, to find a fault of any instance and the nearest violation. */
static void check_prop(live *x, uint32_t prop, coset__live *out)
{
    coset__graph *g = &x->g;
    x->prop = prop;
    atomic_store_explicit(&x->faults, false, memory_order_relaxed);
    const bool *judged = g->s->o->judged ? g->s->o->judged[prop] : NULL;
    for (uint32_t k = 0; k < g->s->m->props[prop].n_instances; k++) {
        if (judged && !judged[k])
            continue;
        x->instance = k;
        atomic_store_explicit(&g->cursor, 0, memory_order_relaxed);
        coset__team_run(g->s->team, g->threads, truth_job, x);
        if (coset__graph_gave_up(g))
            return;
        search_backwards(x);
        coset__witness least = coset__graph_least(g, x->reaches, 0);
        least.instance = k;
        coset__witness_offer(g->s, &out->witness, &least);
    }
    out->decided = out->witness.found || !atomic_load_explicit(&x->faults, memory_order_relaxed);
    if (!out->decided)
        out->reason = COSET_LIVENESS_FAULTS;
}

/* ---- all ---- */

static bool build(live *x)
{
    if (x->g.n > UINT32_MAX)
        return false;
    x->reaches = coset__graph_large(&x->g, x->g.n, sizeof *x->reaches);
    x->queue = coset__graph_large(&x->g, x->g.n, sizeof *x->queue);
    return x->reaches && x->queue && coset__graph_build(&x->g);
}

void coset__live_check(coset__search *s, coset__live *out, coset_arena *arena)
{
    if (!s->complete || !s->livenesses.n)
        return;
    if (!s->exact) {
        for (uint32_t i = 0; i < s->livenesses.n; i++)
            out[s->livenesses.at[i]].reason = "liveness needs an exact state store";
        return;
    }
    live x = {0};
    coset__graph_init(&x.g, s, false);
    bool built = build(&x);
    for (uint32_t i = 0; i < s->livenesses.n; i++) {
        coset__live *p = &out[s->livenesses.at[i]];
        if (built)
            check_prop(&x, s->livenesses.at[i], p);
        if (!p->decided && !p->reason)
            p->reason = coset__graph_why(&x.g, "liveness", arena);
    }
    free(x.reaches);
    free(x.queue);
    coset__graph_fini(&x.g);
}
