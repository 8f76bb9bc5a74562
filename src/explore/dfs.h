/* explore/dfs.h - depth-first search of all reachable states, by one thread.
 *
 * Layer    explore (sees engine, store, model).
 * Order    of the steps out of a state those of the greatest actor (model.h) come first, and of one actor those of the
 *          first group: the order of Spin's verifier.
 * Idea     with a representer, the representative of each state is stored and the state itself expanded, so what is on
 *          the stack is a run of the model. Where representatives are not unique, which states are found depends on the
 *          order, and this is how the counts of inexact strategies are compared with those of SymmSpin.
 * Checks   what a breadth-first search checks, except liveness and divergence, which it leaves undecided. Properties
 *          must be symmetric under all renamings of the representer. Traces are not the shortest.
 * Source   Bosnacki's thesis, ch. 6, fig. 3.
 */
#ifndef COSET_EXPLORE_DFS_H
#define COSET_EXPLORE_DFS_H

#include "engine/engine.h"

/* Writes the representative of src to dst; *orbit: the states that it stands for, 0 where that is not known. */
typedef struct {
    void *ctx;
    void (*represent)(void *ctx, const coset_value *src, coset_value *dst, coset_count *orbit);
} coset_representer;

/* Some of the steps out of a state may be taken in place of all of them (partial order reduction). They are where none
 * leads to a state whose representative is on the stack, so on each cycle of what is searched there is a state out of
 * which all steps are taken: a depth-first search closes it with a step to the stack. */
typedef struct {
    void *ctx;
    /* Choice number `turn` of those that src has, with n steps; `faults` tells which of them end in a fault. Fills
     * take[0 .. n). False: there are no more choices. */
    bool (*offer)(void *ctx, const coset_value *src, uint32_t turn, uint32_t n, const coset_part *steps,
                  const bool *faults, bool *take);
} coset_chooser;

/* As coset_bfs; paths are runs of the model. `r`: NULL where nothing is reduced. `chooser`: NULL, all steps are taken.
 * The number of threads does not matter. Errors: COSET_UNSUPPORTED for an inexact store. */
coset_status coset_dfs(const coset_model *m, const coset_engine_options *options, const coset_representer *r,
                       const coset_chooser *chooser, coset_arena *arena, coset_result **result,
                       coset_err *err) COSET_NODISCARD;

#endif
