/* detect/use/label.h - one representative for each orbit, by canonical labelling of a graph.
 *
 * Layer    detect; only for minimal.c.
 * Words    point a slot that the group moves, if no two of its literals are in one orbit: its value is a colour; for
 *          other slots that it moves, each literal
 * Idea     a graph over the points has the group as its automorphisms (alg/permgraph.h). With colours for the values of
 *          a state, nauty computes a canonical order, and some element of the group maps the orders of states of one
 *          orbit to one another. Along a stabiliser chain, each base point in turn receives, of the points that can be
 *          mapped to it, the first in the canonical order. All states of an orbit yield the same result. The
 *          automorphisms that preserve the colours are the stabiliser.
 */
#ifndef COSET_DETECT_USE_LABEL_H
#define COSET_DETECT_USE_LABEL_H

#include "detect/extract/detected.h"

typedef struct coset__label coset__label;
typedef struct coset__label_scratch coset__label_scratch;

/* NULL if there are multisets to be sorted, or no such graph was found. */
coset__label *coset__label_new(const coset_detected *d);
void coset__label_free(coset__label *l);

coset__label_scratch *coset__label_scratch_new(const coset__label *l);
void coset__label_scratch_free(coset__label_scratch *s);
/* As coset__reps_by_types_apply. */
uint64_t coset__label_apply(coset__label_scratch *s, uint32_t *state, coset_point *perm, coset_count *orbit);

#endif
