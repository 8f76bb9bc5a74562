/* symm/quotient.h - the quotient of a model by a group, as a model.
 *
 * Layer    symm.
 * Idea     starts and next emit representatives with their orbit sizes; eval on a representative answers for the
 *          whole orbit: a property that is not symmetric under the whole group is evaluated on one image of the
 *          state for each coset of its own group, and fails (a cover: is hit) if it does on one of them.
 * Owner    borrows model, group and canonicaliser.
 */
#ifndef COSET_SYMM_QUOTIENT_H
#define COSET_SYMM_QUOTIENT_H

#include "symm/canon.h"

/* `prop_groups[p]` is the group of property p (a subgroup of g); NULL: all properties are symmetric. */
coset_model *coset_quotient_new(const coset_model *m, const coset_symgroup *g, const coset_canon *c,
                                const coset_symgroup *const *prop_groups);

#endif
