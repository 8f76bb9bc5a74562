/* service/given_symmetry.c - the symmetry that a description declares, and that of its start states. */
#include <stdlib.h>
#include <string.h>

#include "service/given_int.h"

/* Start states, sorted. */
typedef struct {
    const coset_model *m;
    size_t bytes; /* of a state */
    COSET_VEC(coset_value) values;
    uint32_t n;
} start_states;

static coset_status keep(void *ctx, const coset_edge *edge, const coset_value *dst)
{
    start_states *s = ctx;
    (void)edge;
    if (dst)
        memcpy(coset_vec_add_n(&s->values, s->m->n_slots), dst, s->bytes);
    s->n += dst != NULL;
    return COSET_OK;
}

static int compare_states(const void *x, const void *y, void *ctx) { return memcmp(x, y, *(const size_t *)ctx); }

static const coset_value *find(const start_states *s, const coset_value *state)
{
    for (uint32_t lo = 0, hi = s->n; lo < hi;) {
        const uint32_t mid = lo + (hi - lo) / 2;
        const coset_value *at = s->values.at + (size_t)mid * s->m->n_slots;
        const int order = memcmp(state, at, s->bytes);
        if (order == 0)
            return at;
        lo = order > 0 ? mid + 1 : lo;
        hi = order < 0 ? mid : hi;
    }
    return NULL;
}

/* Exchanging the two elements maps start states to start states. */
static bool may_exchange(const start_states *s, uint32_t type, uint32_t x, uint32_t y)
{
    const uint32_t points = coset_symmetry_points(&s->m->symmetry),
                   offset = coset_symmetry_offset(&s->m->symmetry, type);
    coset_renaming *perm = coset_new(points, sizeof *perm);
    coset_value *image = coset_new(s->m->n_slots, sizeof *image);
    bool closed = true;
    for (uint32_t t = 0, i = 0; t < s->m->symmetry.n_types; t++)
        for (uint32_t e = 0; e < s->m->symmetry.types[t].n; e++)
            perm[i++] = e;
    perm[offset + x] = y;
    perm[offset + y] = x;
    for (uint32_t i = 0; i < s->n && closed; i++) {
        coset_model_permute(s->m, perm, s->values.at + (size_t)i * s->m->n_slots, image);
        closed = find(s, image) != NULL;
    }
    coset_delete(perm);
    coset_delete(image);
    return closed;
}

/* Elements that may be exchanged with each other form a class; the elements of the largest class move. */
static void move_class(const start_states *s, uint32_t type, bool *moves)
{
    const uint32_t n = s->m->symmetry.types[type].n;
    uint32_t *class = coset_new(n, sizeof *class), *size = coset_new(n, sizeof *size), largest = 0;
    for (uint32_t e = 0; e < n; e++) {
        uint32_t c = 0; /* the first element of a class represents it */
        while (c < e && (class[c] != c || !may_exchange(s, type, c, e)))
            c++;
        class[e] = c;
        size[c]++;
    }
    for (uint32_t c = 0; c < n; c++)
        largest = size[c] > size[largest] ? c : largest;
    for (uint32_t e = 0; e < n; e++)
        moves[e] = class[e] == largest;
    coset_delete(class);
    coset_delete(size);
}

static bool **moves_new(const coset_model *m, bool value, coset_arena *arena)
{
    bool **moves = coset_arena_get(arena, m->symmetry.n_types, sizeof *moves);
    for (uint32_t t = 0; t < m->symmetry.n_types; t++) {
        moves[t] = coset_arena_get(arena, m->symmetry.types[t].n, sizeof **moves);
        for (uint32_t e = 0; e < m->symmetry.types[t].n; e++)
            moves[t][e] = value;
    }
    return moves;
}

static coset_symgroup *group_of(const coset_model *m, bool **moves, coset_arena *arena)
{
    return coset_symgroup_moving(m, (const bool *const *)(void *)moves, arena);
}

static const coset_symgroup *starts_group(const coset_model *m, coset_arena *arena)
{
    start_states s = {.m = m, .bytes = m->n_slots * sizeof(coset_value)};
    bool **moves = moves_new(m, true, arena);
    coset_worker *w = coset_worker_new(m);
    (void)m->ops->starts(w, keep, &s);
    m->ops->worker_free(w);
    if (s.n > 1)
        qsort_r(s.values.at, s.n, s.bytes, compare_states, &s.bytes);
    for (uint32_t t = 0; t < m->symmetry.n_types; t++)
        move_class(&s, t, moves[t]);
    coset_vec_fini(&s.values);
    return group_of(m, moves, arena);
}

/* The set of states that an assumption excludes is symmetric only if the assumption is. */
static bool cuts_symmetrically(const coset_given *g)
{
    bool all = true;
    for (uint32_t p = 0; p < g->n_properties; p++)
        all = all && (g->properties[p].kind != COSET_GIVEN_ASSUMPTION || !g->properties[p].not_symmetric);
    return all;
}

const coset_legal *coset__given_legal(const coset_model *m, const coset_given *g, coset_arena *arena)
{
    coset_legal *legal = coset_arena_get(arena, 1, sizeof *legal);
    const coset_symgroup **props = coset_arena_get(arena, m->n_props, sizeof *props);
    legal->steps = group_of(m, moves_new(m, cuts_symmetrically(g), arena), arena);
    legal->starts = coset_symgroup_meet(m, legal->steps, starts_group(m, arena), arena);
    const coset_symgroup *none = group_of(m, moves_new(m, false, arena), arena);
    for (uint32_t p = 0; p < g->n_properties; p++)
        props[p] = g->properties[p].not_symmetric ? none : legal->steps;
    legal->props = props;
    return legal;
}
