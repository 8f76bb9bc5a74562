#include "certcheck/pool.h"

#include <string.h>

static uint64_t hash_of(const unsigned char *bytes, size_t len)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < len; i++)
        h = (h ^ bytes[i]) * UINT64_C(0x100000001b3);
    return h ^ h >> 29;
}

static size_t start_of(const coset_pool *p, uint32_t number) { return number ? p->ends.at[number - 1] : 0; }

static bool is_same(const coset_pool *p, uint32_t number, const void *bytes, size_t len)
{
    size_t from = start_of(p, number);
    return p->ends.at[number] - from == len && memcmp(p->bytes + from, bytes, len) == 0;
}

/* The position of the entry in the table, or where to insert it. */
static uint32_t *place_of(const coset_pool *p, const void *bytes, size_t len)
{
    uint32_t at = (uint32_t)hash_of(bytes, len) & (p->n_table - 1);
    while (p->table[at] && !is_same(p, p->table[at] - 1, bytes, len))
        at = (at + 1) & (p->n_table - 1);
    return &p->table[at];
}

static void widen(coset_pool *p)
{
    coset_delete(p->table);
    p->n_table = p->n_table ? 2 * p->n_table : 64;
    p->table = coset_new(p->n_table, sizeof *p->table);
    for (uint32_t i = 0; i < p->n; i++) {
        size_t from = start_of(p, i);
        *place_of(p, p->bytes + from, p->ends.at[i] - from) = i + 1;
    }
}

uint32_t coset_pool_find(const coset_pool *p, const void *bytes, size_t len)
{
    return p->n_table ? *place_of(p, bytes, len) - 1 : COSET_NOT_IN_POOL;
}

uint32_t coset_pool_add(coset_pool *p, const void *bytes, size_t len)
{
    if (2 * (size_t)p->n >= p->n_table)
        widen(p);
    uint32_t *at = place_of(p, bytes, len);
    if (*at)
        return *at - 1;
    if (p->room - p->used <= len) {
        p->room = 2 * p->room + len + 1024;
        p->bytes = coset_resize(p->bytes, p->room, 1);
    }
    if (len)
        memcpy(p->bytes + p->used, bytes, len);
    p->used += len;
    *coset_vec_add(&p->ends) = p->used;
    *at = ++p->n;
    return p->n - 1;
}

const void *coset_pool_at(const coset_pool *p, uint32_t number) { return p->bytes + start_of(p, number); }

void coset_pool_fini(coset_pool *p)
{
    coset_delete(p->table);
    coset_delete(p->bytes);
    coset_vec_fini(&p->ends);
    *p = (coset_pool){0};
}
