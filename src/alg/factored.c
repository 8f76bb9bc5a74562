/* alg/factored.c - see alg/factored.h. */
#include "alg/factored.h"

#include <math.h>

#define FEW_BITS  63
#define MOST_BITS 127.99 /* logarithms are sums, and so a little wrong */

static uint64_t twos_of(coset_count n)
{
    uint64_t low = (uint64_t)n, high = (uint64_t)(n >> 64);
    return (uint64_t)(low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high));
}

coset_factored coset_factored_of(coset_count n)
{
    if (n == 0)
        return (coset_factored){0};
    uint64_t twos = twos_of(n);
    return (coset_factored){n >> twos, twos, log2((double)n)};
}

coset_factored coset_factored_factorial(uint32_t n)
{
    coset_factored out = coset_factored_of(1);
    for (uint32_t k = 2; k <= n; k++)
        out = coset_factored_product(out, coset_factored_of(k));
    return out;
}

/* By Newton's iteration: each step doubles the number of bits that are right, of which there are three. */
static coset_count inverse(coset_count odd)
{
    coset_count x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

coset_count coset_factored_quotient(coset_factored all, coset_factored part)
{
    if (part.odd && part.bits < FEW_BITS && all.bits < MOST_BITS) /* both are whole: as fast as it gets */
        return (all.odd << all.twos) / (uint64_t)(part.odd << part.twos);
    if (!all.odd || !part.odd || all.bits - part.bits > MOST_BITS || all.twos < part.twos)
        return 0;
    return all.odd * inverse(part.odd) << (all.twos - part.twos);
}
