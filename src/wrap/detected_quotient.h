/* wrap/detected_quotient.h - the quotient of a model by a detected group, as a model.
 *
 * Layer    wrap.
 * Idea     starts and next emit representatives with the sizes of their orbits. All properties are symmetric under the
 *          group, so eval answers for the whole orbit.
 * Owner    borrows model and canonicaliser.
 */
#ifndef COSET_WRAP_DETECTED_QUOTIENT_H
#define COSET_WRAP_DETECTED_QUOTIENT_H

#include "detect/use/minimal.h"

/* Where only the truth of invariants is kept, a fault of an invariant is told as false. */
coset_model *coset_detect_quotient_new(const coset_model *m, const coset_minimal *c);
/* What has refuted the group in a search that is over: properties or steps of a reached state and of its image differ.
 * Its result means nothing then. NULL: nothing. */
const char *coset_detect_quotient_refuted(const coset_model *quotient);

#endif
