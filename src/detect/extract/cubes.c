/* detect/extract/cubes.c - effects, and cubes in a normal form. */
#include <string.h>

#include "detect/extract/constraints.h"

#define MOST_ENTRIES 1024U /* of a table */
#define MOST_COLUMNS 16U

/* ---- effects --------------------------------------------------------------------------------------------------- */

uint32_t coset__effect_of_case(coset__constraints *v, const coset_case *c)
{
    COSET_VEC(uint32_t) words = {0};
    bool fault = c->end == COSET_CASE_FAULT;
    *coset_vec_add(&words) = (uint32_t)c->end;
    *coset_vec_add(&words) = fault ? (uint32_t)c->fault.kind : 0;
    *coset_vec_add(&words) = fault ? c->fault.prop : 0;
    *coset_vec_add(&words) = c->n_covers;
    for (uint32_t i = 0; i < c->n_covers; i++) { /* ascending: their order means nothing */
        uint32_t at = words.n;
        *coset_vec_add(&words) = c->covers[i];
        for (; at > 4 && words.at[at - 1] > c->covers[i]; at--)
            words.at[at] = words.at[at - 1];
        words.at[at] = c->covers[i];
    }
    for (uint32_t i = 0; i < c->n_writes; i++) {
        *coset_vec_add(&words) = c->writes[i].cell;
        *coset_vec_add(&words) = c->writes[i].value;
    }
    uint32_t id = coset__intern_put(&v->effects, words.at, words.n);
    coset_vec_fini(&words);
    return id;
}

/* The words of an effect are end, fault, property, number of covers, covers, then pairs of cell and value. */
const uint32_t *coset__effect_writes(const coset__constraints *v, uint32_t effect, uint32_t *n)
{
    uint32_t n_words;
    const uint32_t *w = coset__intern_get(&v->effects, effect, &n_words);
    *n = effect <= COSET__YES ? 0 : (n_words - 4 - w[3]) / 2;
    return *n ? w + 4 + w[3] : NULL;
}

const coset_literal *coset__sorted_reads(coset_arena *a, const coset_literal *reads, uint32_t n)
{
    coset_literal *out = coset_arena_copy(a, reads, n, sizeof *out);
    for (uint32_t i = 1; i < n; i++) {
        coset_literal one = out[i];
        uint32_t at = i;
        for (; at > 0 && out[at - 1].cell > one.cell; at--)
            out[at] = out[at - 1];
        out[at] = one;
    }
    return out;
}

/* ---- tables ---------------------------------------------------------------------------------------------------- */

/* The effect for each combination of values of a few cells; the last column runs fastest. */
typedef struct {
    uint32_t n, cell[MOST_COLUMNS], size[MOST_COLUMNS];
    uint32_t n_entries;
    uint32_t *effect;
} table;

static bool find_columns(const coset__pieces *k, const coset__cubes *cubes, table *t)
{
    uint64_t product = 1;
    for (uint32_t i = 0; i < cubes->n; i++)
        for (uint32_t r = 0; r < cubes->at[i].n_reads; r++) {
            uint32_t cell = cubes->at[i].reads[r].cell, at = 0;
            while (at < t->n && t->cell[at] < cell)
                at++;
            if (at < t->n && t->cell[at] == cell)
                continue;
            product *= k->cells[cell].n;
            if (t->n == MOST_COLUMNS || product > MOST_ENTRIES)
                return false;
            memmove(&t->cell[at + 1], &t->cell[at], (t->n++ - at) * sizeof *t->cell);
            t->cell[at] = cell;
        }
    for (uint32_t c = 0; c < t->n; c++)
        t->size[c] = k->cells[t->cell[c]].n;
    t->n_entries = (uint32_t)product;
    return true;
}

static uint32_t rank_of(const coset_cell *cell, coset_value value)
{
    uint32_t i = 0;
    while (i < cell->n && cell->at[i] != value)
        i++;
    COSET_INVARIANT(i < cell->n);
    return i;
}

/* Writes the effect of a cube into all entries that agree with it. */
static void fill(const coset__pieces *k, const table *t, const coset__cube *cube)
{
    uint32_t digit[MOST_COLUMNS] = {0};
    bool bound[MOST_COLUMNS] = {false};
    for (uint32_t c = 0, r = 0; c < t->n && r < cube->n_reads; c++)
        if (t->cell[c] == cube->reads[r].cell) {
            bound[c] = true;
            digit[c] = rank_of(&k->cells[t->cell[c]], cube->reads[r++].value);
        }
    for (uint32_t c = 0; c < t->n;) {
        uint32_t at = 0;
        for (uint32_t i = 0; i < t->n; i++)
            at = at * t->size[i] + digit[i];
        t->effect[at] = cube->effect;
        for (c = 0; c < t->n; c++) {
            if (bound[c])
                continue;
            if (++digit[c] < t->size[c])
                break;
            digit[c] = 0;
        }
    }
    if (t->n == 0)
        t->effect[0] = cube->effect;
}

static uint32_t weight_of(const table *t, uint32_t column)
{
    uint32_t w = 1;
    for (uint32_t c = column + 1; c < t->n; c++)
        w *= t->size[c];
    return w;
}

static bool is_idle(const table *t, uint32_t column)
{
    uint32_t w = weight_of(t, column);
    for (uint32_t e = 0; e < t->n_entries; e++)
        if (e / w % t->size[column] != 0 && t->effect[e] != t->effect[e - w])
            return false;
    return true;
}

static void drop_column(table *t, uint32_t column)
{
    uint32_t w = weight_of(t, column), n = 0;
    for (uint32_t e = 0; e < t->n_entries; e++)
        if (e / w % t->size[column] == 0)
            t->effect[n++] = t->effect[e];
    t->n_entries = n;
    t->n--;
    memmove(&t->cell[column], &t->cell[column + 1], (t->n - column) * sizeof *t->cell);
    memmove(&t->size[column], &t->size[column + 1], (t->n - column) * sizeof *t->size);
}

static void to_cubes(coset__pieces *k, const table *t, coset__cubes *cubes)
{
    cubes->n = 0;
    for (uint32_t e = 0; e < t->n_entries; e++) {
        if (t->effect[e] == COSET__NOTHING)
            continue;
        coset_literal *reads = coset_arena_get(k->arena, t->n, sizeof *reads);
        for (uint32_t c = 0; c < t->n; c++)
            reads[c] = (coset_literal){t->cell[c], k->cells[t->cell[c]].at[e / weight_of(t, c) % t->size[c]]};
        *coset_vec_add(cubes) = (coset__cube){t->effect[e], t->n, reads};
    }
}

bool coset__cubes_make_table(const coset__pieces *k, const coset__cubes *cubes)
{
    table t = {0};
    return find_columns(k, cubes, &t);
}

bool coset__cubes_normalise(coset__pieces *k, coset__cubes *cubes, bool may_turn)
{
    table t = {0};
    bool turned = false;
    if (cubes->n == 0 || !find_columns(k, cubes, &t))
        return false;
    t.effect = coset_new(t.n_entries, sizeof *t.effect);
    for (uint32_t i = 0; i < cubes->n; i++)
        fill(k, &t, &cubes->at[i]);
    for (uint32_t c = t.n; c-- > 0;)
        if (is_idle(&t, c))
            drop_column(&t, c);
    uint32_t yes = 0;
    for (uint32_t e = 0; e < t.n_entries; e++)
        yes += t.effect[e] != COSET__NOTHING;
    if (may_turn && 2 * yes > t.n_entries) {
        turned = true;
        for (uint32_t e = 0; e < t.n_entries; e++)
            t.effect[e] = t.effect[e] == COSET__NOTHING ? COSET__YES : COSET__NOTHING;
    }
    to_cubes(k, &t, cubes);
    coset_delete(t.effect);
    return turned;
}
