/* chase and deter: one choice is followed, the others are lost.
 *
 * From each state the first tau is followed until there is none. A state whose first taus form a cycle diverges: it
 * gets a loop of tau and nothing else. deter also keeps only one target for each event, so its result is a
 * deterministic refinement, if nothing diverges.
 */
#include <string.h>

#include "lts/compress.h"

typedef struct {
    const coset_lts *l;
    bool one; /* target for each event */
    coset_lts_builder *b;
    uint32_t *number; /* [n_states] state of the result + 1, or 0 */
    COSET_VEC(uint32_t) kept;
} chaser;

/* The end of the path of first taus; *diverges: a cycle. A path with more steps than states has a cycle. */
static uint32_t follow(const coset_lts *l, uint32_t s, bool *diverges)
{
    for (uint32_t n = 0; n <= l->n_states && !coset_lts_is_stable(l, s); n++)
        s = l->edges[l->first[s]].dst;
    *diverges = !coset_lts_is_stable(l, s);
    return s;
}

static uint32_t number_of(chaser *x, uint32_t s)
{
    bool diverges;
    s = follow(x->l, s, &diverges);
    if (!x->number[s]) {
        x->number[s] = coset_lts_add_state(x->b) + 1;
        *coset_vec_add(&x->kept) = s;
        if (diverges)
            coset_lts_add_edge(x->b, x->number[s] - 1, COSET_TAU, x->number[s] - 1);
    }
    return x->number[s] - 1;
}

static coset_status chase(const coset_lts *l, uint32_t n_events, bool one, coset_lts **out)
{
    chaser x = {.l = l, .one = one, .b = coset_lts_builder_new()};
    x.number = coset_new(l->n_states, sizeof *x.number);
    (void)number_of(&x, 0);
    for (uint32_t i = 0; i < x.kept.n; i++) {
        uint32_t s = x.kept.at[i];
        for (uint64_t e = l->first[s]; coset_lts_is_stable(l, s) && e < l->first[s + 1]; e++)
            if (!one || e == l->first[s] || l->edges[e - 1].event != l->edges[e].event)
                coset_lts_add_edge(x.b, i, l->edges[e].event, number_of(&x, l->edges[e].dst));
    }
    *out = coset_lts_build(x.b, n_events);
    coset_delete(x.number);
    coset_vec_fini(&x.kept);
    return COSET_OK;
}

coset_status coset__chase(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err)
{
    (void)err;
    return chase(l, o->n_events, false, out);
}

coset_status coset__deter(const coset_lts *l, const coset_compress_options *o, coset_lts **out, coset_err *err)
{
    (void)err;
    return chase(l, o->n_events, true, out);
}
