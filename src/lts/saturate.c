/* lts/saturate.c - closing transitions under taus. */
#include "lts/saturate.h"

#define MOST_EDGES (UINT64_C(1) << 24) /* of the saturated system */

/* after: states that taus reach from s, s itself included, in `queue`. */
static uint32_t close(const coset_lts *l, uint32_t s, bool *marked, uint32_t *queue)
{
    uint32_t n = 1;
    queue[0] = s;
    marked[s] = true;
    for (uint32_t i = 0; i < n; i++)
        for (uint64_t e = l->first[queue[i]]; e < l->first[queue[i] + 1] && l->edges[e].event == COSET_TAU; e++)
            if (!marked[l->edges[e].dst]) {
                marked[l->edges[e].dst] = true;
                queue[n++] = l->edges[e].dst;
            }
    for (uint32_t i = 0; i < n; i++)
        marked[queue[i]] = false;
    return n;
}

coset_lts *coset__lts_delayed(const coset_lts *l, uint32_t n_events, coset_budget *budget)
{
    coset_lts_builder *b = coset_lts_builder_new();
    bool *marked = coset_new(l->n_states, sizeof *marked);
    uint32_t *queue = coset_new(l->n_states, sizeof *queue);
    uint64_t n_edges = 0;
    for (uint32_t s = 0; s < l->n_states; s++)
        (void)coset_lts_add_state(b);
    for (uint32_t s = 0; s < l->n_states && n_edges <= MOST_EDGES && !coset_budget_is_spent(budget); s++) {
        uint32_t n = close(l, s, marked, queue);
        (void)coset_budget_spend(budget, 4 * n);
        for (uint32_t i = 0; i < n; i++) {
            coset_lts_add_edge(b, s, COSET_TAU, queue[i]);
            for (uint64_t e = l->first[queue[i]]; e < l->first[queue[i] + 1]; e++)
                if (l->edges[e].event != COSET_TAU)
                    coset_lts_add_edge(b, s, l->edges[e].event, l->edges[e].dst);
            n_edges += 1 + l->first[queue[i] + 1] - l->first[queue[i]];
        }
    }
    coset_delete(marked);
    coset_delete(queue);
    if (n_edges <= MOST_EDGES)
        return coset_lts_build(b, n_events);
    coset_lts_builder_free(b);
    return NULL;
}

coset_lts *coset__lts_weakened(const coset_lts *d, uint32_t n_events)
{
    coset_lts_builder *b = coset_lts_builder_new();
    uint64_t n_edges = 0;
    for (uint32_t s = 0; s < d->n_states; s++)
        (void)coset_lts_add_state(b);
    for (uint32_t s = 0; s < d->n_states && n_edges <= MOST_EDGES; s++)
        for (uint64_t e = d->first[s]; e < d->first[s + 1]; e++) {
            uint32_t dst = d->edges[e].dst, event = d->edges[e].event;
            if (event == COSET_TAU)
                coset_lts_add_edge(b, s, event, dst);
            for (uint64_t f = d->first[dst]; event != COSET_TAU && f < d->first[dst + 1]; f++)
                if (d->edges[f].event == COSET_TAU) {
                    coset_lts_add_edge(b, s, event, d->edges[f].dst);
                    n_edges++;
                }
        }
    if (n_edges <= MOST_EDGES)
        return coset_lts_build(b, n_events);
    coset_lts_builder_free(b);
    return NULL;
}
