/* logic/judge.h - formulas decided on all states of a search.
 *
 * Layer    logic (sees base, model, engine).
 * Idea     a formula holds if every start state satisfies it. If it fails, or holds because some path exists, a path
 *          explains it, to the extent that one path can.
 */
#ifndef COSET_LOGIC_JUDGE_H
#define COSET_LOGIC_JUDGE_H

#include "engine/engine.h"
#include "logic/formula.h"
#include "logic/sets.h"

typedef enum { COSET_FIXPOINT_LONG, COSET_FIXPOINT_EMERSON_LEI, COSET_FIXPOINT_NAIVE } coset_fixpoint;

typedef struct {
    const coset_model *m;
    const coset_formulas *formulas;
    coset_fixpoint how;
    const coset_sets *sets;
    bool unfounded;                    /* some atom cannot be evaluated in a reached state, or a step faults: `why` */
    const char *why;                   /* or NULL: the search is complete */
    bool dead_ends;                    /* some state has no step */
    const char *(*stopped)(void *ctx); /* why goes_on is false */
} coset_judging;

/* Fills the results of all formulas; paths are those of the model that was searched. */
void coset_logic_judge(const coset_judging *j, coset_arena *arena, coset_result *r);

#endif
