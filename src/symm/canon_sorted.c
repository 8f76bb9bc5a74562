/* The strategy `sorted`: the elements of each type are sorted by what they alone own (all their columns, as one
 * record); elements that own the same keep an accidental order. A type without columns keeps its order. */
#include "symm/canon_arrange.h"

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

static coset_count apply(void *scratch, const coset_value *src, coset_value *dst, uint32_t *image)
{
    coset__arranger *r = scratch;
    coset__arranger_sort(r, src);
    for (uint32_t i = 0; i < r->a->n_points; i++)
        image[r->order[i]] = i;
    coset__move(r->a, image, src, dst);
    return 0;
}

const coset__method coset__method_sorted = {NULL, scratch_new, scratch_free, apply};
