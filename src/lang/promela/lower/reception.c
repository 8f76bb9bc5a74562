/* lang/promela/lower/reception.c - unspecified receptions, which are checked on request. */
#include "lang/promela/lower/rule.h"

#include "lang/promela/expr/channel.h"
#include "lang/promela/facts/processes.h"
#include "lang/promela/state/state.h"

typedef struct {
    coset_pml_lowerer *l;
    coset_pml_who who;
    const coset_pml_edge *list;
} reception;

static uint32_t count(const coset_pml_expr *args)
{
    uint32_t n = 0;
    for (; args; args = args->next)
        n++;
    return n;
}

/* Shapes with capacity > 0 that the channel of a receive may have; *several: it may have more than one shape. */
static uint32_t shapes_of(coset_pml_lowerer *l, const coset_pml_stmt *st, uint32_t **shapes, bool *several)
{
    *shapes = coset_arena_get(l->tree, l->shapes.n, sizeof **shapes);
    uint32_t all = coset_pml_shapes_of(l, st->target, count(st->args), *shapes), n = 0;
    *several = all > 1;
    for (uint32_t i = 0; i < all; i++)
        if (l->shapes.at[(*shapes)[i]].capacity > 0)
            (*shapes)[n++] = (*shapes)[i];
    return n;
}

/* Some receive of the control state accepts a message from the channel with this number and shape. */
static const coset_ir_expr *any_takes(const reception *r, const coset_ir_expr *number, uint32_t s)
{
    coset_pml_lowerer *l = r->l;
    const coset_ir_expr *any = coset_pml_ir_number(l, 0, number->pos);
    for (const coset_pml_edge *e = r->list; e; e = e->next) {
        const coset_pml_stmt *st = coset_pml_first_receive(e->node);
        if (!st || !coset_pml_can_have_shape(l, st, s))
            continue;
        const coset_ir_expr *mine = coset_pml_number_of(l, &r->who, st->target);
        const coset_ir_expr *one = coset_pml_can_receive(l, &r->who, st, s);
        if (mine->op != COSET_E_CONST || number->op != COSET_E_CONST || mine->value != number->value)
            one = coset_pml_ir_both(l, coset_pml_ir_binary(l, COSET_E_EQ, mine, number), one);
        any = any->op == COSET_E_CONST ? one : coset_pml_ir_binary(l, COSET_E_OR, any, one);
    }
    return any;
}

/* There is a message for this receive, and no receive of the control state accepts it. */
static const coset_ir_expr *is_unspecified(const reception *r, const coset_pml_stmt *st)
{
    coset_pml_lowerer *l = r->l;
    uint32_t *shapes;
    bool several;
    const coset_ir_expr *any = NULL, *number = coset_pml_number_of(l, &r->who, st->target);
    uint32_t n = shapes_of(l, st, &shapes, &several);
    for (uint32_t i = 0; i < n; i++) {
        const coset_ir_place *channel = coset_pml_channel(l, number, shapes[i], st->target);
        const coset_ir_expr *one =
            coset_pml_ir_binary(l, COSET_E_GT, coset_pml_length(l, channel), coset_pml_ir_number(l, 0, st->pos));
        one = coset_pml_ir_both(l, one, coset_pml_ir_negated(l, any_takes(r, number, shapes[i])));
        if (several)
            one = coset_pml_ir_both(l, coset_pml_is_shape(l, &r->who, st->target, shapes[i]), one);
        any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, one) : one;
    }
    return any;
}

static bool has_else(const coset_pml_edge *list)
{
    for (const coset_pml_edge *e = list; e; e = e->next)
        if (e->node && e->node->kind == COSET_PML_N_ELSE)
            return true;
    return false;
}

/* The control state k of the family; an `else` accepts all messages that are not named. */
static void lower_reception(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t k)
{
    reception r = {.l = l, .who = {.family = f}, .list = f->graph->nodes[k]->out};
    const coset_pml_stmt *first = NULL;
    const coset_ir_expr *any = NULL;
    coset_pos pos = f->graph->nodes[k]->pos;
    coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
    l->frame = 0;
    *b = (coset_ir_binder){.name = "pid", .pos = pos, .frame = coset_pml_ir_slots(l, 1), .type = f->index};
    r.who.pid = f->n == 1 ? coset_pml_ir_number(l, f->lo, pos)
                          : coset_pml_ir_load(l, coset_pml_ir_place(l, COSET_P_LOCAL, b->frame, f->index, "pid", pos));
    for (const coset_pml_edge *e = has_else(r.list) ? NULL : r.list; e; e = e->next) {
        const coset_pml_stmt *st = coset_pml_first_receive(e->node);
        const coset_ir_expr *one = st ? is_unspecified(&r, st) : NULL;
        if (!one)
            continue;
        first = first ? first : st;
        any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, one) : one;
    }
    if (!any)
        return;
    any = coset_pml_ir_both(l, coset_pml_ir_equal(l, coset_pml_control(l, &r.who, pos), k), any);
    *coset_vec_add(&l->props) =
        (coset_ir_prop){.name = coset_arena_printf(l->arena, "%s receives what comes in state %u",
                                                   coset_pml_family_name(f), (unsigned)k),
                        .kind = COSET_PROP_INVARIANT,
                        .pos = first->pos,
                        .n_params = f->n > 1 ? 1 : 0,
                        .params = b,
                        .expr = coset_pml_ir_negated(l, any),
                        .frame_size = l->frame};
}

void coset_pml_lower_receptions(coset_pml_lowerer *l)
{
    for (uint32_t i = 0; l->how.receptions && i < l->n_families; i++)
        for (uint32_t k = 1; l->families[i].n && k < l->families[i].graph->n_nodes; k++)
            lower_reception(l, &l->families[i], k);
}
