/* symb/vars.h - states as assignments of binary variables.
 *
 * Layer    symb, private.
 * Shapes   bit k of slot s is variable 2 * (first[s] + k) now and the one behind it after a step; bit 0 is the most
 *          significant one. The next variables stand beside the current ones.
 */
#ifndef COSET_SYMB_VARS_H
#define COSET_SYMB_VARS_H

#include "bdd/bdd.h"
#include "model/model.h"

typedef struct {
    const coset_model *m;
    coset_bdds *bdd;
    uint32_t *first; /* n_slots + 1 */
    coset_bdd now;   /* all current variables, kept */
    coset_bdd_map *next_to_now, *now_to_next;
} coset__vars;

/* Number of binary variables that a model's states need (now and next). */
uint32_t coset__vars_needed(const coset_model *m);
void coset__vars_init(coset__vars *v, coset_bdds *bdd, const coset_model *m);
void coset__vars_fini(coset__vars *v);

coset_bdd coset__slot_is(const coset__vars *v, uint32_t slot, coset_value value, bool next);
/* The variables of these slots, now or next. */
coset_bdd coset__slots_cube(const coset__vars *v, const uint32_t *slots, uint32_t n, bool next);
/* One state of the set, which is not empty; the set of one state. */
void coset__one_state(const coset__vars *v, coset_bdd set, coset_value *state);
coset_bdd coset__state_set(const coset__vars *v, const coset_value *state);

#endif
