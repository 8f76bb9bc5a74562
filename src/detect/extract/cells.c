/* detect/extract/cells.c - sets of values that a cell may have, in ascending order. */
#include <string.h>

#include "detect/extract/constraints.h"

bool coset__cell_add(coset_arena *a, coset_cell *cell, coset_value value)
{
    uint32_t at = 0, end = cell->n;
    while (at < end) {
        const uint32_t middle = at + (end - at) / 2;
        if (cell->at[middle] == value)
            return false;
        if (cell->at[middle] < value)
            at = middle + 1;
        else
            end = middle;
    }
    coset_value *values = coset_arena_get(a, cell->n + (size_t)1, sizeof *values);
    if (at)
        memcpy(values, cell->at, at * sizeof *values);
    values[at] = value;
    if (at < cell->n)
        memcpy(values + at + 1, cell->at + at, (cell->n - at) * sizeof *values);
    *cell = (coset_cell){cell->n + 1, values};
    return true;
}

void coset__cell_join(coset_arena *a, coset_cell *cell, const coset_cell *more)
{
    uint32_t n = 0, i = 0, k = 0;
    if (cell->n == 0 || more->n == 0) {
        *cell = cell->n ? *cell : *more;
        return;
    }
    coset_value *values = coset_arena_get(a, cell->n + (size_t)more->n, sizeof *values);
    while (i < cell->n || k < more->n) {
        bool first = k == more->n || (i < cell->n && cell->at[i] <= more->at[k]);
        coset_value value = first ? cell->at[i] : more->at[k];
        i += i < cell->n && cell->at[i] == value;
        k += k < more->n && more->at[k] == value;
        values[n++] = value;
    }
    *cell = (coset_cell){n, values};
}

void coset__detect_view_widen(coset__constraints *v, uint32_t slot)
{
    static const coset_value some[2] = {0, 1}; /* never used: whatever reads the slot gives up */
    v->slots[slot] = (coset_cell){2, some};
    v->wide[slot] = v->fixed[slot] = v->grown[slot] = true;
}

void coset__detect_view_grow(coset__constraints *v, uint32_t slot, coset_value value)
{
    if (v->wide[slot] || !coset__cell_add(v->arena, &v->slots[slot], value))
        return;
    v->grown[slot] = true;
    if (v->slots[slot].n > COSET__MOST_VALUES)
        coset__detect_view_widen(v, slot);
}
