/* wrap/ends.c - see wrap/ends.h. */
#include "wrap/ends.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#define MOST_BYTES (UINT64_C(512) << 10) /* of all states: a part of the second cache */
#ifdef COSET_TEST_SMALL
#define MOST_ENTRIES 4U
#else
#define MOST_ENTRIES 2048U
#endif

void coset_ends_init(coset_ends *e, uint32_t n_slots)
{
    uint32_t n = MOST_ENTRIES;
    while (n > 1 && n * 2 * sizeof(coset_value) * n_slots > MOST_BYTES)
        n /= 2;
    *e = (coset_ends){.n_slots = n_slots, .n = n, .entries = coset_new(n, sizeof *e->entries)};
    e->states = coset_new((size_t)n * 2 * n_slots + 1, sizeof *e->states);
    for (uint32_t i = 0; i < n; i++) {
        e->entries[i].begin = e->states + (size_t)2 * i * n_slots;
        e->entries[i].end = e->entries[i].begin + n_slots;
    }
}

void coset_ends_fini(coset_ends *e)
{
    for (uint32_t i = 0; i < e->n; i++)
        coset_vec_fini(&e->entries[i].parts);
    coset_delete(e->entries);
    coset_delete(e->states);
}

coset_end *coset_ends_of(coset_ends *e, const coset_value *state, bool *known)
{
    const size_t bytes = e->n_slots * sizeof *state;
    const uint64_t hash = XXH3_64bits(state, bytes) | 1; /* never 0 */
    coset_end *x = &e->entries[hash >> 32 & (e->n - 1)];
    *known = x->hash == hash && memcmp(x->begin, state, bytes) == 0;
    if (!*known) {
        x->hash = hash;
        x->parts.n = 0;
        memcpy(x->begin, state, bytes);
    }
    return x;
}
