/* detect/extract/commute.c - whether two parts commute.
 *
 * All combinations of values of the cells that they read are tried: values that one of them mentions, and one further
 * value that represents all others. A part that ends the step hides all later ones. */
#include "detect/extract/body.h"

#define MOST_CELLS 8U

typedef struct {
    const coset__constraints *v;
    uint32_t n;
    uint32_t cell[MOST_CELLS];
    coset_cell values[MOST_CELLS]; /* the last one is named by none */
    coset_arena *arena;
} memory;

/* The result of some parts: cells that were written, with their last values. */
typedef struct {
    COSET_VEC(coset_literal) held;
    COSET_VEC(uint32_t) covers; /* ascending */
    uint32_t end[3];            /* the first words of an effect */
} outcome;

/* ---- cells and their values ------------------------------------------------------------------------------------- */

static bool add_reads(memory *m, const coset__touched *t)
{
    for (uint32_t i = 0; i < t->n_cubes; i++)
        for (uint32_t r = 0; r < t->cubes[i].n_reads; r++) {
            const coset_literal x = t->cubes[i].reads[r];
            uint32_t at = 0;
            while (at < m->n && m->cell[at] != x.cell)
                at++;
            if (at == MOST_CELLS)
                return false;
            if (at == m->n) {
                m->cell[m->n] = x.cell;
                m->values[m->n++] = (coset_cell){0};
            }
            (void)coset__cell_add(m->arena, &m->values[at], x.value);
        }
    return true;
}

static void add_other(memory *m)
{
    for (uint32_t c = 0; c < m->n; c++) {
        const coset_cell *all = &m->values[c];
        coset_value other = 0;
        for (uint32_t i = 0; i < all->n && all->at[i] == other; i++)
            other++;
        (void)coset__cell_add(m->arena, &m->values[c], other);
    }
}

static uint64_t count_combinations(const memory *m)
{
    uint64_t n = 1;
    for (uint32_t c = 0; c < m->n && n < UINT32_MAX; c++)
        n *= m->values[c].n;
    return n;
}

/* ---- one combination -------------------------------------------------------------------------------------------- */

static coset_value value_in(const outcome *o, uint32_t cell)
{
    for (uint32_t i = 0; i < o->held.n; i++)
        if (o->held.at[i].cell == cell)
            return o->held.at[i].value;
    COSET_INVARIANT(false);
    return 0;
}

static void hold(outcome *o, coset_literal x)
{
    uint32_t i = 0;
    while (i < o->held.n && o->held.at[i].cell != x.cell)
        i++;
    if (i == o->held.n)
        (void)*coset_vec_add(&o->held);
    o->held.at[i] = x;
}

static void note_cover(outcome *o, uint32_t cover)
{
    uint32_t at = o->covers.n;
    (void)*coset_vec_add(&o->covers);
    for (; at > 0 && o->covers.at[at - 1] > cover; at--)
        o->covers.at[at] = o->covers.at[at - 1];
    o->covers.at[at] = cover;
}

static bool holds(const outcome *o, const coset__cube *cube)
{
    for (uint32_t r = 0; r < cube->n_reads; r++)
        if (value_in(o, cube->reads[r].cell) != cube->reads[r].value)
            return false;
    return true;
}

static void act(const coset__constraints *v, const coset__touched *t, outcome *o)
{
    uint32_t i = 0, n;
    while (i < t->n_cubes && !holds(o, &t->cubes[i]))
        i++;
    if (i == t->n_cubes || o->end[0] != COSET_CASE_DONE)
        return;
    const uint32_t *w = coset__intern_get(&v->effects, t->cubes[i].effect, &n);
    for (uint32_t k = 0; k < 3; k++)
        o->end[k] = w[k];
    for (uint32_t k = 0; k < w[3]; k++)
        note_cover(o, w[4 + k]);
    for (uint32_t k = 4 + w[3]; k + 1 < n; k += 2)
        hold(o, (coset_literal){w[k], w[k + 1]});
}

static bool same(const outcome *a, const outcome *b)
{
    for (uint32_t i = 0; i < 3; i++)
        if (a->end[i] != b->end[i])
            return false;
    if (a->covers.n != b->covers.n)
        return false;
    for (uint32_t i = 0; i < a->covers.n; i++)
        if (a->covers.at[i] != b->covers.at[i])
            return false;
    if (a->end[0] != COSET_CASE_DONE)
        return true;
    if (a->held.n != b->held.n) /* a cell that is read is in both */
        return false;
    for (uint32_t i = 0; i < a->held.n; i++) {
        uint32_t k = 0;
        while (k < b->held.n && b->held.at[k].cell != a->held.at[i].cell)
            k++;
        if (k == b->held.n || b->held.at[k].value != a->held.at[i].value)
            return false;
    }
    return true;
}

static void begin(const memory *m, uint64_t number, outcome *o)
{
    o->held.n = o->covers.n = 0;
    o->end[0] = COSET_CASE_DONE;
    o->end[1] = o->end[2] = 0;
    for (uint32_t c = 0; c < m->n; c++) {
        hold(o, (coset_literal){m->cell[c], m->values[c].at[number % m->values[c].n]});
        number /= m->values[c].n;
    }
}

static void outcome_fini(outcome *o)
{
    coset_vec_fini(&o->held);
    coset_vec_fini(&o->covers);
}

bool coset__commute(const coset__constraints *v, const coset__touched *a, const coset__touched *b, uint64_t *tries)
{
    memory m = {.v = v, .arena = coset_arena_new()};
    outcome x = {0}, y = {0};
    bool good = add_reads(&m, a) && add_reads(&m, b);
    add_other(&m);
    uint64_t n = count_combinations(&m);
    good = good && n <= *tries;
    *tries -= good ? n : 0;
    for (uint64_t i = 0; good && i < n; i++) {
        good = !coset_budget_spend(v->limit, 20);
        begin(&m, i, &x);
        act(v, a, &x);
        act(v, b, &x);
        begin(&m, i, &y);
        act(v, b, &y);
        act(v, a, &y);
        good = good && same(&x, &y);
    }
    outcome_fini(&x);
    outcome_fini(&y);
    coset_arena_free(m.arena);
    return good;
}
