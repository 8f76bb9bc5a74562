/* base/count.h - exact counts of up to 128 bits.
 *
 * Layer    base.
 */
#ifndef COSET_BASE_COUNT_H
#define COSET_BASE_COUNT_H

#include <stdbool.h>
#include <stddef.h>

__extension__ typedef unsigned __int128 coset_count;

#define COSET_COUNT_TEXT 56 /* bytes enough for any count in decimal with separators and NUL */

/* *a += b, or false (and *a unchanged) on overflow. */
static inline bool coset_count_add(coset_count *a, coset_count b) { return !__builtin_add_overflow(*a, b, a); }
static inline bool coset_count_mul(coset_count *a, coset_count b) { return !__builtin_mul_overflow(*a, b, a); }

/* Decimal text; `separator` (for example ',') between groups of three, 0 for none. Returns `out`. */
char *coset_count_text(coset_count n, char separator, char out[COSET_COUNT_TEXT]);

#endif
