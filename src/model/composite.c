#include "model/composite.h"

static bool all_differ(const coset_label *labels, uint32_t n, const coset_label_index *index)
{
    for (uint32_t i = 0; i < n; i++)
        if (coset_label_find(index, &labels[i]) != i || coset_label_find_next(index, i) != UINT32_MAX)
            return false;
    return true;
}

coset_status coset_composite_new(uint32_t n_slots, const uint32_t *slots, const coset_label *slot_labels,
                                 const uint32_t *first, const coset_label *labels, coset_arena *a,
                                 const coset_composite **out, coset_err *err)
{
    uint32_t n = first[n_slots];
    coset_composite *c = coset_arena_get(a, 1, sizeof *c);
    *c = (coset_composite){n_slots, slots, slot_labels, first, labels, coset_label_index_new(labels, n, a), NULL};
    coset_label_index slot_index = coset_label_index_new(slot_labels, n_slots, a);
    if (!all_differ(labels, n, &c->index) || !all_differ(slot_labels, n_slots, &slot_index))
        return coset_fail(err, COSET_UNSUPPORTED, "two values of the system have the same label");
    uint32_t *slot_of = coset_arena_get(a, n, sizeof *slot_of);
    for (uint32_t k = 0; k < n_slots; k++)
        for (uint32_t i = first[k]; i < first[k + 1]; i++)
            slot_of[i] = k;
    c->slot_of = slot_of;
    *out = c;
    return COSET_OK;
}

uint32_t coset_composite_rename(const coset_composite *c, const coset_symmetry *s, const coset_renaming *perm,
                                uint32_t object)
{
    coset_arena *a = coset_arena_new();
    uint32_t *offset = coset_arena_get(a, s->n_types, sizeof *offset);
    for (uint32_t t = 0; t < s->n_types; t++)
        offset[t] = coset_symmetry_offset(s, t);
    coset_label to = coset_label_rename(&c->labels[object], offset, perm, a);
    uint32_t found = coset_label_find(&c->index, &to);
    coset_arena_free(a);
    return found;
}
