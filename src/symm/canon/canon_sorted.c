/* The strategies `sorted` and `pc-sorted`: the elements of each type are sorted by one array (`sorted`: the main array
 * of the type, or all slots that each element alone owns, as one record; `pc-sorted`: the control states of their
 * processes); elements with equal keys keep an accidental order. A type without keys keeps its order. */
#include "symm/canon/canon_arrange.h"

static void *scratch_new(const coset__action *a)
{
    coset__arranger *r = coset_new(1, sizeof *r);
    coset__arranger_init(r, a);
    return r;
}

static void scratch_free(void *scratch)
{
    coset__arranger_fini(scratch);
    coset_delete(scratch);
}

static coset_factored sort(coset__arranger *r, coset__sort_order *by, const coset_value *src, coset_value *dst,
                           uint32_t *image)
{
    coset__arranger_sort(r, by, src);
    for (uint32_t i = 0; i < r->a->n_points; i++)
        image[r->order[i]] = i;
    coset__move(r->a, image, src, dst);
    return (coset_factored){0};
}

static coset_factored sort_by_main(void *scratch, const coset_value *src, coset_value *dst, uint32_t *image)
{
    return sort(scratch, coset__by_main, src, dst, image);
}

static coset_factored sort_by_control(void *scratch, const coset_value *src, coset_value *dst, uint32_t *image)
{
    return sort(scratch, coset__by_control, src, dst, image);
}

const coset__method coset__method_sorted = {NULL, scratch_new, scratch_free, sort_by_main, NULL};
const coset__method coset__method_pc_sorted = {coset__check_controls, scratch_new, scratch_free, sort_by_control, NULL};
