/* explore/bfs.h - parallel breadth-first search of all reachable states.
 *
 * Layer    explore (sees engine, store, model).
 * Checks   invariants, assertions, faults, assumptions, covers, deadlock, and Murphi's liveness (from every reachable
 *          state a state that satisfies it remains reachable).
 *          A step to a state that a global assumption excludes counts as an edge and as a step of its source (not
 *          stuck), but hits no cover and leads nowhere.
 * Result   the same for any number of threads: counts, verdicts, and for each failed property the same shortest path
 *          (ends in the least state, by content, of the first level that has a violation; each predecessor is the
 *          least one).
 */
#ifndef COSET_EXPLORE_BFS_H
#define COSET_EXPLORE_BFS_H

#include "engine/engine.h"

/* `result` and everything in it lives in `arena`. Errors: COSET_MEMORY only where not even the first tables can be had;
 * every later limit ends as COSET_OK with exhaustive = false. */
coset_status coset_bfs(const coset_model *m, const coset_engine_options *options, coset_arena *arena,
                       coset_result **result, coset_err *err) COSET_NODISCARD;
/* Frees what it has left in options->kept. */
void coset_bfs_forget(coset_engine_kept *kept);

#endif
