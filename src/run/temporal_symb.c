/* run/temporal_symb.c */
#include "run/temporal_symb.h"

#include "run/limits.h"

void coset_temporals_by_diagrams(coset_session *s, coset_symb_options *how)
{
    coset_temporals *t = s->temporals;
    if (!t || !t->all.n)
        return;
    coset_symb_accepting *all = coset_arena_get(s->arena, t->all.n, sizeof *all);
    coset_symb_accepting **to = coset_arena_get(s->arena, t->all.n, sizeof(coset_symb_accepting *));
    uint32_t n = 0;
    coset_limits_doing(s->settings, "formulas became automata");
    for (uint32_t i = 0; i < t->all.n; i++) {
        coset_temporal *x = &t->all.at[i];
        coset_temporal_translate(t, x);
        if (!x->wrong || coset_temporal_names_rules(x))
            continue;
        to[i] = &all[n];
        all[n++] = (coset_symb_accepting){x->wrong, x->props, x->instances, !x->only_endless, false, false, NULL};
    }
    coset_limits_doing(s->settings, "states were searched");
    s->accepting = (const coset_symb_accepting *const *)to;
    how->n_accepting = n;
    how->accepting = all;
}

const coset_symb_accepting *coset_temporal_answer(const coset_session *s, uint32_t i)
{
    static const coset_symb_accepting of_rules = {
        .why = "with --engine=symbolic formulas speak of states only, not of rules: leave it out"};
    if (s->settings->search != COSET_BY_DIAGRAMS || !s->accepting)
        return NULL;
    return s->accepting[i] ? s->accepting[i] : &of_rules;
}
