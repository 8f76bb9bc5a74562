/* symb/reduce/reps_by_relation.c - representatives by an explicit relation: one of each orbit, by the relation "in the
 * same orbit", or those that a few exchanges lead to. */
#include "symb/reduce/symmetry.h"

#include "base/mem.h"

static coset_bdd same_state(const coset__relation *r)
{
    const coset__vars *v = &r->vars;
    coset_bdd same = coset_bdd_true;
    for (uint32_t s = r->m->n_slots; s-- > 0;)
        for (uint32_t k = v->first[s + 1]; k-- > v->first[s];)
            same = coset_bdd_and(r->bdd, same,
                                 coset_bdd_equal(r->bdd, coset_bdd_var(r->bdd, coset__var(v, k, false)),
                                                 coset_bdd_var(r->bdd, coset__var(v, k, true))));
    return same;
}

static coset_bdd next_vars(const coset__relation *r)
{
    uint32_t *slots = coset_new(r->m->n_slots, sizeof *slots);
    for (uint32_t s = 0; s < r->m->n_slots; s++)
        slots[s] = s;
    coset_bdd cube = coset__slots_cube(&r->vars, slots, r->m->n_slots, true);
    coset_delete(slots);
    return cube;
}

/* Pairs of states of one orbit. */
static coset_bdd orbit_relation(const coset__symmetry *y)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd all = same_state(y->r), before;
    do {
        before = all;
        for (uint32_t i = 0; i < y->swaps.n && !coset_bdd_failed(b); i++)
            all = coset_bdd_or(b, all, coset__rename_next(y->swaps.at[i].by, all));
    } while (!coset_bdd_same(all, before) && !coset_bdd_failed(b));
    return all;
}

/* The least partner of each state: bit by bit, a 1 is removed if a 0 is possible. */
static coset_bdd least_partner(const coset__relation *r, coset_bdd pairs)
{
    coset_bdds *b = r->bdd;
    coset_bdd next = next_vars(r);
    for (uint32_t k = 0; k < r->vars.first[r->m->n_slots] && !coset_bdd_failed(b); k++) {
        coset_bdd bit = coset_bdd_var(b, coset__var(&r->vars, k, true));
        coset_bdd can_be_0 = coset_bdd_exist(b, coset_bdd_minus(b, pairs, bit), next);
        pairs = coset_bdd_minus(b, pairs, coset_bdd_and(b, bit, can_be_0));
    }
    return pairs;
}

coset_status coset__symmetry_by_relation(coset__symmetry *y, coset_err *err)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd pairs = least_partner(y->r, orbit_relation(y));
    bool total = coset_bdd_is_true(coset_bdd_exist(b, pairs, next_vars(y->r)));
    coset_bdd_set(b, &y->to_rep, pairs);
    coset_bdd_close(b, scope);
    if (!total && !coset_bdd_failed(b))
        return coset_fail(err, COSET_UNSUPPORTED,
                          "some states have no representative with this method: use --symbolic-symmetry=dynamic");
    return COSET_OK;
}

/* Stage by stage, the image of a state continues. */
static coset_bdd taken(const coset__symmetry *y)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd pairs = same_state(y->r);
    for (uint32_t i = 0; i < y->takes.n;) {
        coset_bdd next = coset_bdd_false;
        for (uint32_t stage = y->takes.at[i].stage; i < y->takes.n && y->takes.at[i].stage == stage; i++) {
            const coset__take *x = &y->takes.at[i];
            coset_bdd one = coset_bdd_and(b, pairs, coset_bdd_rename(b, x->from, y->r->vars.now_to_next));
            next = coset_bdd_or(b, next, x->by ? coset__rename_next(x->by, one) : one);
        }
        pairs = next;
    }
    return pairs;
}

void coset__symmetry_relate(coset__symmetry *y)
{
    coset_bdd_scope scope = coset_bdd_open(y->r->bdd);
    coset_bdd_set(y->r->bdd, &y->to_rep, taken(y));
    coset_bdd_close(y->r->bdd, scope);
}
