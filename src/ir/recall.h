/* ir/recall.h - what rules did before, for a worker that searches.
 *
 * Layer    ir, private.
 * Idea     what a trial does depends on the few slots that it looks at: a tree of their values leads to the steps
 *          that it makes, each a list of slots with new values. Where the tree does not go on the interpreter runs
 *          the trial on a state whose other slots stand open (as for ir/partial.h), and tells one slot more, until it
 *          comes to an end. So a leaf is reached only by states in which the interpreter reads the same values.
 * Limits   what faults, hits covers or has too many cases is left to machine code and the interpreter; programs with
 *          multisets altogether.
 * Threads  one coset_recall belongs to one worker.
 */
#ifndef COSET_IR_RECALL_H
#define COSET_IR_RECALL_H

#include "ir/machine.h"

typedef struct coset_recall coset_recall;

/* NULL where the program cannot be treated. */
coset_recall *coset_recall_new(const coset_ir_machine_model *model);
void coset_recall_free(coset_recall *r);
/* The worker looks at another state. */
void coset_recall_leave(coset_recall *r);
/* Emits the steps of a trial out of m->source. False: they are not known, and nothing was emitted. */
bool coset_recall_run(coset_recall *r, coset_machine *m, uint32_t trial, coset_status *status);

#endif
