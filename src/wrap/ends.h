/* wrap/ends.h - cache of the last states of recently followed chains.
 *
 * Layer    wrap.
 * Idea     Commuting steps reach the same state several times, mostly within a short time. A direct-mapped cache stores
 *          the first state of a chain, its last state and its steps. It compares states, not only hashes.
 * Threads  belongs to one worker.
 */
#ifndef COSET_WRAP_ENDS_H
#define COSET_WRAP_ENDS_H

#include "model/model.h"

typedef struct {
    uint64_t hash; /* 0: the entry is empty */
    coset_value *begin, *end;
    coset_parts parts;
} coset_end;

typedef struct {
    uint32_t n_slots, n; /* entries; a power of two */
    coset_end *entries;
    coset_value *states; /* [n][2][n_slots] */
} coset_ends;

void coset_ends_init(coset_ends *e, uint32_t n_slots);
void coset_ends_fini(coset_ends *e);
/* The entry of the state. If not *known, the caller fills in `end` and `parts`; `begin` is the state already. */
coset_end *coset_ends_of(coset_ends *e, const coset_value *state, bool *known);

#endif
