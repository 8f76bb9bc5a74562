/* detect/private.c - cells of a frame that are written before they are read wherever they are looked at: variables of
 * loops and quantifiers, references, and results of functions. */
#include "detect/constraints.h"

typedef struct {
    uint32_t n_slots;
    bool *is_private;
    bool unbounded; /* a local variable that may hold any integer is assigned */
} marker;

static void mark_expr(marker *k, const coset_ir_expr *e);

static void mark(marker *k, uint32_t frame, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        k->is_private[k->n_slots + frame + i] = true;
}

static void mark_place(marker *k, const coset_ir_place *p)
{
    if (!p)
        return;
    if (p->base == COSET_P_CALL) {
        mark(k, p->offset, p->call->function->result->width);
        mark_expr(k, p->call);
    }
    for (uint32_t i = 0; i < p->n_steps; i++)
        mark_expr(k, p->steps[i].index);
}

static void mark_binder(marker *k, const coset_ir_binder *b)
{
    if (!b)
        return;
    mark(k, b->frame, b->type->width);
    mark_place(k, b->bag);
    mark_expr(k, b->from);
    mark_expr(k, b->to);
    mark_expr(k, b->step);
}

static void mark_expr(marker *k, const coset_ir_expr *e)
{
    if (!e)
        return;
    mark_expr(k, e->a);
    mark_expr(k, e->b);
    mark_expr(k, e->c);
    mark_place(k, e->place);
    mark_place(k, e->other);
    mark_binder(k, e->binder);
    for (uint32_t i = 0; e->op == COSET_E_CALL && i < e->function->n_params; i++) {
        mark_expr(k, e->args[i].expr);
        mark_place(k, e->args[i].place);
    }
}

static void mark_stmts(marker *k, const coset_ir_stmt *s)
{
    for (; s; s = s->next) {
        mark_expr(k, s->expr);
        mark_place(k, s->place);
        mark_place(k, s->source);
        mark_binder(k, s->binder);
        mark_stmts(k, s->body);
        mark_stmts(k, s->other);
        if (s->op == COSET_S_BIND)
            mark(k, s->frame, 1);
        if (s->op == COSET_S_ASSIGN && s->place->type->kind == COSET_T_INT)
            k->unbounded = true;
    }
}

bool coset__find_private(const coset_ir_rule *r, uint32_t n_slots, bool *is_private)
{
    marker k = {n_slots, is_private, false};
    for (uint32_t i = 0; i < r->n_params; i++)
        mark_binder(&k, &r->params[i]);
    mark_stmts(&k, r->prelude);
    mark_expr(&k, r->guard);
    mark_stmts(&k, r->body);
    return k.unbounded;
}
