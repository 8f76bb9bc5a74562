/* ir/transition.h - the transitions of a program (model/transition.h).
 *
 * Layer    ir.
 * Idea     The source of each rule is traversed once for each instance, with its parameters bound to constants
 *          (scan.h). A part of a guard that depends on one slot is evaluated for all values of the slot. The few
 *          possible values of a slot are derived from start states and assignments; a second traversal uses them for
 *          indices. If steps pass through transient states, the rules that follow a rule are derived from the known
 *          values of slots during the step (transient_steps.c).
 * Limits   COSET_TRANSITIONS_MOST transitions: instances of a rule with too many of them are not distinguished.
 */
#ifndef COSET_IR_TRANSITION_H
#define COSET_IR_TRANSITION_H

#include "base/budget.h"
#include "ir/interp.h"
#include "model/transition.h"

#define COSET_TRANSITIONS_MOST 4096U

/* For a model made by coset_ir_model; in the arena. NULL: the analysis failed, *why is a sentence. */
const coset_transitions *coset_ir_transitions(const coset_model *m, coset_budget *limit, coset_arena *arena,
                                              const char **why);

#endif
