/* detect/minimal.h - one representative for each orbit of a group of literal permutations.
 *
 * Layer    detect.
 * Idea     `chain`: the least image of a state, slot by slot, along a stabiliser chain whose base follows the slots. A
 *          stage brings to its slot whatever the group can bring there while all slots before stay; of all ways those
 *          with the least value go on, and ways that have led to the same state become one with a multiplicity. What is
 *          left at the end is the least state, and its multiplicity is the number of permutations that lead to it: so
 *          the size of the orbit is known. Exact.
 *          `local`: generators and their inverses are applied while the state becomes less. A representative is in the
 *          orbit, but an orbit may have several; its size is not known.
 * Source   least images by stabiliser chains: S. Linton, Finding the smallest image of a set, 2004; local search:
 *          A. F. Donaldson, A. Miller, On the constructive orbit problem, 2009.
 * Threads  a coset_minimal is constant and shared; a scratch belongs to one thread.
 */
#ifndef COSET_DETECT_MINIMAL_H
#define COSET_DETECT_MINIMAL_H

#include "detect/detect.h"

typedef struct coset_minimal coset_minimal;
typedef struct coset_minimal_scratch coset_minimal_scratch;

/* What is detected must outlive it. `exact` false: `local`. NULL where a stage would have too many ways. */
coset_minimal *coset_minimal_new(const coset_detected *d, bool exact);
void coset_minimal_free(coset_minimal *c);
bool coset_minimal_exact(const coset_minimal *c);
/* Ways that are looked at for each state, at least: a measure of what a representative costs. */
uint64_t coset_minimal_ways(const coset_minimal *c);

coset_minimal_scratch *coset_minimal_scratch_new(const coset_minimal *c);
void coset_minimal_scratch_free(coset_minimal_scratch *s);

/* Out  dst (does not overlap src); perm: NULL, or images of literals with dst = perm applied to src; orbit: NULL, or
 * how many states it has, 0 where that is not known. `src` has only values that the literals list, or is the origin. */
void coset_minimal_apply(coset_minimal_scratch *s, const coset_value *src, coset_value *dst, coset_point *perm,
                         coset_count *orbit);

#endif
