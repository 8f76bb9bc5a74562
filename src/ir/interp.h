/* ir/interp.h - a guarded-rule program as a model, by interpretation.
 *
 * Layer    ir. The reference semantics of ir.h: simple rather than fast.
 */
#ifndef COSET_IR_INTERP_H
#define COSET_IR_INTERP_H

#include "ir/ir.h"

/* Takes the program (and frees its arena with the model). The model's slots, names and symmetric structure are derived
 * from the variables and types. */
coset_model *coset_ir_model(coset_ir *ir);

/* The program inside a model made by coset_ir_model, else NULL. */
const coset_ir *coset_model_ir(const coset_model *m);

/* Runs one rule of the program alone, for one instance: an edge if the rule is enabled. Transient states count as
 * states here, and priorities are ignored. The worker is one of such a model. */
coset_status coset_ir_fire(coset_worker *w, const coset_value *src, coset_part part, coset_on_edge *on_edge, void *ctx);

#define COSET_IR_EACH UINT64_MAX /* instance */

/* The steps out of the state that the rule begins, as if it were the only one: continued through transient states,
 * whatever its priority. Those of the instance are among them, and maybe others of the rule. */
coset_status coset_ir_step_of(coset_worker *w, const coset_value *src, uint32_t group, uint64_t instance,
                              coset_on_edge *on_edge, void *ctx);

#endif
