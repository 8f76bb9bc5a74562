/* detect/use/label.h - one representative for each orbit, by canonical labelling of a graph.
 *
 * Layer    detect; only for minimal.c.
 * Words    point  a slot that the group moves, where no two of its literals are in one orbit: what it holds is a
 *          colour; of other slots that it moves, each literal
 * Idea     a graph over the points has the group as its automorphisms (alg/permgraph.h). With colours for what a
 *          state holds nauty gives it a canonical order, and states of one orbit have orders that some element of the
 *          group takes to one another. Along a stabiliser chain each base point in turn gets that point of those
 *          which can be brought to it that is first in the canonical order. Whatever state of the orbit this begins
 *          with, it ends with the same one. The automorphisms that keep the colours are the stabiliser.
 */
#ifndef COSET_DETECT_USE_LABEL_H
#define COSET_DETECT_USE_LABEL_H

#include "detect/extract/detected.h"

typedef struct coset__label coset__label;
typedef struct coset__label_scratch coset__label_scratch;

/* NULL where there are multisets to be sorted, or no such graph was found. */
coset__label *coset__label_new(const coset_detected *d);
void coset__label_free(coset__label *l);

coset__label_scratch *coset__label_scratch_new(const coset__label *l);
void coset__label_scratch_free(coset__label_scratch *s);
/* As coset__reps_by_types_apply. */
uint64_t coset__label_apply(coset__label_scratch *s, uint32_t *state, coset_point *perm, coset_count *orbit);

#endif
