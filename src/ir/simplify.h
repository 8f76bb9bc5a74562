/* ir/simplify.h - conditions that have the same value for all values of their variables.
 *
 * Layer    ir.
 * Idea     A condition is evaluated for every combination of values of the variables that it reads, each over its whole
 *          type. If all results agree, the condition is replaced by its value, and no longer reads its variables.
 * Sound    The simplified program differs from the original in one thing: a condition that would have faulted because
 *          it reads an undefined variable has a value instead. Conditions that can distinguish an undefined value from
 *          others (isundefined, comparison of whole records and arrays, calls, multisets), or that could fault in
 *          another way for some values (division by zero, an index outside), are never replaced; their parts may be.
 */
#ifndef COSET_IR_SIMPLIFY_H
#define COSET_IR_SIMPLIFY_H

#include "ir/ir.h"

/* Combinations of values that are tried for one condition; more: it stays. */
#define COSET_IR_COMBINATIONS UINT32_C(1048576)

/* Replaces conditions of the program by constants; returns how many. With `text`, each is reported as warning W004. */
uint32_t coset_ir_simplify(coset_ir *ir, coset_text *text);

#endif
