/* run/temporal_symb.h - properties of infinite runs decided by diagrams.
 *
 * Layer    run.
 * Idea     the symbolic search decides the automata of all properties on the states that it has reached. A run that
 *          violates one is found by the explicit search, which must agree.
 */
#ifndef COSET_RUN_TEMPORAL_SYMB_H
#define COSET_RUN_TEMPORAL_SYMB_H

#include "run/session.h"
#include "symb/search/reach.h"

/* Adds the properties to what a symbolic search decides. Its answers are stored in s->accepting. */
void coset_temporals_by_diagrams(coset_session *s, coset_symb_options *how);
/* The answer about property i; NULL: the search was not symbolic. */
const coset_symb_accepting *coset_temporal_answer(const coset_session *s, uint32_t i);

#endif
