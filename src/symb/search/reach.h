/* symb/search/reach.h - symbolic breadth-first search of all reachable states.
 *
 * Layer    symb (sees engine, ir, symm, bdd).
 * Checks   what explore/bfs.h checks, with the same meaning, counts and lengths of paths: invariants, assertions,
 *          faults, assumptions, covers, deadlock, liveness.
 * Idea     rules are executed on all states at once (symb/encode/machine.h) and become relations; sets of states grow
 *          level by level. Time depends on the size of the diagrams, not on the number of states. With a group only
 *          representatives are kept (symb/reduce/symmetry.h).
 * Result   representatives are states where there is no group, unless there are more than 2^64; bytes are those of the
 *          diagrams. With a group the states of a path stand for their orbits: whoever lifts it takes their canonical
 *          forms first.
 * Threads  one; and one search at a time in a program (bdd/bdd.h).
 */
#ifndef COSET_SYMB_SEARCH_REACH_H
#define COSET_SYMB_SEARCH_REACH_H

#include "symb/encode/options.h"

/* What a report tells of a way to representatives; `exact`: one of each orbit was found. Static; NULL for none. */
const coset_strategy *coset_symb_strategy(coset_symb_symmetry how, bool exact);

/* As coset_bfs. Errors: COSET_UNSUPPORTED where the model is none of guarded rules or uses what the engine cannot treat
 * (the text says what), COSET_MEMORY where rules alone need too many nodes; later limits end as COSET_OK with
 * exhaustive = false. */
coset_status coset_symb_reach(const coset_model *m, const coset_engine_options *options, const coset_symb_options *how,
                              coset_arena *arena, coset_result **result, coset_err *err) COSET_NODISCARD;

#endif
