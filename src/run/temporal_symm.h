/* run/temporal_symm.h - the group of a search for runs that violate a formula, its atoms permuted.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_TEMPORAL_SYMM_H
#define COSET_RUN_TEMPORAL_SYMM_H

#include "run/session.h"
#include "symm/group/group.h"

/* The largest subgroup of g that preserves the automaton of the formula when it permutes the atoms; under g the
 * predicates are symmetric as families. It exchanges one set of elements of each type. Sets the symmetric structure of
 * both products; NULL, and nothing is set: no such part is known. */
const coset_symgroup *coset_temporal_permuted(const coset_session *s, const coset_temporal *x, const coset_symgroup *g,
                                              coset_model *product, coset_model *plain);
/* Undoes that. */
void coset_temporal_permute_nothing(coset_model *product, coset_model *plain);

#endif
