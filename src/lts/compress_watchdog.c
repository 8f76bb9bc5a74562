/* A process that barks at events that a specification does not allow. */
#include "lts/compress.h"

static coset_status check(const coset_lts *l, const coset_compress_options *o, const bool *alphabet, uint32_t bark,
                          coset_err *err)
{
    for (uint64_t e = 0; e < coset_lts_n_edges(l); e++)
        if (l->edges[e].event > COSET_TICK && !alphabet[l->edges[e].event])
            return coset_fail(err, COSET_INPUT, "a watchdog's process performs an event that is not in its set");
    if (bark >= o->n_events || bark <= COSET_TICK || alphabet[bark])
        return coset_fail(err, COSET_INPUT, "the event with which a watchdog barks is in its set");
    return COSET_OK;
}

static coset_lts *with_bark(const coset_normal *n, const bool *alphabet, uint32_t bark)
{
    coset_lts_builder *b = coset_lts_builder_new();
    for (uint32_t v = 0; v < n->n_nodes; v++)
        (void)coset_lts_add_state(b);
    uint32_t wrong = coset_lts_add_state(b), end = coset_lts_add_state(b);
    for (uint32_t v = 0; v < n->n_nodes; v++)
        for (uint32_t e = COSET_TICK + 1; e < n->n_events; e++)
            if (alphabet[e]) {
                uint32_t to = coset_normal_after(n, v, e);
                coset_lts_add_edge(b, v, e, to == UINT32_MAX ? wrong : to);
            }
    coset_lts_add_edge(b, wrong, bark, end);
    return coset_lts_build(b, n->n_events);
}

coset_status coset_trace_watchdog(const coset_lts *l, const coset_compress_options *o, const bool *alphabet,
                                  uint32_t bark, coset_lts **out, coset_err *err)
{
    coset_normal *n = NULL;
    coset_status st = check(l, o, alphabet, bark, err);
    if (st == COSET_OK)
        st = coset_normalise(l, o->n_events, COSET_CSP_T, o->limits, &n, err);
    *out = st == COSET_OK ? with_bark(n, alphabet, bark) : NULL;
    coset_normal_free(n);
    return st;
}
