/* logic/explicit.h - formulas decided on an explicit graph of all states.
 *
 * Layer    logic (sees base, model, engine).
 * Idea     the states and steps of a small model are enumerated again and stored; sets are bit vectors. The model may
 *          be a quotient, whose predicates are symmetric. Only the evaluator is shared with the symbolic engine.
 * Limits   those of the options; if one is reached, formulas are incomplete.
 * Threads  one.
 * Cost     4 bytes for each slot of a state, 8 for each step; time: steps times rounds of fixpoints.
 */
#ifndef COSET_LOGIC_EXPLICIT_H
#define COSET_LOGIC_EXPLICIT_H

#include "logic/judge.h"

/* Fills the results of all formulas, and adds the time to the result's. */
void coset_explicit_judge(const coset_model *m, const coset_engine_options *o, const coset_formulas *f,
                          coset_fixpoint how, coset_arena *arena, coset_result *r);

#endif
