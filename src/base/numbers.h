/* base/numbers.h - lists of numbers.
 *
 * Layer    base.
 */
#ifndef COSET_BASE_NUMBERS_H
#define COSET_BASE_NUMBERS_H

#include <stddef.h>
#include <stdint.h>

/* Ascending. O(n log n), and little for a few dozen. `at` may be NULL where n is 0. */
void coset_numbers_sort(uint32_t *at, size_t n);

#endif
