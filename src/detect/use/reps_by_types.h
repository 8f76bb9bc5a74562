/* detect/use/reps_by_types.h - one representative for each orbit, by symmetric types and the cosets of their group.
 *
 * Layer    detect; only for minimal.c.
 * Idea     the symmetric types inside the group generate a subgroup S, whose representatives the canonicalisers of
 *          symm/ compute fast; the group consists of few cosets of S (cosets.h). With S trivial all elements of the
 *          group are tried: so small groups are enumerated.
 */
#ifndef COSET_DETECT_USE_REPS_BY_TYPES_H
#define COSET_DETECT_USE_REPS_BY_TYPES_H

#include "detect/extract/detected.h"

typedef struct coset__reps_by_types coset__reps_by_types;
typedef struct coset__reps_by_types_scratch coset__reps_by_types_scratch;

/* `with_types` false: S is trivial. NULL if there are too many cosets, or no types but with_types. */
coset__reps_by_types *coset__reps_by_types_new(const coset_detected *d, bool with_types);
/* False: an orbit may have several representatives, and its size is not computed. */
bool coset__reps_by_types_exact(const coset__reps_by_types *t);
void coset__reps_by_types_free(coset__reps_by_types *t);

coset__reps_by_types_scratch *coset__reps_by_types_scratch_new(const coset__reps_by_types *t);
void coset__reps_by_types_scratch_free(coset__reps_by_types_scratch *s);
/* The representative of a state given by its literals, in place. perm: NULL, or the images of literals; orbit: NULL, or
 * its size, 0 if it is not known. Returns the estimated nanoseconds that it took on a usual machine of 2025: counted,
 * not measured, so it is deterministic. */
uint64_t coset__reps_by_types_apply(coset__reps_by_types_scratch *s, uint32_t *state, coset_point *perm,
                                    coset_count *orbit);

#endif
