/* lang/promela/lower/rule.h - construction of rules and properties.
 *
 * Layer    lang/promela/lower, private to it.
 */
#ifndef COSET_LANG_PROMELA_LOWER_RULE_H
#define COSET_LANG_PROMELA_LOWER_RULE_H

#include "lang/promela/program/pieces.h"

/* start.c. The initial state. */
void coset_pml_lower_start(coset_pml_lowerer *l);
/* One rule for the opening. */
void coset_pml_lower_opening(coset_pml_lowerer *l);

/* rule.c: one for each transition of each automaton. */
void coset_pml_lower_rules(coset_pml_lowerer *l);

/* reception.c: only on request. */
void coset_pml_lower_receptions(coset_pml_lowerer *l);

/* predicate.c: conditions of formulas. */
void coset_pml_lower_predicates(coset_pml_lowerer *l);

#endif
