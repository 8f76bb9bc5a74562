/* alg/sort.h - sorting of numbers by keys in a table.
 *
 * Layer    alg.
 */
#ifndef COSET_ALG_SORT_H
#define COSET_ALG_SORT_H

#include <stdint.h>

/* Sorts items so that key[items[i]] ascends; the order of items with equal keys is not specified. Cost: n log n, and
 * little for a dozen. */
void coset_sort_by_key(uint32_t *items, uint32_t n, const uint64_t *key);

#endif
