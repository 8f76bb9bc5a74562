/* ir/arith.h - integer operators, exact or a fault.
 *
 * Layer    ir.
 */
#ifndef COSET_IR_ARITH_H
#define COSET_IR_ARITH_H

#include "ir/ir.h"

/* *out = a op b for ADD .. BITXOR. Returns NULL, or the error (an ARITHMETIC fault). */
const char *coset_ir_arithmetic(coset_ir_op op, int64_t a, int64_t b, int64_t *out);
/* -a */
const char *coset_ir_negate(int64_t a, int64_t *out);
/* LT, LE, GT, GE, EQ, NE. */
bool coset_ir_compare(coset_ir_op op, int64_t a, int64_t b);

#endif
