/* lang/promela/expr/expr.h - expressions of all kinds.
 *
 * Layer    lang/promela/expr.
 */
#ifndef COSET_LANG_PROMELA_EXPR_EXPR_H
#define COSET_LANG_PROMELA_EXPR_EXPR_H

#include "lang/promela/expr/value.h"

const coset_ir_expr *coset_pml_lower_expr(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);

#endif
