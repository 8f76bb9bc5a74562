/* model/composite.h - slots whose values contain elements: states of processes, nodes of a specification.
 *
 * Layer    model (sees base, alg).
 * Idea     A slot and a value together are an *object*, named by a label (model/label.h). A renaming maps the object
 *          with label l to the object with the renamed label: maybe another value, maybe in another slot.
 * Shapes   The object of slot slots[k] with value v has number first[k] + v; v runs from 0 to the slot's max. Labels of
 *          different objects differ. Labels are closed under every group that is used: a renamed label is a label of an
 *          object again, and all values of one slot are mapped to one slot; otherwise coset_canon_new refuses. A
 *          composite slot has no index and the plain value class, and is in no bag.
 */
#ifndef COSET_MODEL_COMPOSITE_H
#define COSET_MODEL_COMPOSITE_H

#include "model/label.h"
#include "model/model.h"

struct coset_composite {
    uint32_t n_slots;
    const uint32_t *slots;          /* of the model, ascending */
    const coset_label *slot_labels; /* [n_slots] of the slots; distinct, renamed as the slots move */
    const uint32_t *first;          /* [n_slots + 1] */
    const coset_label *labels;      /* [first[n_slots]] */
    coset_label_index index;        /* of labels */
    const uint32_t *slot_of;        /* [first[n_slots]] k of an object */
};

/* Everything given must outlive it. Errors: COSET_UNSUPPORTED two objects or two slots with one label. */
coset_status coset_composite_new(uint32_t n_slots, const uint32_t *slots, const coset_label *slot_labels,
                                 const uint32_t *first, const coset_label *labels, coset_arena *a,
                                 const coset_composite **out, coset_err *err) COSET_NODISCARD;

/* The image of `object` under a renaming; UINT32_MAX if labels are not closed under it. */
uint32_t coset_composite_rename(const coset_composite *c, const coset_symmetry *s, const coset_renaming *perm,
                                uint32_t object);

#endif
