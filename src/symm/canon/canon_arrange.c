#include "symm/canon/canon_arrange.h"

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

static const coset_sort_keys *keys_of(const coset__action *a, uint32_t p)
{
    return a->m->symmetry.types[a->points[p].type].keys;
}

int coset__by_main(const coset__action *a, const coset_value *src, uint32_t p, uint32_t q)
{
    const coset_sort_keys *k = keys_of(a, p);
    if (!k || !k->main)
        return coset__compare_columns(a, src, p, q);
    coset_value x = src[k->main[a->points[p].element]], y = src[k->main[a->points[q].element]];
    return x == y ? 0 : x < y ? -1 : 1;
}

int coset__by_control(const coset__action *a, const coset_value *src, uint32_t p, uint32_t q)
{
    const coset_sort_keys *k = keys_of(a, p);
    uint32_t n = a->m->symmetry.types[a->points[p].type].n;
    for (uint32_t i = 0; k && i < k->n_controls; i++) {
        coset_value x = src[k->controls[i * n + a->points[p].element]];
        coset_value y = src[k->controls[i * n + a->points[q].element]];
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

coset_status coset__check_controls(const coset__action *a, coset_err *err)
{
    for (uint32_t p = 0; p < a->n_points; p++)
        if (keys_of(a, p) && keys_of(a, p)->n_controls)
            return COSET_OK;
    return coset_fail(err, COSET_UNSUPPORTED,
                      "strategies with 'pc' sort processes by control state, and no scalarset of this model numbers "
                      "processes; 'search' needs none");
}

void coset__arranger_sort(coset__arranger *r, coset__sort_order *by, const coset_value *src)
{
    const coset__action *a = r->a;
    for (uint32_t p = 0; p < a->n_points; p++)
        r->order[p] = p;
    for (uint32_t t = 0; t < a->n_types; t++)
        for (uint32_t i = a->first[t]; i < a->first[t + 1]; i++) {
            uint32_t least = i;
            for (uint32_t k = i + 1; k < a->first[t + 1]; k++)
                if (by(a, src, r->order[k], r->order[least]) < 0)
                    least = k;
            uint32_t p = r->order[i];
            r->order[i] = r->order[least];
            r->order[least] = p;
        }
}
