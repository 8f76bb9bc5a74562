/* wrap/single.h - states in which a stubborn set of one step is out of the question, told from single slots.
 *
 * Layer    wrap (sees model).
 * Idea     for each content of a slot it is known which transitions have a condition against it. What is left is
 *          perhaps enabled; of these a transition without other conditions surely is. A transition is by itself in a
 *          set only where nothing that conflicts with it is sure to be enabled. Nothing but time depends on it.
 * Owner    borrows the relations. Constant.
 */
#ifndef COSET_WRAP_SINGLE_H
#define COSET_WRAP_SINGLE_H

#include "wrap/relations.h"

typedef struct coset_single coset_single;

/* NULL: it would take too much memory. */
coset_single *coset_single_new(const coset_relations *r, uint32_t n_slots);
void coset_single_free(coset_single *s);
/* False: in the state there is no stubborn set of one step that is neither visible nor sticky. `scratch`: n_words. */
bool coset_single_is_possible(const coset_single *s, const coset_value *state, bool watched, uint64_t *scratch);

#endif
