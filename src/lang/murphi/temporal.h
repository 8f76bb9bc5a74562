/* lang/murphi/temporal.h - formulas of linear time over the conditions of a Murphi model.
 *
 * Layer    lang/murphi.
 * Idea     a formula is read twice. Before the model is checked, to find its conditions, which become properties below
 *          the quantifiers around them. Once the model is lowered, and types have their sizes, to make a formula of it:
 *          quantifiers with temporal operators inside are a conjunction or disjunction over the elements; those around
 *          the whole formula make one formula for each element.
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
/* Makes properties of them, behind those of the program. */
coset_status coset_mu_make_temporals(coset_text *text, const coset_mu_model *model, coset_ir *ir, coset_temporals *t,
                                     coset_err *err) COSET_NODISCARD;
/* When nothing more is made of them; model may be NULL. */
void coset_mu_forget_temporals(coset_mu_model *model);

#endif
