/* detect/extract/run_piece.c - running pieces of an instance under construction. */
#include "detect/extract/constraints.h"

#define MOST_RUNS      5000U /* of one piece */
#define ROUNDS_FOR_RUN 8U    /* loop rounds cost as much as a run */

const char coset__too_many[] = "there are too many combinations of values to try";

void coset__pieces_fail(coset__pieces *k, coset_pos pos, const char *why)
{
    if (k->failed)
        return;
    k->failed = why;
    k->failed_at = pos;
}

void coset__pieces_set(coset__pieces *k, uint32_t cell, coset_value value)
{
    k->cells[cell] = (coset_cell){1, coset_arena_copy(k->arena, &value, 1, sizeof value)};
}

bool coset__pieces_run(coset__pieces *k, const coset_piece *piece, coset_on_case *on_case, void *ctx)
{
    uint64_t room = k->v->budget < MOST_RUNS ? k->v->budget : MOST_RUNS, left = room;
    if (coset_budget_is_spent(k->v->limit)) {
        coset__pieces_fail(k, (coset_pos){0}, "the time limit was reached");
        return false;
    }
    uint64_t rounds = coset_enumeration_rounds(k->v->partial);
    bool ran = coset_enumeration_run(k->v->partial, piece, k->cells, k->frame_size, &left, on_case, ctx);
    k->v->budget -= room - left;
    rounds = (coset_enumeration_rounds(k->v->partial) - rounds) / ROUNDS_FOR_RUN;
    if (k->v->counts_rounds)
        k->v->budget -= rounds < k->v->budget ? rounds : k->v->budget;
    return ran;
}

bool coset__reads_wide(const coset__pieces *k, const coset_case *c)
{
    for (uint32_t i = 0; i < c->n_reads; i++)
        if (c->reads[i].cell < k->v->m->n_slots && k->v->wide[c->reads[i].cell])
            return true;
    return false;
}

/* ---- what is known before ---------------------------------------------------------------------------------------- */

typedef struct {
    int64_t value;
    uint32_t n;
} only;

static bool on_value(void *ctx, const coset_case *c)
{
    only *o = ctx;
    o->value = c->value;
    return ++o->n == 1 && c->end == COSET_CASE_DONE && c->n_reads == 0 && c->n_writes == 0;
}

bool coset__pieces_place(coset__pieces *k, const coset_ir_place *p, uint32_t *at)
{
    only o = {0};
    const coset_piece piece = {.place = p};
    if (p->base == COSET_P_CALL || !coset__pieces_run(k, &piece, on_value, &o))
        return false;
    *at = (uint32_t)o.value;
    return *at + p->type->width <= k->n_cells;
}

static bool is_known(coset__pieces *k, const coset_ir_expr *e, int64_t *value)
{
    only o = {0};
    const coset_piece piece = {.expr = e};
    if (!coset__pieces_run(k, &piece, on_value, &o))
        return false;
    *value = o.value;
    return true;
}

static bool is_slot(const coset_ir_expr *e)
{
    return e->op == COSET_E_LOAD && coset_ir_is_simple(e->place->type) && e->place->type->kind != COSET_T_INT;
}

bool coset__pieces_equality(coset__pieces *k, const coset_ir_expr *e, coset_on_case *on_case, void *ctx)
{
    int64_t value;
    uint32_t at;
    if (k->prelude || (e->op != COSET_E_EQ && e->op != COSET_E_NE))
        return false;
    const coset_ir_expr *slot = is_slot(e->a) ? e->a : e->b, *other = slot == e->a ? e->b : e->a;
    if (!is_slot(slot) || !coset__pieces_place(k, slot->place, &at) || !is_known(k, other, &value))
        return false;
    const coset_cell *c = &k->cells[at];
    if (c->n < 2 || c->at[0] == 0 || (at < k->v->m->n_slots && k->v->wide[at]))
        return false;
    for (uint32_t i = 0; i < c->n; i++) {
        bool equal = coset_ir_unrank(slot->place->type, c->at[i] - 1U) == value;
        const coset_literal read = {at, c->at[i]};
        const coset_case one = {
            .end = COSET_CASE_DONE, .value = equal == (e->op == COSET_E_EQ), .n_reads = 1, .reads = &read};
        (void)on_case(ctx, &one); /* nothing is wide, nothing faults: it never stops */
    }
    return true;
}
