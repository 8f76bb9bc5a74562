/* base/numbers.h - lists of numbers.
 *
 * Layer    base.
 */
#ifndef COSET_BASE_NUMBERS_H
#define COSET_BASE_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

/* Sorts in ascending order. O(n log n), and fast for a few dozen. `at` may be NULL if n is 0. */
void coset_numbers_sort(uint32_t *at, size_t n);

#endif
