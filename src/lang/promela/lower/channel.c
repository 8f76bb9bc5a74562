/* lang/promela/lower/channel.c - channels: which there are, what can be sent and received, and what that does. */
#include "lang/promela/lower/lower.h"

#define LENGTH   0 /* fields of a channel's record */
#define MESSAGES 1

/* ---- which channel ---------------------------------------------------------------------------------------------- */

static const coset_pml_channels *channels_of(const coset_pml_lowerer *l, const coset_pml_chan *c)
{
    for (uint32_t i = 0; i < l->channels.n; i++)
        if (l->channels.at[i].field->chan == c)
            return &l->channels.at[i];
    return NULL;
}

static const coset_pml_var *base_of(const coset_pml_expr *e)
{
    while (e->op == COSET_PML_E_INDEX || e->op == COSET_PML_E_FIELD)
        e = e->op == COSET_PML_E_FIELD ? e : e->a, e = e->op == COSET_PML_E_FIELD ? e->a : e;
    return e->op == COSET_PML_E_NAME ? e->var : NULL;
}

uint32_t coset_pml_shapes_of(coset_pml_lowerer *l, const coset_pml_expr *chan, uint32_t n_args, uint32_t *shapes)
{
    uint32_t n = 0;
    const coset_pml_channels *c = chan->chan ? channels_of(l, chan->chan) : NULL;
    const coset_pml_var *v = base_of(chan);
    if (c && v && v->chan == chan->chan && !v->is_written) {
        shapes[0] = c->shape;
        return 1;
    }
    for (uint32_t i = 0; i < l->shapes.n; i++)
        if (!l->shapes.at[i].mailbox && (n_args == UINT32_MAX || l->shapes.at[i].n_fields == n_args))
            shapes[n++] = i;
    return n;
}

/* The one channel that a global variable always holds, or 0. */
static uint32_t constant_channel(const coset_pml_lowerer *l, const coset_pml_expr *chan)
{
    const coset_pml_channels *c = chan->chan ? channels_of(l, chan->chan) : NULL;
    if (!c || c->family || chan->op != COSET_PML_E_NAME || chan->var->chan != chan->chan || chan->var->is_written)
        return 0;
    return c->first;
}

const coset_ir_expr *coset_pml_number_of(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *chan)
{
    const coset_pml_var *v = base_of(chan);
    if (v && v->is_mailbox)
        return coset_pml_lower_expr(l, who, chan->b);
    uint32_t known = constant_channel(l, chan);
    return known ? coset_pml_ir_number(l, known, chan->pos) : coset_pml_lower_expr(l, who, chan);
}

const coset_ir_expr *coset_pml_is_shape(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *chan,
                                        uint32_t s)
{
    const coset_pml_shape *shape = &l->shapes.at[s];
    const coset_ir_expr *number = coset_pml_number_of(l, who, chan);
    if (number->op == COSET_E_CONST)
        return coset_pml_ir_number(l, number->value >= shape->first && number->value < shape->first + shape->n,
                                   chan->pos);
    return coset_pml_ir_both(
        l, coset_pml_ir_binary(l, COSET_E_GE, number, coset_pml_ir_number(l, shape->first, chan->pos)),
        coset_pml_ir_binary(l, COSET_E_LT, number,
                            coset_pml_ir_number(l, (int64_t)shape->first + shape->n, chan->pos)));
}

const coset_ir_place *coset_pml_channel(coset_pml_lowerer *l, const coset_ir_expr *number, uint32_t s,
                                        const coset_pml_expr *chan)
{
    const coset_pml_shape *shape = &l->shapes.at[s];
    return coset_pml_ir_element(
        l, coset_pml_ir_place(l, COSET_P_STATE, shape->offset, shape->array, "channel", chan->pos), number);
}

static const coset_ir_place *channel(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *chan,
                                     uint32_t s)
{
    return coset_pml_channel(l, coset_pml_number_of(l, who, chan), s, chan);
}

const coset_ir_expr *coset_pml_length(coset_pml_lowerer *l, const coset_ir_place *channel)
{
    return coset_pml_ir_load(l, coset_pml_ir_field(l, channel, LENGTH));
}

static const coset_ir_place *message(coset_pml_lowerer *l, const coset_ir_place *channel, const coset_ir_expr *at)
{
    return coset_pml_ir_element(l, coset_pml_ir_field(l, channel, MESSAGES), at);
}

/* ---- questions -------------------------------------------------------------------------------------------------- */

static const coset_ir_expr *question(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e,
                                     uint32_t s)
{
    const coset_ir_expr *length = coset_pml_length(l, channel(l, who, e->a, s));
    const coset_ir_expr *room = coset_pml_ir_number(l, l->shapes.at[s].room, e->pos);
    const coset_ir_expr *none = coset_pml_ir_number(l, 0, e->pos);
    switch (e->op) {
    case COSET_PML_E_FULL:
        return coset_pml_ir_binary(l, COSET_E_EQ, length, room);
    case COSET_PML_E_NFULL:
        return coset_pml_ir_binary(l, COSET_E_NE, length, room);
    case COSET_PML_E_EMPTY:
        return coset_pml_ir_binary(l, COSET_E_EQ, length, none);
    case COSET_PML_E_NEMPTY:
        return coset_pml_ir_binary(l, COSET_E_GT, length, none);
    default:
        return length;
    }
}

const coset_ir_expr *coset_pml_lower_chan_op(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    uint32_t *shapes = coset_arena_get(l->tree, l->shapes.n, sizeof *shapes);
    uint32_t n = coset_pml_shapes_of(l, e->a, UINT32_MAX, shapes);
    const coset_ir_expr *x = NULL;
    if (n == 0)
        return coset_pml_ir_load(l, coset_pml_no_channel(l, coset_pml_lower_expr(l, who, e->a), e->pos));
    for (uint32_t i = n; i-- > 0;) {
        const coset_ir_expr *one = question(l, who, e, shapes[i]);
        x = x ? coset_pml_ir_choice(l, coset_pml_is_shape(l, who, e->a, shapes[i]), one, x) : one;
    }
    return x;
}

/* Message number `at` matches the constants among the arguments; NULL: all do. */
static const coset_ir_expr *matches(coset_pml_lowerer *l, const coset_pml_who *who, const coset_ir_place *channel,
                                    const coset_ir_expr *at, const coset_pml_expr *args, uint32_t n_fields)
{
    const coset_ir_expr *all = NULL;
    uint32_t i = 0;
    for (const coset_pml_expr *a = args; a && i < n_fields; a = a->next, i++) {
        if (!a->is_constant && a->op != COSET_PML_E_EVAL)
            continue;
        const coset_ir_expr *part = coset_pml_ir_load(l, coset_pml_ir_field(l, message(l, channel, at), i));
        all = coset_pml_ir_both(l, all, coset_pml_ir_binary(l, COSET_E_EQ, part, coset_pml_lower_expr(l, who, a)));
    }
    return all;
}

/* Some message does. */
static const coset_ir_expr *any_matches(coset_pml_lowerer *l, const coset_pml_who *who, const coset_ir_place *channel,
                                        const coset_pml_expr *args, uint32_t s, bool random)
{
    const coset_pml_shape *shape = &l->shapes.at[s];
    const coset_pos pos = channel->pos;
    const coset_ir_expr *length = coset_pml_length(l, channel), *any = NULL;
    uint32_t n = random ? shape->room : 1;
    for (uint32_t i = 0; i < n; i++) {
        const coset_ir_expr *at = coset_pml_ir_number(l, i, pos);
        const coset_ir_expr *one = coset_pml_ir_binary(l, COSET_E_GT, length, at);
        const coset_ir_expr *same = matches(l, who, channel, at, args, shape->n_fields);
        one = coset_pml_ir_both(l, one, same);
        any = any ? coset_pml_ir_binary(l, COSET_E_OR, any, one) : one;
        if (!same)
            break;
    }
    return any;
}

static uint32_t count(const coset_pml_expr *args)
{
    uint32_t n = 0;
    for (; args; args = args->next)
        n++;
    return n;
}

const coset_ir_expr *coset_pml_lower_poll(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    uint32_t *shapes = coset_arena_get(l->tree, l->shapes.n, sizeof *shapes);
    uint32_t n = coset_pml_shapes_of(l, e->a, count(e->args), shapes);
    const coset_ir_expr *x = coset_pml_ir_number(l, 0, e->pos);
    for (uint32_t i = n; i-- > 0;) {
        const coset_ir_expr *one =
            l->shapes.at[shapes[i]].capacity == 0
                ? coset_pml_ir_number(l, 0, e->pos)
                : any_matches(l, who, channel(l, who, e->a, shapes[i]), e->args, shapes[i], e->is_random);
        x = n == 1 ? one : coset_pml_ir_choice(l, coset_pml_is_shape(l, who, e->a, shapes[i]), one, x);
    }
    return x;
}

static const coset_ir_expr *either(coset_pml_lowerer *l, const coset_ir_expr *a, const coset_ir_expr *b)
{
    return a && b ? coset_pml_ir_binary(l, COSET_E_OR, a, b) : a ? a : b;
}

/* The channel of a poll is one without places; NULL: never. */
static const coset_ir_expr *is_offer(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    uint32_t *shapes = coset_arena_get(l->tree, l->shapes.n, sizeof *shapes);
    uint32_t n = coset_pml_shapes_of(l, e->a, count(e->args), shapes);
    const coset_ir_expr *any = NULL;
    for (uint32_t i = 0; i < n; i++)
        if (l->shapes.at[shapes[i]].capacity == 0)
            any = either(l, any,
                         n == 1 ? coset_pml_ir_number(l, 1, e->pos) : coset_pml_is_shape(l, who, e->a, shapes[i]));
    return any;
}

const coset_ir_expr *coset_pml_polls_offer(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e)
{
    if (!e || !l->offer)
        return NULL;
    if (e->op == COSET_PML_E_POLL)
        return is_offer(l, who, e);
    const coset_ir_expr *a = coset_pml_polls_offer(l, who, e->a), *b = coset_pml_polls_offer(l, who, e->b),
                        *c = coset_pml_polls_offer(l, who, e->c);
    const coset_ir_expr *first = b || c ? coset_pml_truth(l, who, e->a) : NULL;
    if (b && (e->op == COSET_PML_E_AND || e->op == COSET_PML_E_COND))
        b = coset_pml_ir_both(l, first, b);
    else if (b && e->op == COSET_PML_E_OR)
        b = coset_pml_ir_both(l, coset_pml_ir_negated(l, first), b);
    if (c)
        c = coset_pml_ir_both(l, coset_pml_ir_negated(l, first), c);
    return either(l, a, either(l, b, c));
}

void coset_pml_check_polls(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *e)
{
    coset_ir_list body = {0};
    const coset_ir_expr *wrong = coset_pml_polls_offer(l, who, e);
    if (!wrong)
        return;
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_IF, e->pos);
    s->expr = wrong;
    coset_pml_ir_fail(l, &body, COSET_PML_POLLED_OFFER, e->pos);
    s->body = body.first;
}

const coset_ir_expr *coset_pml_can_send(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_stmt *st,
                                        uint32_t s)
{
    const coset_ir_place *c = channel(l, who, st->target, s);
    return coset_pml_ir_binary(l, COSET_E_LT, coset_pml_length(l, c),
                               coset_pml_ir_number(l, l->shapes.at[s].room, st->pos));
}

const coset_ir_expr *coset_pml_is_offered(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *chan,
                                          uint32_t s)
{
    const coset_pml_shape *shape = &l->shapes.at[s];
    const coset_ir_expr *number = coset_pml_number_of(l, who, chan);
    if (!shape->offered)
        return coset_pml_ir_binary(l, COSET_E_EQ, coset_pml_ir_load(l, l->offer), number);
    const coset_ir_expr *holds = coset_pml_length(l, coset_pml_channel(l, number, s, chan)); /* a wrong index shows */
    const coset_ir_expr *is = coset_pml_ir_binary(l, COSET_E_EQ, holds, coset_pml_ir_number(l, 1, chan->pos));
    is = coset_pml_ir_both(l, is, coset_pml_ir_equal(l, l->offer, shape->first));
    return coset_pml_ir_both(l, is, coset_pml_ir_binary(l, COSET_E_EQ, coset_pml_ir_load(l, shape->offered), number));
}

const coset_ir_expr *coset_pml_can_receive(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_stmt *st,
                                           uint32_t s)
{
    return any_matches(l, who, channel(l, who, st->target, s), st->args, s, st->is_random);
}

/* The value depends on variables only: not on channels, nor on what processes can do. */
static bool is_of_variables(const coset_pml_expr *e)
{
    bool plain = !e || e->op == COSET_PML_E_NUMBER || e->op == COSET_PML_E_NAME || e->op == COSET_PML_E_INDEX ||
                 e->op == COSET_PML_E_FIELD || e->op == COSET_PML_E_HOLE || e->op == COSET_PML_E_PID ||
                 e->op == COSET_PML_E_EVAL || (e->op >= COSET_PML_E_NOT && e->op <= COSET_PML_E_COND);
    return plain && (!e || (is_of_variables(e->a) && is_of_variables(e->b) && is_of_variables(e->c)));
}

const coset_ir_place *coset_pml_queue(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_stmt *st,
                                      uint32_t s)
{
    bool plain = l->shapes.at[s].capacity > 0 && !st->is_sorted && !st->is_random && !st->is_copy && !st->is_short &&
                 is_of_variables(st->target) && !l->trace && !l->how.receptions && !l->how.claims &&
                 !l->model->uses.priority;
    for (const coset_pml_expr *a = st->args; a && plain; a = a->next)
        plain = is_of_variables(a);
    return plain ? channel(l, who, st->target, s) : NULL;
}

/* ---- sending ---------------------------------------------------------------------------------------------------- */

/* A value that is needed several times. */
static const coset_ir_expr *kept(coset_pml_lowerer *l, coset_ir_list *list, const coset_ir_expr *e,
                                 const coset_ir_type *t)
{
    if (e->op == COSET_E_CONST)
        return e;
    const coset_ir_place *p = coset_pml_ir_local(l, t, "value", e->pos);
    coset_pml_ir_assign(l, list, p, e);
    return coset_pml_ir_load(l, p);
}

/* Bounded, as all local variables here that may be: detection can then cut what uses them. */
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
    const coset_ir_expr **values; /* [n_fields] before cutting */
    const coset_pml_stmt *st;
} sending;

static void put_message(coset_pml_lowerer *l, coset_ir_list *list, const sending *x, const coset_ir_expr *at)
{
    uint32_t i = 0;
    const coset_ir_place *place = message(l, x->channel, at);
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
    const coset_ir_expr *there = coset_pml_ir_load(l, coset_pml_ir_field(l, message(l, x->channel, at), field));
    const coset_ir_expr *more = coset_pml_ir_binary(l, COSET_E_GT, there, x->values[field]);
    if (field + 1 == x->shape->n_fields)
        return more;
    const coset_ir_expr *same = coset_pml_ir_binary(l, COSET_E_EQ, there, x->values[field]);
    return coset_pml_ir_binary(l, COSET_E_OR, more,
                               coset_pml_ir_binary(l, COSET_E_AND, same, is_greater(l, x, at, field + 1)));
}

/* In front of the first greater message; returns where that is. */
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
        s->place = message(l, x->channel, here);
        s->source = message(l, x->channel, coset_pml_ir_number(l, k - 1, pos));
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
    coset_pml_watch(l, list,
                    &(coset_pml_event){COSET_PML_S_SEND, number, shape, message(l, x.channel, at), .pos = st->pos});
    const coset_ir_expr *one = coset_pml_ir_number(l, 1, st->pos);
    coset_pml_ir_assign(l, list, coset_pml_ir_field(l, x.channel, LENGTH),
                        shape->capacity > 0 ? coset_pml_ir_binary(l, COSET_E_ADD, length, one) : one);
    if (shape->capacity > 0)
        return;
    if (shape->offered)
        coset_pml_ir_assign(l, list, shape->offered, number);
    coset_pml_ir_assign(l, list, l->offer, shape->offered ? coset_pml_ir_number(l, shape->first, st->pos) : number);
    coset_pml_ir_assign(l, list, coset_pml_offerer_of(l, who->family), who->pid);
}

/* ---- receiving -------------------------------------------------------------------------------------------------- */

/* A receive into `_pid`: Spin would rename the process. That the value is its number already is asserted. */
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
        const coset_ir_place *part = coset_pml_ir_field(l, message(l, channel, at), i);
        if (a->op == COSET_PML_E_PID) {
            keep_pid(l, who, list, part, a->pos);
            continue;
        }
        int64_t lo = part->type->lo, hi = part->type->lo + (int64_t)part->type->n - 1;
        coset_pml_ir_assign(l, list, coset_pml_lower_place(l, who, a),
                            coset_pml_cut(l, coset_pml_ir_load(l, part), lo, hi, &a->type, coset_pml_in_array(a)));
    }
}

/* The messages behind `at` move up; `at` NULL: the first one is taken. */
static void remove_message(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_shape *shape,
                           const coset_ir_place *channel, const coset_ir_expr *at)
{
    coset_pos pos = channel->pos;
    for (uint32_t k = 0; k + 1 < shape->room; k++) {
        coset_ir_list body, *to = list;
        if (at)
            to = branch(l, list, coset_pml_ir_binary(l, COSET_E_LE, at, coset_pml_ir_number(l, k, pos)), &body);
        coset_ir_stmt *s = coset_ir_add(l->arena, to, COSET_S_COPY, pos);
        s->place = message(l, channel, coset_pml_ir_number(l, k, pos));
        s->source = message(l, channel, coset_pml_ir_number(l, k + 1, pos));
        if (at)
            end_branch(list, &body);
    }
    coset_pml_ir_zero(l, list, message(l, channel, coset_pml_ir_number(l, (int64_t)shape->room - 1, pos)));
    const coset_ir_expr *length = coset_pml_length(l, channel), *one = coset_pml_ir_number(l, 1, pos);
    coset_pml_ir_assign(l, list, coset_pml_ir_field(l, channel, LENGTH),
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
        branch(l, list, coset_pml_ir_both(l, is, matches(l, who, channel, here, st->args, shape->n_fields)), &body);
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
    const coset_ir_place *taken = message(l, c, at ? at : coset_pml_ir_number(l, 0, st->pos));
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
