/* symb/search/actions.c */
#include "symb/search/actions.h"

void coset__steps_add(const coset__reach *s, const coset__rule *rule, coset__steps *out)
{
    if (coset_bdd_is_false(rule->step))
        return;
    *coset_vec_add(&out->clusters) = (coset__cluster){
        .step = rule->step,
        .level = rule->level,
        .n_slots = rule->n_slots,
        .slots = rule->slots,
        .now_to_next = coset__slots_to_next(&s->r.vars, rule->slots, rule->n_slots),
    };
}

void coset__steps_make(const coset__reach *s, const bool *groups, coset__steps *out)
{
    const coset__relation *r = &s->r;
    for (uint32_t i = 0; groups && i < r->rules.n; i++)
        if (groups[r->rules.at[i].group])
            coset__steps_add(s, &r->rules.at[i], out);
}

void coset__steps_free(coset__steps *a)
{
    for (uint32_t i = 0; i < a->clusters.n; i++)
        coset_bdd_map_free(a->clusters.at[i].now_to_next);
    coset_vec_fini(&a->clusters);
}

coset_bdd coset__steps_sources(coset__reach *s, const coset__cluster *at, uint32_t n, coset_bdd to)
{
    coset_bdds *b = s->bdd;
    coset_bdd from = coset_bdd_false;
    bool kept = s->kept && coset__keeps(&s->symmetry, to);
    for (uint32_t i = 0; i < n && coset__reach_may_go_on(s); i++) {
        if (kept && at[i].follows)
            continue;
        coset_bdd_scope scope = coset_bdd_open(b);
        coset_bdd one = kept ? coset__represent_kept(&s->symmetry, &at[i], coset__preimage(&s->r, &at[i], to))
                             : coset__sources(&s->symmetry, &at[i], to);
        one = coset_bdd_and(b, one, s->reached);
        from = coset_bdd_close_with(b, scope, coset_bdd_or(b, from, one));
    }
    return kept ? coset__close(&s->symmetry, from) : from;
}

coset_bdd coset__steps_targets(coset__reach *s, const coset__cluster *at, uint32_t n, coset_bdd from)
{
    coset_bdds *b = s->bdd;
    coset_bdd to = coset_bdd_false;
    for (uint32_t i = 0; i < n && coset__reach_may_go_on(s); i++) {
        coset_bdd_scope scope = coset_bdd_open(b);
        coset_bdd one = coset__image(&s->r, &at[i], coset__gather(&s->symmetry, &at[i], from));
        one = coset_bdd_and(b, one, s->r.assumed);
        one = coset_bdd_and(b, coset__represent(&s->symmetry, one), s->reached);
        to = coset_bdd_close_with(b, scope, coset_bdd_or(b, to, one));
    }
    return to;
}

const char *coset__reach_unfounded(const coset__reach *s)
{
    const coset__relation *r = &s->r;
    coset_bdds *b = s->bdd;
    const char *why = s->stopped;
    coset_bdd_scope scope = coset_bdd_open(b);
    for (uint32_t i = 0; i < r->starts.n && !why; i++)
        for (uint32_t k = 0; k < r->starts.at[i].n_faults; k++)
            if (!coset_bdd_is_false(r->starts.at[i].faults[k].when))
                why = "a start rule faults, so the start states are not known";
    for (uint32_t i = 0; i < r->rules.n && !why; i++)
        for (uint32_t k = 0; k < coset__rule_faults(r, &r->rules.at[i]).n; k++)
            if (!coset_bdd_is_false(coset_bdd_and(b, s->reached, coset__rule_faults(r, &r->rules.at[i]).at[k].when)))
                why = "a reachable step faults, so the paths are not known";
    for (uint32_t i = 0; i < r->judgements.n && !why; i++)
        if (s->m->props[r->judgements.at[i].prop].kind == COSET_PROP_PREDICATE &&
            !(s->how->chosen && s->how->chosen->prop == r->judgements.at[i].prop) &&
            !coset_bdd_is_false(coset_bdd_and(b, s->reached, r->judgements.at[i].faults)))
            why = "a condition cannot be evaluated in a reachable state";
    coset_bdd_close(b, scope);
    return why;
}
