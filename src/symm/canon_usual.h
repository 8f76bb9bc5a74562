/* symm/canon_usual.h - where a state has many cells, most of them hold what they did at first.
 *
 * Layer    symm; only for the files symm/canon*.c, through canon_int.h.
 * Idea     each cell has a usual value, the same in all of its family and no point. A cell that holds it makes no edge
 *          (the others of its family tell) and moves by itself; two slots at a time are looked at for the rest.
 */
#ifndef COSET_SYMM_CANON_USUAL_H
#define COSET_SYMM_CANON_USUAL_H

#include <string.h>

#include "symm/canon_object.h"

typedef struct {
    const coset_value *held;    /* [n_slots] the usual value; 0 where there is no cell */
    const coset_value *is_cell; /* [n_slots] all bits or none */
    const uint32_t *cell_at;    /* [n_slots] */
} coset__usual;

/* a->usual of an action with its cells; left NULL where they are few. */
void coset__usual_make(coset__action *a);

/* No more than an eighth of the cells hold something else. */
bool coset__is_usual(const coset__action *a, const coset_value *src);

static inline uint64_t coset__two(const coset_value *at)
{
    uint64_t two;
    memcpy(&two, at, sizeof two);
    return two;
}

/* How the cells among slots i and i + 1 differ from what they usually hold. */
static inline uint64_t coset__unusual(const coset__usual *u, const coset_value *src, uint32_t i)
{
    return (coset__two(src + i) ^ coset__two(u->held + i)) & coset__two(u->is_cell + i);
}

/* The cell in slot i, if it does not hold what it usually does; else COSET__NONE. */
static inline uint32_t coset__unusual_cell(const coset__usual *u, const coset_value *src, uint32_t i)
{
    return src[i] != u->held[i] ? u->cell_at[i] : UINT32_MAX;
}

#endif
