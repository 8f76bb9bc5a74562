/* Garbage collection: reachable values are copied to new memory (Cheney 1970), and the old memory is freed. */
#include <string.h>

#include "lang/cspm/eval/eval_int.h"

#define LEAST ((uint64_t)64 << 20) /* below this a collection is not worth its time */

typedef struct {
    cspm_machine *m;
    COSET_VEC(cspm_value *) moved; /* copies whose cells still point into the old memory */
} copier;

/* The value of v behind evaluated thunks. */
static cspm_value *behind(cspm_value *v)
{
    while (v->kind == VALUE_THUNK && v->sub == THUNK_DONE)
        v = v->at[0].value;
    return v;
}

static void *move(copier *c, void *object)
{
    cspm_value *v = object;
    if (v->kind == VALUE_MOVED)
        return v->at[0].value;
    bool frame = v->kind == VALUE_FRAME;
    uint64_t cells = v->n + (v->n == 0);
    uint64_t bytes = frame ? sizeof(cspm_frame) + v->n * sizeof(cspm_value *) : sizeof *v + cells * sizeof(cspm_cell);
    cspm_value *copy = coset__value_grab(c->m, bytes);
    memcpy(copy, v, bytes);
    v->kind = VALUE_MOVED;
    v->at[0].value = copy;
    *coset_vec_add(&c->moved) = copy;
    return copy;
}

static void move_value(copier *c, cspm_value **v)
{
    if (*v)
        *v = move(c, behind(*v));
}

static void move_frame(copier *c, cspm_frame **frame)
{
    if (*frame)
        *frame = move(c, *frame);
}

static void move_cells(copier *c, cspm_value *v, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        move_value(c, &v->at[i].value);
}

static void scan_frame(copier *c, cspm_frame *frame)
{
    move_frame(c, &frame->outer);
    for (uint32_t i = 0; i < frame->n; i++)
        move_value(c, &frame->at[i]);
}

static void scan_thunk(copier *c, cspm_value *v)
{
    switch (v->sub) {
    case THUNK_NODE:
    case THUNK_PATTERN:
        move_frame(c, &v->at[1].frame);
        return;
    case THUNK_RANGE:
        move_cells(c, v, 1, v->n);
        return;
    case THUNK_APPEND:
    case THUNK_CONCAT:
        move_cells(c, v, 0, v->n);
        return;
    case THUNK_MORE:
        move_frame(c, &v->at[1].frame);
        move_cells(c, v, 3, v->n);
        return;
    default: /* broken: its cells are never read again */
        return;
    }
}

static void scan_set(copier *c, cspm_value *v)
{
    switch (v->sub) {
    case SET_INTS:
    case SET_FROM:
    case SET_CHARS:
    case SET_PROCS:
        return;
    case SET_TYPE:
    case SET_DATA:
        move_cells(c, v, 1, v->n);
        return;
    default:
        move_cells(c, v, 0, v->n);
        return;
    }
}

static void scan(copier *c, cspm_value *v)
{
    switch (v->kind) {
    case VALUE_FRAME:
        scan_frame(c, (cspm_frame *)(void *)v);
        return;
    case VALUE_THUNK:
        scan_thunk(c, v);
        return;
    case VALUE_CONS:
    case VALUE_TUPLE:
    case VALUE_DOTS:
    case VALUE_MAP:
        move_cells(c, v, 0, v->n);
        return;
    case VALUE_DATA:
    case VALUE_BUILTIN:
        move_cells(c, v, 1, v->n);
        return;
    case VALUE_SET:
        scan_set(c, v);
        return;
    case VALUE_FUNCTION:
        move_frame(c, &v->at[1].frame);
        move_cells(c, v, 2, v->n);
        return;
    case VALUE_PROCESS:
        if (v->sub == 1) {
            move_cells(c, v, 1, v->n);
            return;
        }
        move_frame(c, &v->at[1].frame);
        return;
    default:
        return;
    }
}

static void move_roots(copier *c)
{
    cspm_machine *m = c->m;
    move_frame(c, &m->globals);
    move_value(c, &m->booleans[0]);
    move_value(c, &m->booleans[1]);
    move_value(c, &m->nil);
    move_value(c, &m->empty);
    move_value(c, &m->events);
    for (uint32_t i = 0; i < sizeof m->ints / sizeof *m->ints; i++)
        move_value(c, &m->ints[i]);
    for (uint32_t i = 0; i < m->n_globals; i++)
        move_value(c, &m->fields[i]);
    for (uint32_t i = 0; i < m->kept.n; i++)
        move_value(c, &m->kept.at[i]);
}

/* During a collection the copy and the original exist together. If that would exceed the memory limit, evaluation
 * continues without collecting, until it reaches the limit. The needed size is estimated: one and a half times that of
 * the last collection, or, the first time, half of all memory in use. */
static bool has_room(const cspm_machine *m)
{
    const coset_budget *b = m->limits.budget;
    const uint64_t needed = m->live ? m->live + m->live / 2 : m->bytes / 2;
    return !b || !b->most_bytes || coset_memory_held() + needed < b->most_bytes;
}

void coset__eval_collect(cspm_machine *m)
{
    if (m->failed || (!m->limits.always_collect && (m->bytes < LEAST || m->bytes < 2 * m->live || !has_room(m))))
        return;
    copier c = {.m = m};
    uint32_t old = m->chunks.n;
    uint64_t limit = m->limits.most_bytes;
    m->chunk_left = 0;
    m->bytes = 0;
    m->limits.most_bytes = UINT64_MAX; /* the copy is no larger than the original */
    move_roots(&c);
    while (c.moved.n)
        scan(&c, c.moved.at[--c.moved.n]);
    m->limits.most_bytes = limit;
    for (uint32_t i = 0; i < old; i++)
        coset_delete(m->chunks.at[i]);
    m->chunks.n -= old;
    memmove(m->chunks.at, m->chunks.at + old, m->chunks.n * sizeof *m->chunks.at);
    m->live = m->bytes;
    coset_vec_fini(&c.moved);
}

uint32_t coset__eval_keep(cspm_machine *m, cspm_value *v)
{
    *coset_vec_add(&m->kept) = v;
    return m->kept.n - 1;
}

cspm_value *coset__eval_kept(const cspm_machine *m, uint32_t kept) { return m->kept.at[kept]; }
