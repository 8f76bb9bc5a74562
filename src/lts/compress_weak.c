/* Weak and delay bisimulation that respect divergence.
 *
 * Loops of taus become single states, and so do states that only have one tau to another state. Then every state gets
 * the edges it has after taus (and, for the weak one, before taus), and a tau to each state that it reaches by taus and
 * to itself. Strong bisimulation of that, with divergent states separate at the start, gives the classes. The result is
 * the quotient of the original system without the taus inside classes; a class that diverges has a loop of tau. If the
 * many edges do not fit, strong bisimulation is used: it merges less.
 */
#include <string.h>

#include "lts/compress.h"
#include "lts/partition.h"
#include "lts/saturate.h"

/* The quotient of l, whose taus loop only from a state to itself. */
static coset_lts *merge(const coset_lts *l, const coset_lts *saturated, coset_budget *budget)
{
    uint32_t *of = coset_new(l->n_states, sizeof *of);
    bool *diverges = coset_lts_divergent(l);
    for (uint32_t s = 0; s < l->n_states; s++)
        of[s] = l->n_states > 1 && diverges[s];
    uint32_t n = coset__partition(saturated, of, budget);
    coset_lts_builder *b = coset_lts_builder_new();
    for (uint32_t c = 0; c < n; c++)
        (void)coset_lts_add_state(b);
    uint32_t n_events = 1;
    for (uint32_t s = 0; s < l->n_states; s++) {
        if (diverges[s])
            coset_lts_add_edge(b, of[s], COSET_TAU, of[s]);
        for (uint64_t e = l->first[s]; e < l->first[s + 1]; e++) {
            uint32_t event = l->edges[e].event, dst = of[l->edges[e].dst];
            n_events = event >= n_events ? event + 1 : n_events;
            if (event != COSET_TAU || dst != of[s])
                coset_lts_add_edge(b, of[s], event, dst);
        }
    }
    coset_delete(of);
    coset_delete(diverges);
    return coset_lts_build(b, n_events);
}

/* The ends of chains of states that only have a tau to another state: of[s] == s for all others. Taus loop only from a
 * state to itself, so chains end. */
static uint32_t *find_ends(const coset_lts *l)
{
    uint32_t *of = coset_new(l->n_states, sizeof *of);
    for (uint32_t s = 0; s < l->n_states; s++) {
        const coset_lts_edge *e = l->edges + l->first[s];
        of[s] = l->first[s + 1] - l->first[s] == 1 && e->event == COSET_TAU ? e->dst : s;
    }
    for (uint32_t s = 0; s < l->n_states; s++) {
        uint32_t end = s;
        while (of[end] != end)
            end = of[end];
        for (uint32_t at = s, next; of[at] != end; at = next) {
            next = of[at];
            of[at] = end;
        }
    }
    return of;
}

/* A state that has one edge, a tau to another state, is that state. */
static coset_lts *without_detours(const coset_lts *l, uint32_t n_events)
{
    uint32_t *of = find_ends(l), *number = coset_new(l->n_states, sizeof *number);
    coset_lts_builder *b = coset_lts_builder_new();
    memset(number, 0xff, l->n_states * sizeof *number);
    number[of[0]] = coset_lts_add_state(b);
    for (uint32_t s = 0; s < l->n_states; s++)
        if (of[s] == s && number[s] == UINT32_MAX)
            number[s] = coset_lts_add_state(b);
    for (uint32_t s = 0; s < l->n_states; s++)
        for (uint64_t e = l->first[s]; of[s] == s && e < l->first[s + 1]; e++)
            coset_lts_add_edge(b, number[s], l->edges[e].event, number[of[l->edges[e].dst]]);
    coset_delete(of);
    coset_delete(number);
    return coset_lts_build(b, n_events);
}

static coset_status bisim(const coset_lts *l, const coset_compress_options *o, bool weak, coset_lts **out,
                          coset_err *err)
{
    coset_lts *r = coset_lts_reachable(l), *t = coset__tau_factor(r);
    coset_lts *f = without_detours(t, o->n_events), *d = coset__lts_delayed(f, o->n_events, coset__compress_budget(o));
    coset_lts *w = weak && d ? coset__lts_weakened(d, o->n_events) : NULL;
    const coset_lts *saturated = weak ? w : d;
    coset_status st = COSET_OK;
    if (saturated)
        *out = merge(f, saturated, coset__compress_budget(o));
    else
        st = coset__sbisim(f, o, out, err);
    coset_lts_free(r);
    coset_lts_free(t);
    coset_lts_free(f);
    coset_lts_free(d);
    coset_lts_free(w);
    return st;
}

coset_status coset__wbisim(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err)
{
    return bisim(l, o, true, out, err);
}

coset_status coset__dbisim(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err)
{
    return bisim(l, o, false, out, err);
}
