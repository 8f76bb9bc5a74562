/* run/temporal_symb.c */
#include "run/temporal_symb.h"

#include "run/fairness.h"
#include "run/limits.h"

/* The indices of fairness. Returns NULL, or why the acting index is not known. */
static const char *add_fair(const coset_session *s, coset_symb_options *how)
{
    coset_fair_choice choice;
    coset_model *told = NULL;
    coset_err err = {0};
    if (coset_fair_choose(s, &choice) != COSET_EXIT_HOLDS) /* was checked before the search */
        return "it is not known to which processes or rules fairness applies";
    coset_fairness *what = coset_arena_copy(s->arena, choice.what, choice.n, sizeof *what);
    coset_symb_fair *fair = coset_arena_get(s->arena, (size_t)choice.n + 1, sizeof *fair);
    for (uint32_t i = 0; i < choice.n; i++) {
        what[i].plain = true; /* no index is renamed */
        fair[i] = (coset_symb_fair){.actors = what[i].who == COSET_FAIR_ACTORS,
                                    .group = what[i].group,
                                    .strong = what[i].kind == COSET_FAMILY_STREETT};
    }
    const bool known = !choice.words || coset_fair_new(s->model, choice.n, what, &told, &err) == COSET_OK;
    coset_model_free(told);
    how->n_fair = choice.n;
    how->fair = fair;
    return known ? NULL : coset_arena_text(s->arena, err.text);
}

void coset_temporals_by_diagrams(coset_session *s, coset_symb_options *how)
{
    coset_temporals *t = s->temporals;
    if (!t || !t->all.n)
        return;
    coset_symb_accepting *all = coset_arena_get(s->arena, t->all.n, sizeof *all);
    coset_symb_accepting **to = coset_arena_get(s->arena, t->all.n, sizeof(coset_symb_accepting *));
    const char *untold = add_fair(s, how);
    uint32_t n = 0;
    coset_limits_doing(s->settings, "formulas became automata");
    for (uint32_t i = 0; i < t->all.n; i++) {
        coset_temporal *x = &t->all.at[i];
        coset_temporal_translate(t, x);
        if (!x->wrong || coset_temporal_asks_of_steps(x))
            continue;
        to[i] = &all[n];
        all[n++] = (coset_symb_accepting){x->wrong, x->props, x->instances, !x->only_endless, false, false, untold};
    }
    coset_limits_doing(s->settings, "states were searched");
    s->accepting = (const coset_symb_accepting *const *)to;
    how->n_accepting = untold ? 0 : n;
    how->accepting = all;
}

const coset_symb_accepting *coset_temporal_answer(const coset_session *s, uint32_t i)
{
    static const coset_symb_accepting of_rules = {
        .why = "with --engine=symbolic formulas speak of states only, not of steps (fired, np_): leave it out"};
    if (s->settings->search != COSET_BY_DIAGRAMS || !s->accepting)
        return NULL;
    return s->accepting[i] ? s->accepting[i] : &of_rules;
}
