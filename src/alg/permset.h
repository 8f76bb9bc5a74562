/* alg/permset.h - the setwise stabiliser of a set of points.
 *
 * Layer    alg.
 * Idea     the orbit of the set is enumerated; two paths to the same set give a generator of the subgroup (Schreier's
 *          lemma). No method is known that is fast for all groups: with it, isomorphism of graphs could be decided.
 * Owner    the arena given.
 * Source   S. Jha: Symmetry and induction in model checking (1996), 4.5 (setwise stabilisers).
 */
#ifndef COSET_ALG_PERMSET_H
#define COSET_ALG_PERMSET_H

#include "alg/permaction.h"

/* Cost: the sets of the orbit times the generators, with a membership test in the subgroup for each. False: more than
 * `most` sets, or too large. */
bool coset_permset_keeping(const coset_permgens *g, uint32_t n_set, const coset_point *set, uint32_t most,
                           size_t max_bytes, coset_arena *arena, coset_permgens *out);

#endif
