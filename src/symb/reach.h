/* symb/reach.h - symbolic breadth-first search of all reachable states.
 *
 * Layer    symb (sees engine, ir, bdd).
 * Checks   what explore/bfs.h checks, with the same meaning, counts and lengths of paths: invariants, assertions,
 *          faults, assumptions, covers, deadlock, liveness.
 * Idea     rules are executed on all states at once (symb/machine.h) and become relations; sets of states grow level by
 *          level. Time depends on the size of the diagrams, not on the number of states.
 * Result   representatives are states here, unless there are more than 2^64; bytes are those of the diagrams.
 * Threads  one; and one search at a time in a program (bdd/bdd.h).
 */
#ifndef COSET_SYMB_REACH_H
#define COSET_SYMB_REACH_H

#include "engine/engine.h"

/* As coset_bfs. Errors: COSET_UNSUPPORTED where the model is none of guarded rules or uses what the engine cannot treat
 * (the text says what), COSET_MEMORY where rules alone need too many nodes; later limits end as COSET_OK with
 * exhaustive = false. */
coset_status coset_symb_reach(const coset_model *m, const coset_engine_options *options, coset_arena *arena,
                              coset_result **result, coset_err *err) COSET_NODISCARD;

#endif
