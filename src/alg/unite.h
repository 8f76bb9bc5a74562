/* alg/unite.h - union-find: a partition that only becomes coarser.
 *
 * Layer    alg.
 * Idea     union and find: following up[x] leads to the least member of x's part. Paths are halved during look-up,
 *          which takes O(log n) steps on average.
 * Owner    the caller has `up` [n].
 */
#ifndef COSET_ALG_UNITE_H
#define COSET_ALG_UNITE_H

#include <stdbool.h>
#include <stdint.h>

/* Each of 0 .. n-1 alone. */
void coset_unite_none(uint32_t *up, uint32_t n);
/* The least member of the part. */
uint32_t coset_unite_root(uint32_t *up, uint32_t x);
/* True if they were in different parts. */
bool coset_unite(uint32_t *up, uint32_t x, uint32_t y);

#endif
