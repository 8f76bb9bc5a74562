#include "model/representative_cache.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/mem.h"

#define MOST_BYTES (UINT64_C(2) << 20) /* of all states, near what a second cache holds */
/* Required percentage of hits in LOOKS look-ups: where representatives are cheap, fewer do not pay. */
#ifdef COSET_TEST_SMALL
#define LEAST_PERCENT 0
#define TOUCHED       UINT64_C(8)
#define LOOKS         UINT64_C(64)
#define MOST_ENTRIES  UINT64_C(4)
#else
#define LEAST_PERCENT 30
#define TOUCHED       UINT64_C(256) /* look-ups, of each LOOKS: most of the states will be written soon */
#define LOOKS         UINT64_C(8192)
#define MOST_ENTRIES  UINT64_C(8192)
#endif

void coset__recent_init(coset__recent *r, uint32_t n_slots)
{
    uint64_t n = MOST_ENTRIES, bytes = 2 * sizeof(coset_value) * (uint64_t)n_slots;
    while (n > 1 && n * bytes > MOST_BYTES)
        n /= 2;
    *r = (coset__recent){
        .n_slots = n_slots, .mask = n - 1, .entries = coset_new(n, sizeof *r->entries), .states = coset_new(n, bytes)};
}

void coset__recent_fini(coset__recent *r)
{
    coset_delete(r->entries);
    coset_delete(r->states);
    r->entries = NULL;
    r->states = NULL;
}

bool coset__recent_pays(coset__recent *r)
{
    if (r->looks < LOOKS)
        return true;
    bool pays = 100 * r->hits >= LEAST_PERCENT * r->looks;
    r->looks = r->hits = 0;
    return pays;
}

bool coset__recent_look(coset__recent *r, const coset_value *state, coset_value **representative, coset_count **orbit)
{
    size_t bytes = r->n_slots * sizeof *state;
    uint64_t hash = XXH3_64bits(state, bytes) | 1, at = hash >> 32 & r->mask;
    coset_value *kept = r->states + 2 * at * r->n_slots;
    coset__represented_entry *e = &r->entries[at];
    *representative = kept + r->n_slots;
    *orbit = &e->orbit;
    if (++r->looks == TOUCHED)
        coset_touch(r->states, (r->mask + 1) * 2 * bytes);
    if (e->hash == hash && memcmp(kept, state, bytes) == 0) {
        r->hits++;
        return true;
    }
    e->hash = hash;
    memcpy(kept, state, bytes);
    return false;
}
