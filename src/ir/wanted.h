/* ir/wanted.h - predicates and formulas as properties of a program.
 *
 * Layer    ir (sees base, model).
 */
#ifndef COSET_IR_WANTED_H
#define COSET_IR_WANTED_H

#include "base/predicate.h"
#include "ir/ir.h"

/* Appends properties to those of the program: copies of the invariants that predicates name, then all formulas.
 * `wanted` may be NULL. Errors: COSET_INPUT, with messages, if there is no such invariant. */
coset_status coset_ir_add_wanted(coset_ir *ir, coset_text *text, coset_wanted *wanted, coset_err *err) COSET_NODISCARD;

#endif
