/* run/por_reasons.h - why rules are not reduced by partial order reduction, by line.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_POR_REASONS_H
#define COSET_RUN_POR_REASONS_H

#include "run/session.h"
#include "wrap/relations.h"

/* A line for each rule that may fire, in order: "file:line rule: reason; ...", in the arena. `seen`: slots that the
 * properties depend on. */
const char *const *coset_por_reasons(const coset_session *s, const coset_relations *r, const uint64_t *seen,
                                     uint32_t *n);

#endif
