/* symb/search/reach.h - symbolic breadth-first search of all reachable states.
 *
 * Layer    symb (sees engine, ir, symm, bdd).
 * Checks   what explore/bfs.h checks, with the same meaning, counts and lengths of paths: invariants, assertions,
 *          faults, assumptions, covers, deadlock, liveness.
 * Idea     rules are executed on all states at once (symb/encode/machine.h) and become relations; sets of states grow
 *          level by level. Time depends on the size of the diagrams, not on the number of states. With a group only
 *          representatives are kept (symb/reduce/symmetry.h).
 * Result   without a group representatives are states, unless there are more than 2^64; bytes are those of the
 *          diagrams. With a group the states of a path represent their orbits: to lift the path, the caller computes
 *          their canonical forms first.
 * Threads  one; and one search at a time in a process (bdd/bdd.h).
 */
#ifndef COSET_SYMB_SEARCH_REACH_H
#define COSET_SYMB_SEARCH_REACH_H

#include "symb/encode/options.h"

/* The strategy as a report shows it; `exact`: each orbit had one representative. Static; NULL for none. */
const coset_strategy *coset_symb_strategy(coset_symb_symmetry how, bool exact);

/* As coset_bfs. Errors: COSET_UNSUPPORTED if the model is not made of guarded rules or uses what the engine does not
 * support (the text says what), COSET_MEMORY if the rules alone need too many nodes; later limits end as COSET_OK with
 * exhaustive = false. */
coset_status coset_symb_reach(const coset_model *m, const coset_engine_options *options, const coset_symb_options *how,
                              coset_arena *arena, coset_result **result, coset_err *err) COSET_NODISCARD;

#endif
