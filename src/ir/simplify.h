/* ir/simplify.h - conditions that have the same value whatever their variables hold.
 *
 * Layer    ir.
 * Idea     a condition is evaluated for every combination of values of the variables that it reads, each anywhere in
 *          its type. Where all agree, the condition is replaced by its value, and reads its variables no more.
 * Sound    the simplified program differs from the original in one thing: a condition that would have faulted because
 *          it reads an undefined variable has a value instead. Conditions that can tell an undefined value from others
 *          (isundefined, comparison of whole records and arrays, calls, multisets), or that could fault in another way
 *          for some values (division by zero, an index outside), are never replaced; their parts may be.
 */
#ifndef COSET_IR_SIMPLIFY_H
#define COSET_IR_SIMPLIFY_H

#include "ir/ir.h"

/* Combinations of values that are tried for one condition; more: it stays. */
#define COSET_IR_COMBINATIONS UINT32_C(1048576)

/* Replaces conditions of the program by constants; returns how many. With `text`, each is told there as warning W004.
 */
uint32_t coset_ir_simplify(coset_ir *ir, coset_text *text);

#endif
