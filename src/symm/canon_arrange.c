#include "symm/canon_arrange.h"

#include <string.h>

void coset__arranger_init(coset__arranger *r, const coset__action *a)
{
    r->a = a;
    r->order = coset_new(a->n_points, sizeof *r->order);
    r->counters = coset_new(a->n_points, sizeof *r->counters);
    r->image = coset_new(a->n_points, sizeof *r->image);
    r->state = coset_new(a->m->n_slots, sizeof *r->state);
}

void coset__arranger_fini(coset__arranger *r)
{
    coset_delete(r->order);
    coset_delete(r->counters);
    coset_delete(r->image);
    coset_delete(r->state);
}

static void move_by_order(coset__arranger *r, const coset_value *src, coset_value *dst)
{
    for (uint32_t i = 0; i < r->a->n_points; i++)
        r->image[r->order[i]] = i;
    coset__move(r->a, r->image, src, dst);
}

coset_count coset__arranger_least(coset__arranger *r, uint32_t n_blocks, const coset_block *blocks,
                                  const coset_value *src, coset_value *dst, uint32_t *image)
{
    uint32_t n_slots = r->a->m->n_slots, n_points = r->a->n_points;
    coset_arrange all = {n_blocks, blocks, r->counters};
    coset_arrange_start(&all);
    move_by_order(r, src, dst);
    memcpy(image, r->image, n_points * sizeof *image);
    coset_count count = 1;
    while (coset_arrange_next(&all, r->order)) {
        move_by_order(r, src, r->state);
        int order = coset__compare_states(r->state, dst, n_slots);
        if (order < 0) {
            memcpy(dst, r->state, n_slots * sizeof *dst);
            memcpy(image, r->image, n_points * sizeof *image);
            count = 0;
        }
        count += order <= 0;
    }
    return count;
}

void coset__arranger_sort(coset__arranger *r, const coset_value *src)
{
    const coset__action *a = r->a;
    for (uint32_t p = 0; p < a->n_points; p++)
        r->order[p] = p;
    for (uint32_t t = 0; t < a->n_types; t++)
        for (uint32_t i = a->first[t]; i < a->first[t + 1]; i++) {
            uint32_t least = i;
            for (uint32_t k = i + 1; k < a->first[t + 1]; k++)
                if (coset__compare_columns(a, src, r->order[k], r->order[least]) < 0)
                    least = k;
            uint32_t p = r->order[i];
            r->order[i] = r->order[least];
            r->order[least] = p;
        }
}
