/* detect/extract/private.c - cells of a frame that are always written before they are read:
 * variables of loops and quantifiers, references, and results of functions. */
#include "detect/extract/constraints.h"
#include "ir/visit.h"

typedef struct {
    uint32_t n_slots;
    bool *is_private;
    bool unbounded; /* a local variable that may hold any integer is assigned */
} marker;

static void mark(marker *k, uint32_t frame, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        k->is_private[k->n_slots + frame + i] = true;
}

static bool mark_place(const coset_ir_visit *v, const coset_ir_place *p)
{
    if (p->base == COSET_P_CALL)
        mark(v->ctx, p->offset, p->call->function->result->width);
    return coset_ir_visit_place_parts(v, p);
}

static bool mark_binder(const coset_ir_visit *v, const coset_ir_binder *b)
{
    mark(v->ctx, b->frame, b->type->width);
    return coset_ir_visit_binder_parts(v, b);
}

static bool mark_stmt(const coset_ir_visit *v, const coset_ir_stmt *s)
{
    marker *k = v->ctx;
    if (s->op == COSET_S_BIND)
        mark(k, s->frame, 1);
    if (s->op == COSET_S_ASSIGN && s->place->type->kind == COSET_T_INT)
        k->unbounded = true;
    return coset_ir_visit_stmt_parts(v, s);
}

bool coset__find_private(const coset_ir_rule *r, uint32_t n_slots, bool *is_private)
{
    marker k = {n_slots, is_private, false};
    const coset_ir_visit v = {.place = mark_place, .binder = mark_binder, .stmt = mark_stmt, .ctx = &k};
    (void)coset_ir_visit_rule(&v, r);
    return k.unbounded;
}
