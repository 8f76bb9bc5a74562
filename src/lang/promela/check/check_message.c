/* lang/promela/check/check_message.c - arguments of sends, receives and new processes. */
#include <string.h>

#include "lang/promela/check/checker.h"

/* ---- structures to scalars ----------------------------------------------------------------------------------- */

typedef struct {
    coset_pml_checker *c;
    coset_pml_expr **last;
    uint64_t n;
} flat_list;

static coset_pml_expr *field_of(coset_pml_checker *c, coset_pml_expr *whole, coset_pml_var *f)
{
    coset_pml_expr *e = coset_pml_make(c, COSET_PML_E_FIELD, whole, coset_pml_clone(c, whole), NULL);
    e->name = f->name;
    e->var = f;
    e->type = f->type;
    e->chan = f->chan;
    return e;
}

static void flatten_place(flat_list *out, coset_pml_expr *place);

static void flatten_fields(flat_list *out, coset_pml_expr *whole)
{
    coset_pml_checker *c = out->c;
    for (coset_pml_var *f = whole->type.record->fields; f; f = f->next) {
        coset_pml_expr *part = field_of(c, whole, f);
        for (uint32_t i = 0; i < f->n && out->n < COSET_PML_MAX_SLOTS; i++) {
            if (!f->is_array) {
                flatten_place(out, part);
                break;
            }
            coset_pml_expr *element = coset_pml_make(c, COSET_PML_E_INDEX, whole, coset_pml_clone(c, part),
                                                     coset_pml_make_number(c, whole, (int32_t)i));
            element->type = f->type;
            element->chan = f->chan;
            flatten_place(out, element);
        }
    }
}

static void flatten_place(flat_list *out, coset_pml_expr *place)
{
    if (place->type.kind == COSET_PML_STRUCT && place->type.record) {
        flatten_fields(out, place);
        return;
    }
    *out->last = place;
    out->last = &place->next;
    out->n++;
    if (place->type.kind == COSET_PML_CHAN)
        *coset_vec_add(&out->c->channels) = place;
}

void coset_pml_flatten(coset_pml_checker *c, coset_pml_expr **args)
{
    coset_pml_expr *first = NULL;
    flat_list out = {.c = c, .last = &first};
    for (coset_pml_expr *arg = *args, *next; arg; arg = next) {
        next = arg->next;
        arg->next = NULL;
        flatten_place(&out, arg);
    }
    *args = first;
}

static void mark_written(coset_pml_expr *args)
{
    for (; args; args = args->next)
        for (coset_pml_expr *e = args; e && e->op != COSET_PML_E_EVAL; e = e->a)
            if (e->var)
                e->var->is_written = true;
}

/* ---- fields of messages -------------------------------------------------------------------------------------- */

typedef COSET_VEC(coset_pml_type) type_list;

static void add_types(coset_pml_checker *c, type_list *out, const coset_pml_type *type, const coset_pml_part *at)
{
    if (type->kind != COSET_PML_STRUCT) {
        *coset_vec_add(out) = *type;
        return;
    }
    for (const coset_pml_var *f = type->record->fields; f; f = f->next) {
        if (f->is_array && f->type.kind == COSET_PML_STRUCT) {
            coset_pml_error(c, "E240", at, "an array of structures (`%s`) cannot be part of a message", f->name);
            return;
        }
        for (uint32_t i = 0; i < f->n && out->n < COSET_PML_MAX_SLOTS; i++)
            add_types(c, out, &f->type, at);
    }
}

void coset_pml_check_chan(coset_pml_checker *c, coset_pml_chan *chan)
{
    coset_pml_check_expr(c, chan->size);
    if (!chan->size->is_constant || chan->size->value < 0)
        coset_pml_error(c, "E241", chan->size, "the capacity of a channel is a constant, 0 or more");
    else if (chan->size->value > 65535)
        coset_pml_error(c, "E242", chan->size, "a channel has at most 65535 places");
    else
        chan->capacity = (uint32_t)chan->size->value;
    type_list types = {0};
    for (const coset_pml_part *part = chan->parts; part; part = part->next)
        add_types(c, &types, &part->type, part);
    chan->n_fields = types.n;
    chan->fields = coset_arena_copy(c->arena, types.at, types.n, sizeof *types.at);
    coset_vec_fini(&types);
    if ((uint64_t)chan->capacity * chan->n_fields > COSET_PML_MAX_SLOTS)
        coset_pml_error(c, "E242", chan->size, "the channel holds more than %u values", COSET_PML_MAX_SLOTS);
    if (chan->capacity == 0)
        c->model->uses.rendezvous = true;
}

void coset_pml_check_mtype(coset_pml_checker *c, const coset_pml_type *to, const coset_pml_expr *value, bool strict)
{
    const coset_pml_mtype *a = to->mtype, *b = value->type.mtype;
    if (to->kind != COSET_PML_MTYPE || value->type.kind != COSET_PML_MTYPE || !a || !b || a == b)
        return;
    const char *from = b->name ? b->name : "(without a name)", *into = a->name ? a->name : "(without a name)";
    if (strict && a->name)
        coset_pml_error(c, "E243", value, "a value of mtype %s is used instead of one of mtype %s", from, into);
    else
        coset_pml_warn(c, "W243", value, "a value of mtype %s is used instead of one of mtype %s", from, into);
}

static void check_field_type(coset_pml_checker *c, const coset_pml_type *field, const coset_pml_expr *arg)
{
    coset_pml_check_mtype(c, field, arg, false);
    bool a = field->kind == COSET_PML_CHAN, b = arg->type.kind == COSET_PML_CHAN;
    bool number = arg->op == COSET_PML_E_NUMBER || arg->op == COSET_PML_E_HOLE || arg->op == COSET_PML_E_EVAL;
    if (a != b && !number)
        coset_pml_warn(c, "W244", arg,
                       a ? "the field holds channels, and this is none" : "the field does not hold channels");
}

/* ---- send and receive ---------------------------------------------------------------------------------------- */

/* The channel of a statement; its declaration, if it is known here. */
static const coset_pml_chan *check_channel(coset_pml_checker *c, coset_pml_expr *chan)
{
    coset_pml_check_place(c, chan, false, false);
    *coset_vec_add(&c->channels) = chan;
    const coset_pml_var *v = chan->op == COSET_PML_E_INDEX ? chan->a->var : chan->var;
    if (v && chan->type.kind != COSET_PML_CHAN)
        coset_pml_error(c, "E226", chan, "`%s` is not a channel", v->name);
    else if (!v && chan->op == COSET_PML_E_NUMBER)
        coset_pml_error(c, "E226", chan, "`%s` is not a channel", chan->name ? chan->name : "this");
    return v && chan->type.kind == COSET_PML_CHAN ? v->chan : NULL;
}

/* Compares the arguments with the fields; missing ones are filled with `filler`. True: some are missing. */
static bool check_fields(coset_pml_checker *c, const coset_pml_chan *known, const coset_pml_expr *chan,
                         coset_pml_expr **args, coset_pml_op filler)
{
    coset_pml_expr **last = args;
    uint32_t n = 0;
    for (; *last; last = &(*last)->next, n++)
        if (known && n < known->n_fields)
            check_field_type(c, &known->fields[n], *last);
    if (!known || n == known->n_fields)
        return false;
    if (n > known->n_fields) {
        coset_pml_error(c, "E245", chan, "the message has %u field%s, but the channel's messages have %u", n,
                        n == 1 ? "" : "s", known->n_fields);
        return false;
    }
    filler = c->in_trace ? COSET_PML_E_HOLE : filler;
    coset_pml_warn(c, "W245", chan, "the message has %u field%s, but the channel's messages have %u; the others %s", n,
                   n == 1 ? "" : "s", known->n_fields,
                   c->in_trace                  ? "may be anything"
                   : filler == COSET_PML_E_HOLE ? "are dropped"
                                                : "are missing, which is an error when it is sent");
    for (; n < known->n_fields; n++) {
        *last = filler == COSET_PML_E_HOLE ? coset_pml_make(c, filler, chan, NULL, NULL)
                                           : coset_pml_make_number(c, chan, 0);
        last = &(*last)->next;
    }
    return true;
}

static void check_target(coset_pml_checker *c, coset_pml_expr *arg, bool is_poll)
{
    switch (arg->op) {
    case COSET_PML_E_EVAL:
        coset_pml_check_number(c, arg->a);
        arg->type = arg->a->type;
        return;
    case COSET_PML_E_HOLE:
        arg->type = (coset_pml_type){.kind = COSET_PML_INT, .bits = 32};
        return;
    case COSET_PML_E_NAME:
    case COSET_PML_E_INDEX:
    case COSET_PML_E_FIELD: {
        const coset_pml_entry *entry = arg->op == COSET_PML_E_NAME ? coset_pml_find(c, arg->name) : NULL;
        if (is_poll || (entry && entry->member))
            coset_pml_check_expr(c, arg);
        else
            coset_pml_check_place(c, arg, true, false);
        return;
    }
    case COSET_PML_E_NUMBER:
        coset_pml_check_expr(c, arg);
        return;
    case COSET_PML_E_PID:
        coset_pml_check_expr(c, arg);
        if (!is_poll && coset_pml_warn(c, "W249", arg, "the received value becomes the _pid of this process"))
            coset_pml_help(c, "to compare with _pid, write `eval(_pid)`");
        return;
    default:
        coset_pml_check_place(c, arg, true, false);
    }
}

void coset_pml_check_targets(coset_pml_checker *c, coset_pml_expr *chan, coset_pml_expr **args, bool is_poll)
{
    const coset_pml_chan *known = check_channel(c, chan);
    for (coset_pml_expr *arg = *args; arg; arg = arg->next)
        check_target(c, arg, is_poll);
    coset_pml_flatten(c, args);
    if (!is_poll)
        mark_written(*args);
    (void)check_fields(c, known, chan, args, COSET_PML_E_HOLE);
}

void coset_pml_check_send(coset_pml_checker *c, coset_pml_stmt *s)
{
    const coset_pml_chan *known = check_channel(c, s->target);
    for (coset_pml_expr *arg = s->args; arg; arg = arg->next) {
        coset_pml_check_expr(c, arg);
        if (arg->has_effect)
            coset_pml_error(c, "E246", arg, "`run` cannot be part of a message");
    }
    coset_pml_flatten(c, &s->args);
    s->is_short = check_fields(c, known, s->target, &s->args, COSET_PML_E_NUMBER) && !c->in_trace;
    for (const coset_pml_expr *arg = s->args; known && arg; arg = arg->next) {
        uint32_t i = 0;
        for (const coset_pml_expr *before = s->args; before != arg; before = before->next)
            i++;
        bool is_byte = known->n_fields == 1 && known->fields[0].bits == 1; /* see coset_pml_is_alone */
        if (i < known->n_fields && arg->is_constant && !is_byte)
            coset_pml_check_range(c, arg, &known->fields[i]);
        if (i > 1000)
            break;
    }
}

/* ---- run ----------------------------------------------------------------------------------------------------- */

/* The number of arguments is compared at the end, when all proctypes are known. */
void coset_pml_check_run(coset_pml_checker *c, coset_pml_expr *run)
{
    run->has_effect = true;
    run->type = (coset_pml_type){.kind = COSET_PML_PID, .bits = 8};
    c->model->uses.run = true;
    if (run->b) {
        c->model->uses.priority = true;
        run->b->is_constant = true;
        if (run->b->value < 1 || run->b->value > 255)
            coset_pml_error(c, "E247", run->b, "a priority is a number from 1 to 255");
    }
    for (coset_pml_expr *arg = run->args; arg; arg = arg->next) {
        coset_pml_check_expr(c, arg);
        if (arg->has_effect)
            coset_pml_error(c, "E248", arg, "`run` cannot be an argument of `run`");
    }
    coset_pml_flatten(c, &run->args);
    *coset_vec_add(&c->runs) = run;
}
