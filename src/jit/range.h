/* jit/range.h - bounds of the value of an expression.
 *
 * Layer    jit, private.
 * Idea     variables have values of their types, so most sums cannot overflow, most divisors are not 0, and assigned
 *          values are often values of the type. If that is certain, the code omits the test: there is less to
 *          translate, and less to run. Nothing is assumed about integers without bounds and results of calls.
 */
#ifndef COSET_JIT_RANGE_H
#define COSET_JIT_RANGE_H

#include "ir/ir.h"

typedef struct {
    int64_t lo, hi;
} coset_jit_range;

/* Of an expression that is evaluated without a fault. */
coset_jit_range coset_jit_range_of(const coset_ir_expr *e);
/* Of the values of a simple type. */
coset_jit_range coset_jit_range_of_type(const coset_ir_type *t);
/* Of a, b under BITAND, BITOR or BITXOR: for non-negative numbers the bits of the result are bits of the operands. */
coset_jit_range coset_jit_range_of_bits(coset_ir_op op, coset_jit_range a, coset_jit_range b);
/* Of a, b under ADD, SUB, MUL, DIV or MOD. False: the operation may fault. */
bool coset_jit_range_apply(coset_ir_op op, coset_jit_range a, coset_jit_range b, coset_jit_range *out);
/* All of them are values of the simple type. */
bool coset_jit_range_fits(coset_jit_range r, const coset_ir_type *t);

#endif
