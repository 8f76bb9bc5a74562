/* trace/fates.h - how a loop treats the indices of fairness.
 *
 * Layer    trace.
 * Idea     explains why the loop of a fair counterexample is fair: for each index of the model's Streett families, the
 *          step in which it first moves, or, if it never does, a step before which it is not enabled.
 */
#ifndef COSET_TRACE_FATES_H
#define COSET_TRACE_FATES_H

#include "trace/trace.h"

/* `m`: the model of the trace with only Streett families, which request the enabled indices and grant the moving ones.
 * Indices that neither move nor are enabled in the loop are omitted. Fills t->fates; the caller fills the names. Owner:
 * arena. Cost: the successors of each state of the loop. */
void coset_trace_find_fates(const coset_model *m, coset_trace *t, coset_arena *arena);

#endif
