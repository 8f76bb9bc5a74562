/* lang/promela/step/each.c - statements that are repeated for each element of a scalarset, executed in one loop. */
#include "lang/promela/step/effect.h"

#include "lang/promela/expr/channel.h"
#include "lang/promela/expr/expr.h"
#include "lang/promela/expr/kinds.h"
#include "lang/promela/facts/text.h"
#include "lang/promela/state/state.h"
#include "lang/promela/step/message.h"
#include "lang/promela/step/watch.h"

void coset_pml_say_each(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_node *n)
{
    coset_pml_lowerer *l = r->l;
    if (!r->spacing) {
        coset_pml_say_deed(l, list, coset_pml_ir_number(l, n->id, n->pos), n->pos);
        return;
    }
    const coset_ir_expr *k = coset_pml_ir_binary(l, COSET_E_SUB, l->filling, coset_pml_ir_number(l, r->lo, n->pos));
    k = coset_pml_ir_binary(l, COSET_E_MUL, k, coset_pml_ir_number(l, r->spacing, n->pos));
    coset_pml_say_deed(l, list, coset_pml_ir_binary(l, COSET_E_ADD, k, coset_pml_ir_number(l, n->id, n->pos)), n->pos);
}

static const coset_ir_stmt *put_option(const coset_pml_rolling *r, const coset_pml_seq *o)
{
    coset_ir_list body = {0};
    coset_pml_say_each(r, &body, o->first);
    for (const coset_pml_node *n = o->first; n != o->extent;) {
        n = coset_pml_behind(n);
        coset_pml_put_each(r, &body, n);
    }
    return body.first;
}

/* The loop is one step only if it never blocks. */
static void assert_room(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_stmt *st, uint32_t shape)
{
    coset_ir_list body = {0};
    coset_ir_stmt *s = coset_ir_add(r->l->arena, list, COSET_S_IF, st->pos);
    s->expr = coset_pml_ir_negated(r->l, coset_pml_can_send(r->l, r->who, st, shape));
    coset_pml_ir_fail(r->l, &body, "room for the messages of this loop", r->l->counting->start->pos);
    r->l->props.at[body.last->prop].assumed = COSET_ASSUMED_STEP;
    s->body = body.first;
}

/* There is room for the message, in a channel whose shape is known. */
static void put_send(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_stmt *st)
{
    uint32_t *shapes = coset_arena_get(r->l->tree, r->l->shapes.n, sizeof *shapes);
    uint32_t n = coset_pml_shapes_of(r->l, st->target, UINT32_MAX, shapes);
    COSET_INVARIANT(n == 1);
    if (r->l->counting && r->l->counting->assumes)
        assert_room(r, list, st, shapes[0]);
    coset_pml_send(r->l, r->who, list, st, shapes[0]);
}

void coset_pml_put_each(const coset_pml_rolling *r, coset_ir_list *list, const coset_pml_node *n)
{
    if (n->kind != COSET_PML_N_SELECT) {
        coset_pml_say_each(r, list, n);
        if (n->stmt->op == COSET_PML_S_SEND)
            put_send(r, list, n->stmt);
        else
            coset_pml_effect(r->l, r->who, list, n->stmt);
        return;
    }
    const coset_ir_expr *when = coset_pml_truth(r->l, r->who, n->sub->first->stmt->e);
    coset_ir_stmt *s = coset_ir_add(r->l->arena, list, COSET_S_IF, n->pos);
    s->expr = when;
    s->body = put_option(r, n->sub);
    s->other = put_option(r, n->sub->next);
}

void coset_pml_roll(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_unrolled *u)
{
    coset_pml_note_unrolled(l, who->family->proc, u);
    coset_ir_list body = {0};
    const coset_ir_binder *b = coset_pml_fill(l, u->type, u->first->pos);
    coset_ir_stmt *loop = coset_ir_add_loop(l->arena, list, b, u->first->pos);
    const coset_pml_rolling r = {l, who, u->type->lo, coset_pml_behind(u->first)->id - u->first->id};
    coset_pml_put_each(&r, &body, u->first);
    loop->body = body.first;
    l->holes.n = 0;
}

void coset_pml_put_choice(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                          const coset_pml_choice *c, bool before)
{
    const coset_pml_rolling r = {l, who, c->type->lo, c->spacing};
    if (before)
        coset_pml_say_each(&r, list, c->first->node);
    for (uint32_t i = 0; !before && i < c->n_tail; i++)
        coset_pml_put_each(&r, list, c->tail[i]);
}
