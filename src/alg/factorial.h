/* alg/factorial.h - factorials and products of factorials.
 *
 * Layer    alg.
 */
#ifndef COSET_ALG_FACTORIAL_H
#define COSET_ALG_FACTORIAL_H

#include "base/count.h"
#include "base/mem.h"

/* The product of n[0]! ... n[len-1]!; false (and *out unchanged) beyond 128 bits. */
bool coset_factorials(const uint32_t *n, uint32_t len, coset_count *out);
/* The same product as decimal text, exact at any size. Owner: arena. */
const char *coset_factorials_text(const uint32_t *n, uint32_t len, coset_arena *arena);

#endif
