/* wrap/product_symm.h - renamings that permute the atoms of an automaton.
 *
 * Layer    wrap (sees base, model, omega).
 * Idea     A renaming that maps atoms to atoms is a symmetry of the product if a matching automorphism of the automaton
 *          exists: it maps states so that edges, with the atoms of their labels renamed, become edges with the same
 *          marks, or with the marks of the permuted acceptance sets. Then the state of the automaton is a composite
 *          value, on which renamings act. Sets that are permuted like the elements of a type become a family. The
 *          choice of automorphisms must be a group action; the relations between exchanges check this.
 */
#ifndef COSET_WRAP_PRODUCT_SYMM_H
#define COSET_WRAP_PRODUCT_SYMM_H

#include "model/gset.h"
#include "model/model.h"
#include "omega/automaton.h"
#include "wrap/product.h"

/* An automorphism that matches `atoms`, a permutation of [a->n_atoms]: states[q] is the image of q, sets[i] that of
 * acceptance set i. False: none was found. */
bool coset_product_automorphism(const coset_omega *a, const uint32_t *atoms, uint32_t *states, uint32_t *sets);

/* The acceptance sets that are not fixed, as families: sets[g] acts on them for each generator. `m`: for its types.
 * False: they are not permuted like the elements of one type. */
bool coset_product_families(const coset_model *m, uint32_t n_sets, const coset_chains *chains,
                            const uint32_t *const *sets, uint32_t *n, const coset_product_family **out,
                            coset_arena *arena);

/* Sets m->symmetry of a product: that of the model, and `images[g]` acts on the automaton's states for each generator
 * of the chains. False: this is no group action, or a label would be too large; the product is unchanged. Everything
 * allocated lives in `arena`, which outlives m. */
bool coset_product_permute(coset_model *m, uint32_t n_states, coset_chains chains, const uint32_t *const *images,
                           coset_arena *arena);
/* Sets the symmetry to that of the model alone. */
void coset_product_permute_nothing(coset_model *m);

#endif
