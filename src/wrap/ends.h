/* wrap/ends.h - where chains of states end that were followed lately.
 *
 * Layer    wrap.
 * Idea     steps that commute lead to one state several times, mostly within a short time. A direct-mapped cache keeps
 *          the state where a chain begins, the one where it ends, and its steps; states are compared, not only hashes.
 * Threads  belongs to one worker.
 */
#ifndef COSET_WRAP_ENDS_H
#define COSET_WRAP_ENDS_H

#include "model/model.h"

typedef struct {
    uint64_t hash; /* 0: nothing is kept here */
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
/* The entry of the state; *known: else `end` and `parts` are to be filled in, and `begin` is the state already. */
coset_end *coset_ends_of(coset_ends *e, const coset_value *state, bool *known);

#endif
