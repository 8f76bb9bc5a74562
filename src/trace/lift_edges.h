/* trace/lift_edges.h - lifts a path with edge numbers, from its start.
 *
 * Layer    trace, private.
 * Idea     the run begins in the start state of the path itself. With c = g(r) the concrete state of representative r,
 *          and an edge from r to t whose representative is r' = p(t), the next concrete state is g(t), and it is (g
 *          after the inverse of p) applied to r'. A loop is traversed until the concrete state recurs; it does, because
 *          each round applies the same renaming. The marks of the edges are renamed likewise, and the step of the
 *          concrete state has these marks.
 */
#ifndef COSET_TRACE_LIFT_EDGES_H
#define COSET_TRACE_LIFT_EDGES_H

#include "trace/trace.h"

const coset_trace *coset__lift_edges(const coset_model *m, const coset_trace_reduction *r, const coset_path *path,
                                     uint32_t prop, uint32_t instance, coset_arena *arena);

#endif
