/* wrap/product_symm.h - renamings that permute the atoms of an automaton.
 *
 * Layer    wrap (sees base, model, omega).
 * Idea     a renaming that takes each atom to an atom is a symmetry of the product if an automorphism of the automaton
 *          goes with it: states are mapped so that edges, with the atoms of their labels renamed, become edges with the
 *          same marks, or those of acceptance sets that are permuted. Then the state of the automaton is a composite
 *          value, on which renamings act, and sets that are permuted as elements of a type are become a family. The
 *          choice of automorphisms must be an action; that is checked by the relations between exchanges.
 */
#ifndef COSET_WRAP_PRODUCT_SYMM_H
#define COSET_WRAP_PRODUCT_SYMM_H

#include "model/gset.h"
#include "model/model.h"
#include "omega/automaton.h"
#include "wrap/product.h"

/* An automorphism that goes with `atoms`, a permutation of [a->n_atoms]: states[q] is the image of q, sets[i] that of
 * acceptance set i. False: none was found. */
bool coset_product_automorphism(const coset_omega *a, const uint32_t *atoms, uint32_t *states, uint32_t *sets);

/* The sets that are moved, as families: sets[g] acts on them for each generator. `m`: for its types. False: they are
 * not permuted as elements of one type are. */
bool coset_product_families(const coset_model *m, uint32_t n_sets, const coset_chains *chains,
                            const uint32_t *const *sets, uint32_t *n, const coset_product_family **out,
                            coset_arena *arena);

/* Sets m->symmetry of a product with the automaton: that of the model, and `images[g]` acts on the automaton's states
 * for each generator of the chains. False: that is no action, or a label would be too large; the product is as before.
 * What is made lives in `arena`, which outlives m. */
bool coset_product_permute(coset_model *m, uint32_t n_states, coset_chains chains, const uint32_t *const *images,
                           coset_arena *arena);
/* The symmetry is that of the model alone. */
void coset_product_permute_nothing(coset_model *m);

#endif
