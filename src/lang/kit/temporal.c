/* lang/kit/temporal.c */
#include "lang/kit/temporal.h"

#include <stdio.h>

void coset_temporals_init(coset_temporals *t)
{
    t->arena = coset_arena_new();
    t->pool = coset_ltls_new();
}

void coset_temporals_fini(coset_temporals *t)
{
    for (uint32_t i = 0; i < t->all.n; i++)
        coset_omega_free(t->all.at[i].wrong);
    coset_vec_fini(&t->all);
    coset_ltls_free(t->pool);
    coset_arena_free(t->arena);
    *t = (coset_temporals){0};
}

coset_temporal *coset_temporals_add(coset_temporals *t, const char *name, const char *text, coset_pos pos)
{
    coset_temporal *x = coset_vec_add(&t->all);
    *x = (coset_temporal){
        .name = coset_arena_text(t->arena, name), .text = text ? coset_arena_text(t->arena, text) : NULL, .pos = pos};
    return x;
}

void coset_temporal_translate(coset_temporals *t, coset_temporal *x)
{
    char names[COSET_LTL_ATOMS][16];
    const char *list[COSET_LTL_ATOMS];
    coset_err err;
    if (x->wrong || x->why)
        return;
    for (uint32_t i = 0; i < x->n_atoms; i++) {
        snprintf(names[i], sizeof names[i], "a%u", (unsigned)i);
        list[i] = names[i];
    }
    const coset_omega_options how = {.n_atoms = x->n_atoms, .names = list};
    const coset_ltl *wrong = coset_ltl_simplify(t->pool, coset_ltl_normal(t->pool, x->must, true));
    if (coset_omega_translate(t->pool, wrong, &how, &x->wrong, &err) == COSET_OK)
        return;
    x->wrong = NULL;
    x->why = coset_arena_printf(t->arena, "%s", err.text);
}

bool coset_temporal_asks(const coset_temporal *x, uint32_t prop)
{
    for (uint32_t i = 0; i < x->n_atoms; i++)
        if (x->props[i] == prop)
            return true;
    return false;
}
