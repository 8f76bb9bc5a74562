/* Priorities: an event is removed if the state has one above it. */
#include <string.h>

#include "lts/compress.h"

typedef bool loses_to(const void *ctx, uint32_t event, uint32_t other);

static coset_lts *without_losers(const coset_lts *l, uint32_t n_events, loses_to *loses, const void *ctx)
{
    coset_lts_builder *b = coset_lts_builder_new();
    for (uint32_t s = 0; s < l->n_states; s++)
        (void)coset_lts_add_state(b);
    for (uint32_t s = 0; s < l->n_states; s++)
        for (uint64_t e = l->first[s]; e < l->first[s + 1]; e++) {
            bool lost = false;
            for (uint64_t f = l->first[s]; !lost && f < l->first[s + 1]; f++)
                lost = loses(ctx, l->edges[e].event, l->edges[f].event);
            if (!lost)
                coset_lts_add_edge(b, s, l->edges[e].event, l->edges[e].dst);
        }
    coset_lts *all = coset_lts_build(b, n_events), *x = coset_lts_reachable(all);
    coset_lts_free(all);
    return x;
}

/* ---- ranks ---- */

static bool has_larger_rank(const void *ctx, uint32_t event, uint32_t other)
{
    const uint32_t *rank = ctx;
    return rank[event] != UINT32_MAX && rank[other] < rank[event];
}

coset_lts *coset_prioritise(const coset_lts *l, uint32_t n_events, const uint32_t *rank)
{
    return without_losers(l, n_events, has_larger_rank, rank);
}

/* ---- a partial order ---- */

typedef struct {
    uint32_t n_events, n_named;
    uint32_t *name; /* [n_events] number among the events that the order names + 1, or 0 */
    uint8_t *above; /* [n_named * n_named] */
    const bool *events, *maximal;
} order;

static bool is_below(const void *ctx, uint32_t event, uint32_t other)
{
    const order *o = ctx;
    if (event <= COSET_TICK || event == other)
        return false;
    if (other <= COSET_TICK)
        return o->events[event] && !o->maximal[event];
    return o->name[event] && o->name[other] && o->above[(size_t)(o->name[other] - 1) * o->n_named + o->name[event] - 1];
}

static void name_event(order *o, uint32_t event)
{
    if (!o->name[event])
        o->name[event] = ++o->n_named;
}

static void close_order(order *o)
{
    uint32_t n = o->n_named;
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; o->above[(size_t)i * n + k] && j < n; j++)
                o->above[(size_t)i * n + j] |= o->above[(size_t)k * n + j];
}

static coset_status make_order(order *o, uint32_t n_orders, const coset_order *orders, coset_err *err)
{
    for (uint32_t i = 0; i < n_orders; i++) {
        uint32_t above = orders[i].above, below = orders[i].below;
        if (above >= o->n_events || below >= o->n_events || !o->events[above] || !o->events[below])
            return coset_fail(err, COSET_INPUT, "the order of prioritisepo mentions an event that is not in its set");
        if (o->maximal[below])
            return coset_fail(err, COSET_INPUT, "the order of prioritisepo puts an event above a maximal one");
        name_event(o, above);
        name_event(o, below);
    }
    for (uint32_t e = 0; e < o->n_events; e++)
        if (o->maximal[e] && !o->events[e])
            return coset_fail(err, COSET_INPUT, "a maximal event of prioritisepo is not in its set");
    o->above = coset_new((size_t)o->n_named * o->n_named, sizeof *o->above);
    for (uint32_t i = 0; i < n_orders; i++)
        o->above[(size_t)(o->name[orders[i].above] - 1) * o->n_named + o->name[orders[i].below] - 1] = 1;
    close_order(o);
    for (uint32_t i = 0; i < o->n_named; i++)
        if (o->above[(size_t)i * o->n_named + i])
            return coset_fail(err, COSET_INPUT, "the order of prioritisepo puts an event above itself");
    return COSET_OK;
}

coset_status coset_prioritise_po(const coset_lts *l, uint32_t n_events, const bool *events, uint32_t n_orders,
                                 const coset_order *orders, const bool *maximal, coset_lts **out, coset_err *err)
{
    order o = {.n_events = n_events, .events = events, .maximal = maximal};
    o.name = coset_new(n_events, sizeof *o.name);
    coset_status st = make_order(&o, n_orders, orders, err);
    *out = st == COSET_OK ? without_losers(l, n_events, is_below, &o) : NULL;
    coset_delete(o.name);
    coset_delete(o.above);
    return st;
}
