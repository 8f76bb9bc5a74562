/* wrap/refine_symm.h - the symmetric structure of a refinement.
 *
 * Layer    wrap (sees base, model, lts).
 * Idea     States of components and nodes of the specification are composite values. Their labels are derived from the
 *          action that was verified on system and specification (lts/super_symm.h), not from their origin. So a state
 *          of the product is a set of labelled objects, and canonical forms are exact.
 * Shapes   works for models whose slots are those of the system, then, with a specification, the node + 1; or those of
 *          the system twice (determinism).
 * Source   Gibson-Robinson and Lowe, section 3 (the specification is permuted with the system).
 */
#ifndef COSET_WRAP_REFINE_SYMM_H
#define COSET_WRAP_REFINE_SYMM_H

#include "lts/super_symm.h"

/* Sets m->symmetry. `y` and `a` outlive m. Out: *moves, the elements that move, as y->moves or fewer: some elements of
 * a type are fixed if labels would need too many edges. */
void coset_refine_symmetry(coset_model *m, const coset_super *s, const coset_super_symmetry *y,
                           const bool *const **moves, coset_arena *a);

#endif
