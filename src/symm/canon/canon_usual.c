#include "symm/canon/canon_usual.h"

#include <string.h>

#include "symm/canon/canon_int.h"

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
    if (!dst) /* it ends in a fault */
        return COSET_OK;
    memcpy(first->state, dst, first->n_slots * sizeof *dst);
    return COSET_STOPPED;
}

/* The first start state that is one, or nothing but 0. */
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

/* Four slots at a time. */
typedef uint32_t four __attribute__((vector_size(16)));

static inline four load_four(const coset_value *at)
{
    four x;
    memcpy(&x, at, sizeof x);
    return x;
}

/* Differences of the cells among four slots from their usual values. */
static inline four unusual_four(const coset__usual *u, const coset_value *src, uint32_t i)
{
    return (load_four(src + i) ^ load_four(u->held + i)) & load_four(u->is_cell + i);
}

static inline bool is_any(four x)
{
    uint64_t halves[2];
    memcpy(halves, &x, sizeof x);
    return (halves[0] | halves[1]) != 0;
}

static inline bool is_unusual(const coset__usual *u, const coset_value *src, uint32_t i)
{
    return ((src[i] ^ u->held[i]) & u->is_cell[i]) != 0;
}

/* Without branches: which cells a state uses cannot be foretold. */
uint32_t coset__unusual_cells(const coset__action *a, const coset_value *src, uint32_t from, uint32_t *cells)
{
    const coset__usual *u = a->usual;
    uint32_t left = a->m->n_slots - from, end = from + (left < COSET__STRETCH ? left : COSET__STRETCH), i = from, n = 0;
    uint32_t fours[COSET__STRETCH / 4], n_fours = 0;
    for (; i + 4 <= end; i += 4) {
        fours[n_fours] = i;
        n_fours += is_any(unusual_four(u, src, i));
    }
    for (uint32_t f = 0; f < n_fours; f++)
        for (uint32_t k = fours[f]; k < fours[f] + 4; k++) {
            cells[n] = u->cell_at[k];
            n += is_unusual(u, src, k);
        }
    for (; i < end; i++) {
        cells[n] = u->cell_at[i];
        n += is_unusual(u, src, i);
    }
    return n;
}

void coset__copy_as_usual(const coset__action *a, const coset_value *src, coset_value *dst)
{
    const coset__usual *u = a->usual;
    uint32_t i = 0;
    for (; i + 4 <= a->m->n_slots; i += 4) {
        four x = load_four(src + i) ^ unusual_four(u, src, i);
        memcpy(dst + i, &x, sizeof x);
    }
    for (; i < a->m->n_slots; i++)
        dst[i] = src[i] ^ ((src[i] ^ u->held[i]) & u->is_cell[i]);
}

bool coset__is_usual(const coset__action *a, const coset_value *src)
{
    uint32_t cells[COSET__STRETCH], n = 0;
    for (uint32_t from = 0; from < a->m->n_slots; from += COSET__STRETCH)
        n += coset__unusual_cells(a, src, from, cells);
    return n <= a->n_cells / 8;
}
