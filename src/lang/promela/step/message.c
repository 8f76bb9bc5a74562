/* lang/promela/step/message.c - the effects of sends and receives. */
#include "lang/promela/step/message.h"

#include "lang/promela/expr/channel.h"
#include "lang/promela/expr/expr.h"
#include "lang/promela/facts/text.h"
#include "lang/promela/state/state.h"
#include "lang/promela/step/watch.h"

/* ---- sending ---------------------------------------------------------------------------------------------------- */

/* Stores a value that is needed several times. */
static const coset_ir_expr *kept(coset_pml_lowerer *l, coset_ir_list *list, const coset_ir_expr *e,
                                 const coset_ir_type *t)
{
    if (e->op == COSET_E_CONST)
        return e;
    const coset_ir_place *p = coset_pml_ir_local(l, t, "value", e->pos);
    coset_pml_ir_assign(l, list, p, e);
    return coset_pml_ir_load(l, p);
}

/* Bounded, like all local variables here if possible: detection can then cut what uses them. */
static const coset_ir_type *channel_number(coset_pml_lowerer *l, const coset_pml_shape *s)
{
    return s->mailbox ? s->array->index : coset_pml_ir_range(l, 0, l->last_channel);
}

static coset_ir_list *branch(coset_pml_lowerer *l, coset_ir_list *list, const coset_ir_expr *when, coset_ir_list *body)
{
    *body = (coset_ir_list){0};
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_IF, when->pos);
    s->expr = when;
    return body;
}

static void end_branch(coset_ir_list *list, const coset_ir_list *body) { list->last->body = body->first; }

typedef struct {
    const coset_pml_who *who;
    coset_ir_list *list;
    const coset_ir_expr *number; /* of the channel */
    const coset_ir_place *channel;
    const coset_pml_shape *shape;
    const coset_ir_expr **values; /* [n_fields] before truncation */
    const coset_pml_stmt *st;
} sending;

static void put_message(coset_pml_lowerer *l, coset_ir_list *list, const sending *x, const coset_ir_expr *at)
{
    uint32_t i = 0;
    const coset_ir_place *place = coset_pml_message(l, x->channel, at);
    const coset_ir_expr **cut = coset_arena_get(l->tree, x->shape->n_fields, sizeof(const coset_ir_expr *));
    for (const coset_pml_expr *a = x->st->args; a && i < x->shape->n_fields; a = a->next, i++) {
        int64_t lo, hi;
        coset_pml_bounds(a, &lo, &hi);
        cut[i] = coset_pml_cut(l, x->values[i], lo, hi, &x->shape->fields[i], coset_pml_is_alone(x->shape));
    }
    if (i == x->shape->n_fields)
        coset_pml_say_message(l, x->who, list, x->st, x->shape, x->number, place, cut);
    for (uint32_t k = 0; k < i; k++)
        coset_pml_ir_assign(l, list, coset_pml_ir_field(l, place, k), cut[k]);
}

/* The message at `at` is greater than the new one, in lexicographic order. */
static const coset_ir_expr *is_greater(coset_pml_lowerer *l, const sending *x, const coset_ir_expr *at, uint32_t field)
{
    const coset_ir_expr *there =
        coset_pml_ir_load(l, coset_pml_ir_field(l, coset_pml_message(l, x->channel, at), field));
    const coset_ir_expr *more = coset_pml_ir_binary(l, COSET_E_GT, there, x->values[field]);
    if (field + 1 == x->shape->n_fields)
        return more;
    const coset_ir_expr *same = coset_pml_ir_binary(l, COSET_E_EQ, there, x->values[field]);
    return coset_pml_ir_binary(l, COSET_E_OR, more,
                               coset_pml_ir_binary(l, COSET_E_AND, same, is_greater(l, x, at, field + 1)));
}

/* Inserts before the first greater message; returns the position. */
static const coset_ir_expr *insert(coset_pml_lowerer *l, const sending *x)
{
    coset_pos pos = x->st->pos;
    coset_ir_list body;
    const coset_ir_expr *length = coset_pml_length(l, x->channel);
    const coset_ir_place *at = coset_pml_ir_local(l, coset_pml_ir_range(l, 0, x->shape->room), "position", pos);
    coset_pml_ir_assign(l, x->list, at, length);
    for (uint32_t k = x->shape->room; k-- > 0;) {
        const coset_ir_expr *here = coset_pml_ir_number(l, k, pos);
        branch(l, x->list,
               coset_pml_ir_both(l, coset_pml_ir_binary(l, COSET_E_GT, length, here), is_greater(l, x, here, 0)),
               &body);
        coset_pml_ir_assign(l, &body, at, here);
        end_branch(x->list, &body);
    }
    for (uint32_t k = x->shape->room - 1; k > 0; k--) {
        const coset_ir_expr *here = coset_pml_ir_number(l, k, pos);
        branch(l, x->list,
               coset_pml_ir_both(l, coset_pml_ir_binary(l, COSET_E_GE, length, here),
                                 coset_pml_ir_binary(l, COSET_E_LT, coset_pml_ir_load(l, at), here)),
               &body);
        coset_ir_stmt *s = coset_ir_add(l->arena, &body, COSET_S_COPY, pos);
        s->place = coset_pml_message(l, x->channel, here);
        s->source = coset_pml_message(l, x->channel, coset_pml_ir_number(l, k - 1, pos));
        end_branch(x->list, &body);
    }
    put_message(l, x->list, x, coset_pml_ir_load(l, at));
    return coset_pml_ir_load(l, at);
}

void coset_pml_send(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st,
                    uint32_t s)
{
    const coset_pml_shape *shape = &l->shapes.at[s];
    coset_pml_check_claims(l, who, list, st->target, COSET_PML_S_XS);
    if (st->is_short) {
        coset_pml_ir_fail(l, list, "too few fields in this send", st->pos);
        return;
    }
    sending x = {.who = who, .list = list, .shape = shape, .st = st};
    const coset_ir_expr *number = kept(l, list, coset_pml_number_of(l, who, st->target), channel_number(l, shape));
    x.number = number;
    x.channel = coset_pml_channel(l, number, s, st->target);
    x.values = coset_arena_get(l->tree, shape->n_fields, sizeof(const coset_ir_expr *));
    uint32_t i = 0;
    for (const coset_pml_expr *a = st->args; a && i < shape->n_fields; a = a->next)
        x.values[i++] = st->is_sorted ? kept(l, list, coset_pml_lower_expr(l, who, a), l->integer)
                                      : coset_pml_lower_expr(l, who, a);
    const coset_ir_expr *length = coset_pml_length(l, x.channel);
    const coset_ir_expr *at = shape->room > 1 ? length : coset_pml_ir_number(l, 0, st->pos);
    if (st->is_sorted)
        at = insert(l, &x);
    else
        put_message(l, list, &x, at);
    coset_pml_watch(
        l, list,
        &(coset_pml_event){COSET_PML_S_SEND, number, shape, coset_pml_message(l, x.channel, at), .pos = st->pos});
    const coset_ir_expr *one = coset_pml_ir_number(l, 1, st->pos);
    coset_pml_ir_assign(l, list, coset_pml_ir_field(l, x.channel, COSET_PML_CHANNEL_LENGTH),
                        shape->capacity > 0 ? coset_pml_ir_binary(l, COSET_E_ADD, length, one) : one);
    if (shape->capacity > 0)
        return;
    if (shape->offered)
        coset_pml_ir_assign(l, list, shape->offered, number);
    coset_pml_ir_assign(l, list, l->offer, shape->offered ? coset_pml_ir_number(l, shape->first, st->pos) : number);
    coset_pml_ir_assign(l, list, coset_pml_offerer_of(l, who->family), who->pid);
}

/* ---- receiving -------------------------------------------------------------------------------------------------- */

/* A receive into `_pid`: Spin would rename the process. Asserts that the value already is its number. */
static void keep_pid(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_ir_place *part,
                     coset_pos pos)
{
    const char *text = "a receive does not change _pid";
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_ASSERT, pos);
    s->expr = coset_pml_ir_binary(l, COSET_E_EQ, coset_pml_ir_load(l, part), who->pid);
    s->text = text;
    s->prop = coset_pml_ir_assertion(l, text, pos);
}

static void take_parts(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st,
                       const coset_pml_shape *shape, const coset_ir_place *channel, const coset_ir_expr *at)
{
    uint32_t i = 0;
    for (const coset_pml_expr *a = st->args; a && i < shape->n_fields; a = a->next, i++) {
        if (a->is_constant || a->op == COSET_PML_E_EVAL || a->op == COSET_PML_E_HOLE)
            continue;
        const coset_ir_place *part = coset_pml_ir_field(l, coset_pml_message(l, channel, at), i);
        if (a->op == COSET_PML_E_PID) {
            keep_pid(l, who, list, part, a->pos);
            continue;
        }
        int64_t lo = part->type->lo, hi = part->type->lo + (int64_t)part->type->n - 1;
        coset_pml_ir_assign(l, list, coset_pml_lower_place(l, who, a),
                            coset_pml_cut(l, coset_pml_ir_load(l, part), lo, hi, &a->type, coset_pml_in_array(a)));
    }
}

/* Moves the messages after `at` forward; `at` NULL: removes the first one. */
static void remove_message(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_shape *shape,
                           const coset_ir_place *channel, const coset_ir_expr *at)
{
    coset_pos pos = channel->pos;
    for (uint32_t k = 0; k + 1 < shape->room; k++) {
        coset_ir_list body, *to = list;
        if (at)
            to = branch(l, list, coset_pml_ir_binary(l, COSET_E_LE, at, coset_pml_ir_number(l, k, pos)), &body);
        coset_ir_stmt *s = coset_ir_add(l->arena, to, COSET_S_COPY, pos);
        s->place = coset_pml_message(l, channel, coset_pml_ir_number(l, k, pos));
        s->source = coset_pml_message(l, channel, coset_pml_ir_number(l, k + 1, pos));
        if (at)
            end_branch(list, &body);
    }
    coset_pml_ir_zero(l, list, coset_pml_message(l, channel, coset_pml_ir_number(l, (int64_t)shape->room - 1, pos)));
    const coset_ir_expr *length = coset_pml_length(l, channel), *one = coset_pml_ir_number(l, 1, pos);
    coset_pml_ir_assign(l, list, coset_pml_ir_field(l, channel, COSET_PML_CHANNEL_LENGTH),
                        shape->capacity > 0 ? coset_pml_ir_binary(l, COSET_E_SUB, length, one)
                                            : coset_pml_ir_number(l, 0, pos));
}

/* The position of the first message that matches; there is one. */
static const coset_ir_expr *find(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                                 const coset_pml_stmt *st, const coset_pml_shape *shape, const coset_ir_place *channel)
{
    const coset_ir_place *at = coset_pml_ir_local(l, coset_pml_ir_range(l, 0, shape->room), "position", st->pos);
    coset_pml_ir_assign(l, list, at, coset_pml_ir_number(l, 0, st->pos));
    for (uint32_t k = shape->room; k-- > 0;) {
        coset_ir_list body;
        const coset_ir_expr *here = coset_pml_ir_number(l, k, st->pos);
        const coset_ir_expr *is = coset_pml_ir_binary(l, COSET_E_GT, coset_pml_length(l, channel), here);
        branch(l, list, coset_pml_ir_both(l, is, coset_pml_matches(l, who, channel, here, st->args, shape->n_fields)),
               &body);
        coset_pml_ir_assign(l, &body, at, here);
        end_branch(list, &body);
    }
    return coset_pml_ir_load(l, at);
}

void coset_pml_receive(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st,
                       uint32_t s)
{
    coset_pml_check_claims(l, who, list, st->target, COSET_PML_S_XR);
    const coset_pml_shape *shape = &l->shapes.at[s];
    const coset_ir_expr *number = kept(l, list, coset_pml_number_of(l, who, st->target),
                                       channel_number(l, shape)); /* the parts may overwrite it */
    const coset_ir_place *c = coset_pml_channel(l, number, s, st->target);
    const coset_ir_expr *at = NULL;
    if (st->is_random && shape->room > 1)
        at = find(l, who, list, st, shape, c);
    const coset_ir_place *taken = coset_pml_message(l, c, at ? at : coset_pml_ir_number(l, 0, st->pos));
    coset_pml_say_message(l, who, list, st, shape, number, taken, NULL);
    if (!st->is_copy)
        coset_pml_watch(l, list, &(coset_pml_event){COSET_PML_S_RECEIVE, number, shape, taken, .pos = st->pos});
    take_parts(l, who, list, st, shape, c, at ? at : coset_pml_ir_number(l, 0, st->pos));
    if (!st->is_copy)
        remove_message(l, list, shape, c, at);
    if (shape->capacity > 0)
        return;
    coset_pml_ir_assign(l, list, l->offer, coset_pml_ir_number(l, 0, st->pos));
    coset_pml_clear_offerers(l, list);
}
