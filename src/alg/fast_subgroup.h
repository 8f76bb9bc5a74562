/* alg/fast_subgroup.h - subgroups for which canonical vectors are computed fast, and representatives of cosets.
 *
 * Layer    alg.
 * Idea     a subgroup preserves what the group preserves, so reduction by it is correct, but weaker. Windows of a few
 *          points have small stabilisers each; the transpositions of a group generate symmetric groups on disjoint sets
 *          of points, whose least vectors are sorted ones.
 * Owner    the arena given.
 * Source   S. Jha: Symmetry and induction in model checking (1996), 3.6 (right traversal) and 4.6.2 (easy subgroups;
 *          the windows are floor(n / k) and one for the rest, where the text has other bounds).
 */
#ifndef COSET_ALG_FAST_SUBGROUP_H
#define COSET_ALG_FAST_SUBGROUP_H

#include "alg/permaction.h"

/* The product of the subgroups that fix all points but those of one window, each `width` points long; the last one
 * may be shorter. False: too large. */
bool coset_fast_subgroup_windows(const coset_permgens *g, uint32_t width, size_t max_bytes, coset_arena *arena,
                                 coset_permgens *out);
/* The subgroup that the transpositions of the group generate. Cost: a membership test for each pair of points. */
void coset_fast_subgroup_transpositions(const coset_permgroup *group, uint32_t n_points, coset_arena *arena,
                                        coset_permgens *out);
/* An element of each coset Hp of the subgroup H that fixes each of those points: they differ in the images of these
 * under p^-1. False: more than `most`. */
bool coset_fast_subgroup_cosets(const coset_permgens *g, uint32_t n_fixed, const coset_point *fixed, uint32_t most,
                                coset_arena *arena, uint32_t *n, const coset_point *const **out);

#endif
