/* lts/relate.h - bisimulation and simulation between the states of transition systems.
 *
 * Layer    lts.
 * Idea     two systems are combined into one; states carry labels, which related states share. Bisimulation is computed
 *          by partition refinement, simulation as the greatest fixpoint over pairs, with a counter for each (state,
 *          transitions of one event) of the remaining partners. Weak relations are those of the saturated system
 *          (coset_lts_saturate). For two unrelated states, the round is reported in which the synchronous iteration
 *          separates them: 0 by labels, k + 1 by a step whose answers are all separated in round k or before.
 * Errors   NULL and COSET_LIMIT, COSET_MEMORY or COSET_STOPPED if the budget is exhausted; there is no result then.
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

/* The weak transitions as transitions: taus before and after every event, and a tau from every state to itself. NULL if
 * there are too many; if the budget is exhausted the result must not be used. */
coset_lts *coset_lts_saturate(const coset_lts *l, uint32_t n_events, coset_budget *budget);

/* Borrows everything in `how` for its lifetime. */
coset_relation *coset_relation_make(const coset_relating *how);
void coset_relation_free(coset_relation *r);
/* `t` simulates `s`, or is bisimilar to it. With simulation between two systems s is of the left, t of the right. */
bool coset_relation_holds(const coset_relation *r, uint32_t s, uint32_t t);
/* Classes of states that are related in both directions; for bisimulation, or simulation within one system. */
uint32_t coset_relation_classes(const coset_relation *r);
/* The round that separates two states, or COSET_RELATED. Bisimulation: iterates until they are separated; also
 * COSET_RELATED if the memory or the budget does not suffice for that. */
uint32_t coset_relation_round(coset_relation *r, uint32_t s, uint32_t t);

#endif
