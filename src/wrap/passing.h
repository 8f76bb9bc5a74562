/* wrap/passing.h - states out of which one unseen step is taken are passed by.
 *
 * Layer    wrap (sees model).
 * Idea     a model that leaves out steps (wrap/stubborn.h) has long chains of states with one step each. A step of this
 *          model goes on along such a chain to its end and counts as one step of several parts; the states between are
 *          not emitted, so that they are neither stored nor made canonical. Where a chain ends depends on its first
 *          state alone.
 * Passed   a state with one step that is taken, known to suffice before others are computed (wrap/lone.h), which is not
 *          visible, does not fault, hits no cover, and leads elsewhere; at most COSET_PASSING_MOST in a row. A chain that comes
 *          back to one of its states ends there.
 * Kept     what the inner model keeps: such a state has a step, looks like the next one to what is asked, and its step
 *          is among the parts of the one that is emitted. Paths have fewer states; see coset_passing_states.
 * Owner    takes the inner model; borrows the relations.
 */
#ifndef COSET_WRAP_PASSING_H
#define COSET_WRAP_PASSING_H

#include "model/leaving.h"
#include "wrap/relations.h"

#define COSET_PASSING_MOST 200U

/* `inner` is made by coset_stubborn_new and the like, with these relations. */
coset_model *coset_passing_new(coset_model *inner, const coset_relations *r);
bool coset_passing_is(const coset_model *m);

/* As coset_leaving, for a worker of it. */
void coset_passing_ask(coset_worker *w, coset_wants which);
bool coset_passing_left_out(const coset_worker *w);

/* What is searched for among the ends of steps. */
typedef struct {
    void *ctx;
    bool (*is)(void *ctx, const coset_value *state);
} coset_passing_wanted;

typedef COSET_VEC(coset_value) coset_passed;

/* The states that are passed by on the first step out of src to a state that is wanted, one after the other. False:
 * there is no such step. */
bool coset_passing_states(coset_worker *w, const coset_value *src, coset_passing_wanted wanted, coset_passed *out);

#endif
