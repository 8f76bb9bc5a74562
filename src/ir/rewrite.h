/* ir/rewrite.h - a program with some of its expressions or types replaced.
 *
 * Layer    ir.
 */
#ifndef COSET_IR_REWRITE_H
#define COSET_IR_REWRITE_H

#include "ir/ir.h"

/* The replacement for `e`, which is used unchanged, or NULL: `e` stays and its parts are visited. `frame` is the frame
 * size of the routine with `e`. */
typedef const coset_ir_expr *coset_ir_replace(void *ctx, const coset_ir_expr *e, uint32_t frame);

/* The replacement for type `t`: one with the same layout and the same numbers in the same order, so that slots keep
 * their meaning; or `t` itself. The same `t` must always get the same answer. */
typedef const coset_ir_type *coset_ir_retype(void *ctx, const coset_ir_type *t);

/* Visits every expression of the program, outermost first. Functions, rules and properties are rebuilt in the program's
 * arena; types and variables stay. */
void coset_ir_rewrite(coset_ir *ir, coset_ir_replace *replace, void *ctx);

/* A copy of the program, which owns `arena`, with other types, and with `replace` applied as above. Expressions that
 * load, call or select a value get the new type of that value. The original must outlive it. */
coset_ir *coset_ir_retyped(const coset_ir *ir, coset_arena *arena, coset_ir_replace *replace, coset_ir_retype *retype,
                           void *ctx);

#endif
