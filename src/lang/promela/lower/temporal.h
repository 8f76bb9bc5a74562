/* lang/promela/lower/temporal.h - properties of infinite runs.
 *
 * Layer    lang/promela/lower, private to it.
 */
#ifndef COSET_LANG_PROMELA_LOWER_TEMPORAL_H
#define COSET_LANG_PROMELA_LOWER_TEMPORAL_H

#include "lang/promela/program/pieces.h"

/* Predicates and rows for what how.temporals asks for; it is filled. */
void coset_pml_lower_temporal(coset_pml_lowerer *l);
/* Which conditions of a property, once all are made, differ only in the processes that they name: fills x->alike. */
void coset_pml_find_alike(coset_pml_lowerer *l, coset_temporals *t, coset_temporal *x);

#endif
