/* symb/encode/vars.h - states as assignments of binary variables.
 *
 * Layer    symb, private.
 * Shapes   the bits of all slots are numbered: bit k of slot s is number first[s] + k; bit 0 is the most significant
 *          one. Bit i has the current variable at[i]; its next variable follows directly. With a stride of 4 the two
 *          variables after these belong to a second state, for relations between states.
 */
#ifndef COSET_SYMB_ENCODE_VARS_H
#define COSET_SYMB_ENCODE_VARS_H

#include "bdd/bdd.h"
#include "model/model.h"

typedef struct {
    const coset_model *m;
    coset_bdds *bdd;
    uint32_t *first; /* [n_slots + 1] */
    uint32_t *at;    /* [bits] even numbers */
    uint32_t base;   /* the first variable */
    uint32_t stride; /* variables for each bit: 2, or 4 */
    coset_bdd now;   /* all current variables, kept */
    coset_bdd_map *next_to_now, *now_to_next;
} coset__vars;

static inline uint32_t coset__var(const coset__vars *v, uint32_t bit, bool next) { return v->at[bit] + next; }
/* Of the second state of a pair, with a stride of 4. */
static inline uint32_t coset__var_beside(const coset__vars *v, uint32_t bit) { return v->at[bit] + 2; }

/* Number of binary variables that a model's states need (now and next). */
uint32_t coset__vars_needed(const coset_model *m);
/* `place` is the position of each bit in the order of variables (see order.h); ownership passes to `v`. `first`: the
 * first variable that is used. */
void coset__vars_init(coset__vars *v, coset_bdds *bdd, const coset_model *m, uint32_t *place, uint32_t first,
                      uint32_t stride);
void coset__vars_fini(coset__vars *v);

/* The current codes that are values of their slots; the membership of other codes in sets has no meaning. */
coset_bdd coset__valid(const coset__vars *v);
coset_bdd coset__slot_valid(const coset__vars *v, uint32_t slot); /* of one slot */
coset_bdd coset__slot_is(const coset__vars *v, uint32_t slot, coset_value value, bool next);
/* The variables of these slots, now or next. */
coset_bdd coset__slots_cube(const coset__vars *v, const uint32_t *slots, uint32_t n, bool next);
/* From the current to the next variables of these slots. Owner: the caller. */
coset_bdd_map *coset__slots_to_next(const coset__vars *v, const uint32_t *slots, uint32_t n);
/* One state of the set, which is not empty; the set of one state. */
void coset__one_state(const coset__vars *v, coset_bdd set, coset_value *state);
coset_bdd coset__state_set(const coset__vars *v, const coset_value *state);

#endif
