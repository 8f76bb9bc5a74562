/* The strategy `full`: all permutations of the group, the least state. */
#include "symm/canon/canon_arrange.h"

#define MOST_PERMUTATIONS 10000000u /* about a second for each state */

typedef struct {
    coset__arranger arranger;
    coset_block *blocks; /* one for each type */
    uint32_t n_blocks;
} full;

static coset_status check(const coset__action *a, coset_err *err)
{
    coset_count order;
    if (coset_symgroup_order(a->g, &order) && order <= MOST_PERMUTATIONS)
        return COSET_OK;
    return coset_fail(err, COSET_UNSUPPORTED,
                      "strategy 'full' tries every renaming, and there are more than 10^7; 'search' is exact as well");
}

static void *scratch_new(const coset__action *a)
{
    full *f = coset_new(1, sizeof *f);
    coset__arranger_init(&f->arranger, a);
    f->blocks = coset_new(a->n_types, sizeof *f->blocks);
    for (uint32_t t = 0; t < a->n_types; t++)
        if (a->first[t + 1] > a->first[t])
            f->blocks[f->n_blocks++] = (coset_block){a->first[t], a->first[t + 1] - a->first[t]};
    return f;
}

static void scratch_free(void *scratch)
{
    full *f = scratch;
    coset__arranger_fini(&f->arranger);
    coset_delete(f->blocks);
    coset_delete(f);
}

static coset_factored apply(void *scratch, const coset_value *src, coset_value *dst, uint32_t *image)
{
    full *f = scratch;
    for (uint32_t p = 0; p < f->arranger.a->n_points; p++)
        f->arranger.order[p] = p;
    return coset_factored_of(coset__arranger_least(&f->arranger, f->n_blocks, f->blocks, src, dst, image));
}

const coset__method coset__method_full = {check, scratch_new, scratch_free, apply, NULL};
