/* symb/possible.c - the values that each slot may have, whatever the others have. */
#include <string.h>

#include "symb/relation.h"

#define ROUNDS 64 /* enough rounds; what is left open then is any value */

typedef struct {
    const coset__relation *r;
    coset_bdds *b;
    coset_bdd *values; /* [n_slots] kept: sets of current variables of one slot */
    bool *used;        /* [variables] */
    bool changed;
} maker;

static void note_used(maker *k, coset_bdd step)
{
    memset(k->used, 0, (size_t)coset_bdd_vars(k->r->bdd) + 1);
    coset_bdd_support(k->b, step, k->used);
}

/* States that the other slots allow: only those that the relation looks at. What is allowed may depend on bits of a
 * slot that the relation does not look at, so what is used is looked up once more. */
static coset_bdd within(maker *k, coset_bdd step)
{
    const coset__vars *v = &k->r->vars;
    note_used(k, step);
    for (uint32_t s = 0; s < k->r->m->n_slots; s++) {
        bool here = false;
        for (uint32_t i = v->first[s]; i < v->first[s + 1]; i++)
            here = here || k->used[coset__var(v, i, false)];
        if (here)
            step = coset_bdd_and(k->b, step, k->values[s]);
    }
    note_used(k, step);
    return step;
}

/* All variables that are used but those of the slot. */
static coset_bdd others(maker *k, uint32_t slot, bool next)
{
    const coset__vars *v = &k->r->vars;
    uint32_t n = 0, *vars = coset_new((size_t)coset_bdd_vars(k->r->bdd) + 1, sizeof *vars);
    for (uint32_t i = v->first[slot]; i < v->first[slot + 1]; i++)
        k->used[coset__var(v, i, next)] = false;
    for (uint32_t i = 0; i < coset_bdd_vars(k->r->bdd); i++)
        if (k->used[i])
            vars[n++] = i;
    for (uint32_t i = v->first[slot]; i < v->first[slot + 1]; i++)
        k->used[coset__var(v, i, next)] = true;
    coset_bdd cube = coset_bdd_cube(k->b, vars, n);
    coset_delete(vars);
    return cube;
}

static void add_values(maker *k, uint32_t slot, coset_bdd more)
{
    coset_bdd all = coset_bdd_or(k->b, k->values[slot], more);
    k->changed = k->changed || !coset_bdd_same(all, k->values[slot]);
    coset_bdd_set(k->b, &k->values[slot], all);
}

static void add_rule(maker *k, const coset__rule *rule)
{
    coset_bdd_scope scope = coset_bdd_open(k->b);
    coset_bdd steps = within(k, rule->step);
    for (uint32_t i = 0; i < rule->n_slots && !coset_bdd_is_false(steps); i++) {
        coset_bdd next = coset_bdd_exist(k->b, steps, others(k, rule->slots[i], true));
        add_values(k, rule->slots[i], coset_bdd_rename(k->b, next, k->r->vars.next_to_now));
    }
    coset_bdd_close(k->b, scope);
}

static void add_starts(maker *k)
{
    coset_bdd_scope scope = coset_bdd_open(k->b);
    for (uint32_t i = 0; i < coset_bdd_vars(k->r->bdd); i++)
        k->used[i] = true;
    for (uint32_t s = 0; s < k->r->m->n_slots; s++)
        add_values(k, s, coset_bdd_exist(k->b, k->r->start, others(k, s, false)));
    coset_bdd_close(k->b, scope);
}

static coset_bdd conjunction(maker *k)
{
    coset_bdd all = coset_bdd_true;
    for (uint32_t s = k->r->m->n_slots; s-- > 0;)
        all = coset_bdd_and(k->b, k->values[s], all);
    return all;
}

static coset_bdd possible(const coset__relation *r)
{
    maker k = {.r = r, .b = r->bdd, .changed = true};
    k.values = coset_new((size_t)r->m->n_slots + 1, sizeof *k.values);
    k.used = coset_new((size_t)coset_bdd_vars(r->bdd) + 1, sizeof *k.used);
    for (uint32_t s = 0; s < r->m->n_slots; s++)
        k.values[s] = coset_bdd_keep(r->bdd, coset_bdd_false);
    coset_bdd_scope scope = coset_bdd_open(r->bdd);
    add_starts(&k);
    uint32_t round = 0;
    for (; k.changed && round < ROUNDS && !coset_bdd_failed(r->bdd); round++) {
        k.changed = false;
        for (uint32_t i = 0; i < r->rules.n; i++)
            add_rule(&k, &r->rules.at[i]);
    }
    coset_bdd all = coset_bdd_and(r->bdd, r->possible, coset__valid(&r->vars));
    all = k.changed ? all : coset_bdd_and(r->bdd, conjunction(&k), all);
    for (uint32_t s = 0; s < r->m->n_slots; s++)
        coset_bdd_drop(r->bdd, k.values[s]);
    coset_delete(k.values);
    coset_delete(k.used);
    return coset_bdd_close_with(r->bdd, scope, all);
}

/* Only what is left is kept. */
static uint32_t narrow_list(coset_bdds *b, coset__fault *list, uint32_t n, coset_bdd to)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < n; i++) {
        coset_bdd_set(b, &list[i].when, coset_bdd_and(b, list[i].when, to));
        if (coset_bdd_is_false(list[i].when))
            coset_bdd_drop(b, list[i].when);
        else
            list[left++] = list[i];
    }
    return left;
}

void coset__relation_narrow(coset__relation *r)
{
    coset_bdds *b = r->bdd;
    coset_bdd_scope all = coset_bdd_open(b);
    coset_bdd_set(b, &r->possible, possible(r));
    coset_bdd_close(b, all);
    for (uint32_t i = 0; i < r->rules.n; i++) {
        coset_bdd_scope scope = coset_bdd_open(b);
        coset__rule *rule = &r->rules.at[i];
        rule->n_faults = narrow_list(b, rule->faults, rule->n_faults, r->possible);
        coset_bdd_close(b, scope);
    }
    for (uint32_t i = 0; i < r->judgements.n; i++) {
        coset_bdd_scope scope = coset_bdd_open(b);
        coset_bdd_set(b, &r->judgements.at[i].faults, coset_bdd_and(b, r->judgements.at[i].faults, r->possible));
        coset_bdd_close(b, scope);
    }
}
