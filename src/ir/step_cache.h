/* ir/step_cache.h - cache of the effects of rules, for a worker of a search.
 *
 * Layer    ir, private.
 * Idea     The effect of a trial depends on the few slots that it reads: a decision tree over their values leads to the
 *          steps of the trial, each a list of slots with new values. If the tree has no branch for a state, the
 *          interpreter runs the trial on a state whose other slots are open (as for ir/case_enumeration.h), and each
 *          run adds one slot, until the trial completes. So a leaf is reached only by states in which the interpreter
 *          reads the same values.
 * Limits   Trials that fault, hit covers or have too many cases are left to machine code and the interpreter; programs
 *          with multisets entirely.
 * Threads  one coset_step_cache belongs to one worker.
 */
#ifndef COSET_IR_STEP_CACHE_H
#define COSET_IR_STEP_CACHE_H

#include "ir/machine.h"

typedef struct coset_step_cache coset_step_cache;

/* NULL if the program is not supported. */
coset_step_cache *coset_step_cache_new(const coset_ir_machine_model *model);
void coset_step_cache_free(coset_step_cache *r);
/* The worker moves to another state. */
void coset_step_cache_leave(coset_step_cache *r);
/* Emits the steps of a trial out of m->source. False: they are not known, and nothing was emitted. */
bool coset_step_cache_run(coset_step_cache *r, coset_machine *m, uint32_t trial, coset_status *status);

#endif
