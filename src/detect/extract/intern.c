#include "detect/extract/intern.h"

#include <string.h>

void coset__intern_fini(coset__intern *t)
{
    coset_vec_fini(&t->words);
    coset_vec_fini(&t->ends);
    coset_delete(t->table);
    *t = (coset__intern){0};
}

const uint32_t *coset__intern_get(const coset__intern *t, uint32_t number, uint32_t *n)
{
    uint32_t from = number ? t->ends.at[number - 1] : 0;
    *n = t->ends.at[number] - from;
    return t->words.at ? t->words.at + from : NULL;
}

static uint32_t hash_of(const uint32_t *words, uint32_t n)
{
    uint64_t h = n;
    for (uint32_t i = 0; i < n; i++)
        h = (h ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15), h ^= h >> 29;
    return (uint32_t)(h >> 16);
}

/* The place of the sequence in the table, or the free place for it. */
static uint32_t find(const coset__intern *t, const uint32_t *words, uint32_t n)
{
    uint32_t at = hash_of(words, n) & (t->room - 1), length;
    for (; t->table[at]; at = (at + 1) & (t->room - 1)) {
        const uint32_t *other = coset__intern_get(t, t->table[at] - 1, &length);
        if (length == n && (n == 0 || memcmp(other, words, n * sizeof *words) == 0))
            break;
    }
    return at;
}

static void grow(coset__intern *t)
{
    coset_delete(t->table);
    t->room = t->room ? 2 * t->room : 64;
    t->table = coset_new(t->room, sizeof *t->table);
    for (uint32_t i = 0; i < t->ends.n; i++) {
        uint32_t n;
        const uint32_t *words = coset__intern_get(t, i, &n);
        t->table[find(t, words, n)] = i + 1;
    }
}

uint32_t coset__intern_put(coset__intern *t, const uint32_t *words, uint32_t n)
{
    if (2 * t->ends.n >= t->room)
        grow(t);
    uint32_t at = find(t, words, n);
    if (t->table[at])
        return t->table[at] - 1;
    for (uint32_t i = 0; i < n; i++)
        *coset_vec_add(&t->words) = words[i];
    *coset_vec_add(&t->ends) = t->words.n;
    t->table[at] = t->ends.n;
    return t->ends.n - 1;
}
