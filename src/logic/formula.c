/* logic/formula.c - collections of formulas; names of rules; alternation. */
#include "logic/formula.h"

#include <string.h>

coset_formulas *coset_formulas_new(void)
{
    coset_formulas *f = coset_new(1, sizeof *f);
    f->arena = coset_arena_new();
    return f;
}

void coset_formulas_free(coset_formulas *f)
{
    if (!f)
        return;
    for (uint32_t i = 0; i < f->actions.n; i++)
        coset_delete(f->actions.at[i].groups);
    coset_vec_fini(&f->all);
    coset_vec_fini(&f->fair);
    coset_vec_fini(&f->actions);
    coset_vec_fini(&f->predicates);
    coset_arena_free(f->arena);
    coset_delete(f);
}

coset_wanted *coset_formulas_want(coset_formulas *f)
{
    coset_wanted *w = &f->wanted;
    w->n_predicates = f->predicates.n;
    w->predicates = f->predicates.at;
    w->n_formulas = f->all.n;
    w->formulas = coset_arena_get(f->arena, (size_t)f->all.n + 1, sizeof *w->formulas);
    for (uint32_t i = 0; i < f->all.n; i++)
        w->formulas[i] = (coset_wanted_formula){.name = f->all.at[i].name, .pos = f->all.at[i].pos};
    return w;
}

/* ---- rules ------------------------------------------------------------------------------------------------------- */

static void no_such_rule(const coset_model *m, coset_text *text, const coset_action *a, const char *name)
{
    const char **names = coset_new((size_t)m->n_groups + 1, sizeof *names);
    uint32_t n = 0;
    for (uint32_t g = 0; g < m->n_groups; g++)
        if (!m->groups[g].is_start)
            names[n++] = m->groups[g].name;
    const char *near = coset_nearest(name, names, n);
    coset_message(text, COSET_SEVERITY_ERROR, "F021", a->pos, a->len, "the model has no rule \"%.60s\"", name);
    if (near)
        coset_message_help(text, "did you mean \"%.60s\"?", near);
    coset_delete(names);
}

static bool bind_action(coset_action *a, const coset_model *m, coset_text *text)
{
    bool ok = true;
    coset_delete(a->groups); /* of the model before */
    a->groups = coset_new((size_t)m->n_groups + 1, sizeof *a->groups);
    for (uint32_t i = 0; i < a->n_names; i++) {
        bool found = false;
        for (uint32_t g = 0; g < m->n_groups; g++)
            if (!m->groups[g].is_start && strcmp(m->groups[g].name, a->names[i]) == 0)
                a->groups[g] = found = true;
        if (!found)
            no_such_rule(m, text, a, a->names[i]);
        ok = ok && found;
    }
    return ok;
}

coset_status coset_formulas_bind(coset_formulas *f, const coset_model *m, coset_text *text, coset_err *err)
{
    bool ok = true;
    for (uint32_t i = 0; i < f->actions.n; i++)
        if (f->actions.at[i].n_names && !bind_action(&f->actions.at[i], m, text))
            ok = false;
    return ok ? COSET_OK : coset_fail(err, COSET_INPUT, "a formula names a rule that the model does not have");
}
