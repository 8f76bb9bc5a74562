/* detect/extract/lockstep.c - see detect/extract/lockstep.h. */
#include "detect/extract/lockstep.h"

#include <string.h>

#include "ir/case_enumeration.h"
#include "ir/visit.h"

#define MOST_RUNS 20000U /* of pieces, for one rule */

/* One of the two runs. */
typedef struct {
    coset_value *known; /* [n_slots + frame_size] */
    coset_cell *cells;
    coset_case_end end; /* of the last run */
    bool returned, is_condition;
    int64_t value;
} side;

struct coset__lockstep {
    const coset_model *m;
    const coset_ir *ir;
    coset_enumeration *partial;
    uint32_t n_cells;
    side a, b;
    coset_value *image;
    const coset__exchange *x;
    const coset__moves *moves;
    const coset_ir_rule *rule;
    uint64_t runs; /* left */
    COSET_VEC(coset_pos) places;
};

static side new_side(uint32_t n)
{
    side s = {.known = coset_new(n, sizeof *s.known), .cells = coset_new(n, sizeof *s.cells)};
    for (uint32_t c = 0; c < n; c++)
        s.cells[c] = (coset_cell){1, &s.known[c]};
    return s;
}

coset__lockstep *coset__lockstep_new(const coset_model *m, const coset_ir *ir, coset_budget *limit)
{
    coset__lockstep *k = coset_new(1, sizeof *k);
    uint32_t frame = 0;
    for (uint32_t r = 0; r < ir->n_rules; r++)
        frame = ir->rules[r].frame_size > frame ? ir->rules[r].frame_size : frame;
    k->m = m;
    k->ir = ir;
    k->n_cells = m->n_slots + frame;
    k->a = new_side(k->n_cells);
    k->b = new_side(k->n_cells);
    k->image = coset_new(m->n_slots, sizeof *k->image);
    k->partial = coset_enumeration_new(m);
    coset_enumeration_limit(k->partial, limit);
    return k;
}

void coset__lockstep_free(coset__lockstep *k)
{
    coset_enumeration_free(k->partial);
    coset_delete(k->a.known);
    coset_delete(k->a.cells);
    coset_delete(k->b.known);
    coset_delete(k->b.cells);
    coset_delete(k->image);
    coset_vec_fini(&k->places);
    coset_delete(k);
}

/* ---- pieces ----------------------------------------------------------------------------------------------------- */

static bool on_case(void *ctx, const coset_case *c)
{
    side *s = ctx;
    if (s->is_condition && c->n_writes)
        return false;
    s->end = c->end;
    s->returned = c->returned;
    s->value = c->value;
    for (uint32_t i = 0; i < c->n_writes; i++)
        s->known[c->writes[i].cell] = c->writes[i].value;
    return true;
}

/* False: its effect is unknown, or it is a condition that changes the state. */
static bool run_side(coset__lockstep *k, side *s, const coset_piece *piece)
{
    s->is_condition = piece->expr != NULL;
    return coset_enumeration_run(k->partial, piece, s->cells, k->rule->frame_size, &k->runs, on_case, s);
}

typedef enum { ALIKE, UNLIKE, UNKNOWN } outcome;

static outcome run_both(coset__lockstep *k, const coset_piece *piece)
{
    if (!run_side(k, &k->a, piece) || !run_side(k, &k->b, piece))
        return UNKNOWN;
    if (k->a.end != k->b.end || k->a.returned != k->b.returned)
        return UNLIKE;
    coset__exchange_apply(k->x, k->moves, k->a.known, k->image);
    return memcmp(k->image, k->b.known, k->m->n_slots * sizeof *k->image) == 0 ? ALIKE : UNLIKE;
}

static void note(coset__lockstep *k, coset_pos pos)
{
    for (uint32_t i = 0; i < k->places.n; i++)
        if (k->places.at[i].line == pos.line && k->places.at[i].column == pos.column)
            return;
    *coset_vec_add(&k->places) = pos;
}

/* At connectives, the places are the parts that differ. True if something differs. */
static bool run_condition(coset__lockstep *k, const coset_ir_expr *e)
{
    const coset_piece piece = {.prelude = k->rule->prelude, .expr = e};
    outcome o = run_both(k, &piece);
    bool parts = e->op == COSET_E_AND || e->op == COSET_E_OR || e->op == COSET_E_IMPLIES;
    if (o == UNKNOWN || (o == ALIKE && (k->a.end != COSET_CASE_DONE || k->a.value == k->b.value)))
        return false;
    bool in_a = (parts || e->op == COSET_E_NOT) && run_condition(k, e->a);
    bool in_b = parts && run_condition(k, e->b);
    if (!in_a && !in_b)
        note(k, e->pos);
    return true;
}

/* ---- statements ------------------------------------------------------------------------------------------------- */

/* The statement acts on the image as its image would. */
static bool go_on_behind(coset__lockstep *k, const coset_piece *piece, bool has_run)
{
    if (!has_run && !run_side(k, &k->a, piece))
        return false;
    coset__exchange_apply(k->x, k->moves, k->a.known, k->b.known);
    k->b.end = k->a.end;
    k->b.returned = k->a.returned;
    return true;
}

static bool run_list(coset__lockstep *k, const coset_ir_stmt *s);

static bool run_if(coset__lockstep *k, const coset_ir_stmt *s, const coset_piece *piece)
{
    const coset_piece condition = {.prelude = k->rule->prelude, .expr = s->expr};
    if (run_condition(k, s->expr))
        return go_on_behind(k, piece, false);
    if (run_both(k, &condition) == UNKNOWN)
        return false;
    return k->a.end != COSET_CASE_DONE || run_list(k, k->a.value ? s->body : s->other);
}

/* The variable takes a value in the one run and its image in the other one. */
static bool run_for(coset__lockstep *k, const coset_ir_stmt *s)
{
    const coset_ir_binder *b = s->binder;
    bool moves = coset__runs_over(k->x, b->type);
    uint32_t cell = k->m->n_slots + b->frame;
    for (uint64_t r = 0; r < b->type->n; r++) {
        coset_value v = (coset_value)r + 1;
        k->a.known[cell] = v;
        k->b.known[cell] = moves ? coset__exchanged_value(k->x, b->type, v) : v;
        if (k->b.known[cell] == 0) {
            note(k, s->pos);
            k->b.known[cell] = v;
        }
        if (!run_list(k, s->body))
            return false;
        if (k->a.end != COSET_CASE_DONE || k->a.returned)
            break;
    }
    return true;
}

static bool is_plain_loop(const coset_ir_stmt *s)
{
    const coset_ir_binder *b = coset_ir_whole_binder(s);
    return b && coset_ir_is_simple(b->type) && b->type->kind != COSET_T_INT;
}

static bool run_other(coset__lockstep *k, const coset_ir_stmt *s, const coset_piece *piece)
{
    outcome o = run_both(k, piece);
    if (o != UNLIKE)
        return o == ALIKE;
    note(k, s->pos);
    return go_on_behind(k, piece, true);
}

/* False: it is not known how execution continues. */
static bool run_list(coset__lockstep *k, const coset_ir_stmt *s)
{
    k->a.end = COSET_CASE_DONE;
    k->a.returned = false;
    for (; s && k->a.end == COSET_CASE_DONE && !k->a.returned; s = s->next) {
        const coset_piece piece = {.prelude = k->rule->prelude, .stmt = s, .one = true};
        if (!(s->op == COSET_S_IF ? run_if(k, s, &piece) : is_plain_loop(s) ? run_for(k, s) : run_other(k, s, &piece)))
            return false;
    }
    return true;
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

/* False: a parameter's image is no value of it. */
static bool set_parameters(coset__lockstep *k, uint64_t instance)
{
    for (uint32_t p = k->rule->n_params; p-- > 0;) {
        const coset_ir_binder *b = &k->rule->params[p];
        uint64_t radix = coset_ir_radix(b->type);
        coset_value v = (coset_value)(instance % radix) + 1;
        uint32_t cell = k->m->n_slots + b->frame;
        instance /= radix;
        k->a.known[cell] = v;
        k->b.known[cell] = coset__runs_over(k->x, b->type) ? coset__exchanged_value(k->x, b->type, v) : v;
        if (k->b.known[cell] == 0) {
            note(k, b->pos);
            return false;
        }
    }
    return true;
}

uint32_t coset__lockstep_run(coset__lockstep *k, const coset__exchange *x, const coset__moves *moves, uint32_t rule,
                             uint64_t instance, const coset_value *state, const coset_pos **places)
{
    k->rule = &k->ir->rules[rule];
    k->x = x;
    k->moves = moves;
    k->runs = MOST_RUNS;
    k->places.n = 0;
    memset(k->a.known, 0, k->n_cells * sizeof *k->a.known);
    memset(k->b.known, 0, k->n_cells * sizeof *k->b.known);
    if (state) {
        memcpy(k->a.known, state, k->m->n_slots * sizeof *state);
        coset__exchange_apply(x, moves, state, k->b.known);
    }
    if (set_parameters(k, instance) && !(k->rule->guard && run_condition(k, k->rule->guard)))
        (void)run_list(k, k->rule->body);
    *places = k->places.at;
    return k->places.n;
}
