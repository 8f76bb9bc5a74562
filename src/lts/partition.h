/* lts/partition.h - the coarsest strong bisimulation within a given partition.
 *
 * Layer    lts.
 * Idea     a state's signature is the set of its (event, class of target). A class whose states have different
 *          signatures is split; the largest part keeps the number, so that a state changes its number at most log n
 *          times, and only predecessors of changed states are visited again. A guess by hashes is made first and
 *          usually leaves nothing to split.
 * Source   Blom and Orzan, signature refinement; keeping the largest part after Hopcroft.
 */
#ifndef COSET_LTS_PARTITION_H
#define COSET_LTS_PARTITION_H

#include "base/budget.h"
#include "lts/lts.h"

/* In: of[s] is the initial class of s, any numbers < n_states. Out: its class in the result, numbered by first state,
 * so that state 0 is in class 0. Returns the number of classes. Edges of l need no order; taus are treated like other
 * events. If the budget (may be NULL) is exhausted the classes are too coarse and must not be used. */
uint32_t coset__partition(const coset_lts *l, uint32_t *of, coset_budget *budget);

/* A partition finer than `of` that separates no bisimilar states, with numbers < n_states; the starting point of
 * coset__partition. */
void coset__partition_guess(const coset_lts *l, uint32_t *of, coset_budget *budget);

#endif
