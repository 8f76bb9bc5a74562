/* The strategies `segmented` and `pc-segmented`: elements are sorted as in `sorted` and `pc-sorted`; then all orders of
 * the elements with equal keys are tried, over all types together, and the least state is kept.
 * Exact: an image of the state has the same keys in sorted order, and the same states to choose from. The
 * sizes of the segments are the same for a whole orbit; so is the choice to leave a state with too many
 * orders to the search. */
#include "symm/canon/canon_arrange.h"

#define MOST_ORDERS 720u /* beyond, the search is always faster */

typedef struct {
    coset__arranger arranger;
    coset_block *blocks; /* [n_points] */
    coset__search *search;
} segmented;

static void *scratch_new(const coset__action *a)
{
    segmented *s = coset_new(1, sizeof *s);
    coset__arranger_init(&s->arranger, a);
    s->blocks = coset_new(a->n_points, sizeof *s->blocks);
    s->search = coset__search_new(a);
    return s;
}

static void scratch_free(void *scratch)
{
    segmented *s = scratch;
    coset__arranger_fini(&s->arranger);
    coset__search_free(s->search);
    coset_delete(s->blocks);
    coset_delete(s);
}

/* Cuts the sorted order into segments of more than one. Returns the number of orders, at most MOST_ORDERS + 1. */
static uint32_t find_segments(segmented *s, coset__sort_order *by, const coset_value *src, uint32_t *n_blocks)
{
    const coset__action *a = s->arranger.a;
    const uint32_t *order = s->arranger.order;
    uint32_t orders = 1;
    *n_blocks = 0;
    for (uint32_t t = 0; t < a->n_types; t++)
        for (uint32_t i = a->first[t]; i < a->first[t + 1];) {
            uint32_t n = 1;
            while (i + n < a->first[t + 1] && by(a, src, order[i], order[i + n]) == 0)
                n++;
            for (uint32_t k = 2; k <= n && orders <= MOST_ORDERS; k++)
                orders *= k;
            if (n > 1)
                s->blocks[(*n_blocks)++] = (coset_block){i, n};
            i += n;
        }
    return orders;
}

static coset_factored arrange(segmented *s, coset__sort_order *by, const coset_value *src, coset_value *dst,
                              uint32_t *image)
{
    coset__arranger_sort(&s->arranger, by, src);
    uint32_t n_blocks;
    if (find_segments(s, by, src, &n_blocks) > MOST_ORDERS)
        return coset__search_apply(s->search, src, dst, image);
    return coset_factored_of(coset__arranger_least(&s->arranger, n_blocks, s->blocks, src, dst, image));
}

static coset_factored by_main(void *scratch, const coset_value *src, coset_value *dst, uint32_t *image)
{
    return arrange(scratch, coset__by_main, src, dst, image);
}

static coset_factored by_control(void *scratch, const coset_value *src, coset_value *dst, uint32_t *image)
{
    return arrange(scratch, coset__by_control, src, dst, image);
}

const coset__method coset__method_segmented = {NULL, scratch_new, scratch_free, by_main, NULL};
const coset__method coset__method_pc_segmented = {coset__check_controls, scratch_new, scratch_free, by_control, NULL};
