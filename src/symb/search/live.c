/* symb/search/live.c - Murphi's liveness: from every reachable state a state that satisfies it remains reachable (AG
 * EF). A state where the condition faults may be good or not: it counts as good for a violation, and without one the
 * property is left undecided. */
#include "symb/search/reach_state.h"

/* States from which one of `goal` can be reached, by a least fixpoint; false if the search was stopped. */
static bool can_reach(coset__reach *s, coset_bdd goal, coset_bdd *out)
{
    coset_bdd all = goal, last = goal;
    while (!coset_bdd_is_false(last)) {
        coset_bdd_scope scope = coset_bdd_open(s->bdd);
        coset_bdd next = coset_bdd_false;
        for (uint32_t i = 0; i < s->r.clusters.n; i++) {
            if (!coset__reach_may_go_on(s)) {
                coset_bdd_close(s->bdd, scope);
                return false;
            }
            next = coset_bdd_or(s->bdd, next, coset__sources(&s->symmetry, &s->r.clusters.at[i], last));
        }
        next = coset_bdd_and(s->bdd, next, s->reached);
        last = coset_bdd_close_with(s->bdd, scope, coset_bdd_minus(s->bdd, next, all));
        all = coset_bdd_or(s->bdd, all, last);
    }
    *out = all;
    return true;
}

/* Looks for a violation that is nearer than the one of an earlier instance. */
static void decide(coset__reach *s, const coset__judgement *j)
{
    coset__finding *f = &s->findings[j->prop];
    const coset__finding before = *f;
    const uint32_t end = f->found ? f->depth : s->levels.n;
    coset_bdd can;
    bool known = can_reach(s, coset_bdd_and(s->bdd, coset_bdd_or(s->bdd, j->holds, j->faults), s->reached), &can);
    f->found = false;
    for (uint32_t depth = 0; known && depth < end; depth++)
        coset__reach_find(s, j->prop, depth, j->instance, COSET__AT_STATE,
                          coset_bdd_minus(s->bdd, s->levels.at[depth], can));
    bool stopped = !coset__reach_may_go_on(s); /* nothing that was concluded from failed operations counts */
    if (before.found && (stopped || !f->found))
        *f = before;
    else if (stopped)
        s->undecided[j->prop] = s->stopped;
}

static bool is_judged(const coset__reach *s, const coset__judgement *j)
{
    return s->m->props[j->prop].kind == COSET_PROP_LIVENESS &&
           (!s->o->judged || !s->o->judged[j->prop] || s->o->judged[j->prop][j->instance]);
}

/* The nearest state in which some condition faults, once all states are known. */
static void find_faults(coset__reach *s)
{
    uint32_t fault = coset_model_builtin(s->m, COSET_PROP_FAULT);
    for (uint32_t depth = 0; depth < s->levels.n; depth++)
        for (uint32_t i = 0; i < s->r.judgements.n; i++) {
            const coset__judgement *j = &s->r.judgements.at[i];
            if (!is_judged(s, j))
                continue;
            coset_bdd_scope scope = coset_bdd_open(s->bdd);
            coset_bdd at = coset_bdd_and(s->bdd, s->levels.at[depth], j->faults);
            coset__reach_find(s, fault, depth, 0, COSET__AT_STATE, at);
            if (!coset_bdd_is_false(at))
                s->undecided[j->prop] = COSET_LIVENESS_FAULTS;
            coset_bdd_close(s->bdd, scope);
        }
}

void coset__reach_live(coset__reach *s)
{
    const char *stopped = s->stopped; /* a limit reached here concerns liveness alone */
    bool met = false;
    if (!stopped)
        find_faults(s);
    for (uint32_t i = 0; i < s->r.judgements.n; i++) {
        const coset__judgement *j = &s->r.judgements.at[i];
        if (!is_judged(s, j))
            continue;
        coset_bdd_scope scope = coset_bdd_open(s->bdd);
        if (s->stopped)
            s->undecided[j->prop] = s->stopped;
        else
            decide(s, j);
        met = met || s->stopped;
        coset_bdd_close(s->bdd, scope);
    }
    s->stopped = stopped;
    if (met)
        coset__reach_resume(s);
}
