/* base/mix.h - mixes one word: for hashes and pseudo-random numbers.
 *
 * Layer    base.
 */
#ifndef COSET_BASE_MIX_H
#define COSET_BASE_MIX_H

#include <stdint.h>

/* A bijection. Source: splitmix64, Steele, Lea, Flood 2014. */
static inline uint64_t coset_mix(uint64_t word)
{
    uint64_t z = word + UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

#endif
