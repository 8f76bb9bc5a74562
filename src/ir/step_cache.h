/* ir/step_cache.h - what rules did before, for a worker that searches.
 *
 * Layer    ir, private.
 * Idea     what a trial does depends on the few slots that it looks at: a tree of their values leads to the steps
 *          that it makes, each a list of slots with new values. Where the tree does not go on the interpreter runs
 *          the trial on a state whose other slots stand open (as for ir/case_enumeration.h), and tells one slot more,
 *          until it comes to an end. So a leaf is reached only by states in which the interpreter reads the same
 *          values.
 * Limits   what faults, hits covers or has too many cases is left to machine code and the interpreter; programs with
 *          multisets altogether.
 * Threads  one coset_step_cache belongs to one worker.
 */
#ifndef COSET_IR_STEP_CACHE_H
#define COSET_IR_STEP_CACHE_H

#include "ir/machine.h"

typedef struct coset_step_cache coset_step_cache;

/* NULL where the program cannot be treated. */
coset_step_cache *coset_step_cache_new(const coset_ir_machine_model *model);
void coset_step_cache_free(coset_step_cache *r);
/* The worker looks at another state. */
void coset_step_cache_leave(coset_step_cache *r);
/* Emits the steps of a trial out of m->source. False: they are not known, and nothing was emitted. */
bool coset_step_cache_run(coset_step_cache *r, coset_machine *m, uint32_t trial, coset_status *status);

#endif
