/* ir/element_map.h - arithmetic on one element of a scalarset that treats all elements alike.
 *
 * Layer    ir.
 * Idea     `x + 1`, `1 - x`, `(x + 1) % 2` or `x < 4` compute with an element x and constants only. The expression is
 *          tabulated over the values of x. It commutes with all renamings of a scalarset exactly if, on the elements,
 *          it is constant, or renumbers them in the same order, or exchanges the only two.
 * Cost     linear in the number of values of x; ranges of more than COSET_IR_MOST_TABULATED values only if the
 *          expression adds to x or subtracts.
 */
#ifndef COSET_IR_ELEMENT_MAP_H
#define COSET_IR_ELEMENT_MAP_H

#include "ir/ir.h"

#define COSET_IR_MOST_TABULATED 1024U

typedef struct {
    const coset_ir_expr *leaf; /* x */
    const coset_ir_type *type; /* of the results; NULL: none of them is an element */
} coset_ir_element_map;

/* False if e is no such expression, or does not treat the elements alike. Types are made in the arena. */
bool coset_ir_element_map_of(coset_arena *a, const coset_ir_expr *e, coset_ir_element_map *out);
/* A scalarset with the same elements, numbered from `lo` on. */
const coset_ir_type *coset_ir_renumbered(coset_arena *a, const coset_ir_type *scalarset, int64_t lo);
/* Rank of number v among the elements of the scalarset in t that it belongs to; -1: it is no element. */
int64_t coset_ir_element_number(const coset_ir_type *t, int64_t v);
/* Each value of t2 is the same value in t: numbers are numbers, elements elements. For types with ordered values. */
bool coset_ir_holds(const coset_ir_type *t, const coset_ir_type *t2);
/* The two types have the same values and the same elements among them. */
bool coset_ir_same_values(const coset_ir_type *a, const coset_ir_type *b);

#endif
