/* ir/transition.h - the transitions of a program (model/transition.h).
 *
 * Layer    ir.
 * Idea     the text of each rule is walked once for each instance, with its parameters bound to constants (scan.h). A
 *          part of a guard that depends on one slot is evaluated for all contents of the slot. Which few contents a
 *          slot may have at all is found from start states and from what is assigned; a second walk uses it for
 *          indices. Where steps pass through transient states, what follows a rule is found from what is known of the
 *          slots in the course of the step (transient_steps.c).
 * Limits   COSET_TRANSITIONS_MOST transitions: of a rule with too many instances they are not told apart.
 */
#ifndef COSET_IR_TRANSITION_H
#define COSET_IR_TRANSITION_H

#include "base/budget.h"
#include "ir/interp.h"
#include "model/transition.h"

#define COSET_TRANSITIONS_MOST 4096U

/* Of a model made by coset_ir_model; in the arena. NULL: they were not found, *why is a sentence. */
const coset_transitions *coset_ir_transitions(const coset_model *m, coset_budget *limit, coset_arena *arena,
                                              const char **why);

#endif
