/* wrap/stubborn.h - partial order reduction: of the steps out of a state, emits only those of a stubborn set.
 *
 * Layer    wrap (sees model).
 * Idea     See doc/internals-partial-order.md. In a state the set is the closure of an enabled transition: with an
 *          enabled transition it contains all that conflict with it; with a disabled one, for a false condition, all
 *          that can make it true. The closure with the fewest enabled transitions is taken. A state is expanded in full
 *          if each closure has an enabled transition that is visible or sticky, or a step that faults. The choice
 *          depends on the state alone.
 * Kept     reachable states without steps, and whether they may end; for each fault, assertion and cover statement
 *          whether some step reaches it; for each rule whether it is ever taken; all runs, projected to the observed
 *          slots, up to stuttering. Not preserved: the number of states and steps, and the length of runs.
 * Owner    borrows the model and the relations.
 */
#ifndef COSET_WRAP_STUBBORN_H
#define COSET_WRAP_STUBBORN_H

#include "model/leaving.h"
#include "wrap/ample.h"

/* The relations are those of this model's groups and slots. */
coset_model *coset_stubborn_new(const coset_model *m, const coset_relations *r);
/* Only sets of a single step, so that what is observed does not distinguish a state from successors from which less is
 * possible (R. Gerth, R. Kuiper, D. Peled, W. Penczek, "A partial order approach to branching time logic model
 * checking", 1999). */
coset_model *coset_stubborn_single(const coset_model *m, const coset_relations *r);
/* Some of the steps out of a state, as coset_model_ops.next: at least those of the instance of the group, or, with
 * COSET_STUBBORN_EACH, all of the group. It may report a fault that another step prevents. */
typedef coset_status coset_stubborn_steps(coset_worker *w, const coset_value *src, uint32_t group, uint64_t instance,
                                          coset_on_edge *emit, void *ctx);
#define COSET_STUBBORN_EACH UINT64_MAX
/* If few steps show that one of them suffices (wrap/lone.h), only these are computed, by `steps`. For
 * coset_stubborn_new and coset_stubborn_single, before there are workers. */
void coset_stubborn_by_steps(coset_model *stubborn, coset_stubborn_steps *steps);
/* Takes the first of the given sets that may be taken. */
coset_model *coset_stubborn_of(const coset_model *m, const coset_ample *a);

/* As coset_leaving, for a search with its own cycle proviso: from now on sticky transitions are treated as others. */
void coset_stubborn_ask(coset_worker *w, coset_wants which);
bool coset_stubborn_left_out(const coset_worker *w);

/* As next, but only if few steps show that one of them suffices. False: nothing was emitted. */
bool coset_stubborn_next_lone(coset_worker *w, const coset_value *src, coset_on_edge *emit, void *ctx,
                              coset_status *status);
/* The worker gets mostly states in which that fails: next does not try it first. */
void coset_stubborn_at_ends(coset_worker *w);

#endif
