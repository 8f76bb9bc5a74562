/* ir/lift_elements.h - conditions that name elements, as instances of a condition with parameters.
 *
 * Layer    ir.
 * Idea     `want[0]` and `want[1]`, with an index of a scalarset, are instances of `want[p]`. A constant that is used
 *          as an element, as an index or compared with a value that may be one, becomes a parameter of the scalarset,
 *          in the order of occurrence. The condition is then equivalent to its instance with these elements.
 * Limits   constants in other places are unchanged: calls, quantifiers, multisets, arithmetic.
 */
#ifndef COSET_IR_LIFT_ELEMENTS_H
#define COSET_IR_LIFT_ELEMENTS_H

#include "ir/ir.h"

#define COSET_IR_MOST_LIFTED 4

/* A property without parameters as instance `instance` of `out`, which is made in the arena. False: it names no
 * element, or more than COSET_IR_MOST_LIFTED, or of types with too many. */
bool coset_ir_lift_elements(coset_arena *arena, const coset_ir_prop *p, coset_ir_prop *out, uint32_t *instance);
/* The two have the same parameters and the same expression, node by node. False: maybe different. */
bool coset_ir_same_condition(const coset_ir_prop *a, const coset_ir_prop *b);

#endif
