/* detect/extract/layout.h - literals laid out as the variables of a model with symmetric types.
 *
 * Layer    detect.
 * Idea     the canonicalisers of symm/ support arrays that are indexed by elements of types, and values that are
 *          elements. Slots that types exchange become such an array; a slot's literals become values: plain ones, and
 *          elements. The effect of a swap of two elements on literals is compared with the renaming of the array,
 *          literal by literal; a type that cannot be laid out in this way (pairs without an order, two elements in one
 *          value) is not used.
 * Shapes   only slots that the group moves have a place; unused places hold 0.
 */
#ifndef COSET_DETECT_EXTRACT_LAYOUT_H
#define COSET_DETECT_EXTRACT_LAYOUT_H

#include "detect/extract/symtypes.h"

typedef struct {
    coset_model model;         /* slots and symmetric structure only: for canonicalisers, not for engines */
    const uint32_t *slots;     /* [literals] slot of the model, COSET_NO_LITERAL if the literal's slot never moves */
    const coset_value *values; /* [literals] */
    const uint32_t *back;      /* [back_at[slot] + value] literal */
    const uint32_t *back_at;   /* [model.n_slots] COSET_NO_LITERAL if it is not used */
} coset__layout;

/* NULL if some type cannot be laid out; *bad is its number. Owner: arena. */
const coset__layout *coset__layout_new(const coset_detected *d, const coset__symtypes *types, coset_arena *arena,
                                       uint32_t *bad);

#endif
