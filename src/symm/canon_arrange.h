/* symm/canon_arrange.h - the least image of a state over all arrangements of blocks of points.
 *
 * Layer    symm; only for the files symm/canon*.c.
 */
#ifndef COSET_SYMM_CANON_ARRANGE_H
#define COSET_SYMM_CANON_ARRANGE_H

#include "alg/arrange.h"
#include "symm/canon_int.h"

typedef struct {
    const coset__action *a;
    uint32_t *order;    /* [n_points] order[i] goes to place i; in: the first arrangement */
    uint32_t *counters; /* [n_points] */
    uint32_t *image;    /* [n_points] */
    coset_value *state;
} coset__arranger;

void coset__arranger_init(coset__arranger *r, const coset__action *a);
void coset__arranger_fini(coset__arranger *r);

/* dst, image: the least state over the arrangements of r->order inside the blocks. Returns how many give it. */
coset_count coset__arranger_least(coset__arranger *r, uint32_t n_blocks, const coset_block *blocks,
                                  const coset_value *src, coset_value *dst, uint32_t *image);

/* Selection sort of the points of each type by their columns, into r->order. */
void coset__arranger_sort(coset__arranger *r, const coset_value *src);

#endif
