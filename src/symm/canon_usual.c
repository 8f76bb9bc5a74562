#include "symm/canon_usual.h"

#include "symm/canon_int.h"

/* Fewer are read faster than all slots are compared. */
#ifdef COSET_TEST_SMALL
#define MANY_CELLS 3
#else
#define MANY_CELLS 64
#endif

typedef struct {
    coset_value *state;
    uint32_t n_slots;
} first_state;

static coset_status keep_first(void *ctx, const coset_edge *edge, const coset_value *dst)
{
    const first_state *first = ctx;
    (void)edge;
    memcpy(first->state, dst, first->n_slots * sizeof *dst);
    return COSET_STOPPED;
}

/* The first start state, or nothing but 0. */
static const coset_value *read_start(const coset__action *a)
{
    const coset_model *m = a->m;
    first_state first = {coset_arena_get(a->arena, m->n_slots, sizeof *first.state), m->n_slots};
    if (m->ops) {
        coset_worker *w = coset_worker_new(m);
        (void)m->ops->starts(w, keep_first, &first);
        m->ops->worker_free(w);
    }
    return first.state;
}

static coset_value usual_of(const coset__cell *c, const coset_value *start)
{
    coset_value v = start[c->family];
    if (coset__point_of(&c->class, v) != COSET__NONE)
        v = 0;
    while (coset__point_of(&c->class, v) != COSET__NONE)
        v++;
    return v;
}

void coset__usual_make(coset__action *a)
{
    if (a->n_cells < MANY_CELLS)
        return;
    uint32_t n = a->m->n_slots;
    const coset_value *start = read_start(a);
    coset_value *held = coset_arena_get(a->arena, n, sizeof *held);
    coset_value *is_cell = coset_arena_get(a->arena, n, sizeof *is_cell);
    uint32_t *cell_at = coset_arena_get(a->arena, n, sizeof *cell_at);
    for (uint32_t i = 0; i < n; i++)
        cell_at[i] = COSET__NONE;
    for (uint32_t c = 0; c < a->n_cells; c++) {
        uint32_t slot = a->cells[c].slot;
        held[slot] = usual_of(&a->cells[c], start);
        is_cell[slot] = UINT32_MAX;
        cell_at[slot] = c;
    }
    const coset__usual usual = {held, is_cell, cell_at};
    a->usual = coset_arena_copy(a->arena, &usual, 1, sizeof usual);
}

bool coset__is_usual(const coset__action *a, const coset_value *src)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->m->n_slots; i++)
        n += coset__unusual_cell(a->usual, src, i) != COSET__NONE;
    return n <= a->n_cells / 8;
}
