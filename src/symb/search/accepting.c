/* symb/search/accepting.c - formulas of linear time on the states that a symbolic search has reached.
 *
 * Idea     the automaton of the runs that violate a formula stays explicit: a set of pairs is a diagram for each of its
 *          states (logic/accepting.h).
 * Needs    a complete search forward, of all states: without symmetry.
 */
#include "logic/accepting.h"

#include "symb/search/formulas.h"

static const char *why_not(const coset__reach *s)
{
    if (coset__exchanges(s->how))
        return "with --engine=symbolic formulas of linear time are decided on all states: leave out "
               "--symbolic-symmetry";
    if (s->how->backward)
        return "formulas of linear time need all reachable states: leave out --direction=backward";
    return coset__reach_unfounded(s);
}

/* A run stays in a state in which no step is enabled, not even one that an assumption removes. */
static coset_bdd find_stuck(const coset__reached_sets *c)
{
    coset__reach *s = c->s;
    coset_bdd stuck = c->dead;
    for (uint32_t i = 0; i < s->r.rules.n; i++)
        stuck = coset_bdd_minus(s->bdd, stuck, s->r.rules.at[i].cut);
    return stuck;
}

/* The states in which the atom holds; false: it is not known in some state. */
static bool find_atom(const coset__reached_sets *c, uint32_t prop, uint32_t instance, coset_bdd *holds)
{
    const coset__reach *s = c->s;
    for (uint32_t i = 0; i < s->r.judgements.n; i++) {
        const coset__judgement *j = &s->r.judgements.at[i];
        if (j->prop != prop || j->instance != instance)
            continue;
        *holds = coset_bdd_and(s->bdd, s->reached, j->holds);
        return coset_bdd_is_false(coset_bdd_and(s->bdd, s->reached, j->faults));
    }
    return false;
}

static void decide(const coset__reached_sets *c, const coset_accepting_fair *fair, coset_symb_accepting *x)
{
    coset__reach *s = c->s;
    coset_accepting how = {.a = x->a};
    uint32_t n = 0;
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    coset_bdd holds = coset_bdd_false;
    for (bool known = true; n < x->a->n_atoms && known; n += known) {
        known = find_atom(c, x->props[n], x->instances[n], &holds);
        if (known)
            how.atoms[n] = coset__reached_set(c, holds);
        else
            x->why = "a condition of the formula cannot be evaluated in a reachable state";
    }
    how.stuck = coset__reached_set(c, x->stutters ? find_stuck(c) : coset_bdd_false);
    how.n_fair = c->movers.n;
    how.fair = fair;
    coset_bdd_close(s->bdd, scope);
    if (n == x->a->n_atoms && coset__reach_may_go_on(s)) {
        x->accepts = coset_logic_accepts(&c->sets, &how);
        x->decided = coset__reach_may_go_on(s);
    }
    if (!x->decided && !x->why)
        x->why = s->stopped;
    c->sets.ops->drop(c->sets.ctx, how.stuck);
    for (uint32_t i = 0; i < n; i++)
        c->sets.ops->drop(c->sets.ctx, how.atoms[i]);
}

/* The fairness conditions, for each mover. The caller deletes them; the sets are the movers'. */
static coset_accepting_fair *find_demands(const coset__reached_sets *c)
{
    coset_accepting_fair *fair = coset_new((size_t)c->movers.n + 1, sizeof *fair);
    for (uint32_t i = 0; i < c->movers.n; i++) {
        const coset__mover *x = &c->movers.at[i];
        fair[i] = (coset_accepting_fair){.strong = x->strong, .enabled = {x->enabled.id}, .steps = i};
    }
    return fair;
}

void coset__reach_accepting(coset__reach *s)
{
    coset__reached_sets c;
    if (!s->how->n_accepting)
        return;
    const char *why = why_not(s);
    coset__reached_sets_open(&c, s, NULL);
    if (!why)
        coset__movers_find(s, &c.movers);
    coset_accepting_fair *fair = find_demands(&c);
    for (uint32_t i = 0; i < s->how->n_accepting; i++) {
        coset_symb_accepting *x = &s->how->accepting[i];
        x->why = why;
        x->decided = x->accepts = false;
        if (!why)
            decide(&c, fair, x);
    }
    coset_delete(fair);
    coset__movers_free(s, &c.movers);
    coset__reached_sets_close(&c);
}
