/* logic/witness.h - a path that shows why a state satisfies a formula, or does not.
 *
 * Layer    logic, private.
 * Idea     existential parts of a formula are shown one after the other; if a formula is about all paths, or about two
 *          paths at once, the path ends with a note. EG is shown by a loop that satisfies every fairness constraint.
 * Source   Clarke, Grumberg, McMillan, Zhao 1995 (loops that satisfy constraints).
 */
#ifndef COSET_LOGIC_WITNESS_H
#define COSET_LOGIC_WITNESS_H

#include "logic/fixpoint.h"

typedef struct {
    const coset_sets *sets;
    coset__cores *cores;
    coset__eval *eval;
    coset_arena *arena;
    COSET_VEC(uint32_t) states; /* n_slots each */
    uint32_t n;                 /* states */
    bool has_loop;
    uint32_t loop;
    bool ends;       /* the last state has no step, and is repeated for ever */
    const char *cut; /* why the path is only a part, or NULL */
} coset__witness_path;

/* The path begins with one state of `from`, which is not empty, all of which satisfy f (`wanted`) or do not. */
void coset__witness_make(coset__witness_path *w, const coset_formula *f, bool wanted, coset_set from);
void coset__witness_fini(coset__witness_path *w);

#endif
