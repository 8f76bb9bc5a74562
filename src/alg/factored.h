/* alg/factored.h - positive numbers of any size as products, whose quotients are exact if they fit 128 bits.
 *
 * Layer    alg.
 * Idea     a number is 2^twos times an odd part, which is stored modulo 2^128. Odd numbers have inverses modulo 2^128;
 *          so a quotient that is an integer below 2^128 is computed from these alone. Its size in bits decides whether
 *          it is below.
 * Cost     a product is one multiplication: done for each canonicalised state, if orders of groups do not fit.
 */
#ifndef COSET_ALG_FACTORED_H
#define COSET_ALG_FACTORED_H

#include <stdint.h>

#include "base/count.h"

typedef struct {
    coset_count odd; /* modulo 2^128; 0: the number is not known */
    uint64_t twos;
    double bits; /* about the logarithm to the base 2 */
} coset_factored;

/* For n = 0: not known. */
coset_factored coset_factored_of(coset_count n);
coset_factored coset_factored_factorial(uint32_t n);
/* all / part, which divides it; 0: one is not known, or the quotient does not surely fit 128 bits. */
coset_count coset_factored_quotient(coset_factored all, coset_factored part);

static inline coset_factored coset_factored_product(coset_factored a, coset_factored b)
{
    return (coset_factored){a.odd * b.odd, a.twos + b.twos, a.bits + b.bits};
}

#endif
