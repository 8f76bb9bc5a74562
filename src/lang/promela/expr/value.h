/* lang/promela/expr/value.h - values, and places of variables: what all kinds of expressions are made of.
 *
 * Layer    lang/promela/expr.
 * Idea     expressions stand in each other: an index in a place, a condition in a quantifier, a number in a question to
 *          a channel. So there is one way back from a part to expressions of all kinds (expr.h): the entry `any_expr`
 *          of the lowerer, set where that is made (lower/lower.c). All other calls go downwards.
 */
#ifndef COSET_LANG_PROMELA_EXPR_VALUE_H
#define COSET_LANG_PROMELA_EXPR_VALUE_H

#include "lang/promela/program/pieces.h"

/* Of any expression; as a condition. */
const coset_ir_expr *coset_pml_value(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
const coset_ir_expr *coset_pml_truth(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
/* The number that the model sees as `_pid`. */
const coset_ir_expr *coset_pml_pid(coset_pml_lowerer *l, const coset_pml_who *who);
const coset_ir_place *coset_pml_lower_place(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
/* A value with these bounds as it is after it has been stored in a variable of type t. */
const coset_ir_expr *coset_pml_cut(coset_pml_lowerer *l, const coset_ir_expr *e, int64_t lo, int64_t hi,
                                   const coset_pml_type *t, bool in_array);
/* Its low bits: by a mask; as a number with sign, from -half to half - 1. */
const coset_ir_expr *coset_pml_masked(coset_pml_lowerer *l, const coset_ir_expr *e, int64_t mask);
const coset_ir_expr *coset_pml_signed_part(coset_pml_lowerer *l, const coset_ir_expr *e, int64_t half);

#endif
