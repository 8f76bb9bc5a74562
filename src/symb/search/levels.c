/* symb/search/levels.c - levels of all searches: limits, bounds, violations. */
#include "symb/search/reach_state.h"

#include <string.h>

#define LAST_SECONDS 1 /* for counts and traces, after a limit */
#define LAST_SHARE   4 /* times the search, for these after a violation */

bool coset__reach_may_go_on(coset__reach *s)
{
    if (s->stopped)
        return false;
    if (coset_bdd_exhausted(s->bdd))
        s->stopped = "out of memory for decision diagrams";
    else if (s->o->stop && atomic_load(s->o->stop))
        s->stopped = "interrupted by a signal";
    else if (coset_engine_late(s->o, s->clock->began))
        s->stopped = coset_arena_printf(s->arena, "the time limit of %g seconds was reached", s->o->max_seconds);
    s->cut = s->stopped != NULL;
    return !s->stopped;
}

void coset__reach_resume(coset__reach *s)
{
    coset__clock *c = s->clock;
    double now = coset_engine_now(), spent = now - c->began;
    if (!s->cut && !coset_bdd_failed(s->bdd)) {
        double most = LAST_SHARE * spent, end = now + (most > LAST_SECONDS ? most : LAST_SECONDS);
        c->deadline = c->deadline > 0 && c->deadline < end ? c->deadline : end;
        return;
    }
    c->resumed = true;
    c->deadline = now + LAST_SECONDS;
    (void)coset_bdd_resume(s->bdd);
}

void coset__reach_one(const coset__reach *s, coset_bdd set, coset_value *state)
{
    if (!s->counter) {
        coset__one_state(&s->r.vars, set, state);
        return;
    }
    coset_value *counts = coset_new(s->r.m->n_slots, sizeof *counts);
    coset__one_state(&s->r.vars, set, counts);
    coset__counter_state(s->counter, counts, state);
    coset_delete(counts);
}

coset_bdd coset__reach_single(const coset__reach *s, const coset_value *state)
{
    if (!s->counter)
        return coset__state_set(&s->r.vars, state);
    coset_value *counts = coset_new(s->r.m->n_slots, sizeof *counts);
    coset__counter_counts(s->counter, state, counts);
    coset_bdd set = coset__state_set(&s->r.vars, counts);
    coset_delete(counts);
    return set;
}

void coset__reach_find(coset__reach *s, uint32_t prop, uint32_t depth, uint32_t instance, coset__ending ending,
                       coset_bdd set)
{
    COSET_INVARIANT(prop < s->m->n_props && instance < s->m->props[prop].n_instances);
    coset__finding *f = &s->findings[prop];
    if (f->found || coset_bdd_is_false(set))
        return;
    *f = (coset__finding){.found = true, .depth = depth, .instance = instance, .ending = ending};
    f->state = coset_arena_get(s->arena, s->m->n_slots, sizeof *f->state);
    coset__reach_one(s, set, f->state);
}

/* ---- one level -------------------------------------------------------------------------------------------------- */

void coset__reach_judge_states(coset__reach *s, uint32_t depth, coset_bdd level)
{
    for (uint32_t i = 0; i < s->r.judgements.n; i++) {
        const coset__judgement *j = &s->r.judgements.at[i];
        coset_prop_kind kind = s->m->props[j->prop].kind;
        uint32_t fault = coset_model_builtin(s->m, COSET_PROP_FAULT);
        if (kind == COSET_PROP_COVER)
            coset__reach_find(s, j->prop, depth, j->instance, COSET__AT_STATE, coset_bdd_and(s->bdd, level, j->holds));
        else if (kind != COSET_PROP_LIVENESS && kind != COSET_PROP_ASSUMPTION && kind != COSET_PROP_PREDICATE)
            coset__reach_find(s, j->prop, depth, j->instance, COSET__AT_STATE,
                              coset_bdd_minus(s->bdd, level, j->holds));
        if ((kind != COSET_PROP_LIVENESS || s->how->backward) && kind != COSET_PROP_PREDICATE && fault != COSET_NO_PROP)
            coset__reach_find(s, fault, depth, 0, COSET__AT_STATE, coset_bdd_and(s->bdd, level, j->faults));
    }
}

void coset__reach_judge_steps(coset__reach *s, uint32_t depth, coset_bdd level)
{
    coset_bdd stuck = coset_bdd_minus(s->bdd, level, s->r.may_end);
    for (uint32_t i = 0; i < s->r.rules.n; i++) {
        const coset__rule *rule = &s->r.rules.at[i];
        const coset__together *all = rule->together;
        const coset__faults faults = coset__rule_faults(&s->r, rule);
        for (uint32_t k = 0; k < faults.n; k++) {
            coset_bdd at = all ? coset__meets(&s->symmetry, all->named, faults.at[k].when, level)
                               : coset_bdd_and(s->bdd, level, faults.at[k].when);
            coset__reach_find(s, faults.at[k].prop, depth, 0, COSET__AT_FAULT, at);
            if (s->deadlock != COSET_NO_PROP)
                stuck = coset_bdd_minus(s->bdd, stuck, at);
        }
        for (uint32_t k = 0; k < rule->n_covers; k++)
            coset__reach_find(s, rule->covers[k].prop, depth, 0, COSET__AT_COVER,
                              coset_bdd_and(s->bdd, coset_bdd_and(s->bdd, level, coset__rule_fires(&s->r, rule)),
                                            rule->covers[k].when));
        if (s->deadlock == COSET_NO_PROP)
            continue;
        bool strict = s->o->deadlock == COSET_DEADLOCK_STUCK;
        coset_bdd fires = all ? all->fires : coset__rule_fires(&s->r, rule), moves = all ? all->moves : rule->moves;
        stuck = coset_bdd_minus(s->bdd, stuck, strict ? fires : moves);
        stuck = coset_bdd_minus(s->bdd, stuck, rule->cut);
    }
    if (s->deadlock != COSET_NO_PROP)
        coset__reach_find(s, s->deadlock, depth, 0, COSET__AT_STATE, stuck);
}

void coset__reach_judge(coset__reach *s, uint32_t depth, coset_bdd level)
{
    coset__reach_judge_states(s, depth, level);
    coset__reach_judge_steps(s, depth, level);
}

/* The states whose orbits contain one of the set, if the property distinguishes states of one orbit. */
static coset_bdd seen_in_orbits(const coset__reach *s, uint32_t prop, coset_bdd set)
{
    const coset_symb_options *o = s->symmetry.o;
    if (s->symmetry.swaps.n == 0 || !o->props || coset_symgroup_same(s->m, o->props[prop], o->group))
        return set;
    return coset__spread(&s->symmetry, set);
}

/* Properties as sets of representatives: an orbit holds a state with a property. */
static void spread_properties(coset__reach *s)
{
    for (uint32_t i = 0; i < s->r.judgements.n; i++) {
        coset__judgement *j = &s->r.judgements.at[i];
        coset_bdd_scope scope = coset_bdd_open(s->bdd);
        if (s->m->props[j->prop].kind == COSET_PROP_INVARIANT)
            coset_bdd_set(s->bdd, &j->holds,
                          coset_bdd_not(s->bdd, seen_in_orbits(s, j->prop, coset_bdd_not(s->bdd, j->holds))));
        coset_bdd_set(s->bdd, &j->faults, seen_in_orbits(s, j->prop, j->faults));
        coset_bdd_close(s->bdd, scope);
    }
}

void coset__reach_look_for_lost(coset__reach *s, coset_bdd set)
{
    coset_symb_chosen *chosen = s->symmetry.swaps.n ? s->how->chosen : NULL;
    if (!chosen || chosen->lost)
        return;
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    coset_bdd lost = coset__unrepresented(&s->symmetry, set);
    if (!coset_bdd_is_false(lost) && !coset_bdd_failed(s->bdd)) {
        chosen->lost = true;
        coset__reach_one(s, lost, chosen->state);
        s->stopped = "a state has no representative";
    }
    coset_bdd_close(s->bdd, scope);
}

void coset__reach_add_level(coset__reach *s, coset_bdd level)
{
    *coset_vec_add(&s->levels) = coset_bdd_keep(s->bdd, level);
    coset_bdd_set(s->bdd, &s->reached, coset_bdd_or(s->bdd, s->reached, level));
    coset_bdd_note(s->bdd, level);
    coset_bdd_note(s->bdd, s->reached);
}

void coset__reach_progress(coset__reach *s)
{
    if (!s->o->on_progress)
        return;
    coset_progress p = {.depth = s->how->backward ? s->distance : s->rounds,
                        .seconds = coset_engine_now() - s->clock->began,
                        .memory = s->o->held_bytes + coset_bdd_bytes(s->bdd),
                        .memory_limit = s->o->max_bytes};
    coset_count states;
    if (coset_bdd_count(s->bdd, s->reached, s->r.vars.now, &states)) {
        p.states = s->symmetry.swaps.n || s->counter ? 0 : states; /* of orbits it is not known before the end */
        p.representatives = states > UINT64_MAX ? UINT64_MAX : (uint64_t)states;
    }
    s->o->on_progress(s->o->progress_ctx, &p);
}

bool coset__reach_enough(const coset__reach *s)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < s->m->n_props; p++)
        n += s->findings[p].found && s->m->props[p].kind != COSET_PROP_COVER;
    return s->o->max_errors && n >= s->o->max_errors;
}

void coset__reach_bounds(coset__reach *s, uint32_t depth)
{
    coset_count states;
    if (s->stopped)
        return;
    if (s->o->max_depth && depth >= s->o->max_depth)
        s->stopped = coset_arena_printf(s->arena, "states at the depth bound of %u were not expanded", s->o->max_depth);
    else if (s->o->max_states && coset_bdd_count(s->bdd, s->reached, s->r.vars.now, &states) &&
             states > s->o->max_states)
        s->stopped =
            coset_arena_printf(s->arena, "the bound of %llu states was reached", (unsigned long long)s->o->max_states);
}

static void look_at_starts(coset__reach *s)
{
    for (uint32_t i = 0; i < s->r.starts.n; i++) {
        const coset__rule *rule = &s->r.starts.at[i];
        for (uint32_t k = 0; k < rule->n_faults; k++) {
            coset__finding *f = &s->findings[rule->faults[k].prop];
            if (!f->found && !coset_bdd_is_false(rule->faults[k].when))
                *f = (coset__finding){.found = true, .ending = COSET__AT_FAULT, .at_start = true};
        }
    }
}

void coset__reach_begin(coset__reach *s)
{
    look_at_starts(s);
    spread_properties(s);
}

void coset__reach_drop_levels(coset__reach *s)
{
    for (uint32_t i = 0; i < s->levels.n; i++)
        coset_bdd_drop(s->bdd, s->levels.at[i]);
    s->levels.n = 0;
}
