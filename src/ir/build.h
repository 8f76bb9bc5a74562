/* ir/build.h - nodes of a program, as front ends make them.
 *
 * Layer    ir.
 * Owner    the arena.
 */
#ifndef COSET_IR_BUILD_H
#define COSET_IR_BUILD_H

#include "ir/ir.h"

/* A list of statements while it grows. */
typedef struct {
    const coset_ir_stmt *first;
    coset_ir_stmt *last;
} coset_ir_list;

/* Fields not given here are zero; a statement has no property. */
coset_ir_expr *coset_ir_make(coset_arena *a, coset_ir_op op, const coset_ir_type *type, coset_pos pos);
coset_ir_stmt *coset_ir_add(coset_arena *a, coset_ir_list *list, coset_ir_stmt_op op, coset_pos pos);
/* FOR over `b`; the caller sets its body. */
coset_ir_stmt *coset_ir_add_loop(coset_arena *a, coset_ir_list *list, const coset_ir_binder *b, coset_pos pos);
/* A place without steps, not shortened. The name is borrowed. */
coset_ir_place *coset_ir_whole(coset_arena *a, coset_ir_base base, uint32_t offset, const coset_ir_type *type,
                               const char *name, coset_pos pos);

#endif
