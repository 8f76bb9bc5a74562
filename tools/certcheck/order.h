/* certcheck/order.h - the order of the group that permutations generate.
 *
 * Layer    certcheck.
 * Idea     the plain Schreier-Sims algorithm: a chain of stabilisers; a level is complete once all its Schreier
 *          generators sift through the levels below. The order is the product of the lengths of the orbits.
 * Source   C. C. Sims, Computational methods in the study of permutation groups, 1970.
 */
#ifndef COSET_CERTCHECK_ORDER_H
#define COSET_CERTCHECK_ORDER_H

#include "base/mem.h"

/* Decimal text. A permutation of points 0 .. n - 1 is an array of images. Owner: arena. */
const char *coset_order_text(uint32_t n, uint32_t n_generators, const uint32_t *const *generators, coset_arena *arena);

#endif
