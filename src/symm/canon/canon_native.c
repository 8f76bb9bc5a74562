/* Machine code for coset__move: compiled concurrently with the search once enough states were moved for it to pay. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "ir/native_move.h"
#include "symm/canon/canon_int.h"

/* By default code is made after LEAST moves of one thread, and after CELL_TIMES for each cell. */
#ifdef COSET_TEST_SMALL
#define LEAST      UINT64_C(20)
#define CELL_TIMES UINT64_C(0)
#else
#define LEAST      UINT64_C(100000)
#define CELL_TIMES UINT64_C(200)
#endif
#define MOST_CELLS 4000 /* translation takes too long beyond */

struct coset__fast {
    _Atomic(coset_native_move *) move; /* NULL: none yet */
    atomic_bool begun;
    uint32_t *elements; /* [n_points] */
    uint64_t after;     /* moves */
    bool beside;        /* by a thread of its own */
    bool has_thread;
    atomic_bool at_work;
    pthread_t thread;
};

static uint64_t count_cells(const coset__action *a)
{
    uint64_t n = a->n_cells;
    for (uint32_t e = 0; e < a->n_entries; e++)
        n += a->entries[e].n_cells;
    for (uint32_t c = 0; c < a->n_columns; c++)
        n += a->first[a->columns[c].type + 1] - a->first[a->columns[c].type];
    return n;
}

void coset__fast_init(coset__action *a, uint64_t after)
{
    uint64_t n = count_cells(a);
    if (n == 0 || n > MOST_CELLS)
        return;
    a->fast = coset_new(1, sizeof *a->fast);
    atomic_init(&a->fast->move, NULL);
    atomic_init(&a->fast->begun, false);
    a->fast->after = after ? after : CELL_TIMES * n > LEAST ? CELL_TIMES * n : LEAST;
    a->fast->beside = after == 0;
    a->fast->elements = coset_new(a->n_points, sizeof *a->fast->elements);
    for (uint32_t p = 0; p < a->n_points; p++)
        a->fast->elements[p] = a->points[p].element;
}

void coset__fast_fini(coset__action *a)
{
    if (!a->fast)
        return;
    if (a->fast->has_thread)
        pthread_join(a->fast->thread, NULL);
    coset_native_move_free(a->fast->move);
    coset_delete(a->fast->elements);
    coset_delete(a->fast);
}

/* ---- the plan --------------------------------------------------------------------------------------------------- */

static coset_native_cell plan_cell(coset_arena *arena, const coset__cell *c)
{
    coset_native_axis *axes = coset_arena_get(arena, c->n_axes, sizeof *axes);
    for (uint32_t x = 0; x < c->n_axes; x++)
        axes[x] = (coset_native_axis){c->axes[x].point, c->axes[x].stride};
    uint32_t n = 0;
    for (const coset__span *s = &c->class.span; s; s = s->next)
        n += s->n > 0;
    coset_native_span *spans = coset_arena_get(arena, n, sizeof *spans);
    n = 0;
    for (const coset__span *s = &c->class.span; s; s = s->next)
        if (s->n > 0)
            spans[n++] = (coset_native_span){s->lo, s->n, s->points};
    return (coset_native_cell){c->slot, c->n_axes, n, axes, spans, c->class.values};
}

static void plan_cells(coset_arena *arena, const coset__action *a, coset_native_move_plan *plan)
{
    coset_native_cell *cells = coset_arena_get(arena, count_cells(a), sizeof *cells);
    for (uint32_t c = 0; c < a->n_cells; c++)
        cells[plan->n_cells++] = plan_cell(arena, &a->cells[c]);
    for (uint32_t e = 0; e < a->n_entries; e++)
        for (uint32_t c = 0; c < a->entries[e].n_cells; c++)
            cells[plan->n_cells++] = plan_cell(arena, &a->entries[e].cells[c]);
    plan->cells = cells;
}

static void plan_columns(coset_arena *arena, const coset__action *a, coset_native_move_plan *plan)
{
    coset_native_column *columns = coset_arena_get(arena, a->n_columns, sizeof *columns);
    for (uint32_t c = 0; c < a->n_columns; c++) {
        uint32_t type = a->columns[c].type;
        columns[c] = (coset_native_column){a->first[type], a->first[type + 1] - a->first[type], a->columns[c].slots};
    }
    plan->n_columns = a->n_columns;
    plan->columns = columns;
}

static void translate(const coset__action *a)
{
    coset__fast *f = a->fast;
    coset_arena *arena = coset_arena_new();
    coset_native_move_plan plan = {.n_points = a->n_points, .elements = f->elements};
    plan_columns(arena, a, &plan);
    plan_cells(arena, a, &plan);
    coset_native_move *move;
    if (coset_native_move_new(&plan, &move, NULL) == COSET_OK)
        atomic_store_explicit(&f->move, move, memory_order_release);
    coset_arena_free(arena);
}

static void *translate_beside(void *arg)
{
    const coset__action *a = arg;
    translate(a);
    atomic_store(&a->fast->at_work, false);
    return NULL;
}

void coset__fast_make(const coset__action *a, const coset_value *src, uint64_t moves)
{
    coset__fast *f = a->fast;
    if (!f || moves < f->after || atomic_load_explicit(&f->begun, memory_order_relaxed)) /* all threads only read */
        return;
    if (atomic_exchange_explicit(&f->begun, true, memory_order_relaxed))
        return;
    if (f->beside && a->usual && coset__is_usual(a, src))
        return;
    atomic_store(&f->at_work, true);
    f->has_thread = f->beside && pthread_create(&f->thread, NULL, translate_beside, (void *)(uintptr_t)a) == 0;
    if (!f->has_thread)
        (void)translate_beside((void *)(uintptr_t)a);
}

bool coset__fast_leave(const coset__action *a)
{
    coset__fast *f = a->fast;
    return f && f->has_thread && atomic_load(&f->at_work) && pthread_detach(f->thread) == 0;
}

bool coset__fast_move(const coset__action *a, const uint32_t *image, const coset_value *src, coset_value *dst)
{
    const coset_native_move *move = a->fast ? atomic_load_explicit(&a->fast->move, memory_order_acquire) : NULL;
    if (!move)
        return false;
    memcpy(dst, src, a->m->n_slots * sizeof *dst); /* what does not move */
    coset_native_move_run(move, image, src, dst);
    return true;
}
