/* symm/canon/canon_usual.h - usual values of cells: in a state with many cells most of them have their initial value.
 *
 * Layer    symm; for the room symm/canon only, through canon_int.h.
 * Idea     each cell has a usual value, the same for its whole family and not a point. A cell with its usual value
 *          makes no edge (the others of its family determine it) and need not be moved; the other cells are found by
 *          comparing four slots at a time.
 */
#ifndef COSET_SYMM_CANON_CANON_USUAL_H
#define COSET_SYMM_CANON_CANON_USUAL_H

#include "symm/canon/canon_object.h"

typedef struct {
    const coset_value *held;    /* [n_slots] the usual value; 0 if there is no cell */
    const coset_value *is_cell; /* [n_slots] all bits or none */
    const uint32_t *cell_at;    /* [n_slots] */
} coset__usual;

/* a->usual of an action with its cells; left NULL if there are few. */
void coset__usual_make(coset__action *a);

/* At most an eighth of the cells do not hold their usual value. */
bool coset__is_usual(const coset__action *a, const coset_value *src);

#define COSET__STRETCH 256U

/* The cells among slots from .. from + COSET__STRETCH - 1 without their usual value, ascending. Returns their number.
 */
uint32_t coset__unusual_cells(const coset__action *a, const coset_value *src, uint32_t from, uint32_t *cells);

/* Copies a state; all cells get their usual value. */
void coset__copy_as_usual(const coset__action *a, const coset_value *src, coset_value *dst);

#endif
