/* wrap/quotient.h - the quotient of a model by a group, as a model.
 *
 * Layer    wrap.
 * Idea     starts and next emit representatives with their orbit sizes. eval on a representative answers for the whole
 *          orbit: a property that is not symmetric under the whole group is evaluated on one image of the state for
 *          each coset of its own group, and fails (a cover: is hit) if it does on one of them.
 * Owner    borrows model, group and canonicaliser.
 */
#ifndef COSET_WRAP_QUOTIENT_H
#define COSET_WRAP_QUOTIENT_H

#include "symm/canon/canon.h"

/* `prop_groups[p]` is the group of property p, of which only the part in g matters; NULL: symmetric under all of g.
 * `prop_groups` itself may be NULL: all properties are symmetric. */
coset_model *coset_quotient_new(const coset_model *m, const coset_symgroup *g, const coset_canon *c,
                                const coset_symgroup *const *prop_groups);

/* Cost of the canonicaliser: calls so far, by workers that have been freed, and nanoseconds of CPU time for each (by
 * sample). */
typedef struct {
    uint64_t calls;
    double ns_each;
} coset_quotient_cost;
coset_quotient_cost coset_quotient_costs(const coset_model *quotient);

/* Which image of `state` decided the quotient's answer for property `prop`, whose own group is `prop_group` (NULL:
 * g itself): evaluated on permute(perm, state) the property gives the same answer on the model itself.
 * Out      perm: coset_symmetry_points() images.
 * Returns  true if the answer is a violation (FALSE or FAULT; of a COVER: TRUE or FAULT); else perm is the identity.
 */
bool coset_quotient_witness(const coset_model *m, const coset_symgroup *g, const coset_symgroup *prop_group,
                            uint32_t prop, uint32_t instance, const coset_value *state, coset_renaming *perm);

#endif
