/* detect/extract/parts.c - cubes become a part of a body, on the level where it acts. */
#include "detect/extract/body.h"

#define MOST_PARTS 20000U

/* ---- sets of cells ---------------------------------------------------------------------------------------------- */

static void insert(coset__cells *set, uint32_t cell)
{
    uint32_t at = set->n;
    while (at > 0 && set->at[at - 1] > cell)
        at--;
    if (at > 0 && set->at[at - 1] == cell)
        return;
    (void)*coset_vec_add(set);
    for (uint32_t i = set->n - 1; i > at; i--)
        set->at[i] = set->at[i - 1];
    set->at[at] = cell;
}

static bool meet(const coset__cells *a, const coset__cells *b)
{
    for (uint32_t i = 0, k = 0; i < a->n && k < b->n;) {
        if (a->at[i] == b->at[k])
            return true;
        if (a->at[i] < b->at[k])
            i++;
        else
            k++;
    }
    return false;
}

/* ---- what a part touches ---------------------------------------------------------------------------------------- */

static void look_at_effect(const coset__cutter *c, uint32_t effect, coset__touched *t)
{
    uint32_t n;
    if (effect <= COSET__YES)
        return;
    const uint32_t *w = coset__intern_get(&c->k->v->effects, effect, &n);
    t->stops = t->stops || w[0] != COSET_CASE_DONE;
    t->covers = t->covers || w[3] > 0;
    w = coset__effect_writes(c->k->v, effect, &n);
    for (uint32_t i = 0; i < n; i++)
        insert(&t->writes, w[2 * i]);
}

static bool parts_meet(const coset__touched *a, const coset__touched *b)
{
    return meet(&a->writes, &b->reads) || meet(&a->writes, &b->writes) || meet(&a->reads, &b->writes) ||
           (a->stops && (b->stops || b->covers)) || (a->covers && b->stops);
}

static bool commute(coset__cutter *c, uint32_t i, const coset__touched *t)
{
    return c->rounds && i >= c->rounds->first && coset__commute(c->k->v, &c->parts.at[i], t, &c->tries);
}

static uint32_t level_of(coset__cutter *c, const coset__touched *t)
{
    uint32_t level = 1;
    for (uint32_t i = 0; i < c->parts.n && !coset_budget_spend(c->k->v->limit, 2); i++) {
        if (c->parts.at[i].level < level || !parts_meet(&c->parts.at[i], t) || commute(c, i, t))
            continue;
        level = c->parts.at[i].level + 1;
        for (coset__loop *l = c->loop; l; l = l->outer)
            l->ordered = l->ordered || (i >= l->first && i < l->round);
    }
    return level;
}

void coset__touched_forget(coset__touched *t)
{
    coset_vec_fini(&t->reads);
    coset_vec_fini(&t->writes);
}

/* ---- parts ------------------------------------------------------------------------------------------------------- */

uint32_t coset__no_effect(coset__constraints *v)
{
    static const uint32_t words[4] = {COSET__NEVER, 0, 0, 0};
    return coset__intern_put(&v->effects, words, 4);
}

/* The cube below the conditions. */
static coset__cube below(const coset__cutter *c, const coset__cube *cube)
{
    coset_literal *reads = coset_arena_get(c->k->arena, cube->n_reads + (size_t)c->conditions.n, sizeof *reads);
    for (uint32_t r = 0; r < cube->n_reads; r++)
        reads[r] = cube->reads[r];
    for (uint32_t r = 0; r < c->conditions.n; r++) /* their cells come after all others */
        reads[cube->n_reads + r] = c->conditions.at[r];
    return (coset__cube){cube->effect, cube->n_reads + c->conditions.n, reads};
}

void coset__add_part(coset__cutter *c, const coset__cubes *cubes)
{
    coset__pieces *k = c->k;
    coset__touched t = {0};
    uint32_t n = 0, none = coset__no_effect(k->v);
    coset__cube *kept = coset_arena_get(k->arena, cubes->n, sizeof *kept);
    coset__cube *all = coset_arena_get(k->arena, cubes->n, sizeof *all);
    for (uint32_t i = 0; i < cubes->n; i++) {
        if (cubes->at[i].effect == COSET__NOTHING)
            continue;
        const coset__cube cube = below(c, &cubes->at[i]);
        for (uint32_t r = 0; r < cube.n_reads; r++)
            insert(&t.reads, cube.reads[r].cell);
        look_at_effect(c, cube.effect, &t);
        all[t.n_cubes++] = cube;
        if (cube.effect != none)
            kept[n++] = cube;
    }
    t.cubes = all;
    if (n == 0 || k->to->parts.n == MOST_PARTS) {
        if (n)
            coset__pieces_fail(k, (coset_pos){0}, "it has too many statements");
        coset__touched_forget(&t);
        return;
    }
    t.level = level_of(c, &t);
    *coset_vec_add(&k->to->parts) =
        (coset__part){.n_cubes = n, .cubes = kept, .order = t.level, .counted = meet(&t.reads, &t.writes)};
    *coset_vec_add(&c->parts) = t;
}
