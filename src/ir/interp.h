/* ir/interp.h - a guarded-rule program as a model, by interpretation.
 *
 * Layer    ir. The reference meaning of ir.h: short and obvious before fast.
 */
#ifndef COSET_IR_INTERP_H
#define COSET_IR_INTERP_H

#include "ir/ir.h"

/* Takes the program (and frees its arena with the model). The model's slots, names and symmetric structure are derived
 * from the variables and types. */
coset_model *coset_ir_model(coset_ir *ir);

/* The program inside a model made by coset_ir_model, else NULL. */
const coset_ir *coset_model_ir(const coset_model *m);

#endif
