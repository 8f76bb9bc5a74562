/* explore/bfs.h - parallel breadth-first search of all reachable states.
 *
 * Layer    explore (sees engine, store, model).
 * Checks   invariants, assertions, faults, assumptions, covers, deadlock, and Murphi's liveness (from every reachable
 *          state a state that satisfies it remains reachable). A step to a state that a global assumption excludes
 *          counts as an edge and as a step of its source (no deadlock), but hits no cover, and its target is not
 *          searched.
 * Result   the same for any number of threads: counts, verdicts, and for each failed property the same shortest path
 *          (it ends in the least state, by value, of the first level with a violation; each predecessor is the least
 *          one).
 */
#ifndef COSET_EXPLORE_BFS_H
#define COSET_EXPLORE_BFS_H

#include "engine/engine.h"

/* `result` and everything in it lives in `arena`. Errors: COSET_MEMORY only if not even the first tables can be
 * allocated; every later limit ends as COSET_OK with exhaustive = false. */
coset_status coset_bfs(const coset_model *m, const coset_engine_options *options, coset_arena *arena,
                       coset_result **result, coset_err *err) COSET_NODISCARD;
/* Frees what coset_bfs has stored in options->kept. */
void coset_bfs_forget(coset_engine_kept *kept);

#endif
