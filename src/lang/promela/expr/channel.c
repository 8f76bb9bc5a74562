/* lang/promela/expr/channel.c - channels: their shapes, queries, enabledness of sends and receives. */
#include "lang/promela/expr/channel.h"

#include "lang/promela/expr/value.h"
#include "lang/promela/state/state.h"

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

/* The channel that a global variable always contains, or 0. */
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
        return coset_pml_value(l, who, chan->b);
    uint32_t known = constant_channel(l, chan);
    return known ? coset_pml_ir_number(l, known, chan->pos) : coset_pml_value(l, who, chan);
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

bool coset_pml_can_have_shape(coset_pml_lowerer *l, const coset_pml_stmt *st, uint32_t s)
{
    uint32_t *shapes = coset_arena_get(l->tree, l->shapes.n, sizeof *shapes), args = 0;
    for (const coset_pml_expr *a = st->args; a; a = a->next)
        args++;
    uint32_t n = coset_pml_shapes_of(l, st->target, args, shapes);
    for (uint32_t i = 0; i < n; i++)
        if (shapes[i] == s)
            return true;
    return false;
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
    return coset_pml_ir_load(l, coset_pml_ir_field(l, channel, COSET_PML_CHANNEL_LENGTH));
}

const coset_ir_place *coset_pml_message(coset_pml_lowerer *l, const coset_ir_place *channel, const coset_ir_expr *at)
{
    return coset_pml_ir_element(l, coset_pml_ir_field(l, channel, COSET_PML_CHANNEL_MESSAGES), at);
}

/* ---- queries ---------------------------------------------------------------------------------------------------- */

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
        return coset_pml_ir_load(l, coset_pml_no_channel(l, coset_pml_value(l, who, e->a), e->pos));
    for (uint32_t i = n; i-- > 0;) {
        const coset_ir_expr *one = question(l, who, e, shapes[i]);
        x = x ? coset_pml_ir_choice(l, coset_pml_is_shape(l, who, e->a, shapes[i]), one, x) : one;
    }
    return x;
}

const coset_ir_expr *coset_pml_matches(coset_pml_lowerer *l, const coset_pml_who *who, const coset_ir_place *channel,
                                       const coset_ir_expr *at, const coset_pml_expr *args, uint32_t n_fields)
{
    const coset_ir_expr *all = NULL;
    uint32_t i = 0;
    for (const coset_pml_expr *a = args; a && i < n_fields; a = a->next, i++) {
        if (!a->is_constant && a->op != COSET_PML_E_EVAL)
            continue;
        const coset_ir_expr *part = coset_pml_ir_load(l, coset_pml_ir_field(l, coset_pml_message(l, channel, at), i));
        all = coset_pml_ir_both(l, all, coset_pml_ir_binary(l, COSET_E_EQ, part, coset_pml_value(l, who, a)));
    }
    return all;
}

/* Some message matches. */
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
        const coset_ir_expr *same = coset_pml_matches(l, who, channel, at, args, shape->n_fields);
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

/* The channel of a poll is a rendez-vous channel; NULL: never. */
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

/* ---- sending and receiving -------------------------------------------------------------------------------------- */

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

/* The value depends on variables only: not on channels, nor on enabledness of processes. */
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
                 is_of_variables(st->target) && !l->how.receptions && !l->how.claims && !l->model->uses.priority;
    for (const coset_pml_expr *a = st->args; a && plain; a = a->next)
        plain = is_of_variables(a);
    return plain ? channel(l, who, st->target, s) : NULL;
}
