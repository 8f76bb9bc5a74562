/* detect/extract/literal.h - permutations of literals, and how they act on states.
 *
 * Layer    detect (sees base, alg, model, ir).
 * Words    literal  a slot together with one of the values that it may have in a reachable state
 * Shapes   literals are numbered by slot, then by value: those of slot s are first[s] .. first[s+1]-1. A permutation is
 *          an array of images. It maps all literals of a slot to literals of one slot; so it maps a state, seen as the
 *          set of literals that hold in it, to a state.
 * Inv      `undefined`, the value 0, stays undefined. The origin is fixed.
 */
#ifndef COSET_DETECT_EXTRACT_LITERAL_H
#define COSET_DETECT_EXTRACT_LITERAL_H

#include "alg/permgroup.h"
#include "model/model.h"

typedef struct {
    uint32_t n_slots, n;        /* n literals */
    const uint32_t *first;      /* [n_slots + 1] */
    const coset_value *values;  /* [n] ascending within a slot */
    const uint32_t *slots;      /* [n] slot of a literal */
    const uint32_t *table;      /* literal of value v of slot s: table[at[s] + v]; NULL: too large */
    const uint32_t *at;         /* [n_slots] */
    const bool *any;            /* [n_slots] one literal represents all values of the slot, which is fixed */
    const coset_value *origin;  /* [n_slots] the start state, if it has values that no other state has; or NULL */
    const coset_symmetry *bags; /* multisets have to be sorted after a permutation; NULL: they stay in order */
} coset_literals;

#define COSET_NO_LITERAL UINT32_MAX

/* The literal of slot s and value v, or COSET_NO_LITERAL. */
uint32_t coset_literals_find(const coset_literals *l, uint32_t slot, coset_value value);
/* The literals that hold in a state; false if a slot has a value without a literal. */
bool coset_literals_of(const coset_literals *l, const coset_value *state, uint32_t *out);
/* The state is the origin: each permutation fixes it. */
bool coset_literals_is_origin(const coset_literals *l, const coset_value *state);
/* dst = perm applied to src, which has literals only or is the origin. They do not overlap. */
void coset_literals_permute(const coset_literals *l, const coset_point *perm, const coset_value *src, coset_value *dst);
/* The same for a state given by its literals. */
void coset_literals_move(const coset_literals *l, const coset_point *perm, const uint32_t *state, uint32_t *out);
void coset_literals_identity(const coset_literals *l, coset_point *perm);
/* perm := then perm */
void coset_literals_follow(const coset_literals *l, coset_point *perm, const coset_point *then);
/* It maps slots to slots, and undefined to undefined. */
bool coset_literals_respects(const coset_literals *l, const coset_point *perm);

#endif
