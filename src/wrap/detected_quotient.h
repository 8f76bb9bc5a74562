/* wrap/detected_quotient.h - the quotient of a model by a detected group, as a model.
 *
 * Layer    wrap.
 * Idea     starts and next emit representatives with the sizes of their orbits. All properties are symmetric under the
 *          group, so eval answers for the whole orbit. Families of the model, if the group permutes their indices,
 *          become families whose indices are the elements of one more symmetric type each, and edges have renamings of
 *          these; slots and values have nothing to do with these types.
 * Owner    borrows model, canonicaliser and action.
 */
#ifndef COSET_WRAP_DETECTED_QUOTIENT_H
#define COSET_WRAP_DETECTED_QUOTIENT_H

#include "detect/use/index_action.h"
#include "detect/use/minimal.h"

/* `sampled` has all steps, m them or a part of them: states and their images are compared by it.
 * Where only the truth of invariants is kept, a fault of an invariant is told as false. */
coset_model *coset_detect_quotient_new(const coset_model *m, const coset_model *sampled, const coset_minimal *c);
/* The same with the families of m, a model over `sampled`: set i of the action is what family i has for indices. */
coset_model *coset_detect_quotient_with_families(const coset_model *m, const coset_model *sampled,
                                                 const coset_minimal *c, const coset_index_action *families);
/* What has refuted the group in a search that is over: properties or steps of a reached state and of its image differ.
 * Its result means nothing then. NULL: nothing. */
const char *coset_detect_quotient_refuted(const coset_model *quotient);

#endif
