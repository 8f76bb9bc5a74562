/* Divergence: does an infinite run of silent steps begin in a reachable state?
 *
 * After an exhaustive search the graph of silent steps is built. A state all of whose silent successors do not diverge
 * does not diverge either. Such states are removed up to a fixpoint; the remaining states diverge. So the check visits
 * each silent step once. The witness is the least divergent state of least depth; from it a walk over divergent states
 * ends when it repeats a state.
 *
 * In a quotient, a run of silent steps between representatives lifts to one of the model, and conversely: a finite
 * model diverges iff its quotient has a cycle.
 */
#include <stdlib.h>
#include <string.h>

#include "explore/graph.h"

typedef struct {
    coset__graph g;
    uint8_t *diverges; /* [n] */
    uint32_t *queue;   /* [n]; later: place in the walk + 1 */
    coset__member *w;
    coset_ref best; /* successor to walk to */
    uint32_t best_node, best_place;
} divergence;

/* ---- which states diverge ---- */

static void take_away(divergence *d)
{
    coset__graph *g = &d->g;
    uint64_t head = 0, tail = 0;
    for (uint64_t v = 0; v < g->n; v++) {
        d->diverges[v] = g->after[v] != 0;
        if (!d->diverges[v])
            d->queue[tail++] = (uint32_t)v;
    }
    for (; head < tail; head++)
        for (uint64_t k = g->offset[d->queue[head]]; k < g->offset[d->queue[head] + 1]; k++) {
            uint32_t u = g->before[k];
            if (--g->after[u] == 0) {
                d->diverges[u] = 0;
                d->queue[tail++] = u;
            }
        }
}

/* ---- the loop ---- */

/* Selects a divergent successor: the last one on the walk, if any, so that the loop is short; else the least. */
static coset_status choose(void *ctx, const coset_edge *e, const coset_value *dst)
{
    divergence *d = ctx;
    const coset_store *store = d->g.s->store;
    coset_ref ref;
    if (!e->silent || e->fault)
        return COSET_OK;
    bool faulted;
    if (coset__excluding(d->w, dst, &faulted) != COSET_NO_PROP)
        return COSET_OK;
    coset_stored how = coset_store_put(d->g.s->store, d->w->number, dst, &ref);
    COSET_INVARIANT(how == COSET_STORE_OLD);
    uint32_t node = coset__graph_node(&d->g, ref), place = d->queue[node];
    if (!d->diverges[node] || place < d->best_place)
        return COSET_OK;
    if (place == d->best_place && d->best != COSET_NO_REF && coset_store_compare(store, ref, d->best) >= 0)
        return COSET_OK;
    d->best = ref;
    d->best_node = node;
    d->best_place = place;
    return COSET_OK;
}

/* Walks from the witness until a state repeats. */
static coset__walk *walk(divergence *d, coset_ref from, coset_arena *arena)
{
    coset__search *s = d->g.s;
    COSET_VEC(coset_ref) refs = {0};
    memset(d->queue, 0, d->g.n * sizeof *d->queue);
    d->w = &s->members[0];
    d->best = from;
    d->best_node = coset__graph_node(&d->g, from);
    d->best_place = 0;
    while (!d->best_place) {
        coset_ref at = d->best;
        *coset_vec_add(&refs) = at;
        d->queue[d->best_node] = refs.n;
        (void)coset_store_load(s->store, d->w->number, at, d->w->src);
        d->best = COSET_NO_REF;
        coset_status st = s->m->ops->next(d->w->step, d->w->src, choose, d);
        COSET_INVARIANT(st == COSET_OK && d->best != COSET_NO_REF);
    }
    coset__walk *x = coset_arena_get(arena, 1, sizeof *x);
    *x =
        (coset__walk){refs.n - 1, d->best_place - 1, coset_arena_copy(arena, refs.at + 1, refs.n - 1, sizeof *refs.at)};
    coset_vec_fini(&refs);
    return x;
}

/* ---- all ---- */

static void find_more(divergence *d, coset__live *out, coset_arena *arena)
{
    coset__witness_list all = {0};
    coset__graph_all_least(&d->g, d->diverges, 1, &all);
    for (uint32_t i = 1; i < all.n; i++)
        all.at[i].walk = walk(d, all.at[i].ref, arena);
    if (all.n > 1) {
        out->n_more = all.n - 1;
        out->more = coset_arena_copy(arena, all.at + 1, all.n - 1, sizeof *all.at);
    }
    coset_vec_fini(&all);
}

static bool build(divergence *d)
{
    if (d->g.n > UINT32_MAX)
        return false;
    d->diverges = coset__graph_large(&d->g, d->g.n, sizeof *d->diverges);
    d->queue = coset__graph_large(&d->g, d->g.n, sizeof *d->queue);
    return d->diverges && d->queue && coset__graph_build(&d->g);
}

void coset__diverge_check(coset__search *s, coset__live *out, coset_arena *arena)
{
    if (!s->complete || s->divergence == COSET_NO_PROP)
        return;
    out = &out[s->divergence];
    if (!s->exact) {
        out->reason = "divergence needs an exact state store";
        return;
    }
    divergence d = {0};
    coset__graph_init(&d.g, s, true);
    if (build(&d)) {
        take_away(&d);
        out->decided = true;
        out->witness = coset__graph_least(&d.g, d.diverges, 1);
        if (out->witness.found)
            out->witness.walk = walk(&d, out->witness.ref, arena);
        if (coset__several(s))
            find_more(&d, out, arena);
    } else {
        out->reason = coset__graph_why(&d.g, "divergence", arena);
    }
    free(d.diverges);
    free(d.queue);
    coset__graph_fini(&d.g);
}
