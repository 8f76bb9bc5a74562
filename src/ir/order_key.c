/* ir/order_key.c - the values that determine the result of a loop's iterations, in any order.
 *
 * The loop body and the functions that it calls are traversed once; each place named there counts as a whole, as read
 * or written. Called functions access the names at the call and variables of the state. */
#include <string.h>

#include "ir/order_int.h"
#include "ir/visit.h"

#define MOST_WORDS 400U /* of a key */

typedef struct {
    const coset_ir *ir;
    bool inside;    /* in the loop's own frame, not in a function that it calls */
    bool *followed; /* [n_functions] */
    bool *bound;    /* [frame] by the body itself */
    bool *written;  /* [frame] by the body, possibly */
    bool *state;    /* [n_slots] */
    bool *frame;    /* [frame] in parts */
    bool collects;  /* else bound and written are computed */
    uint32_t n_name_words;
    COSET_VEC(coset_ir_key_name) names;
    COSET_VEC(coset_ir_key_part) parts;
} walk;

/* ---- places ----------------------------------------------------------------------------------------------------- */

/* Its position in the key. */
static uint32_t note_name(walk *w, uint32_t frame, uint32_t n, uint32_t behind)
{
    uint32_t i = 0;
    while (i < w->names.n && w->names.at[i].frame != frame)
        i++;
    if (i == w->names.n) {
        *coset_vec_add(&w->names) = (coset_ir_key_name){frame, w->n_name_words, n, 0};
        w->n_name_words += n;
    }
    if (w->names.at[i].behind < behind)
        w->names.at[i].behind = behind;
    return w->names.at[i].at;
}

/* The index is a name with a constant value: its position in the key, or UINT32_MAX. */
static uint32_t steady(walk *w, const coset_ir_step *s)
{
    const coset_ir_place *p = s->index->op == COSET_E_LOAD ? s->index->place : NULL;
    if (!w->inside || !p || p->base != COSET_P_LOCAL || p->n_steps > 0 || p->type != s->of->index ||
        p->type->kind == COSET_T_INT || w->bound[p->offset] || w->written[p->offset])
        return UINT32_MAX;
    return note_name(w, p->offset, 1, 0);
}

/* Where parts of a place begin: `base`, plus the terms. */
typedef struct {
    const coset_ir_place *place;
    uint32_t step, base, n_terms; /* steps and terms so far */
    coset_ir_term *terms;
} cursor;

static bool same_part(const coset_ir_key_part *a, const coset_ir_key_part *b)
{
    return a->local == b->local && a->base == b->base && a->n == b->n && a->n_terms == b->n_terms &&
           memcmp(a->terms, b->terms, a->n_terms * sizeof *a->terms) == 0;
}

static void note_part(walk *w, const cursor *c, const coset_ir_type *t)
{
    bool local = c->place->base == COSET_P_LOCAL;
    coset_ir_key_part part = {local, c->base, coset_ir_slots(t), c->n_terms, NULL};
    if (part.n_terms == 0) {
        memset((local ? w->frame : w->state) + part.base, 1, part.n);
        return;
    }
    part.terms = coset_arena_copy(w->ir->arena, c->terms, c->n_terms, sizeof *c->terms);
    for (uint32_t i = 0; i < w->parts.n; i++)
        if (same_part(&w->parts.at[i], &part))
            return;
    if (w->parts.n <= MOST_WORDS)
        *coset_vec_add(&w->parts) = part;
}

/* The rest of the place. An unknown index stands for all elements; a multiset counts as a whole. */
static void note_rest(walk *w, cursor c)
{
    while (c.step < c.place->n_steps) {
        const coset_ir_step *s = &c.place->steps[c.step++];
        bool fixed = s->index && s->index->op == COSET_E_CONST;
        int64_t rank = fixed && s->of->kind == COSET_T_ARRAY ? coset_ir_rank(s->of->index, s->index->value) : 0;
        uint32_t word = s->index && !fixed && s->of->kind == COSET_T_ARRAY ? steady(w, s) : UINT32_MAX;
        if (!s->index) {
            c.base += s->offset;
        } else if (s->of->kind != COSET_T_ARRAY || rank < 0) {
            note_part(w, &c, s->of);
            return;
        } else if (fixed) {
            c.base += (uint32_t)rank * s->stride;
        } else if (word != UINT32_MAX) {
            c.terms[c.n_terms++] = (coset_ir_term){.at = word, .stride = s->stride};
        } else {
            for (uint64_t i = 0; i < s->of->index->n; i++, c.base += s->stride)
                note_rest(w, c);
            return;
        }
    }
    note_part(w, &c, c.place->type);
}

static void note_place(walk *w, const coset_ir_place *p)
{
    coset_ir_term *terms = coset_new((size_t)p->n_steps + 1, sizeof *terms);
    note_rest(w, (cursor){p, 0, p->offset, 0, terms});
    coset_delete(terms);
}

static void note_any(walk *w, const coset_ir_place *p)
{
    if (p->base == COSET_P_STATE)
        note_place(w, p);
    else if (w->bound[p->offset])
        return;
    else if (p->base == COSET_P_REF)
        note_name(w, p->offset, 1, coset_ir_slots(coset_ir_base_type(p)));
    else if (p->n_steps == 0 && coset_ir_is_simple(p->type))
        note_name(w, p->offset, coset_ir_slots(p->type), 0);
    else
        note_place(w, p);
}

static bool on_place(const coset_ir_visit *v, const coset_ir_place *p)
{
    walk *w = v->ctx;
    (void)coset_ir_visit_place_parts(v, p);
    if (w->collects && p->base != COSET_P_CALL && (p->base == COSET_P_STATE || w->inside))
        note_any(w, p);
    return false;
}

/* ---- code ------------------------------------------------------------------------------------------------------- */

static bool on_binder(const coset_ir_visit *v, const coset_ir_binder *b)
{
    walk *w = v->ctx;
    if (w->inside)
        w->bound[b->frame] = true;
    return coset_ir_visit_binder_parts(v, b);
}

static void note_target(walk *w, const coset_ir_place *p)
{
    if (p && w->inside && p->base == COSET_P_LOCAL)
        memset(w->written + p->offset, 1, coset_ir_slots(coset_ir_base_type(p)));
}

static void follow(const coset_ir_visit *v, const coset_ir_function *f)
{
    walk *w = v->ctx;
    bool inside = w->inside;
    if (!w->collects || w->followed[f->number])
        return;
    w->followed[f->number] = true;
    w->inside = false;
    (void)coset_ir_visit_stmts(v, f->body);
    w->inside = inside;
}

static bool on_expr(const coset_ir_visit *v, const coset_ir_expr *e)
{
    (void)coset_ir_visit_parts(v, e);
    if (e->op != COSET_E_CALL)
        return false;
    for (uint32_t i = 0; i < e->function->n_params; i++)
        if (e->function->params[i].by_ref)
            note_target(v->ctx, e->args[i].place);
    follow(v, e->function);
    return false;
}

static bool on_stmt(const coset_ir_visit *v, const coset_ir_stmt *s)
{
    walk *w = v->ctx;
    if (s->op == COSET_S_BIND && w->inside) {
        w->bound[s->frame] = true;
        note_target(w, s->source);
    }
    note_target(w, coset_ir_target(s));
    return coset_ir_visit_stmt_parts(v, s);
}

/* ---- the key ---------------------------------------------------------------------------------------------------- */

static void give_ranges(walk *w, const bool *slots, uint32_t n, bool local)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t first = i;
        while (i < n && slots[i])
            i++;
        if (i > first)
            *coset_vec_add(&w->parts) = (coset_ir_key_part){.local = local, .base = first, .n = i - first};
    }
}

static coset_ir_key key_of(const walk *w, coset_arena *arena)
{
    coset_ir_key key = {.n_name_words = w->n_name_words, .n_names = w->names.n, .n_parts = w->parts.n};
    key.names = coset_arena_copy(arena, w->names.at, w->names.n, sizeof *key.names);
    key.parts = coset_arena_copy(arena, w->parts.at, w->parts.n, sizeof *key.parts);
    uint64_t behind = 0;
    for (uint32_t i = 0; i < key.n_names; i++)
        behind += key.names[i].behind;
    for (uint32_t i = 0; i < key.n_parts; i++)
        behind += key.parts[i].n;
    key.n_words = key.n_name_words + behind > MOST_WORDS ? 0 : key.n_name_words + (uint32_t)behind;
    return key;
}

coset_ir_key coset__order_key(const coset_ir *ir, const coset_ir_stmt *loop, uint32_t frame_size)
{
    bool *flags = coset_new((size_t)ir->n_functions + ir->n_slots + 3 * ((size_t)frame_size + 1), 1);
    walk w = {.ir = ir, .inside = true, .followed = flags};
    w.state = flags + ir->n_functions;
    w.bound = w.state + ir->n_slots;
    w.written = w.bound + frame_size + 1;
    w.frame = w.written + frame_size + 1;
    const coset_ir_visit v = {on_expr, on_place, on_binder, on_stmt, &w};
    (void)coset_ir_visit_binder(&v, loop->binder);
    (void)coset_ir_visit_stmts(&v, loop->body);
    w.collects = true;
    (void)coset_ir_visit_stmts(&v, loop->body);
    give_ranges(&w, w.state, ir->n_slots, false);
    give_ranges(&w, w.frame, frame_size, true);
    coset_ir_key key = key_of(&w, ir->arena);
    coset_vec_fini(&w.names);
    coset_vec_fini(&w.parts);
    coset_delete(flags);
    return key;
}
