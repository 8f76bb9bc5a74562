/* detect/extract/instances.c - rules and properties with values for their parameters. */
#include "detect/extract/instances.h"

#include <stdlib.h>
#include <string.h>

#define MOST_INSTANCES 200000U

/* A rule or property whose parameters are being bound. */
typedef struct {
    coset__constraints *v;
    coset__pieces k;
    const coset_ir_binder *params;
    uint32_t n_params;
    const coset_ir_stmt *prelude, *body;
    const coset_ir_expr *condition;
    coset__instances *out;
    coset__instance proto;
    bool joined; /* all instances are one conjunction */
} source;

void coset__instance_forget(coset__instance *x)
{
    coset_vec_fini(&x->tests);
    coset_vec_fini(&x->parts);
}

void coset__instances_forget(coset__instances *all)
{
    for (uint32_t i = 0; i < all->n; i++)
        coset__instance_forget(&all->at[i]);
    all->n = 0;
}

/* ---- cells that an instance reads and are no slots--------------------------------------------------------------- */

typedef COSET_VEC(coset_literal) literals;

static void note(literals *all, coset_literal l)
{
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].cell == l.cell && all->at[i].value == l.value)
            return;
    *coset_vec_add(all) = l;
}

static void note_parts(const coset__constraints *v, const coset__parts *parts, bool reads, literals *all)
{
    for (uint32_t p = 0; p < parts->n; p++)
        for (uint32_t c = 0; c < parts->at[p].n_cubes && !coset_budget_spend(v->limit, 1 + all->n / 4); c++) {
            const coset__cube *cube = &parts->at[p].cubes[c];
            for (uint32_t r = 0; reads && r < cube->n_reads; r++)
                if (cube->reads[r].cell >= v->m->n_slots)
                    note(all, cube->reads[r]);
            uint32_t n;
            const uint32_t *w = reads ? (n = 0, NULL) : coset__effect_writes(v, cube->effect, &n);
            for (uint32_t i = 0; i < n; i++)
                if (w[2 * i] >= v->m->n_slots)
                    note(all, (coset_literal){w[2 * i], w[2 * i + 1]});
        }
}

static int by_value(const void *a, const void *b)
{
    coset_value x = *(const coset_value *)a, y = *(const coset_value *)b;
    return (x > y) - (x < y);
}

/* All values of one cell: those read and those written, and undefined, which it is at the beginning. */
static coset__local make_local(coset_arena *a, uint32_t cell, uint32_t origin, const literals *reads,
                               const literals *writes)
{
    coset_value *values = coset_arena_get(a, reads->n + writes->n + (size_t)1, sizeof *values);
    uint32_t n = 1, kept = 1;
    for (uint32_t i = 0; i < reads->n; i++)
        if (reads->at[i].cell == cell)
            values[n++] = reads->at[i].value;
    for (uint32_t i = 0; i < writes->n; i++)
        if (writes->at[i].cell == cell)
            values[n++] = writes->at[i].value;
    qsort(values, n, sizeof *values, by_value);
    for (uint32_t i = 1; i < n; i++)
        if (values[i] != values[kept - 1])
            values[kept++] = values[i];
    return (coset__local){cell, origin, 0, kept, values};
}

static void find_locals(coset__pieces *m, coset__instance *to)
{
    coset__constraints *v = m->v;
    coset_arena *a = m->arena;
    uint32_t aux = m->n_cells - COSET__MOST_AUX;
    literals reads = {0}, writes = {0};
    note_parts(v, &to->parts, true, &reads);
    if (reads.n)
        note_parts(v, &to->parts, false, &writes);
    coset__local *locals = coset_arena_get(a, reads.n, sizeof *locals);
    for (uint32_t i = 0; i < reads.n; i++) {
        uint32_t k = 0;
        while (k < to->n_locals && locals[k].cell != reads.at[i].cell)
            k++;
        uint32_t cell = reads.at[i].cell, origin = cell < aux ? cell : m->origin[cell - aux];
        if (k == to->n_locals)
            locals[to->n_locals++] = make_local(a, cell, origin, &reads, &writes);
    }
    to->locals = locals;
    coset_vec_fini(&reads);
    coset_vec_fini(&writes);
}

/* ---- one instance ---------------------------------------------------------------------------------------------- */

static bool on_prelude(void *ctx, const coset_case *c)
{
    coset__pieces *k = ctx;
    if (c->end != COSET_CASE_DONE || c->n_reads > 0)
        return false;
    for (uint32_t i = 0; i < c->n_writes; i++)
        coset__pieces_set(k, c->writes[i].cell, c->writes[i].value);
    return true;
}

/* Runs the prelude once if it does not depend on the state; else it is run before each piece. */
static void settle_prelude(source *s)
{
    coset__pieces *k = &s->k;
    const coset_piece piece = {.prelude = s->prelude};
    k->prelude = NULL;
    if (s->prelude && !coset__pieces_run(k, &piece, on_prelude, k))
        k->prelude = s->prelude;
}

/* A rule is tried without order first; the instances of a property that are one conjunction are so all together. */
static void make_tests(source *s)
{
    coset__pieces *k = &s->k;
    coset_cell *cells = coset_new(k->n_cells, sizeof *cells);
    memcpy(cells, k->cells, k->n_cells * sizeof *cells);
    coset__make_tests(k, s->condition);
    if (k->faulty && !k->ordered && !s->joined) {
        memcpy(k->cells, cells, k->n_cells * sizeof *cells);
        k->to->tests.n = 0;
        k->dead = false;
        k->ordered = true;
        coset__make_tests(k, s->condition);
        k->ordered = false;
    }
    if (k->ordered || !s->joined)
        k->faulty = false;
    coset_delete(cells);
}

static void make_parts(source *s)
{
    coset__pieces *k = &s->k;
    coset_cell *before = coset_new(k->n_cells, sizeof *before);
    memcpy(before, k->cells, k->n_cells * sizeof *before);
    coset__make_parts(k, s->body);
    if (k->to->owner == COSET__RULE && !k->failed)
        coset__control_values_note(k, before);
    coset_delete(before);
}

/* False: nothing is known of the instance. */
static bool make_instance(source *s, uint64_t number)
{
    coset__pieces *k = &s->k;
    coset__instance made = s->proto;
    coset_cell *params = coset_new(k->n_cells, sizeof *params);
    memcpy(params, k->cells, k->n_cells * sizeof *params);
    made.instance = number;
    k->to = s->joined && s->out->n ? &s->out->at[0] : &made;
    k->dead = false;
    settle_prelude(s);
    make_tests(s);
    if (!k->dead && !k->failed && !k->faulty)
        make_parts(s);
    memcpy(k->cells, params, k->n_cells * sizeof *params);
    coset_delete(params);
    if (s->out->n == MOST_INSTANCES)
        coset__pieces_fail(k, (coset_pos){0}, "it has too many instances");
    bool known = !k->failed && !k->faulty, is_rule = made.owner == COSET__RULE;
    if (k->to != &made) {
        k->to->never = k->to->never || k->dead;
    } else if (!known || (k->dead && is_rule)) {
        coset_vec_fini(&made.tests);
        coset_vec_fini(&made.parts);
    } else {
        made.never = k->dead;
        find_locals(k, &made);
        *coset_vec_add(s->out) = made;
    }
    return known;
}

/* True only where every instance was made, or is never enabled. */
static bool bind(source *s, uint32_t depth, uint64_t number)
{
    coset__pieces *k = &s->k;
    const coset_value(*values)[2];
    uint32_t n;
    if (depth == s->n_params)
        return make_instance(s, number);
    const coset_ir_binder *b = &s->params[depth];
    uint32_t cell = s->v->m->n_slots + b->frame;
    if (!coset_enumeration_domain(s->v->partial, b, k->cells, k->frame_size, k->arena, &n, &values)) {
        coset__pieces_fail(k, b->pos, "a parameter's values depend on the state");
        return false;
    }
    bool all = true;
    for (uint32_t i = 0; i < n && all; i++) {
        uint64_t digit = b->type->kind == COSET_T_INT ? values[i][0] : values[i][0] - 1U;
        coset__pieces_set(k, cell, values[i][0]);
        if (b->type->kind == COSET_T_INT)
            coset__pieces_set(k, cell + 1, values[i][1]);
        all = bind(s, depth + 1, number * coset_ir_radix(b->type) + digit);
    }
    coset__pieces_set(k, cell, 0);
    return all;
}

/* ---- all instances of a rule, of a property ------------------------------------------------------------------- */

static bool run(source *s, uint32_t frame_size, const bool *is_private)
{
    static const coset_value undefined = 0;
    coset__constraints *v = s->v;
    uint32_t n_slots = v->m->n_slots;
    s->k.v = v;
    s->k.frame_size = frame_size;
    s->k.n_cells = n_slots + frame_size + COSET__MOST_AUX;
    s->k.cells = coset_new(s->k.n_cells, sizeof *s->k.cells);
    s->k.is_private = is_private;
    for (uint32_t c = 0; c < s->k.n_cells; c++)
        s->k.cells[c] = c < n_slots ? v->slots[c] : (coset_cell){1, &undefined};
    uint32_t *origin = coset_new(COSET__MOST_AUX, sizeof *origin);
    s->k.origin = origin;
    s->k.faulty = false;
    bool all = bind(s, 0, 0);
    coset_delete(origin);
    coset_delete(s->k.cells);
    return all;
}

/* Without constraints the reason must be reported: then all slots that it reads stay fixed. */
static bool conclude(source *s, bool all, const char **why, coset_pos *pos)
{
    if (!all)
        coset__pieces_fail(&s->k, (coset_pos){0},
                           "a part of it may fault, and the order of evaluation could not be determined");
    *why = s->k.failed;
    *pos = s->k.failed_at;
    return all;
}

bool coset__rule_instances(coset__constraints *v, uint32_t rule, coset_arena *arena, coset__instances *out,
                           const char **why, coset_pos *pos)
{
    const coset_ir_rule *r = &v->ir->rules[rule];
    source s = {.v = v,
                .params = r->params,
                .n_params = r->n_params,
                .prelude = r->prelude,
                .body = r->body,
                .condition = r->guard,
                .out = out,
                .proto = {.owner = COSET__RULE, .number = rule}};
    bool *is_private = coset_new(v->m->n_slots + (size_t)r->frame_size + COSET__MOST_AUX, sizeof *is_private);
    s.k.arena = arena;
    s.k.whole = coset__find_private(r, v->m->n_slots, is_private);
    bool all = run(&s, r->frame_size, is_private);
    coset_delete(is_private);
    return conclude(&s, all, why, pos);
}

bool coset__prop_instances(coset__constraints *v, const coset_ir_prop *p, coset__instance proto, coset_arena *arena,
                           coset__instances *out, const char **why, coset_pos *pos)
{
    source s = {.v = v,
                .params = p->params,
                .n_params = p->n_params,
                .prelude = p->prelude,
                .condition = p->expr,
                .out = out,
                .proto = proto};
    s.joined = coset__prop_is_joined(p);
    s.k.arena = arena;
    bool all = run(&s, p->frame_size, NULL);
    if (!all && !s.k.failed) { /* some instance may fault: all in order */
        coset__instances_forget(out);
        s.k.ordered = true;
        all = run(&s, p->frame_size, NULL);
    }
    return conclude(&s, all, why, pos);
}
