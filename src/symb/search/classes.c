/* symb/search/classes.c - simulation and bisimulation between the states of a model, as one diagram over pairs of
 * states.
 *
 * Idea     the pairs that agree on the observed conditions are reduced until each step of the first state of a pair is
 *          answered by one of the second (and vice versa): each round is a few preimages, in which one state of the
 *          pair is a parameter. States with the same partners in both directions are a class.
 * Symmetry on representatives: quotient and model are bisimilar if the observed conditions are symmetric, so there are
 *          as many classes as without.
 * Source   S. Jha: Symmetry and induction in model checking (1996), 2.7 and 3.8.
 */
#include "symb/search/relating.h"

/* The second state is less than the first one: the first bit in which they differ is 0 in it. */
static coset_bdd is_less_beside(const coset__relating *c)
{
    const coset__vars *v = &c->side[0]->r.vars;
    uint32_t n = v->first[v->m->n_slots];
    coset_bdd less = coset_bdd_false;
    uint32_t *bits = coset_new((size_t)n + 1, sizeof *bits); /* by their variables */
    for (uint32_t k = 0; k < n; k++)
        bits[(coset__var(v, k, false) - v->base) / v->stride] = k;
    for (uint32_t i = n; i-- > 0;) {
        coset_bdd one = coset_bdd_var(c->b, coset__var(v, bits[i], false));
        coset_bdd other = coset_bdd_var(c->b, coset__var_beside(v, bits[i]));
        less = coset_bdd_ite(c->b, one, coset_bdd_or(c->b, coset_bdd_not(c->b, other), less),
                             coset_bdd_minus(c->b, less, other));
    }
    coset_delete(bits);
    return less;
}

/* One state of each class: the one without a lesser equivalent state. */
static bool count_least(const coset__relating *c, coset_bdd alike, coset_symb_classes *out)
{
    const coset__vars *v = &c->side[0]->r.vars;
    uint32_t n = v->first[v->m->n_slots], *vars = coset_new((size_t)n + 1, sizeof *vars);
    for (uint32_t k = 0; k < n; k++)
        vars[k] = coset__var_beside(v, k);
    coset_bdd others = coset_bdd_relprod(c->b, alike, is_less_beside(c), coset_bdd_cube(c->b, vars, n));
    coset_delete(vars);
    return coset_bdd_count(c->b, coset_bdd_minus(c->b, c->side[0]->reached, others), v->now, &out->classes);
}

/* Class by class: states are not compared if their variables are far apart. */
static bool count_one_by_one(const coset__relating *c, coset_bdd alike, coset_symb_classes *out)
{
    const coset__vars *v = &c->side[0]->r.vars;
    coset_value *state = coset_new((size_t)v->m->n_slots + 1, sizeof *state);
    coset_bdd left = c->side[0]->reached;
    for (; !coset_bdd_is_false(left) && coset__reach_may_go_on(c->side[0]); out->classes++) {
        coset_bdd_scope scope = coset_bdd_open(c->b);
        coset__one_state(v, left, state);
        coset_bdd class = coset_bdd_relprod(c->b, coset__state_set(v, state), alike, v->now);
        left = coset_bdd_close_with(c->b, scope, coset_bdd_minus(c->b, left, coset_bdd_rename(c->b, class, c->turn)));
    }
    coset_delete(state);
    return true;
}

static void count_classes(const coset__relating *c, coset_symb_classes *out)
{
    coset_bdd_scope scope = coset_bdd_open(c->b);
    coset_bdd alike =
        c->how[0]->simulation ? coset_bdd_and(c->b, c->related, coset__relating_turned(c, c->related)) : c->related;
    out->nodes = coset_bdd_size(c->b, c->related);
    bool known = coset_bdd_count(c->b, c->side[0]->reached, c->side[0]->r.vars.now, &out->states) &&
                 (c->how[0]->apart ? count_one_by_one(c, alike, out) : count_least(c, alike, out));
    if (coset__reach_may_go_on(c->side[0]) && !known)
        out->why = "there are more states than can be counted";
    coset_bdd_close(c->b, scope);
}

void coset__reach_classes(coset__reach *s)
{
    coset_symb_classes *out = s->how->classes;
    coset__relating c;
    double began = coset_engine_now();
    if (!s->how->relating)
        return;
    *out = (coset_symb_classes){.why = coset__reach_unfounded(s)};
    if (out->why)
        return;
    coset__relating_make(&c, s, s);
    out->largest = c.largest;
    out->rounds = c.rounds;
    count_classes(&c, out);
    if (!coset__reach_may_go_on(s))
        out->why = s->stopped;
    coset__relating_free(&c);
    out->seconds = coset_engine_now() - began;
}
