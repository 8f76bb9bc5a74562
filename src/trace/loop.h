/* trace/loop.h - whether the loop of a trace is accepting.
 *
 * Layer    trace, private.
 * Idea     uses the operations of the unreduced model only, not the search. Several edges may be the same step; a run
 *          may alternate between them, so all of them count, except those with a request that is never granted.
 */
#ifndef COSET_TRACE_LOOP_H
#define COSET_TRACE_LOOP_H

#include "trace/trace.h"

bool coset__loop_accepts(const coset_model *m, const coset_trace *t);

#endif
