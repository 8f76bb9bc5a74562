/* symm/canon/canon_arrange.h - the least image of a state over all arrangements of blocks of points.
 *
 * Layer    symm; for the room symm/canon only.
 */
#ifndef COSET_SYMM_CANON_CANON_ARRANGE_H
#define COSET_SYMM_CANON_CANON_ARRANGE_H

#include "alg/arrange.h"
#include "symm/canon/canon_int.h"

/* Order of two points of one type in a state: < 0, 0, > 0. */
typedef int coset__sort_order(const coset__action *a, const coset_value *src, uint32_t p, uint32_t q);

/* By the main array of the type, or by all columns if it has none; by control states, which are all equal if the type
 * has none. */
coset__sort_order coset__by_main, coset__by_control;

typedef struct {
    const coset__action *a;
    uint32_t *order;    /* [n_points] order[i] goes to place i; in: the first arrangement */
    uint32_t *counters; /* [n_points] */
    uint32_t *image;    /* [n_points] */
    coset_value *state;
} coset__arranger;

void coset__arranger_init(coset__arranger *r, const coset__action *a);
void coset__arranger_fini(coset__arranger *r);

/* dst, image: the least state over the arrangements of r->order inside the blocks. Returns the number of arrangements
 * that yield it. */
coset_count coset__arranger_least(coset__arranger *r, uint32_t n_blocks, const coset_block *blocks,
                                  const coset_value *src, coset_value *dst, uint32_t *image);

/* Selection sort of the points of each type, into r->order: the first of the least points is exchanged with the point
 * at the position that it takes. */
void coset__arranger_sort(coset__arranger *r, coset__sort_order *by, const coset_value *src);

/* For strategies that need control states. */
coset_status coset__check_controls(const coset__action *a, coset_err *err);

#endif
