/* lang/promela/lower/temporal.h - properties of infinite runs.
 *
 * Layer    lang/promela/lower, private to it.
 */
#ifndef COSET_LANG_PROMELA_LOWER_TEMPORAL_H
#define COSET_LANG_PROMELA_LOWER_TEMPORAL_H

#include "lang/promela/program/pieces.h"

/* Creates predicates and rows for the properties requested by how.temporals, and fills it. */
void coset_pml_lower_temporal(coset_pml_lowerer *l);
/* Finds conditions of a complete property that differ only in the processes that they name: fills x->alike. */
void coset_pml_find_alike(coset_pml_lowerer *l, coset_temporals *t, coset_temporal *x);

#endif
