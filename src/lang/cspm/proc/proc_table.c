/* Interned lists of words. */
#include <string.h>

#include "lang/cspm/proc/proc_int.h"

static uint32_t hash(const uint64_t *words, uint32_t n)
{
    uint64_t h = 0x9e3779b97f4a7c15u ^ n;
    for (uint32_t i = 0; i < n; i++) {
        h ^= words[i];
        h *= 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return (uint32_t)(h ^ h >> 17);
}

static void enlarge(cspm_table *t)
{
    uint32_t n = t->n_slots ? 2 * t->n_slots : 256;
    coset_delete(t->slots);
    t->slots = coset_new(n, sizeof *t->slots);
    t->n_slots = n;
    for (uint32_t i = 0; i < coset__table_n(t); i++) {
        uint32_t at = hash(coset__table_at(t, i), coset__table_len(t, i)) & (n - 1);
        while (t->slots[at])
            at = (at + 1) & (n - 1);
        t->slots[at] = i + 1;
    }
}

static bool same(const cspm_table *t, uint32_t i, const uint64_t *words, uint32_t n)
{
    return coset__table_len(t, i) == n && (n == 0 || memcmp(coset__table_at(t, i), words, n * sizeof *words) == 0);
}

uint32_t coset__table_put(cspm_table *t, const uint64_t *words, uint32_t n, bool *fresh)
{
    if (t->start.n == 0) {
        *coset_vec_add(&t->start) = 0;
        *coset_vec_add(&t->words) = 0; /* so an empty list has an address, too */
        t->words.n = 0;
    }
    if (2 * coset__table_n(t) >= t->n_slots)
        enlarge(t);
    uint32_t at = hash(words, n) & (t->n_slots - 1);
    for (; t->slots[at]; at = (at + 1) & (t->n_slots - 1)) {
        uint32_t i = t->slots[at] - 1;
        if (same(t, i, words, n)) {
            if (fresh)
                *fresh = false;
            return i;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        *coset_vec_add(&t->words) = words[i];
    *coset_vec_add(&t->start) = t->words.n;
    t->slots[at] = coset__table_n(t);
    if (fresh)
        *fresh = true;
    return coset__table_n(t) - 1;
}

void coset__table_free(cspm_table *t)
{
    coset_vec_fini(&t->words);
    coset_vec_fini(&t->start);
    coset_delete(t->slots);
    *t = (cspm_table){0};
}
