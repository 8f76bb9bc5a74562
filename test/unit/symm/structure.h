/* Random symmetric structures and states: types, arrays by one or several types, values and unions, bags in arrays and
 * in bags, fixed elements. Header only; each test program includes it once. */
#ifndef COSET_TEST_STRUCTURE_H
#define COSET_TEST_STRUCTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/model.h"
#include "symm/group/group.h"
#include "things.h"

/* ---- structures ------------------------------------------------------------------------------------------------ */

#define MOST_TYPES   3
#define MOST_CLASSES 6
#define MOST_SLOTS   400

typedef struct {
    coset_model model;
    coset_arena *arena;
    coset_symtype types[MOST_TYPES];
    coset_valclass classes[MOST_CLASSES];
    coset_value class_max[MOST_CLASSES];
    COSET_VEC(coset_slot) slots;
    COSET_VEC(coset_bag) bags;
    COSET_VEC(uint32_t) present; /* [slots] 1 if the slot is the first of a bag entry */
    coset_index index[8];        /* of the arrays around the slot being laid; strides are set afterwards */
    uint32_t n_index;
    coset_sort_keys keys[MOST_TYPES];
    coset_value *start; /* the model's start state; not used otherwise */
} structure;

/* The shape of a variable, so that all elements of an array have the same layout. */
typedef struct shape {
    enum { PLAIN, SYMMETRIC, ARRAY, TUPLE, ROW, BAG } kind;
    uint32_t n; /* PLAIN: largest value; SYMMETRIC: class; ARRAY: type; ROW, BAG: length */
    struct shape *a, *b;
} shape;

static inline shape *random_shape(structure *s, dice *d, uint32_t depth, bool in_bag)
{
    shape *x = coset_arena_get(s->arena, 1, sizeof *x);
    uint32_t kind = roll(d, depth ? 10 : 4);
    if (kind < 2) {
        *x = (shape){PLAIN, 1 + roll(d, 3), NULL, NULL};
    } else if (kind < 4) {
        *x = (shape){SYMMETRIC, roll(d, s->model.symmetry.n_valclasses), NULL, NULL};
    } else if (kind < 7) {
        *x = (shape){ARRAY, roll(d, s->model.symmetry.n_types), random_shape(s, d, depth - 1, in_bag), NULL};
    } else if (kind < 8) {
        *x = (shape){TUPLE, 0, random_shape(s, d, depth - 1, in_bag), random_shape(s, d, depth - 1, in_bag)};
    } else if (kind < 9 && !in_bag) {
        *x = (shape){ROW, 1 + roll(d, 2), random_shape(s, d, depth - 1, in_bag), NULL};
    } else {
        *x = (shape){BAG, 1 + roll(d, 3), random_shape(s, d, depth - 1, true), NULL};
    }
    return x;
}

static inline void lay_slot(structure *s, coset_value max, uint32_t class, bool present)
{
    coset_slot *slot = coset_vec_add(&s->slots);
    *slot = (coset_slot){.name = "x",
                         .max = max,
                         .bits = 8,
                         .valclass = class,
                         .n_index = s->n_index,
                         .index = coset_arena_copy(s->arena, s->index, s->n_index, sizeof *s->index)};
    *coset_vec_add(&s->present) = present;
}

static inline void lay(structure *s, const shape *x);

/* The stride of an array is the width of its element, known when the first one has been laid. */
static inline void lay_array(structure *s, const shape *x)
{
    uint32_t at = s->n_index++, start = s->slots.n, stride = 0;
    for (uint32_t e = 0; e < s->types[x->n].n; e++) {
        s->index[at] = (coset_index){x->n, e, 0};
        lay(s, x->a);
        if (e == 0)
            stride = s->slots.n - start;
    }
    s->n_index--;
    for (uint32_t i = start; i < s->slots.n; i++) {
        coset_index *copy = coset_arena_copy(s->arena, s->slots.at[i].index, s->slots.at[i].n_index, sizeof *copy);
        copy[at].stride = stride;
        s->slots.at[i].index = copy;
    }
}

static inline void lay_bag(structure *s, const shape *x)
{
    uint32_t base = s->slots.n, width = 0;
    for (uint32_t k = 0; k < x->n; k++) {
        lay_slot(s, 1, 0, true);
        lay(s, x->a);
        if (k == 0)
            width = s->slots.n - base;
    }
    *coset_vec_add(&s->bags) = (coset_bag){base, x->n, width};
}

static inline void lay(structure *s, const shape *x)
{
    switch (x->kind) {
    case PLAIN:
        lay_slot(s, x->n, 0, false);
        break;
    case SYMMETRIC:
        lay_slot(s, s->class_max[x->n], x->n, false);
        break;
    case ARRAY:
        lay_array(s, x);
        break;
    case TUPLE:
        lay(s, x->a);
        lay(s, x->b);
        break;
    case ROW:
        for (uint32_t k = 0; k < x->n; k++)
            lay(s, x->a);
        break;
    case BAG:
        lay_bag(s, x);
        break;
    }
}

static inline void add_type(structure *s, uint32_t n)
{
    s->types[s->model.symmetry.n_types++] = (coset_symtype){.name = "t", .n = n};
}

/* A class of one type, or of a plain range between two types. */
static inline void add_class(structure *s, uint32_t n_types, const uint32_t *types, uint32_t gap)
{
    coset_segment *segments = coset_arena_get(s->arena, n_types, sizeof *segments);
    coset_value lo = 1;
    for (uint32_t i = 0; i < n_types; i++) {
        segments[i] = (coset_segment){lo, s->types[types[i]].n, types[i], 0};
        lo += s->types[types[i]].n + gap;
    }
    uint32_t c = s->model.symmetry.n_valclasses++;
    s->classes[c] = (coset_valclass){n_types, segments};
    s->class_max[c] = lo - 1;
}

static inline structure *structure_new(void)
{
    structure *s = coset_new(1, sizeof *s);
    s->arena = coset_arena_new();
    s->class_max[0] = 2;
    s->model.symmetry = (coset_symmetry){.types = s->types, .n_valclasses = 1, .valclasses = s->classes};
    return s;
}

static inline bool is_in_bag(const structure *s, uint32_t slot)
{
    for (uint32_t i = 0; i < s->bags.n; i++)
        if (slot - s->bags.at[i].base < s->bags.at[i].n_entries * s->bags.at[i].width)
            return true;
    return false;
}

/* Sort keys: every array of plain values is the controls of some family, the first one the main array. */
static inline void add_keys(structure *s, uint32_t type)
{
    coset_sort_keys *k = &s->keys[type];
    uint32_t n = s->types[type].n;
    uint32_t *controls = coset_arena_get(s->arena, (size_t)s->slots.n * n, sizeof *controls);
    *k = (coset_sort_keys){.controls = controls};
    for (uint32_t i = 0; i < s->slots.n; i++) {
        const coset_slot *x = &s->slots.at[i];
        if (x->n_index != 1 || x->index->type != type || x->index->element || x->valclass || is_in_bag(s, i))
            continue;
        for (uint32_t e = 0; e < n; e++)
            controls[k->n_controls * n + e] = i + e * x->index->stride;
        k->n_controls++;
    }
    if (k->n_controls)
        k->main = controls;
    s->types[type].keys = k;
}

static inline void structure_end(structure *s)
{
    for (uint32_t t = 0; t < s->model.symmetry.n_types; t++)
        add_keys(s, t);
    s->model.n_slots = s->slots.n;
    s->model.slots = s->slots.at;
    s->model.symmetry.n_bags = s->bags.n;
    s->model.symmetry.bags = s->bags.at;
}

/* One or two families of composite slots: an orbit of slots, each with the same closed set of values; laid last. */
static inline void add_composites(structure *s, dice *d)
{
    const coset_symmetry *y = &s->model.symmetry;
    label_list slots = {0}, values = {0}, objects = {0};
    COSET_VEC(uint32_t) at = {0}, first = {0};
    uint32_t n_families = 1 + roll(d, 2);
    for (uint32_t f = 0; f < n_families; f++) {
        uint32_t start = slots.n;
        values.n = 0;
        add_orbit(y, d, 1, start + 8, &slots, s->arena);
        for (uint32_t k = 1 + roll(d, 3); k-- > 0;)
            add_orbit(y, d, 3, 40, &values, s->arena);
        for (uint32_t i = start; i < slots.n; i++) {
            slots.at[i].control += 2 * f;
            *coset_vec_add(&at) = s->slots.n;
            *coset_vec_add(&first) = objects.n;
            s->n_index = 0;
            lay_slot(s, values.n ? values.n - 1 : 0, 0, false);
            coset_label none = {0, 0, NULL};
            for (uint32_t v = 0; v < values.n || v == 0; v++)
                *coset_vec_add(&objects) = joined_label(&slots.at[i], v < values.n ? &values.at[v] : &none, s->arena);
        }
    }
    *coset_vec_add(&first) = objects.n;
    coset_arena *a = s->arena;
    if (coset_composite_new(slots.n, coset_arena_copy(a, at.at, at.n, sizeof *at.at),
                            coset_arena_copy(a, slots.at, slots.n, sizeof *slots.at),
                            coset_arena_copy(a, first.at, first.n, sizeof *first.at),
                            coset_arena_copy(a, objects.at, objects.n, sizeof *objects.at), a,
                            &s->model.symmetry.composite, NULL) != COSET_OK)
        abort();
    coset_vec_fini(&slots);
    coset_vec_fini(&values);
    coset_vec_fini(&objects);
    coset_vec_fini(&at);
    coset_vec_fini(&first);
}

static inline void structure_free(structure *s)
{
    coset_vec_fini(&s->slots);
    coset_vec_fini(&s->bags);
    coset_vec_fini(&s->present);
    coset_arena_free(s->arena);
    coset_delete(s);
}

static inline coset_worker *start_worker_new(const coset_model *m) { return (coset_worker *)(uintptr_t)m; }

static inline void start_worker_free(coset_worker *w) { (void)w; }

static inline coset_status emit_start(coset_worker *w, coset_on_edge *emit, void *ctx)
{
    const structure *s = (const structure *)(const void *)w; /* its first member is the model */
    const coset_edge edge = {0};
    return emit(ctx, &edge, s->start);
}

static inline void state_random(const structure *s, dice *d, uint32_t bias, coset_value *state);

static inline void add_start(structure *s, dice d)
{
    static const coset_model_ops ops = {
        .worker_new = start_worker_new, .worker_free = start_worker_free, .starts = emit_start};
    s->start = coset_arena_get(s->arena, s->slots.n, sizeof *s->start);
    state_random(s, &d, 2, s->start);
    s->model.ops = &ops;
}

static inline structure *structure_random(dice *d, uint32_t most_elements, uint32_t n_vars, uint32_t depth)
{
    structure *s = structure_new();
    uint32_t n_types = 1 + roll(d, MOST_TYPES);
    for (uint32_t t = 0; t < n_types; t++)
        add_type(s, 1 + roll(d, most_elements));
    for (uint32_t c = 1 + roll(d, MOST_CLASSES - 1); c-- > 0;) {
        uint32_t x = roll(d, n_types), y = roll(d, n_types), pair[2] = {x, y};
        add_class(s, x == y || roll(d, 2) ? 1 : 2, pair, roll(d, 3));
    }
    for (uint32_t i = 1 + roll(d, n_vars); i-- > 0;) {
        shape *x = random_shape(s, d, depth, false);
        structure before = *s;
        lay(s, x);
        if (s->slots.n > MOST_SLOTS) {
            s->slots.n = before.slots.n;
            s->present.n = before.present.n;
            s->bags.n = before.bags.n;
        }
    }
    if (roll(d, 2))
        add_composites(s, d);
    structure_end(s);
    add_start(s, *d);
    return s;
}

/* ---- states and permutations ----------------------------------------------------------------------------------- */

/* In normal form. The slots of an absent entry, inner bags included, are 0. */
static inline void state_normalise(const structure *s, coset_value *state)
{
    for (uint32_t b = 0; b < s->bags.n; b++)
        for (uint32_t k = 0; k < s->bags.at[b].n_entries; k++) {
            coset_value *entry = state + s->bags.at[b].base + k * s->bags.at[b].width;
            if (!entry[0])
                memset(entry, 0, s->bags.at[b].width * sizeof *entry);
        }
    coset_bags_sort(&s->model.symmetry, state);
}

/* `bias` makes small values more likely, so that there are symmetric states. */
static inline void state_random(const structure *s, dice *d, uint32_t bias, coset_value *state)
{
    for (uint32_t i = 0; i < s->slots.n; i++) {
        state[i] = roll(d, s->slots.at[i].max + 1);
        if (!s->present.at[i] && roll(d, 4) < bias)
            state[i] = roll(d, 2) && s->slots.at[i].max ? 1 : 0;
    }
    state_normalise(s, state);
}

static inline const coset_symgroup *group_random(const structure *s, dice *d)
{
    const coset_symgroup *g = coset_symgroup_full(&s->model, s->arena);
    for (uint32_t t = 0; t < s->model.symmetry.n_types; t++)
        for (uint32_t e = 0; e < s->types[t].n; e++)
            if (roll(d, 8) == 0)
                g = coset_symgroup_fix(&s->model, g, t, e, s->arena);
    return g;
}

static inline void perm_identity(const coset_model *m, coset_renaming *perm)
{
    for (uint32_t t = 0, i = 0; t < m->symmetry.n_types; t++)
        for (uint32_t e = 0; e < m->symmetry.types[t].n; e++)
            perm[i++] = e;
}

static inline void perm_random(const coset_model *m, const coset_symgroup *g, dice *d, coset_renaming *perm)
{
    perm_identity(m, perm);
    for (uint32_t t = 0; t < m->symmetry.n_types; t++) {
        coset_renaming *p = perm + coset_symmetry_offset(&m->symmetry, t);
        for (uint32_t e = 0; e < m->symmetry.types[t].n; e++) {
            uint32_t f = roll(d, e + 1);
            if (!g->moves[t][e] || !g->moves[t][f])
                continue;
            uint32_t x = p[e];
            p[e] = p[f];
            p[f] = x;
        }
    }
}

/* Calls `each` for every permutation of the group, in no special order. */
typedef void on_perm(void *ctx, const coset_renaming *perm);

static inline void all_perms_from(const coset_model *m, const coset_symgroup *g, coset_renaming *perm, uint32_t t,
                                  uint32_t e, on_perm *each, void *ctx)
{
    while (t < m->symmetry.n_types && e >= m->symmetry.types[t].n) {
        t++;
        e = 0;
    }
    if (t == m->symmetry.n_types) {
        each(ctx, perm);
        return;
    }
    coset_renaming *p = perm + coset_symmetry_offset(&m->symmetry, t);
    if (!g->moves[t][e]) {
        all_perms_from(m, g, perm, t, e + 1, each, ctx);
        return;
    }
    for (uint32_t f = e; f < m->symmetry.types[t].n; f++) {
        if (!g->moves[t][f])
            continue;
        uint32_t x = p[e], y = p[f];
        p[e] = y;
        p[f] = x;
        all_perms_from(m, g, perm, t, e + 1, each, ctx);
        p[e] = x;
        p[f] = y;
    }
}

static inline void all_perms(const coset_model *m, const coset_symgroup *g, on_perm *each, void *ctx)
{
    coset_renaming *perm = coset_new(coset_symmetry_points(&m->symmetry), sizeof *perm);
    perm_identity(m, perm);
    all_perms_from(m, g, perm, 0, 0, each, ctx);
    coset_delete(perm);
}

static inline bool same_state(const structure *s, const coset_value *x, const coset_value *y)
{
    return memcmp(x, y, s->slots.n * sizeof *x) == 0;
}

#endif
