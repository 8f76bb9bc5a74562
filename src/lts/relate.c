/* lts/relate.c - interface of relations between states. */
#include <string.h>

#include "lts/partition.h"
#include "lts/relate_int.h"
#include "lts/saturate.h"

struct coset_relation {
    const coset_relating *how;
    uint32_t *of, n_classes; /* bisimulation */
    coset__rounds rounds;
    coset__pairs pairs; /* simulation */
};

coset_lts *coset_lts_saturate(const coset_lts *l, uint32_t n_events, coset_budget *budget)
{
    coset_lts *delayed = coset__lts_delayed(l, n_events, budget);
    coset_lts *weak = delayed ? coset__lts_weakened(delayed, n_events) : NULL;
    coset_lts_free(delayed);
    return weak;
}

static bool partition(coset_relation *r)
{
    const coset_relating *how = r->how;
    r->of = coset_new(how->l->n_states, sizeof *r->of);
    memcpy(r->of, how->label, how->l->n_states * sizeof *r->of);
    r->n_classes = coset__partition(how->l, r->of, how->budget);
    return !coset_budget_is_spent(how->budget);
}

coset_relation *coset_relation_make(const coset_relating *how)
{
    coset_relation *r = coset_new(1, sizeof *r);
    r->how = how;
    if (how->simulation ? coset__pairs_make(&r->pairs, how) : partition(r))
        return r;
    coset_relation_free(r);
    return NULL;
}

void coset_relation_free(coset_relation *r)
{
    if (!r)
        return;
    coset_delete(r->of);
    coset_delete(r->pairs.round);
    coset__rounds_fini(&r->rounds);
    coset_delete(r);
}

bool coset_relation_holds(const coset_relation *r, uint32_t s, uint32_t t)
{
    return r->how->simulation ? coset__pairs_round(&r->pairs, s, t) == COSET_RELATED : r->of[s] == r->of[t];
}

uint32_t coset_relation_classes(const coset_relation *r)
{
    if (!r->how->simulation)
        return r->n_classes;
    COSET_INVARIANT(r->how->n_left == r->how->l->n_states);
    uint32_t n = 0;
    for (uint32_t s = 0; s < r->how->l->n_states; s++) {
        uint32_t t = 0;
        while (!coset_relation_holds(r, s, t) || !coset_relation_holds(r, t, s))
            t++;
        n += t == s; /* the first of its class */
    }
    return n;
}

uint32_t coset_relation_round(coset_relation *r, uint32_t s, uint32_t t)
{
    if (r->how->simulation)
        return coset__pairs_round(&r->pairs, s, t);
    if (r->of[s] == r->of[t])
        return COSET_RELATED;
    for (uint32_t k = 0;; k++) {
        while (k >= r->rounds.of.n && !r->rounds.done)
            coset__rounds_next(&r->rounds, r->how);
        if (k >= r->rounds.of.n)
            return COSET_RELATED;
        if (r->rounds.of.at[k][s] != r->rounds.of.at[k][t])
            return k;
    }
}
