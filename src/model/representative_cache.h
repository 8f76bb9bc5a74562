/* model/representative_cache.h - cache of recent states and their representatives.
 *
 * Layer    model, private.
 * Idea     steps that commute lead to the same state twice, mostly within a short time. A direct-mapped cache stores
 *          the last states with their representatives; states are compared, not only their hashes. It reports when the
 *          hit rate is too low to pay.
 * Threads  belongs to one worker.
 */
#ifndef COSET_MODEL_REPRESENTATIVE_CACHE_H
#define COSET_MODEL_REPRESENTATIVE_CACHE_H

#include "base/count.h"
#include "model/model.h"

typedef struct {
    uint64_t hash; /* 0: the entry is empty */
    coset_count orbit;
} coset__represented_entry;

typedef struct {
    uint32_t n_slots;
    uint64_t mask; /* number of entries - 1 */
    uint64_t looks, hits;
    coset__represented_entry *entries;
    coset_value *states; /* [entries][2][n_slots] a state and its representative */
} coset__recent;

void coset__recent_init(coset__recent *r, uint32_t n_slots);
void coset__recent_fini(coset__recent *r);
/* False: do not use the cache any more. */
bool coset__recent_pays(coset__recent *r);
/* True: *representative and *orbit are those of the state. False: the caller must set them. Cost: a hash, and a
 * comparison or a copy of the state. */
bool coset__recent_look(coset__recent *r, const coset_value *state, coset_value **representative, coset_count **orbit);

#endif
