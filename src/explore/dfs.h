/* explore/dfs.h - depth-first search of all reachable states, by one thread.
 *
 * Layer    explore (sees engine, store, model).
 * Order    Steps of the greatest actor (model.h) come first and, for one actor, those of the first group: the order of
 *          Spin's verifier.
 * Idea     With a representer, the search stores the representative of each state but expands the state itself, so the
 *          stack is a run of the model. If representatives are not unique, the states found depend on the order. The
 *          counts of inexact strategies are compared with those of SymmSpin in this way.
 * Checks   the same as breadth-first search, except liveness and divergence, which it leaves undecided. Properties
 *          must be symmetric under all renamings of the representer. Traces are not the shortest.
 * Source   Bosnacki's thesis, ch. 6, fig. 3.
 */
#ifndef COSET_EXPLORE_DFS_H
#define COSET_EXPLORE_DFS_H

#include "engine/engine.h"

/* Writes the representative of src to dst; *orbit: number of states it represents, 0 if not known. */
typedef struct {
    void *ctx;
    void (*represent)(void *ctx, const coset_value *src, coset_value *dst, coset_count *orbit);
} coset_representer;

/* Partial order reduction: some of the steps out of a state may replace all of them. The search takes them if none
 * leads to a state whose representative is on the stack (the stack proviso). So each cycle of the reduced graph has a
 * state that is expanded in full, because a depth-first search closes the cycle with a step to the stack. */
typedef struct {
    void *ctx;
    /* Choice number `turn` for src, which has n steps; `faults` tells which of them end in a fault. Fills take[0 .. n).
     * False: there are no more choices. */
    bool (*offer)(void *ctx, const coset_value *src, uint32_t turn, uint32_t n, const coset_part *steps,
                  const bool *faults, bool *take);
} coset_chooser;

/* As coset_bfs; paths are runs of the model. `r`: NULL: no representatives. `chooser`: NULL, all steps are taken.
 * The number of threads does not matter. Errors: COSET_UNSUPPORTED for an inexact store. */
coset_status coset_dfs(const coset_model *m, const coset_engine_options *options, const coset_representer *r,
                       const coset_chooser *chooser, coset_arena *arena, coset_result **result,
                       coset_err *err) COSET_NODISCARD;

#endif
