/* lang/promela/program/tell.c - printing runs of a lowered model in terms of its source. */
#include "lang/promela/program/tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/interp.h"

/* ---- moves ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const coset_model *m;
    const coset_ir *ir;
    coset_worker *worker;
    coset_part step;
    const coset_value *to; /* NULL: a fault */
    coset_parts parts;
    bool found;
    coset_value *now; /* [n_slots] the state after the parts reported so far */
    coset_part part;  /* being reported */
    coset_on_move *emit;
    void *ctx;
} telling;

static bool same(const telling *t, const coset_value *a, const coset_value *b)
{
    return t->m->n_slots == 0 || memcmp(a, b, t->m->n_slots * sizeof *a) == 0;
}

static coset_status note_parts(void *ctx, const coset_edge *e, const coset_value *dst)
{
    telling *t = ctx;
    if (e->group != t->step.group || e->instance != t->step.instance || !dst != !t->to || (dst && !same(t, dst, t->to)))
        return COSET_OK;
    *coset_vec_add(&t->parts) = t->step;
    coset_edge_parts(t->m, e, &t->parts);
    t->found = true;
    return COSET_STOPPED;
}

static void tell_deed(telling *t, const coset_pml_origin *o, const coset_pml_deed *deed, const coset_edge *e,
                      const coset_value *to)
{
    const coset_move move = {
        .actor = o->lo + (uint32_t)(t->part.instance / o->each) * o->stride,
        .name = o->name,
        .id = deed->id,
        .state = deed->state,
        .pos = deed->pos,
        .text = deed->text,
        .messages = e ? e->messages : NULL,
        .output = e ? e->output : NULL,
        .to = to,
    };
    t->emit(t->ctx, &move);
}

static bool stops_at(const coset_edge *e, const coset_pml_deed *d)
{
    return e->fault && e->fault->pos.line == d->pos.line && e->fault->pos.column == d->pos.column &&
           e->fault->pos.file == d->pos.file;
}

/* All deeds except the last leave the state unchanged. A fault may occur before the last one. */
static void tell_deeds(telling *t, const coset_pml_origin *o, const coset_edge *e, const coset_value *dst)
{
    uint32_t n = o->n_deeds;
    for (uint32_t i = 0; i < n; i++)
        if (stops_at(e, &o->deeds[i]))
            n = i + 1;
    for (uint32_t i = 0; i + 1 < n; i++)
        tell_deed(t, o, &o->deeds[i], NULL, t->now);
    tell_deed(t, o, &o->deeds[n - 1], e, dst);
}

/* The same for a rule that reports its statements itself. */
static void tell_marks(telling *t, const coset_pml_origin *o, const coset_edge *e, const coset_value *dst)
{
    const coset_pml_memory *memory = t->ir->origin;
    for (const char *c = e->marks; c && *c;) {
        char *end;
        unsigned long id = strtoul(c, &end, 10);
        bool last = !end[0] || !end[1];
        COSET_INVARIANT(end > c && id < memory->n_deeds);
        tell_deed(t, o, &memory->deeds[id], last ? e : NULL, last ? dst : t->now);
        c = *end ? end + 1 : end;
    }
}

static coset_status tell_part(void *ctx, const coset_edge *e, const coset_value *dst)
{
    telling *t = ctx;
    const coset_pml_origin *o = t->ir->rules[t->part.group].origin;
    if (o && o->n_deeds)
        tell_deeds(t, o, e, dst);
    else if (o)
        tell_marks(t, o, e, dst);
    if (dst)
        memcpy(t->now, dst, t->m->n_slots * sizeof *dst);
    t->found = true;
    return COSET_STOPPED;
}

static bool tell_parts(telling *t, const coset_value *from)
{
    t->now = coset_new(t->m->n_slots, sizeof *t->now);
    if (t->m->n_slots)
        memcpy(t->now, from, t->m->n_slots * sizeof *from);
    coset_value *src = coset_new(t->m->n_slots, sizeof *src); /* `now` changes during the callback */
    for (uint32_t i = 0; t->found && i < t->parts.n; i++) {
        t->part = t->parts.at[i];
        t->found = false;
        if (t->m->n_slots)
            memcpy(src, t->now, t->m->n_slots * sizeof *src);
        (void)coset_ir_fire(t->worker, src, t->part, tell_part, t); /* stopped or complete: see `found` */
    }
    coset_delete(src);
    coset_delete(t->now);
    return t->found;
}

static bool moves(const coset_model *m, coset_worker *w, const coset_value *from, coset_part step,
                  const coset_value *to, coset_on_move *emit, void *ctx)
{
    telling t = {.m = m, .ir = coset_model_ir(m), .worker = w, .step = step, .to = to, .emit = emit, .ctx = ctx};
    (void)m->ops->next(w, from, note_parts, &t); /* likewise */
    bool told = t.found && tell_parts(&t, from);
    coset_vec_fini(&t.parts);
    return told;
}

/* ---- statements ------------------------------------------------------------------------------------------------- */

static int by_id(const void *a, const void *b)
{
    const coset_pml_deed *x = *(const coset_pml_deed *const *)a, *y = *(const coset_pml_deed *const *)b;
    return (x->id > y->id) - (x->id < y->id);
}

/* A statement has several rules: for each shape of channels, with and without timeout. */
static void unreached(const coset_model *m, const bool *fired, coset_on_move *emit, void *ctx)
{
    const coset_ir *ir = coset_model_ir(m);
    const coset_pml_memory *memory = ir->origin;
    bool *done = coset_new(memory->n_deeds, sizeof *done);
    COSET_VEC(const coset_pml_deed *) never = {0};
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t g = 0; g < ir->n_rules; g++) {
            const coset_pml_origin *o = ir->rules[g].origin;
            uint32_t n = o && o->n_deeds ? o->n_deeds : o ? 1 : 0;
            for (uint32_t i = 0; i < n; i++) {
                if (pass == 1 && !done[o->deeds[i].id])
                    *coset_vec_add(&never) = &o->deeds[i];
                done[o->deeds[i].id] = done[o->deeds[i].id] || fired[g] || pass == 1;
            }
        }
    if (never.n)
        qsort(never.at, never.n, sizeof(const coset_pml_deed *), by_id);
    for (uint32_t i = 0; i < never.n; i++) {
        const coset_pml_deed *d = never.at[i];
        const coset_move move = {.name = d->proc, .id = d->id, .state = d->state, .pos = d->pos, .text = d->text};
        emit(ctx, &move);
    }
    coset_vec_fini(&never);
    coset_delete(done);
}

/* ---- facts ------------------------------------------------------------------------------------------------------ */

/* The number in a slot whose type begins with 0: a slot stores number + 1 (0: undefined). */
static uint32_t number_in(const coset_value *state, uint32_t slot) { return state[slot] ? state[slot] - 1 : 0; }

static void print_value(const coset_model *m, const coset_value *state, uint32_t slot, bool is_channel, FILE *out)
{
    const coset_pml_memory *memory = coset_model_ir(m)->origin;
    char text[128];
    uint32_t number = number_in(state, slot);
    if (is_channel && number < memory->n_channels) {
        (void)fputs(memory->channels[number], out);
        return;
    }
    m->ops->value_text(m, slot, state[slot], text, sizeof text);
    bool is_int = m->slots[slot].max == UINT32_MAX; /* undefined is the least one of all */
    (void)fputs(state[slot] ? text : is_int ? "-2147483648" : "-", out);
}

static void print_queue(const coset_model *m, const coset_value *state, const coset_pml_known *k, FILE *out)
{
    uint32_t length = number_in(state, k->slot), slot = k->slot + 1;
    if (length == 0)
        (void)fputs("[]", out);
    for (uint32_t i = 0; i < length; i++)
        for (uint32_t f = 0; f < k->n_fields; f++) {
            (void)fputc(f ? ',' : '[', out);
            print_value(m, state, slot++, k->channel_field[f], out);
            (void)fputs(f + 1 == k->n_fields ? "]" : "", out);
        }
}

static void print_fact(const coset_model *m, const coset_value *state, const coset_pml_known *k, FILE *out)
{
    uint32_t at = number_in(state, k->slot);
    switch (k->kind) {
    case COSET_FACT_VALUE:
        (void)fputs(k->own ? "channel " : "", out);
        print_value(m, state, k->slot, k->is_channel, out);
        return;
    case COSET_FACT_QUEUE:
        print_queue(m, state, k, out);
        return;
    case COSET_FACT_PLACE:
        (void)fprintf(out, "(state %u)%s", (unsigned)at, k->ends[at] ? " <valid end state>" : "");
        return;
    }
}

static void facts(const coset_model *m, const coset_value *state, coset_on_fact *emit, void *ctx)
{
    const coset_pml_memory *memory = coset_model_ir(m)->origin;
    for (uint32_t i = 0; i < memory->n_known; i++) {
        const coset_pml_known *k = &memory->known[i];
        char *text = NULL;
        size_t len;
        if ((k->alive != COSET_PML_NO_SLOT && number_in(state, k->alive) == 0) ||
            (k->own && number_in(state, k->slot) == k->own))
            continue;
        FILE *out = coset_text_open(&text, &len);
        print_fact(m, state, k, out);
        coset_text_close(out, &text);
        const coset_fact fact = {.kind = k->kind,
                                 .name = k->name,
                                 .value = text,
                                 .pos = k->places ? k->places[number_in(state, k->slot)] : (coset_pos){0}};
        emit(ctx, &fact);
        coset_delete(text);
    }
}

const coset_teller coset_pml_teller = {.moves = moves, .unreached = unreached, .facts = facts};
