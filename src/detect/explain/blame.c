#include "detect/explain/blame.h"

#include <string.h>

#include "detect/use/sample.h"
#include "ir/case_enumeration.h"
#include "ir/visit.h"

#define STATES     40U  /* of random runs */
#define VALUATIONS 400U /* made of them */
#define MOST_RUNS  4000U

typedef COSET_VEC(coset_detect_binding) bindings;

/* ---- the text --------------------------------------------------------------------------------------------------- */

typedef struct {
    coset_pos pos; /* that is searched */
    bool all;      /* every quantifier is selected, wherever it is */
    bindings open; /* around the walked part */
    bindings found;
    bool done;
} walk;

static bool same_place(coset_pos a, coset_pos b)
{
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

static void arrive(walk *w, coset_pos pos)
{
    if (w->all || w->done || w->open.n == 0 || !same_place(pos, w->pos))
        return;
    w->done = true;
    for (uint32_t i = 0; i < w->open.n; i++)
        *coset_vec_add(&w->found) = w->open.at[i];
}

static void open_binder(walk *w, const char *word, const coset_ir_binder *b, coset_pos pos)
{
    const coset_detect_binding one = {word, b->name ? b->name : "?", pos.line ? pos : b->pos};
    *coset_vec_add(&w->open) = one;
    if (w->all)
        *coset_vec_add(&w->found) = one;
    arrive(w, pos);
    arrive(w, b->pos);
}

static bool on_expr(const coset_ir_visit *v, const coset_ir_expr *e)
{
    walk *w = v->ctx;
    bool binds = e->op == COSET_E_FORALL || e->op == COSET_E_EXISTS;
    if (binds)
        open_binder(w, e->op == COSET_E_FORALL ? "forall" : "exists", e->binder, e->pos);
    arrive(w, e->pos);
    (void)coset_ir_visit_parts(v, e);
    w->open.n -= binds;
    return false;
}

static bool on_stmt(const coset_ir_visit *v, const coset_ir_stmt *s)
{
    walk *w = v->ctx;
    const bool binds = coset_ir_loop_binder(s) != NULL;
    if (binds)
        open_binder(w, "for", s->binder, s->pos);
    arrive(w, s->pos);
    (void)coset_ir_visit_stmt_parts(v, s);
    w->open.n -= binds;
    return false;
}

/* Domains are not walked. */
static bool on_binder(const coset_ir_visit *v, const coset_ir_binder *b)
{
    (void)v, (void)b;
    return false;
}

static coset_ir_visit visit_of(walk *w)
{
    return (coset_ir_visit){.expr = on_expr, .binder = on_binder, .stmt = on_stmt, .ctx = w};
}

static void walk_prop(walk *w, const coset_ir_prop *p)
{
    const coset_ir_visit v = visit_of(w);
    for (uint32_t i = 0; i < p->n_params; i++)
        open_binder(w, "parameter", &p->params[i], p->params[i].pos);
    (void)coset_ir_visit_prop(&v, p);
    w->open.n -= p->n_params;
}

static coset_detect_bindings keep(walk *w, coset_arena *arena)
{
    coset_detect_bindings all = {w->found.n, coset_arena_copy(arena, w->found.at, w->found.n, sizeof *w->found.at)};
    coset_vec_fini(&w->open);
    coset_vec_fini(&w->found);
    return all;
}

/* A rule's parameters are in its name, as everywhere. */
coset_detect_bindings coset_detect_bindings_at(const coset_ir *ir, coset_pos pos, coset_arena *arena)
{
    walk w = {.pos = pos, .done = pos.line == 0};
    const coset_ir_visit v = visit_of(&w);
    for (uint32_t i = 0; ir && i < ir->n_rules; i++)
        (void)coset_ir_visit_rule(&v, &ir->rules[i]);
    for (uint32_t i = 0; ir && i < ir->n_functions; i++)
        (void)coset_ir_visit_stmts(&v, ir->functions[i]->body);
    for (uint32_t i = 0; ir && i < ir->n_props; i++)
        walk_prop(&w, &ir->props[i]);
    return keep(&w, arena);
}

/* ---- valuations -------------------------------------------------------------------------------------------------- */

typedef struct {
    const coset_model *m;
    const coset_detected *d;
    const coset_ir_prop *prop;
    coset_enumeration *partial;
    uint32_t n_states;
    coset_value *states;        /* [n_states][n_slots] */
    coset_value *state, *image; /* [n_slots] */
    coset_cell *cells;          /* [n_slots + frame_size] */
    coset_value *known;         /* [n_slots + frame_size] after the cells */
    uint64_t dice;
} judge;

static uint32_t roll(judge *j, uint32_t n)
{
    j->dice = j->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((j->dice >> 33) % n);
}

/* A state that was reached, with other values in none, some or most slots. Multisets would not be in order, and values
 * of the state before all others need not occur in any other. */
static void make_valuation(judge *j, uint32_t number)
{
    const coset_literals *l = &j->d->literals;
    memcpy(j->state, j->states + (size_t)roll(j, j->n_states) * l->n_slots, l->n_slots * sizeof *j->state);
    bool stays = l->bags || coset_literals_is_origin(l, j->state);
    for (uint32_t s = 0; s < l->n_slots && !stays; s++)
        if (!l->any[s] && roll(j, 4) < number % 4)
            j->state[s] = l->values[l->first[s] + roll(j, l->first[s + 1] - l->first[s])];
}

static bool on_case(void *ctx, const coset_case *c)
{
    *(int *)ctx = c->end == COSET_CASE_DONE ? c->value != 0 : 2;
    return true;
}

/* 0, 1, or 2: it faults. */
static int value_in(judge *j, const coset_ir_expr *e, const coset_value *state)
{
    int value = 2;
    uint64_t runs = 1;
    const coset_piece piece = {.prelude = j->prop->prelude, .expr = e};
    memcpy(j->known, state, j->m->n_slots * sizeof *state);
    return coset_enumeration_run(j->partial, &piece, j->cells, j->prop->frame_size, &runs, on_case, &value) ? value : 2;
}

static bool changes(judge *j, const coset_ir_expr *e)
{
    uint32_t runs = 0;
    for (uint32_t i = 0; i < VALUATIONS && runs < MOST_RUNS; i++) {
        make_valuation(j, i);
        int value = value_in(j, e, j->state);
        for (uint32_t g = 0; g < j->d->n_generators && runs < MOST_RUNS; g++, runs++) {
            coset_literals_permute(&j->d->literals, j->d->generators[g].perm, j->state, j->image);
            if (value_in(j, e, j->image) != value)
                return true;
        }
    }
    return false;
}

/* Decomposes at connectives; the body of a quantifier has no value of its own. True where some part changes. */
static bool find_parts(judge *j, const coset_ir_expr *e, walk *w)
{
    bool changed = false;
    switch (e->op) {
    case COSET_E_AND:
    case COSET_E_OR:
    case COSET_E_IMPLIES:
        changed = find_parts(j, e->b, w);
        return find_parts(j, e->a, w) || changed;
    case COSET_E_NOT:
        return find_parts(j, e->a, w);
    default:
        changed = changes(j, e);
        const coset_ir_visit v = visit_of(w);
        if (changed)
            (void)coset_ir_visit_expr(&v, e);
        return changed;
    }
}

static void judge_init(judge *j, coset_arena *arena)
{
    uint32_t n = j->m->n_slots, n_cells = n + j->prop->frame_size;
    j->state = coset_arena_get(arena, n, sizeof *j->state);
    j->image = coset_arena_get(arena, n, sizeof *j->image);
    j->known = coset_arena_get(arena, n_cells, sizeof *j->known);
    j->cells = coset_arena_get(arena, n_cells, sizeof *j->cells);
    j->states = coset_arena_get(arena, (size_t)STATES * n, sizeof *j->states);
    for (uint32_t c = 0; c < n_cells; c++)
        j->cells[c] = (coset_cell){1, &j->known[c]};
    j->partial = coset_enumeration_new(j->m);
    coset_enumeration_limit(j->partial, j->d->limit);
    coset_sample_result r;
    const coset_sample_options o = {.seed = 1, .states = STATES, .kept = j->states};
    if (coset_detect_sample(j->m, j->d, &o, false, &r) == COSET_OK)
        j->n_states = (uint32_t)r.states;
}

coset_detect_bindings coset_detect_blame(const coset_model *m, const coset_detected *d, uint32_t prop,
                                         coset_arena *arena)
{
    const coset_ir_prop *p = &coset_model_ir(m)->props[prop];
    judge j = {.m = m, .d = d, .prop = p, .dice = 1};
    walk w = {.all = true};
    bool shown = false;
    if (!p->expr)
        return keep(&w, arena);
    if (p->n_params == 0 && !d->failed && d->n_generators) {
        judge_init(&j, arena);
        shown = j.n_states && find_parts(&j, p->expr, &w);
        coset_enumeration_free(j.partial);
    }
    if (!shown)
        walk_prop(&w, p);
    return keep(&w, arena);
}
