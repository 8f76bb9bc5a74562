/* wrap/relations_int.h - private to relations*.c. */
#ifndef COSET_WRAP_RELATIONS_INT_H
#define COSET_WRAP_RELATIONS_INT_H

#include "wrap/relations.h"

#define COSET__MOST_CONTENTS 1024U /* most values of a slot whose graph is built */

/* How a transition changes a slot. */
typedef struct {
    uint32_t transition;
    const uint64_t *from, *to; /* values before and after; NULL: any. Those of one transition are adjacent */
    bool keeps;                /* or the slot may keep its value */
} coset__writing;

/* Who writes a slot. */
typedef struct {
    uint32_t n; /* values; 0: too many */
    uint32_t n_writings;
    const coset__writing *writings;
    const uint64_t *starts;  /* values in start states; NULL: any */
    bool followed;           /* `reached` is known: */
    const uint64_t *reached; /* values in reachable states; NULL: any */
} coset__slot;

typedef struct coset__trying coset__trying;

typedef struct {
    const coset_model *m;
    const coset_transitions *t;
    coset_arena *arena;
    coset_budget *limit;
    uint32_t n_slots, n_words;   /* words of a set of transitions */
    uint64_t *readers, *writers; /* [n_slots][n_words], without dead ones */
    uint64_t *conflicts;
    bool *visible;
    coset__slot *slots;    /* [n_slots] */
    bool *dead;            /* [n] never enabled */
    const uint64_t **once; /* [n] conditions that its first step makes false for ever; NULL: not known yet */
    coset__trying *trying; /* or NULL */
} coset__relating;

static inline bool coset__has(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }
static inline void coset__add(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << i % 64; }

/* A word of a set of values 0 .. n-1; NULL is all of them. */
static inline uint64_t coset__word_of(const uint64_t *set, uint32_t w, uint32_t n)
{
    if (set)
        return set[w];
    return n - 64 * w >= 64 ? UINT64_MAX : (UINT64_C(1) << (n - 64 * w)) - 1;
}

/* Sets bit v of `lets` if value v satisfies all conditions of the transition on this slot alone. False: there is no
 * such condition. `lets` has room for n values. */
bool coset__contents_before(const coset_transition *t, uint32_t slot, uint32_t n, uint64_t *lets);

/* relations_reach.c: fills `slots` and `dead`. */
void coset__find_writings(coset__relating *r);
/* Two transitions are never enabled together, because one is enabled only before the other can be. */
bool coset__come_apart(coset__relating *r, uint32_t a, uint32_t b);

/* Values of the slot in reachable states; NULL: any. */
const uint64_t *coset__reached(coset__relating *r, uint32_t slot);

/* relations_pairs.c: if both are enabled, neither faults, both have one step, and both orders reach the same state. */
bool coset__pair_commutes(coset__relating *r, uint32_t a, uint32_t b);
void coset__trying_end(coset__relating *r);

/* relations_sticky.c: [n] */
const bool *coset__find_sticky(coset__relating *r);

#endif
