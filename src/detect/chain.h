/* detect/chain.h - the least image of a state along a stabiliser chain.
 *
 * Layer    detect; only for minimal.c.
 * Idea     slot by slot, along a chain whose base follows the slots. A stage maps to its slot everything that the group
 *          can map there while all earlier slots stay fixed; of all ways those with the least value are continued, and
 *          ways that lead to the same state are merged with a multiplicity. The result is the least state, and its
 *          multiplicity is the number of permutations that lead to it: so the size of the orbit is known. The slots of
 *          multisets that must be sorted come last; there all ways are continued, and the least state is chosen at the
 *          end: a state is given by its values.
 * Source   S. Linton, Finding the smallest image of a set, 2004.
 */
#ifndef COSET_DETECT_CHAIN_H
#define COSET_DETECT_CHAIN_H

#include "detect/detect.h"

typedef struct coset__chain coset__chain;
typedef struct coset__chain_scratch coset__chain_scratch;

/* NULL where a stage would have too many ways, or the limit of `d` is met. */
coset__chain *coset__chain_new(const coset_detected *d);
void coset__chain_free(coset__chain *c);
/* Ways that are looked at for each state, at least. */
uint64_t coset__chain_ways(const coset__chain *c);

coset__chain_scratch *coset__chain_scratch_new(const coset__chain *c);
void coset__chain_scratch_free(coset__chain_scratch *s);
/* From now on a state that takes more work than that, and all once the budget is spent, are left as they
 * are. */
void coset__chain_limit(coset__chain_scratch *s, uint64_t work, coset_budget *budget);
/* The representative of a state given by its literals (with multisets: by its values), in place. perm: NULL, or the
 * images of literals; orbit: NULL, or how many states, 0 where that is not known. Returns about how many nanoseconds it
 * took on a usual machine of 2025, which is not measured but counted, so it is always the same. */
uint64_t coset__chain_apply(coset__chain_scratch *s, uint32_t *state, coset_point *perm, coset_count *orbit);

#endif
