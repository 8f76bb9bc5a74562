/* alg/permquery.h - questions about a group of permutations: orbits, pointwise stabilisers, least vectors.
 *
 * Layer    alg.
 * Owner    the arena given.
 */
#ifndef COSET_ALG_PERMQUERY_H
#define COSET_ALG_PERMQUERY_H

#include "alg/permaction.h"

/* orbit[p]: the least point in the orbit of p. */
const coset_point *coset_permquery_orbits(const coset_permgens *g, coset_arena *arena);

/* The subgroup that fixes each of those points. False: too large. */
bool coset_permquery_fixing(const coset_permgens *g, uint32_t n_fixed, const coset_point *fixed, size_t max_bytes,
                            coset_arena *arena, coset_permgens *out);

/* The lexicographically least vector y[p(i)] = x[i] with p in the group, which has base points in ascending order, and
 * such a p. Candidates that agree on the positions chosen so far are kept apart only if they differ; False if there are
 * more than `most` of them at a time. */
bool coset_permquery_least(const coset_permgroup *g, const uint32_t *x, uint32_t most, uint32_t *y, coset_point *p);

#endif
