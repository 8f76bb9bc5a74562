/* alg/order.h - orders of groups: exact positive integers of any size.
 *
 * Layer    alg.
 * Owner    an order is a value; its words belong to the arena that it was made in.
 * Cost     an allocation per operation: use it once per group, not per state.
 */
#ifndef COSET_ALG_ORDER_H
#define COSET_ALG_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/count.h"
#include "base/mem.h"

typedef struct {
    uint32_t n; /* words, least significant first, the last one not 0; 0: the order is not known */
    const uint64_t *words;
} coset_order;

coset_order coset_order_of(uint64_t n, coset_arena *a);
coset_order coset_order_factorial(uint32_t n, coset_arena *a);
/* Not known if one of the operands is not. */
coset_order coset_order_times(coset_order x, coset_order y, coset_arena *a);
coset_order coset_order_power(coset_order x, uint32_t k, coset_arena *a);
/* x <=> y as -1, 0, 1; an unknown order is larger than all others. */
int coset_order_compare(coset_order x, coset_order y);
/* Both are known and equal. */
bool coset_order_same(coset_order x, coset_order y);
bool coset_order_is(coset_order x, uint64_t n);
/* Known, and at most n. */
bool coset_order_is_most(coset_order x, uint64_t n);
/* all / part, if it is an integer of at most 128 bits; else false. */
bool coset_order_index(coset_order all, coset_order part, coset_count *index);
bool coset_order_count(coset_order x, coset_count *n);
/* Approximate; infinite if it is not known. */
double coset_order_estimate(coset_order x);
/* Decimal; NULL if it is not known. */
const char *coset_order_text(coset_order x, coset_arena *a);

#endif
