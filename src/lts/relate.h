/* lts/relate.h - bisimulation and simulation between the states of transition systems.
 *
 * Layer    lts.
 * Idea     two systems stand side by side in one; states carry labels, which related states share. Bisimulation is
 *          found by partition refinement, simulation as the greatest fixpoint over pairs, with a counter for each
 *          (state, transitions of one event) of how many partners are left. Weak relations are those of the saturated
 *          system (coset_lts_saturate). What parts two states is told with the round in which the synchronous iteration
 *          parts them: 0 by labels, k + 1 by a step whose answers are all parted in round k or before.
 * Errors   NULL and COSET_LIMIT, COSET_MEMORY or COSET_STOPPED if the budget is spent; nothing is
 *          known then.
 * Source   J 2.7 for the definitions; Henzinger, Henzinger and Kopke for the counters.
 */
#ifndef COSET_LTS_RELATE_H
#define COSET_LTS_RELATE_H

#include "base/budget.h"
#include "lts/lts.h"

typedef struct {
    const coset_lts *l;
    const uint32_t *label; /* [n_states] any numbers < n_states */
    uint32_t n_left;       /* states 0 .. n_left - 1 are simulated by those from n_left on; n_states: one system */
    bool simulation;       /* else bisimulation */
    coset_budget *budget;
    uint64_t most_bytes; /* for tables; 0: no bound */
} coset_relating;

typedef struct coset_relation coset_relation;

#define COSET_RELATED UINT32_MAX

/* The weak transitions as transitions: taus before and after every event, and a tau from every state to itself. NULL
 * where there are too many; if the budget is spent the result must not be used. */
coset_lts *coset_lts_saturate(const coset_lts *l, uint32_t n_events, coset_budget *budget);

/* Borrows all of `how` for its life. */
coset_relation *coset_relation_make(const coset_relating *how);
void coset_relation_free(coset_relation *r);
/* `t` simulates `s`, or is bisimilar to it. With simulation between two systems s is of the left, t of the right. */
bool coset_relation_holds(const coset_relation *r, uint32_t s, uint32_t t);
/* Classes of states that are related both ways; of bisimulation, or of simulation within one system. */
uint32_t coset_relation_classes(const coset_relation *r);
/* The round that parts two states, or COSET_RELATED. Bisimulation: iterates until they are parted; COSET_RELATED too
 * where the memory or the budget does not suffice for that. */
uint32_t coset_relation_round(coset_relation *r, uint32_t s, uint32_t t);

#endif
