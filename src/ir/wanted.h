/* ir/wanted.h - predicates and formulas as properties of a program.
 *
 * Layer    ir (sees base, model).
 */
#ifndef COSET_IR_WANTED_H
#define COSET_IR_WANTED_H

#include "base/predicate.h"
#include "ir/ir.h"

/* Adds properties behind those that the program has: of the predicates that name an invariant its copies, then all
 * formulas. `wanted` may be NULL. Errors: COSET_INPUT, with messages, where there is no such invariant. */
coset_status coset_ir_add_wanted(coset_ir *ir, coset_text *text, coset_wanted *wanted, coset_err *err) COSET_NODISCARD;

#endif
