/* symm/group/slotwise.h - symmetries of states that move slots and rename values, whatever they come from.
 *
 * Layer    symm.
 * Idea     a symmetry that nobody declared has no elements of types to permute. It takes slot s to slot to.slot[s] and
 *          a value v of it to to.value[s][v]; states that a run may reach go to such states.
 * Owner    lives in the arena given to the maker.
 */
#ifndef COSET_SYMM_GROUP_SLOTWISE_H
#define COSET_SYMM_GROUP_SLOTWISE_H

#include "model/model.h"

typedef struct {
    const uint32_t *slot;            /* [n_slots] images; slots that change places have the same largest value */
    const coset_value *const *value; /* [n_slots], of each [max + 1] images, or NULL: values stay what they are */
} coset_slot_map;

typedef struct {
    coset_slot_map to, back;
} coset_slotwise;

typedef struct {
    uint32_t n_generators, n_elements;
    const coset_slotwise *generators;
    const coset_slotwise *elements; /* of the whole group, the identity too; none where they are too many */
    coset_count order;              /* 0: beyond 128 bits */
} coset_slotwise_group;

#endif
