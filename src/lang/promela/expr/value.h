/* lang/promela/expr/value.h - values, and places of variables: the basis of all kinds of expressions.
 *
 * Layer    lang/promela/expr.
 * Idea     Expressions are nested: an index in a place, a condition in a quantifier, a number in a channel query. So
 *          there is one upward call from a part to expressions of all kinds (expr.h): the entry `any_expr` of the
 *          lowerer, set when that is created (lower/lower.c). All other calls go downwards.
 */
#ifndef COSET_LANG_PROMELA_EXPR_VALUE_H
#define COSET_LANG_PROMELA_EXPR_VALUE_H

#include "lang/promela/program/pieces.h"

/* Of any expression; as a condition. */
const coset_ir_expr *coset_pml_value(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
const coset_ir_expr *coset_pml_truth(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
/* The number that is the model's `_pid`. */
const coset_ir_expr *coset_pml_pid(coset_pml_lowerer *l, const coset_pml_who *who);
const coset_ir_place *coset_pml_lower_place(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
/* A value with these bounds, truncated as when stored in a variable of type t. */
const coset_ir_expr *coset_pml_cut(coset_pml_lowerer *l, const coset_ir_expr *e, int64_t lo, int64_t hi,
                                   const coset_pml_type *t, bool in_array);
/* Its low bits: by a mask; as a signed number, from -half to half - 1. */
const coset_ir_expr *coset_pml_masked(coset_pml_lowerer *l, const coset_ir_expr *e, int64_t mask);
const coset_ir_expr *coset_pml_signed_part(coset_pml_lowerer *l, const coset_ir_expr *e, int64_t half);

#endif
