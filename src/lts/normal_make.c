/* Normal forms that are not made of a transition system, and the conversion back to one. */
#include "lts/normal.h"

/* ---- built-in specifications ---- */

/* Node 0 with every event back to itself; tick leads to node 1, which has nothing and asks for nothing. */
static coset_normal *anything(uint32_t n_events, coset_csp_model model)
{
    coset_normal *n = coset_new(1, sizeof *n);
    *n = (coset_normal){.model = model, .n_events = n_events, .n_nodes = 2, .n_sets = 1, .arena = coset_arena_new()};
    n->first = coset_new(3, sizeof *n->first);
    n->edges = coset_new(n_events, sizeof *n->edges);
    for (uint32_t e = COSET_TICK; e < n_events; e++)
        n->edges[e - COSET_TICK] = (coset_lts_edge){e, e == COSET_TICK};
    n->first[1] = n->first[2] = n_events - COSET_TICK;
    n->diverges = coset_new(2, sizeof *n->diverges);
    n->accepts_any = coset_new(2, sizeof *n->accepts_any);
    n->sets = coset_arena_get(n->arena, 1, sizeof *n->sets); /* the empty set */
    n->acc_first = coset_new(3, sizeof *n->acc_first);
    n->acc = coset_new(2, sizeof *n->acc);
    return n;
}

coset_normal *coset_normal_deadlock_free(uint32_t n_events, coset_csp_model model)
{
    coset_normal *n = anything(n_events, model);
    n->accepts_any[0] = true;
    n->acc_first[2] = 1;
    return n;
}

coset_normal *coset_normal_divergence_free(uint32_t n_events)
{
    coset_normal *n = anything(n_events, COSET_CSP_FD);
    n->acc_first[1] = 1;
    n->acc_first[2] = 2;
    return n;
}

/* ---- back ---- */

/* As a stable state the node would have exactly the right acceptance. */
static bool is_plain(const coset_normal *n, uint32_t node)
{
    if (n->model == COSET_CSP_T)
        return true;
    if (n->diverges[node] || n->acc_first[node + 1] - n->acc_first[node] != 1)
        return false;
    const coset_event_set *a = &n->sets[n->acc[n->acc_first[node]]];
    if (a->n == 1 && a->events[0] == COSET_TICK)
        return coset_normal_after(n, node, COSET_TICK) != UINT32_MAX;
    return a->n == n->first[node + 1] - n->first[node]; /* all that it can do */
}

static void add_acceptance(const coset_normal *n, coset_lts_builder *b, uint32_t node, const coset_event_set *a)
{
    uint32_t s = coset_lts_add_state(b);
    coset_lts_add_edge(b, node, COSET_TAU, s);
    for (uint32_t i = 0; i < a->n; i++)
        coset_lts_add_edge(b, s, a->events[i], coset_normal_after(n, node, a->events[i]));
}

coset_lts *coset_normal_lts(const coset_normal *n)
{
    coset_lts_builder *b = coset_lts_builder_new();
    for (uint32_t v = 0; v < n->n_nodes; v++)
        (void)coset_lts_add_state(b);
    for (uint32_t v = 0; v < n->n_nodes; v++) {
        COSET_INVARIANT(!n->accepts_any[v]);
        for (uint64_t e = n->first[v]; e < n->first[v + 1]; e++)
            coset_lts_add_edge(b, v, n->edges[e].event, n->edges[e].dst);
        if (is_plain(n, v))
            continue;
        bool unstable = n->diverges[v] || n->acc_first[v] == n->acc_first[v + 1];
        if (unstable)
            coset_lts_add_edge(b, v, COSET_TAU, v);
        for (uint64_t i = n->acc_first[v]; i < n->acc_first[v + 1]; i++)
            add_acceptance(n, b, v, &n->sets[n->acc[i]]);
    }
    return coset_lts_build(b, n->n_events);
}
