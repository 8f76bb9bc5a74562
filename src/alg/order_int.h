/* alg/order_int.h - orders and the integers of GMP.
 *
 * Layer    alg, private.
 */
#ifndef COSET_ALG_ORDER_INT_H
#define COSET_ALG_ORDER_INT_H

#include <gmp.h>

#include "alg/order.h"

/* n > 0. */
coset_order coset__order_from(const mpz_t n, coset_arena *a);
/* all / part, as in coset_order_index. */
bool coset__order_index(coset_order all, const mpz_t part, coset_count *index);

#endif
