/* certcheck/pool.h - numbers for byte strings: the same number for the same bytes.
 *
 * Layer    certcheck.
 * Owner    the pool copies its input; the result of coset_pool_at is valid until something is added.
 */
#ifndef COSET_CERTCHECK_POOL_H
#define COSET_CERTCHECK_POOL_H

#include <stdbool.h>

#include "base/mem.h"

#define COSET_NOT_IN_POOL UINT32_MAX

typedef struct {
    uint32_t n; /* numbers 0 .. n - 1 are in use */
    uint32_t n_table;
    uint32_t *table; /* number + 1 of an entry, 0 = free */
    size_t used, room;
    unsigned char *bytes;
    COSET_VEC(size_t) ends; /* of entries in `bytes` */
} coset_pool;

uint32_t coset_pool_add(coset_pool *p, const void *bytes, size_t len);
uint32_t coset_pool_find(const coset_pool *p, const void *bytes, size_t len);
const void *coset_pool_at(const coset_pool *p, uint32_t number);
void coset_pool_fini(coset_pool *p);

#endif
