/* symm/group/slotwise.h - symmetries of states that move slots and rename values, whatever their origin.
 *
 * Layer    symm.
 * Idea     an undeclared symmetry has no elements of types to permute. It maps slot s to slot to.slot[s] and a value v
 *          of s to to.value[s][v]; it maps states that a run may reach to such states.
 * Owner    lives in the arena given to the maker.
 */
#ifndef COSET_SYMM_GROUP_SLOTWISE_H
#define COSET_SYMM_GROUP_SLOTWISE_H

#include "model/model.h"

typedef struct {
    const uint32_t *slot;            /* [n_slots] images; slots that change places have the same largest value */
    const coset_value *const *value; /* [n_slots], each [max + 1] images, or NULL: values stay unchanged */
} coset_slot_map;

typedef struct {
    coset_slot_map to, back;
} coset_slotwise;

typedef struct {
    uint32_t n_generators, n_elements;
    const coset_slotwise *generators;
    const coset_slotwise *elements; /* of the whole group, with the identity; none if there are too many */
    coset_count order;              /* 0: beyond 128 bits */
} coset_slotwise_group;

#endif
