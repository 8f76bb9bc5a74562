/* ir/rewrite.h - a program with some of its expressions or types replaced.
 *
 * Layer    ir.
 */
#ifndef COSET_IR_REWRITE_H
#define COSET_IR_REWRITE_H

#include "ir/ir.h"

/* What shall stand for `e`, which is taken as it is, or NULL: `e` stays and its parts are asked about. `frame` is the
 * size of the frame of the routine in which `e` stands. */
typedef const coset_ir_expr *coset_ir_replace(void *ctx, const coset_ir_expr *e, uint32_t frame);

/* What shall stand for type `t`: one with the same layout and the same numbers in the same order, so that slots keep
 * their meaning; `t` itself where it stays. The same `t` always gets the same answer. */
typedef const coset_ir_type *coset_ir_retype(void *ctx, const coset_ir_type *t);

/* Asks about every expression of the program, from the outside in. Functions, rules and properties are built anew in
 * the program's arena; types and variables stay. */
void coset_ir_rewrite(coset_ir *ir, coset_ir_replace *replace, void *ctx);

/* A copy of the program, which owns `arena`, with other types, and with `replace` asked as above. What loads, calls or
 * chooses a value has the new type of that value. The original must outlive it. */
coset_ir *coset_ir_retyped(const coset_ir *ir, coset_arena *arena, coset_ir_replace *replace, coset_ir_retype *retype,
                           void *ctx);

#endif
