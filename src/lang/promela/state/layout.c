/* lang/promela/state/layout.c - types, and the places of variables, channels and processes in a state. */
#include "lang/promela/state/state.h"

#include <string.h>

#include "lang/promela/facts/classes.h"
#include "lang/promela/facts/text.h"
#include "lang/promela/facts/variables.h"

#define MOST_SLOTS (UINT32_C(1) << 22)

/* ---- types ------------------------------------------------------------------------------------------------------ */

static const coset_ir_type *mtype_type(coset_pml_lowerer *l, const coset_pml_mtype *m)
{
    const char **names = coset_arena_get(l->arena, 256, sizeof *names);
    coset_ir_type *t = coset_arena_get(l->arena, 1, sizeof *t);
    for (uint32_t i = 0; i < 256; i++)
        names[i] = coset_arena_printf(l->arena, "%u", i);
    for (const coset_pml_member *k = m->members; k; k = k->next)
        if (k->value < 256)
            names[k->value] = coset_arena_text(l->arena, k->name);
    t->kind = COSET_T_ENUM;
    t->n = 256;
    t->width = 1;
    t->names = names;
    return t;
}

static int64_t most_of(const coset_pml_lowerer *l, const coset_pml_type *t, bool in_array)
{
    switch (t->kind) {
    case COSET_PML_BIT:
    case COSET_PML_BOOL:
        return in_array ? 255 : 1;
    case COSET_PML_SHORT:
        return INT16_MAX;
    case COSET_PML_INT:
        return INT32_MAX;
    case COSET_PML_UNSIGNED:
        return (INT64_C(1) << t->bits) - 1;
    case COSET_PML_CHAN:
        return l->last_channel;
    default:
        return 255;
    }
}

/* The least number of an int is excluded: a slot has no value left for it. */
const coset_ir_type *coset_pml_scalar_type(coset_pml_lowerer *l, const coset_pml_type *t, bool in_array)
{
    if (t->kind == COSET_PML_MTYPE && t->mtype)
        return mtype_type(l, t->mtype);
    int64_t lo = t->kind == COSET_PML_SHORT ? INT16_MIN : t->kind == COSET_PML_INT ? -(int64_t)INT32_MAX : 0;
    return coset_pml_ir_range(l, lo, most_of(l, t, in_array));
}

bool coset_pml_is_alone(const coset_pml_shape *s) { return s->n_fields == 1; }

static const coset_ir_type *record_type(coset_pml_lowerer *l, coset_pml_record *r);

static coset_ir_type *array_of(coset_pml_lowerer *l, const coset_ir_type *index, const coset_ir_type *element)
{
    coset_ir_type *t = coset_arena_get(l->arena, 1, sizeof *t);
    t->kind = COSET_T_ARRAY;
    t->index = index;
    t->element = element;
    if (index->n * element->width > MOST_SLOTS) {
        coset_pml_unsupported(l, (coset_pos){0}, 0, "the variables are too large");
        t->width = 1;
    } else {
        t->width = (uint32_t)index->n * element->width;
    }
    return t;
}

const coset_ir_type *coset_pml_var_type(coset_pml_lowerer *l, const coset_pml_var *v)
{
    const coset_ir_type *t, *index;
    if (v->type.kind == COSET_PML_STRUCT) {
        t = record_type(l, v->type.record);
    } else {
        const coset_ir_type *plain = coset_pml_scalar_type(l, &v->type, v->is_array);
        t = coset_pml_value_type(l, v, plain->lo, plain->lo + (int64_t)plain->n - 1);
        t = t ? t : plain;
    }
    if (!v->is_array)
        return t;
    index = coset_pml_index_type(l, v, (int64_t)v->n - 1);
    return array_of(l, index ? index : coset_pml_ir_range(l, 0, (int64_t)v->n - 1), t);
}

static const coset_ir_type *record_of(coset_pml_lowerer *l, coset_ir_field *fields, uint32_t n)
{
    coset_ir_type *t = coset_arena_get(l->arena, 1, sizeof *t);
    t->kind = COSET_T_RECORD;
    t->fields = fields;
    t->n_fields = n;
    for (uint32_t i = 0; i < n; i++) {
        fields[i].offset = t->width;
        t->width += fields[i].type->width;
    }
    return t;
}

static const coset_ir_type *record_type(coset_pml_lowerer *l, coset_pml_record *r)
{
    if (r->lowered)
        return r->lowered;
    coset_ir_field *fields = coset_arena_get(l->arena, r->n_fields, sizeof *fields);
    uint32_t i = 0;
    for (const coset_pml_var *v = r->fields; v; v = v->next, i++) {
        fields[i] = (coset_ir_field){
            .name = coset_arena_text(l->arena, v->name), .pos = v->pos, .type = coset_pml_var_type(l, v)};
    }
    const coset_ir_type *t = record_of(l, fields, r->n_fields);
    r->lowered = (void *)(uintptr_t)t;
    return t;
}

/* ---- state variables -------------------------------------------------------------------------------------------- */

static coset_ir_place *add_var(coset_pml_lowerer *l, const char *name, const coset_ir_type *t, coset_pos pos)
{
    coset_ir_var *v = coset_vec_add(&l->vars);
    *v = (coset_ir_var){coset_arena_text(l->arena, name), pos, t, l->ir->n_slots};
    if (l->ir->n_slots + (uint64_t)t->width > MOST_SLOTS)
        coset_pml_unsupported(l, pos, 0, "the variables are too large");
    else
        l->ir->n_slots += t->width;
    return coset_pml_ir_place(l, COSET_P_STATE, v->offset, t, name, pos);
}

static const coset_ir_type *control_type(coset_pml_lowerer *l, const coset_pml_family *f)
{
    coset_ir_type *t = coset_arena_get(l->arena, 1, sizeof *t);
    const char **names = coset_arena_get(l->arena, f->graph->n_nodes, sizeof *names);
    names[0] = "-";
    for (uint32_t i = 1; i < f->graph->n_nodes; i++)
        names[i] = coset_arena_printf(l->arena, "%u (line %u)", i, f->graph->nodes[i]->pos.line);
    t->kind = COSET_T_ENUM;
    t->n = f->graph->n_nodes;
    t->width = 1;
    t->names = names;
    return t;
}

static bool family_has_atomic(const coset_pml_family *f)
{
    for (uint32_t k = 1; f->n && k < f->graph->n_nodes; k++)
        for (const coset_pml_edge *e = f->graph->nodes[k]->out; e; e = e->next)
            if (e->atomic)
                return true;
    return false;
}

static bool has_plain_atomic(const coset_pml_lowerer *l)
{
    for (uint32_t i = 0; i < l->n_families; i++)
        if (l->families[i].n && l->families[i].index->kind != COSET_T_SCALARSET && family_has_atomic(&l->families[i]))
            return true;
    return false;
}

static void lower_family(coset_pml_lowerer *l, coset_pml_family *f)
{
    coset_ir_field *fields = coset_arena_get(l->arena, f->proc->n_vars + 2, sizeof *fields);
    uint32_t n = 0;
    fields[n++] = (coset_ir_field){.name = "at", .pos = f->proc->pos, .type = control_type(l, f)};
    for (const coset_pml_var *v = f->proc->vars; v; v = v->next_own)
        fields[n++] = (coset_ir_field){
            .name = coset_arena_text(l->arena, v->name), .pos = v->pos, .type = coset_pml_var_type(l, v)};
    if (!f->is_fixed)
        fields[n++] = (coset_ir_field){.name = "_priority", .pos = f->proc->pos, .type = coset_pml_ir_range(l, 0, 255)};
    f->record = record_of(l, fields, n);
    if (f->index->kind == COSET_T_SCALARSET && family_has_atomic(f))
        f->token = add_var(l, coset_arena_printf(l->arena, "_exclusive_%s", f->proc->name), coset_pml_token_type(l, f),
                           f->proc->pos);
    if (f->index->kind == COSET_T_SCALARSET && l->offer)
        f->offerer = add_var(l, coset_arena_printf(l->arena, "_offerer_%s", f->proc->name), coset_pml_token_type(l, f),
                             f->proc->pos);
    const coset_ir_type *t = f->n > 1 ? array_of(l, f->index, f->record) : f->record;
    const char *name = f->proc->kind == COSET_PML_INIT ? "init" : f->proc->name;
    f->offset = add_var(l, name, t, f->proc->pos)->offset;
}

/* ---- channels --------------------------------------------------------------------------------------------------- */

static bool same_fields(coset_pml_lowerer *l, const coset_pml_shape *s, const coset_pml_chan *c)
{
    bool same = s->capacity == c->capacity && s->n_fields == c->n_fields;
    for (uint32_t i = 0; same && i < c->n_fields; i++)
        same = s->fields[i].kind == c->fields[i].kind && s->fields[i].bits == c->fields[i].bits &&
               s->fields[i].mtype == c->fields[i].mtype && !coset_pml_part_type(l, c, i, 0, 255) &&
               !coset_pml_part_type(l, s->chan, i, 0, 255);
    return same;
}

static uint32_t shape_of(coset_pml_lowerer *l, const coset_pml_var *v)
{
    const coset_pml_chan *c = v->chan;
    for (uint32_t i = 0; !v->is_mailbox && i < l->shapes.n; i++)
        if (!l->shapes.at[i].mailbox && (c == l->shapes.at[i].chan || same_fields(l, &l->shapes.at[i], c)))
            return i;
    *coset_vec_add(&l->shapes) = (coset_pml_shape){
        .capacity = c->capacity,
        .room = c->capacity ? c->capacity : 1,
        .n_fields = c->n_fields,
        .fields = c->fields,
        .chan = c,
        .mailbox = v->is_mailbox ? v : NULL,
    };
    return l->shapes.n - 1;
}

static bool is_noted(const coset_pml_lowerer *l, const coset_pml_var *v, const coset_pml_var *field)
{
    for (uint32_t i = 0; i < l->channels.n; i++)
        if (l->channels.at[i].var == v && l->channels.at[i].field == field)
            return true;
    return false;
}

/* The channels of variable v: those declared by `field`, and below it. */
static void note_channels(coset_pml_lowerer *l, const coset_pml_var *v, const coset_pml_var *field,
                          const coset_pml_family *f)
{
    if ((f && !f->n) || is_noted(l, v, field))
        return;
    if (field->chan) {
        uint32_t s = shape_of(l, field), n = coset_pml_n_channels(v, field);
        *coset_vec_add(&l->channels) =
            (coset_pml_channels){.var = v, .field = field, .family = f, .shape = s, .first = l->shapes.at[s].n, .n = n};
        l->shapes.at[s].n += n * (f ? f->n : 1);
    }
    if (field->type.kind != COSET_PML_STRUCT || !coset_pml_n_channels(field, NULL))
        return;
    for (const coset_pml_var *x = field->type.record->fields; x; x = x->next)
        note_channels(l, v, x, f);
}

static const coset_ir_type *channel_type(coset_pml_lowerer *l, const coset_pml_shape *s)
{
    coset_ir_field *parts = coset_arena_get(l->arena, s->n_fields, sizeof *parts);
    for (uint32_t i = 0; i < s->n_fields; i++) {
        const coset_ir_type *t = coset_pml_scalar_type(l, &s->fields[i], coset_pml_is_alone(s));
        const coset_ir_type *mixed = coset_pml_part_type(l, s->chan, i, t->lo, t->lo + (int64_t)t->n - 1);
        parts[i] = (coset_ir_field){.name = coset_arena_printf(l->arena, "f%u", i), .type = mixed ? mixed : t};
    }
    const coset_ir_type *message = record_of(l, parts, s->n_fields);
    coset_ir_field *fields = coset_arena_get(l->arena, 2, sizeof *fields);
    fields[0] = (coset_ir_field){.name = "length", .type = coset_pml_ir_range(l, 0, s->room)};
    fields[1] = (coset_ir_field){.name = "at", .type = array_of(l, coset_pml_ir_range(l, 0, s->room - 1), message)};
    return record_of(l, fields, 2);
}

/* Called before types are assigned, because numbers of channels are values. */
static void number_channels(coset_pml_lowerer *l)
{
    uint32_t next = 1;
    for (const coset_pml_var *v = l->model->globals; v; v = v->next)
        note_channels(l, v, v, NULL);
    for (uint32_t i = 0; i < l->n_families; i++)
        for (const coset_pml_var *v = l->families[i].proc->vars; v; v = v->next_own)
            note_channels(l, v, v, &l->families[i]);
    for (uint32_t i = 0; i < l->shapes.n; i++) {
        coset_pml_shape *s = &l->shapes.at[i];
        s->first = next;
        next += s->n;
    }
    for (uint32_t i = 0; i < l->channels.n; i++)
        l->channels.at[i].first += l->shapes.at[l->channels.at[i].shape].first;
    if (next > COSET_PML_MAX_CHANNEL + 1)
        coset_pml_unsupported(l, l->channels.at[0].field->pos, l->channels.at[0].field->len,
                              "there are more than 65535 channels, with those of all processes that may be");
    l->last_channel = next <= 256 ? 255 : COSET_PML_MAX_CHANNEL;
}

/* The name is used in the fault of a variable that contains no channel. */
static const coset_ir_type *channel_numbers(coset_pml_lowerer *l, uint32_t first, uint32_t n)
{
    coset_ir_type *t = coset_arena_get(l->arena, 1, sizeof *t);
    *t = *coset_pml_ir_range(l, first, (int64_t)first + n - 1);
    t->name = "the channels that exist";
    return t;
}

const coset_ir_place *coset_pml_no_channel(coset_pml_lowerer *l, const coset_ir_expr *number, coset_pos pos)
{
    coset_ir_type *none = coset_arena_get(l->arena, 1, sizeof *none);
    *none = *coset_pml_ir_range(l, COSET_PML_MAX_CHANNEL + 1, COSET_PML_MAX_CHANNEL + 1); /* in no variable */
    none->kind = COSET_T_ENUM;
    none->name = "the channels that exist";
    const coset_ir_type *array = array_of(l, none, coset_pml_ir_range(l, 0, 0));
    return coset_pml_ir_element(l, coset_pml_ir_place(l, COSET_P_STATE, 0, array, "channel", pos), number);
}

static void lower_channels(coset_pml_lowerer *l)
{
    for (uint32_t i = 0; i < l->shapes.n; i++) {
        coset_pml_shape *s = &l->shapes.at[i];
        const coset_ir_type *index =
            s->mailbox ? coset_pml_index_type(l, s->mailbox, (int64_t)s->n - 1) : channel_numbers(l, s->first, s->n);
        s->array = array_of(l, index, channel_type(l, s));
        s->offset = add_var(l, l->shapes.n > 1 ? coset_arena_printf(l->arena, "channel%u", i + 1) : "channel", s->array,
                            (coset_pos){0})
                        ->offset;
    }
}

static bool has_rendezvous(const coset_pml_lowerer *l)
{
    for (uint32_t i = 0; i < l->shapes.n; i++)
        if (l->shapes.at[i].capacity == 0)
            return true;
    return false;
}

static void lower_offered(coset_pml_lowerer *l)
{
    for (uint32_t i = 0; i < l->shapes.n; i++) {
        coset_pml_shape *s = &l->shapes.at[i];
        if (s->mailbox && s->capacity == 0)
            s->offered = add_var(l, coset_arena_printf(l->arena, "_handshake_%s", s->mailbox->name),
                                 coset_pml_offered_type(l, s->mailbox, (int64_t)s->n - 1), (coset_pos){0});
    }
}

/* ---- all together ----------------------------------------------------------------------------------------------- */

static void lower_globals(coset_pml_lowerer *l)
{
    for (coset_pml_var *v = l->model->globals; v; v = v->next)
        v->lowered = coset_pml_is_left_out(l, v) ? NULL : add_var(l, v->name, coset_pml_var_type(l, v), v->pos);
}

void coset_pml_lower_state(coset_pml_lowerer *l)
{
    coset_pos pos = {0};
    coset_pml_find_mailboxes(l);
    number_channels(l);
    l->n_procs = add_var(l, "_nr_pr", coset_pml_ir_range(l, 0, l->max_procs), pos);
    if (l->model->uses.last)
        l->last = add_var(l, "_last", coset_pml_ir_range(l, 0, 255), pos);
    if (l->trace)
        l->event = add_var(l, "_event", control_type(l, l->trace), l->trace->proc->pos);
    lower_globals(l);
    lower_channels(l);
    const coset_ir_type *someone = coset_pml_ir_range(l, -1, (int64_t)l->max_procs - 1);
    if (has_plain_atomic(l))
        l->token = add_var(l, "_exclusive", someone, pos);
    if (has_rendezvous(l)) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < l->shapes.n; i++)
            n += l->shapes.at[i].n;
        l->offer = add_var(l, "_handshake", coset_pml_ir_range(l, 0, n), pos);
        l->offerer = add_var(l, "_offerer", someone, pos);
        lower_offered(l);
    }
    for (uint32_t i = 0; i < l->n_families; i++)
        if (l->families[i].n)
            lower_family(l, &l->families[i]);
}

const coset_ir_place *coset_pml_process(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos)
{
    const coset_pml_family *f = who->family;
    const char *name = f->proc->kind == COSET_PML_INIT ? "init" : f->proc->name;
    if (f->n == 1)
        return coset_pml_ir_place(l, COSET_P_STATE, f->offset, f->record, name, pos);
    const coset_ir_place *all =
        coset_pml_ir_place(l, COSET_P_STATE, f->offset, array_of(l, f->index, f->record), name, pos);
    return coset_pml_ir_element(l, all, who->pid);
}

const coset_ir_place *coset_pml_control(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos)
{
    return coset_pml_ir_field(l, coset_pml_process(l, who, pos), 0);
}

const coset_ir_place *coset_pml_own(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_var *v,
                                    coset_pos pos)
{
    return coset_pml_ir_field(l, coset_pml_process(l, who, pos), 1 + v->number);
}
