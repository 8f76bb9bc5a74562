/* wrap/passing.h - chain compression: states with a single invisible step are not emitted.
 *
 * Layer    wrap (sees model).
 * Idea     A reduced model (wrap/stubborn.h) has long chains of states with one step each. A step of this model follows
 *          such a chain to its end and counts as one step of several parts. The intermediate states are not emitted, so
 *          they are neither stored nor canonicalised. The end of a chain depends on its first state alone.
 * Passed   A state is skipped if it has one taken step, known to suffice before others are computed (wrap/lone.h), that
 *          is not visible, does not fault, hits no cover and leads to another state; at most COSET_PASSING_MOST in a
 *          row. A chain that returns to one of its states ends there.
 * Kept     what the inner model preserves: a skipped state has a step, properties cannot distinguish it from the next
 *          state, and its step is among the parts of the emitted one. Paths have fewer states; see
 *          coset_passing_states.
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

/* The state that is searched among the targets of steps. */
typedef struct {
    void *ctx;
    bool (*is)(void *ctx, const coset_value *state);
} coset_passing_wanted;

typedef COSET_VEC(coset_value) coset_passed;

/* The states that are skipped on the first step out of src to a wanted state, in order. False: there is no such
 * step. */
bool coset_passing_states(coset_worker *w, const coset_value *src, coset_passing_wanted wanted, coset_passed *out);

#endif
