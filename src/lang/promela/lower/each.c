/* lang/promela/lower/each.c - what is written once for each element of a scalarset, as a quantifier, a sum, a loop. */
#include "lang/promela/lower/each.h"

#include "lang/promela/lower/each.h"

const coset_ir_binder *coset_pml_fill(coset_pml_lowerer *l, const coset_ir_type *s, coset_pos pos)
{
    coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
    *b = (coset_ir_binder){.name = "each", .pos = pos, .frame = coset_pml_ir_slots(l, 1), .type = s};
    l->filling = coset_pml_ir_load(l, coset_pml_ir_place(l, COSET_P_LOCAL, b->frame, s, "each", pos));
    return b;
}

/* ---- conditions ------------------------------------------------------------------------------------------------- */

/* The holes are then noted. */
static bool is_for_each(coset_pml_each *s, const coset_pml_expr *const *parts, uint32_t n)
{
    s->n = s->l->holes.n = 0;
    if (s->type->n < 2 || n < s->type->n)
        return false;
    for (uint32_t k = 1; k < s->type->n; k++)
        if (!coset_pml_alike(parts[0], parts[1], parts[k], s->type->lo, k))
            return false;
    return coset_pml_note_holes(s, parts[0], parts[1], NULL) && s->n > 0;
}

const coset_ir_expr *coset_pml_for_each(coset_pml_lowerer *l, const coset_pml_who *who, bool all,
                                        const coset_pml_expr *const *parts, uint32_t n, uint32_t *used)
{
    if (l->holes.n)
        return NULL;
    for (uint32_t i = 0; i < l->symtypes.n; i++) {
        coset_pml_each s = {.l = l, .proc = who->family ? who->family->proc : NULL, .type = l->symtypes.at[i]};
        if (!is_for_each(&s, parts, n)) {
            l->holes.n = 0;
            continue;
        }
        coset_ir_expr *x = coset_pml_ir_make(l, all ? COSET_E_FORALL : COSET_E_EXISTS, parts[0]->pos);
        x->type = l->boolean;
        x->binder = coset_pml_fill(l, s.type, parts[0]->pos);
        x->a = coset_pml_truth(l, who, parts[0]);
        l->holes.n = 0;
        *used = (uint32_t)s.type->n;
        return x;
    }
    return NULL;
}

/* ---- sums ------------------------------------------------------------------------------------------------------- */

static bool is_global(const coset_pml_expr *e)
{
    if (!e)
        return true;
    if (e->op == COSET_PML_E_NAME && e->var->storage != COSET_PML_GLOBAL)
        return false;
    bool plain = e->is_constant || e->op == COSET_PML_E_NAME || e->op == COSET_PML_E_INDEX ||
                 e->op == COSET_PML_E_FIELD || e->op == COSET_PML_E_LEN || e->op == COSET_PML_E_EQ ||
                 e->op == COSET_PML_E_NE;
    return plain && is_global(e->a) && (e->op == COSET_PML_E_FIELD || is_global(e->b)) && !e->c && !e->args;
}

/* `sum = 0; for each element: sum = sum + part; return sum` */
static const coset_ir_function *summing(coset_pml_lowerer *l, const coset_pml_who *who, const coset_ir_type *s,
                                        const coset_pml_expr *part, const coset_ir_type *result)
{
    const uint32_t outer = l->frame;
    coset_ir_list body = {0}, round = {0};
    l->frame = 0;
    const coset_ir_place *sum = coset_pml_ir_local(l, result, "sum", part->pos);
    coset_pml_ir_assign(l, &body, sum, coset_pml_ir_number(l, 0, part->pos));
    coset_ir_stmt *loop = coset_ir_add_loop(l->arena, &body, coset_pml_fill(l, s, part->pos), part->pos);
    coset_pml_ir_assign(
        l, &round, sum,
        coset_pml_ir_binary(l, COSET_E_ADD, coset_pml_ir_load(l, sum), coset_pml_lower_expr(l, who, part)));
    loop->body = round.first;
    coset_ir_add(l->arena, &body, COSET_S_RETURN, part->pos)->expr = coset_pml_ir_load(l, sum);
    coset_ir_function *fn = coset_arena_get(l->arena, 1, sizeof *fn);
    *fn = (coset_ir_function){
        .name = "sum", .pos = part->pos, .result = result, .frame_size = l->frame, .body = body.first};
    fn->number = l->functions.n;
    *coset_vec_add(&l->functions) = fn;
    l->frame = outer;
    return fn;
}

const coset_ir_expr *coset_pml_sum_each(coset_pml_lowerer *l, const coset_pml_who *who,
                                        const coset_pml_expr *const *parts, uint32_t n)
{
    int64_t lo, hi;
    if (l->holes.n || l->counting || !is_global(parts[0]))
        return NULL;
    for (uint32_t i = 0; i < l->symtypes.n; i++) {
        const coset_ir_type *s = l->symtypes.at[i];
        coset_pml_each x = {.l = l, .proc = who->family ? who->family->proc : NULL, .type = s};
        coset_pml_bounds(parts[0], &lo, &hi);
        if (n != s->n || lo < -COSET_PML_MOST_ADDEND || hi > COSET_PML_MOST_ADDEND || !is_for_each(&x, parts, n)) {
            l->holes.n = 0;
            continue;
        }
        const coset_ir_type *result = coset_pml_ir_range(l, lo < 0 ? lo * (int64_t)n : 0, hi > 0 ? hi * (int64_t)n : 0);
        coset_ir_expr *e = coset_pml_ir_make(l, COSET_E_CALL, parts[0]->pos);
        e->type = result;
        e->function = summing(l, who, s, parts[0], result);
        l->holes.n = 0;
        return e;
    }
    return NULL;
}

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
