#include "ir/build.h"

coset_ir_expr *coset_ir_make(coset_arena *a, coset_ir_op op, const coset_ir_type *type, coset_pos pos)
{
    const coset_ir_expr e = {.op = op, .type = type, .pos = pos};
    return coset_arena_copy(a, &e, 1, sizeof e);
}

coset_ir_stmt *coset_ir_add(coset_arena *a, coset_ir_list *list, coset_ir_stmt_op op, coset_pos pos)
{
    coset_ir_stmt *s = coset_arena_get(a, 1, sizeof *s);
    s->op = op;
    s->pos = pos;
    s->prop = COSET_NO_PROP;
    if (list->last)
        list->last->next = s;
    else
        list->first = s;
    list->last = s;
    return s;
}

coset_ir_stmt *coset_ir_add_loop(coset_arena *a, coset_ir_list *list, const coset_ir_binder *b, coset_pos pos)
{
    coset_ir_stmt *s = coset_ir_add(a, list, COSET_S_FOR, pos);
    s->binder = b;
    return s;
}

coset_ir_place *coset_ir_whole(coset_arena *a, coset_ir_base base, uint32_t offset, const coset_ir_type *type,
                               const char *name, coset_pos pos)
{
    const coset_ir_place p = {.base = base, .offset = offset, .type = type, .name = name, .pos = pos};
    return coset_arena_copy(a, &p, 1, sizeof p);
}
