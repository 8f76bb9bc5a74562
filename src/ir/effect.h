/* ir/effect.h - which functions write outside their own frame.
 *
 * Layer    ir, private.
 */
#ifndef COSET_IR_EFFECT_H
#define COSET_IR_EFFECT_H

#include "ir/ir.h"

/* [n_functions] true: a call may write to the state, or through a reference. An over-approximation. */
const bool *coset_ir_effects(const coset_ir *ir, coset_arena *arena);
/* Evaluating it calls such a function. NULL does not. */
bool coset_ir_expr_has_effect(const bool *effects, const coset_ir_expr *e);
bool coset_ir_place_has_effect(const bool *effects, const coset_ir_place *p);

#endif
