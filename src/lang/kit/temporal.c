/* lang/kit/temporal.c */
#include "lang/kit/temporal.h"

#include <stdio.h>

void coset_temporals_init(coset_temporals *t)
{
    t->arena = coset_arena_new();
    t->pool = coset_ltls_new();
}

void coset_temporals_forget(coset_temporals *t)
{
    for (uint32_t i = 0; i < t->all.n; i++)
        coset_omega_free(t->all.at[i].wrong);
    t->all.n = 0;
    t->claim_found = false;
}

void coset_temporals_fini(coset_temporals *t)
{
    coset_temporals_forget(t);
    coset_vec_fini(&t->all);
    coset_omega_free(t->automaton);
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

/* ---- an automaton that was given -------------------------------------------------------------------------------- */

uint32_t coset_temporals_part(const coset_temporals *t, uint32_t formula)
{
    const uint32_t first = t->n_formulas - t->n_parts;
    return formula >= first ? formula - first + 1 : 0;
}

/* What a condition is over the atoms of the property: constant, or an atom or its negation. */
typedef struct {
    bool constant, value;
    uint32_t atom;
} meaning;

/* False: no more than 64 atoms are possible, and it has more. */
static bool take_atom(coset_temporal *x, const coset_temporal *from, uint32_t *atom)
{
    for (*atom = 0; *atom < x->n_atoms; (*atom)++)
        if (x->props[*atom] == from->props[0] && x->instances[*atom] == from->instances[0])
            return true;
    if (x->n_atoms == COSET_LTL_ATOMS)
        return false;
    x->props[x->n_atoms] = from->props[0];
    x->instances[x->n_atoms++] = from->instances[0];
    return true;
}

static bool take_condition(coset_temporal *x, const coset_temporal *from, meaning *out)
{
    const coset_ltl *f = from->must;
    *out =
        (meaning){.constant = f->op == COSET_LTL_TRUE || f->op == COSET_LTL_FALSE, .value = f->op != COSET_LTL_FALSE};
    if (f->op == COSET_LTL_NOT) {
        out->value = false;
        f = f->kid[0];
    }
    if (!out->constant && f->op != COSET_LTL_ATOM)
        return false;
    return out->constant || take_atom(x, from, &out->atom);
}

/* The label in terms of the atoms; false: no state satisfies it. */
static bool meant(const meaning *all, uint32_t n, coset_cube label, coset_cube *out)
{
    *out = (coset_cube){0, 0};
    for (uint32_t i = 0; i < n; i++) {
        const bool yes = label.yes >> i & 1, no = label.no >> i & 1;
        if (!yes && !no)
            continue;
        const uint64_t bit = UINT64_C(1) << all[i].atom;
        const coset_cube one = {yes == all[i].value ? bit : 0, yes == all[i].value ? 0 : bit};
        if (all[i].constant ? yes != all[i].value : !coset_cube_meet(*out, one, out))
            return false;
    }
    return true;
}

static void copy_automaton(const coset_omega *a, coset_temporal *x, const meaning *all)
{
    const char *names[COSET_LTL_ATOMS];
    coset_cube label;
    for (uint32_t i = 0; i < x->n_atoms; i++)
        names[i] = "condition";
    x->wrong = coset_omega_new(a->n_states, a->n_sets, x->n_atoms, names);
    x->wrong->initial = a->initial;
    for (uint32_t i = 0; i < a->edges.n; i++) {
        const coset_omega_edge *e = &a->edges.at[i];
        if (meant(all, a->n_atoms, e->label, &label))
            coset_omega_add(x->wrong, e->from, label, e->marks, e->to);
    }
    coset_omega_index(x->wrong);
    coset_omega_reduce(x->wrong);
}

void coset_temporals_join(coset_temporals *t)
{
    meaning all[COSET_LTL_ATOMS];
    coset_temporal *x = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->all.n; i++) {
        const coset_temporal part = t->all.at[i];
        coset_temporal *kept = &t->all.at[n];
        n += part.part < 2;
        if (part.part < 2)
            *kept = part;
        if (!part.part)
            continue;
        if (part.part == 1) {
            x = kept;
            *x = (coset_temporal){.name = t->automaton_name, .pos = part.pos, .prop = part.prop};
        }
        if (part.why || !part.must || !take_condition(x, &part, &all[part.part - 1]))
            x->why = part.why ? part.why : "a condition of the automaton is no condition on states";
    }
    t->all.n = n;
    if (x && !x->why)
        copy_automaton(t->automaton, x, all);
}

/* ---- translation ------------------------------------------------------------------------------------------------- */

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
