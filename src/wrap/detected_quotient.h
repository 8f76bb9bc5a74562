/* wrap/detected_quotient.h - the quotient of a model by a detected group, as a model.
 *
 * Layer    wrap.
 * Idea     starts and next emit representatives with the sizes of their orbits. All properties are symmetric under the
 *          group, so eval answers for the whole orbit. If the group permutes the indices of the model's families, these
 *          indices become elements of one additional symmetric type per family, and edges carry renamings of these
 *          types. Slots and values do not use these types.
 * Owner    borrows model, canonicaliser and action.
 */
#ifndef COSET_WRAP_DETECTED_QUOTIENT_H
#define COSET_WRAP_DETECTED_QUOTIENT_H

#include "detect/use/index_action.h"
#include "detect/use/minimal.h"

/* `sampled` has all steps of m or a part of them: it serves to compare states with their images. If only the truth of
 * invariants is stored, a fault of an invariant is reported as false. */
coset_model *coset_detect_quotient_new(const coset_model *m, const coset_model *sampled, const coset_minimal *c);
/* The same with the families of m, a model over `sampled`: set i of the action is the set of indices of family i. */
coset_model *coset_detect_quotient_with_families(const coset_model *m, const coset_model *sampled,
                                                 const coset_minimal *c, const coset_index_action *families);
/* After a search: why the group is refuted, that is, properties or steps of a reached state and of its image differ.
 * The result of the search is then invalid. NULL: not refuted. */
const char *coset_detect_quotient_refuted(const coset_model *quotient);

#endif
