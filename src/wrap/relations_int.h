/* wrap/relations_int.h - private to relations*.c. */
#ifndef COSET_WRAP_RELATIONS_INT_H
#define COSET_WRAP_RELATIONS_INT_H

#include "wrap/relations.h"

typedef struct {
    const coset_model *m;
    const coset_transitions *t;
    coset_arena *arena;
    coset_budget *limit;
    uint32_t n_slots, n_words;   /* words of a set of transitions */
    uint64_t *readers, *writers; /* [n_slots][n_words] */
    uint64_t *conflicts;
    bool *visible;
} coset__relating;

static inline bool coset__has(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }
static inline void coset__add(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << i % 64; }

/* Of the slot's contents: bit v is set where all conditions of the transition on the slot alone let it. False: there is
 * no such condition. `lets` has room for n contents. */
bool coset__contents_before(const coset_transition *t, uint32_t slot, uint32_t n, uint64_t *lets);

/* relations_sticky.c: [n] */
const bool *coset__find_sticky(coset__relating *r);

#endif
