/* ir/rewrite.h - a program with some of its expressions replaced.
 *
 * Layer    ir, private.
 */
#ifndef COSET_IR_REWRITE_H
#define COSET_IR_REWRITE_H

#include "ir/ir.h"

/* What shall stand for `e`, which is taken as it is, or NULL: `e` stays and its parts are asked about. `frame` is the
 * size of the frame of the routine in which `e` stands. */
typedef const coset_ir_expr *coset_ir_replace(void *ctx, const coset_ir_expr *e, uint32_t frame);

/* Asks about every expression of the program, from the outside in. Functions, rules and properties are built anew in
 * the program's arena; types and variables stay. */
void coset_ir_rewrite(coset_ir *ir, coset_ir_replace *replace, void *ctx);

#endif
