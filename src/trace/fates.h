/* trace/fates.h - how a loop treats those who must not be neglected.
 *
 * Layer    trace.
 * Idea     the loop of a fair counterexample says of each index of the model's Streett families when it first moves,
 * or, if it never does, where it is not enabled: why the loop is fair, for people.
 */
#ifndef COSET_TRACE_FATES_H
#define COSET_TRACE_FATES_H

#include "trace/trace.h"

/* `m`: the model of the trace with Streett families alone, which request who is enabled and grant who moves. Those that
 * neither move nor are ever enabled in the loop are left out. Fills t->fates; texts are left to the caller. Owner:
 * arena. Cost: the successors of each state of the loop. */
void coset_trace_find_fates(const coset_model *m, coset_trace *t, coset_arena *arena);

#endif
