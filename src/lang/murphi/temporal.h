/* lang/murphi/temporal.h - LTL formulas over the conditions of a Murphi model.
 *
 * Layer    lang/murphi.
 * Idea     A formula is parsed twice. The first pass, before the model is checked, finds its conditions, which become
 *          properties below their quantifiers. The second pass, after the model is lowered and types have their sizes,
 *          builds the formula: quantifiers with temporal operators inside become a conjunction or disjunction over the
 *          elements; those around the whole formula give one formula for each element.
 * Where    options, and comments of the model that begin with `@ltl`: "-- @ltl NAME: FORMULA" or with slash and star.
 */
#ifndef COSET_LANG_MURPHI_TEMPORAL_H
#define COSET_LANG_MURPHI_TEMPORAL_H

#include "ir/ir.h"
#include "lang/kit/temporal.h"
#include "lang/murphi/ast.h"

/* Finds the formulas and appends their conditions to the model. */
coset_status coset_mu_find_temporals(coset_text *text, coset_mu_model *model, coset_temporals *t,
                                     coset_err *err) COSET_NODISCARD;
/* Turns them into properties, after those of the program. */
coset_status coset_mu_make_temporals(coset_text *text, const coset_mu_model *model, coset_ir *ir, coset_temporals *t,
                                     coset_err *err) COSET_NODISCARD;
/* Frees them; model may be NULL. */
void coset_mu_forget_temporals(coset_mu_model *model);

#endif
