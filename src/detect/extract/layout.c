#include "detect/extract/layout.h"

#include <string.h>

#define MOST_AXES  3U   /* of a slot */
#define MOST_EXTRA 1024 /* places that no slot has */

#define NONE UINT32_MAX

/* An element of a type. */
typedef struct {
    uint32_t type, element;
} point;

/* The elements that a slot's stabiliser fixes: its indexes. */
typedef struct {
    uint32_t n;
    point at[MOST_AXES];
} axes;

typedef struct {
    const coset_detected *d;
    const coset_literals *l;
    const coset__symtypes *types;
    coset_arena *arena;
    coset__layout *out;
    uint32_t bad;     /* type, or NONE */
    bool *moves;      /* [slots] by the group */
    axes *axes;       /* [slots] */
    uint32_t *family; /* [slots] of the orbit under the types, or NONE */
    uint32_t *slots;  /* [literals] for out */
    coset_value *values;
    uint32_t *kinds;
    uint32_t n_kinds;
    point *held;     /* [literals] of a known kind: the element that the value is; type NONE: plain */
    uint32_t *queue; /* [literals] */
    uint32_t n_queue;
    COSET_VEC(coset_slot) places;
    COSET_VEC(coset_valclass) classes;
} maker;

/* ---- orbits ----------------------------------------------------------------------------------------------------- */

static uint32_t image_of(const maker *k, const coset_point *perm, uint32_t x, bool is_slot)
{
    return is_slot ? k->l->slots[perm[k->l->first[x]]] : perm[x];
}

static uint32_t exchange(uint32_t element, uint32_t i) { return element == i ? i + 1 : element == i + 1 ? i : element; }

/* The images of indexes under the swap of elements i and i+1 of a type. */
static axes move_axes(axes a, uint32_t type, uint32_t i)
{
    for (uint32_t x = 0; x < a.n; x++)
        if (a.at[x].type == type)
            a.at[x].element = exchange(a.at[x].element, i);
    return a;
}

static bool same_axes(axes a, axes b)
{
    bool same = a.n == b.n;
    for (uint32_t x = 0; x < a.n && same; x++)
        same = a.at[x].type == b.at[x].type && a.at[x].element == b.at[x].element;
    return same;
}

static bool has(axes a, uint32_t type, uint32_t element)
{
    for (uint32_t x = 0; x < a.n; x++)
        if (a.at[x].type == type && a.at[x].element == element)
            return true;
    return false;
}

/* Two elements are alike for x if their swap fixes it. Marks the elements of a type that are alike to no other while
 * others are; false if there are two sets of alike ones. If all are alone the last is not marked: the others determine
 * it. */
static bool find_alone(const maker *k, uint32_t type, uint32_t x, bool is_slot, bool *alone)
{
    const coset__symtype *t = &k->types->types[type];
    uint32_t n_alone = 0, some = NONE;
    for (uint32_t i = 0; i < t->n; i++) {
        alone[i] = true;
        for (uint32_t j = 0; j < t->n && alone[i]; j++)
            alone[i] = i == j || image_of(k, coset__swap(t, i, j), x, is_slot) != x;
        n_alone += alone[i];
        some = alone[i] ? some : i;
    }
    if (n_alone == t->n)
        alone[t->n - 1] = false;
    for (uint32_t i = 0; i < t->n && some != NONE; i++)
        if (!alone[i] && i != some && image_of(k, coset__swap(t, i, some), x, is_slot) != x)
            return false;
    return true;
}

static bool refuse(maker *k, uint32_t type)
{
    k->bad = type;
    return false;
}

/* ---- slots ------------------------------------------------------------------------------------------------------ */

static bool first_axes(maker *k, uint32_t slot, axes *a)
{
    bool *alone = coset_new(k->l->n, sizeof *alone), fine = true;
    a->n = 0;
    for (uint32_t t = 0; t < k->types->n && fine; t++) {
        fine = find_alone(k, t, slot, true, alone) || refuse(k, t);
        for (uint32_t e = 0; e < k->types->types[t].n && fine; e++)
            if (alone[e]) {
                fine = a->n < MOST_AXES || refuse(k, t);
                if (fine)
                    a->at[a->n++] = (point){t, e};
            }
    }
    coset_delete(alone);
    return fine;
}

/* How many places there are for different elements: the size of the orbit, if it is laid out rightly. */
static uint64_t n_different(const maker *k, axes a)
{
    uint64_t n = 1;
    for (uint32_t x = 0; x < a.n; x++) {
        uint32_t before = 0;
        for (uint32_t y = 0; y < x; y++)
            before += a.at[y].type == a.at[x].type;
        n *= k->types->types[a.at[x].type].n - before;
    }
    return n;
}

static uint32_t any_type(axes a, uint32_t otherwise) { return a.n ? a.at[0].type : otherwise; }

/* Gives all slots of an orbit their indexes. */
static bool spread_axes(maker *k, uint32_t first, uint32_t family)
{
    k->n_queue = 0;
    k->queue[k->n_queue++] = first;
    k->family[first] = family;
    for (uint32_t at = 0; at < k->n_queue; at++)
        for (uint32_t t = 0; t < k->types->n; t++)
            for (uint32_t i = 0; i + 1 < k->types->types[t].n; i++) {
                uint32_t s = k->queue[at], to = image_of(k, coset__swap(&k->types->types[t], i, i + 1), s, true);
                axes a = move_axes(k->axes[s], t, i);
                if (k->family[to] == NONE) {
                    k->axes[to] = a;
                    k->family[to] = family;
                    k->queue[k->n_queue++] = to;
                } else if (!same_axes(a, k->axes[to])) {
                    return refuse(k, t);
                }
            }
    return k->n_queue == n_different(k, k->axes[first]) || refuse(k, any_type(k->axes[first], 0));
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

/* The element that literal x is, besides the indexes of its slot; *held.type NONE: none. */
static bool first_held(maker *k, uint32_t x, point *held)
{
    const axes *a = &k->axes[k->l->slots[x]];
    bool *alone = coset_new(k->l->n, sizeof *alone), fine = true;
    *held = (point){NONE, 0};
    for (uint32_t t = 0; t < k->types->n && fine; t++) {
        const coset__symtype *type = &k->types->types[t];
        uint32_t n_more = 0, more = 0, n_mine = 0;
        fine = find_alone(k, t, x, false, alone) || refuse(k, t);
        for (uint32_t i = 0; i < a->n; i++)
            n_mine += a->at[i].type == t;
        if (!fine || n_mine + 1 >= type->n) /* the indexes determine all elements */
            continue;
        for (uint32_t e = type->n; e-- > 0;)
            if (alone[e] && !has(*a, t, e)) {
                n_more++;
                more = e;
            }
        if (n_more == 0)
            continue;
        bool one = n_more == 1 || n_mine + 2 == type->n; /* of two remaining elements, one determines the other */
        fine = (one && held->type == NONE) || refuse(k, t);
        *held = (point){t, more};
    }
    coset_delete(alone);
    return fine;
}

/* Gives all literals of an orbit the number of the orbit, and their elements. */
static bool spread_held(maker *k, uint32_t first)
{
    k->n_queue = 0;
    k->queue[k->n_queue++] = first;
    k->kinds[first] = k->n_kinds;
    for (uint32_t at = 0; at < k->n_queue; at++)
        for (uint32_t t = 0; t < k->types->n; t++)
            for (uint32_t i = 0; i + 1 < k->types->types[t].n; i++) {
                uint32_t x = k->queue[at], to = coset__swap(&k->types->types[t], i, i + 1)[x];
                point held = k->held[x];
                if (held.type == t)
                    held.element = exchange(held.element, i);
                if (k->kinds[to] == NONE) {
                    k->held[to] = held;
                    k->kinds[to] = k->n_kinds;
                    k->queue[k->n_queue++] = to;
                } else if (k->held[to].type != held.type || k->held[to].element != held.element) {
                    return refuse(k, t);
                }
            }
    k->n_kinds++;
    return true;
}

/* The literals of the first slot of a family determine its values: plain ones from 0, then the elements of types. */
static bool find_values(maker *k, uint32_t slot, coset_valclass *class, coset_value *max)
{
    coset_segment *segments = coset_arena_get(k->arena, k->types->n, sizeof *segments);
    uint32_t n_plain = 0;
    *class = (coset_valclass){0, segments};
    for (uint32_t x = k->l->first[slot]; x < k->l->first[slot + 1]; x++) {
        if (k->kinds[x] != NONE)
            continue;
        if (!first_held(k, x, &k->held[x]) || !spread_held(k, x))
            return false;
        uint32_t type = k->held[x].type;
        for (uint32_t i = 0; type == NONE && i < k->n_queue; i++)
            k->values[k->queue[i]] = n_plain;
        n_plain += type == NONE;
        if (type == NONE)
            continue;
        for (uint32_t g = 0; g < class->n_segments; g++)
            if (segments[g].type == type)
                return refuse(k, type);
        segments[class->n_segments++] = (coset_segment){0, k->types->types[type].n, type, 0};
    }
    *max = n_plain ? n_plain - 1 : 0;
    for (uint32_t g = 0; g < class->n_segments; g++) {
        segments[g].lo = *max + 1;
        *max += segments[g].n;
    }
    return true;
}

static void number_held(maker *k, uint32_t slot, const coset_valclass *class)
{
    for (uint32_t x = k->l->first[slot]; x < k->l->first[slot + 1]; x++)
        for (uint32_t g = 0; g < class->n_segments; g++)
            if (class->segments[g].type == k->held[x].type)
                k->values[x] = class->segments[g].lo + k->held[x].element;
}

/* ---- places ----------------------------------------------------------------------------------------------------- */

static uint32_t bits_for(coset_value max) { return max ? 32 - (uint32_t)__builtin_clz(max) : 0; }

/* A place for each combination of elements, the last index fastest. */
static bool add_places(maker *k, uint32_t slot, uint32_t base, uint32_t class, coset_value max, uint64_t most)
{
    const axes *a = &k->axes[slot];
    uint64_t n = 1;
    uint32_t stride[MOST_AXES];
    for (uint32_t x = a->n; x-- > 0;) {
        stride[x] = (uint32_t)n;
        n *= k->types->types[a->at[x].type].n;
    }
    if (base + n > most)
        return refuse(k, any_type(*a, 0));
    for (uint32_t i = 0; i < n; i++) {
        coset_index *index = coset_arena_get(k->arena, a->n, sizeof *index);
        for (uint32_t x = 0; x < a->n; x++) {
            uint32_t size = k->types->types[a->at[x].type].n;
            index[x] = (coset_index){a->at[x].type, i / stride[x] % size, stride[x]};
        }
        *coset_vec_add(&k->places) = (coset_slot){
            .name = "", .max = max, .bits = bits_for(max), .valclass = class, .n_index = a->n, .index = index};
    }
    for (uint32_t s = slot; s < k->l->n_slots; s++) {
        uint32_t at = base;
        for (uint32_t x = 0; x < a->n && k->family[s] == k->family[slot]; x++)
            at += stride[x] * k->axes[s].at[x].element;
        for (uint32_t i = k->l->first[s]; i < k->l->first[s + 1] && k->family[s] == k->family[slot]; i++)
            k->slots[i] = at;
    }
    return true;
}

static bool lay_family(maker *k, uint32_t slot, uint64_t most)
{
    coset_valclass class;
    coset_value max;
    uint32_t family = slot, base = k->places.n, number = 0;
    if (!first_axes(k, slot, &k->axes[slot]) || !spread_axes(k, slot, family) || !find_values(k, slot, &class, &max))
        return false;
    for (uint32_t s = slot; s < k->l->n_slots; s++)
        if (k->family[s] == family)
            number_held(k, s, &class);
    if (class.n_segments) {
        number = k->classes.n;
        *coset_vec_add(&k->classes) = class;
    }
    return add_places(k, slot, base, number, max, most);
}

/* ---- the proof -------------------------------------------------------------------------------------------------- */

static uint32_t moved_place(const maker *k, uint32_t place, uint32_t type, uint32_t i)
{
    const coset_slot *s = &k->places.at[place];
    for (uint32_t x = 0; x < s->n_index; x++)
        if (s->index[x].type == type)
            place += s->index[x].stride * (exchange(s->index[x].element, i) - s->index[x].element);
    return place;
}

static coset_value moved_value(const maker *k, uint32_t place, coset_value v, uint32_t type, uint32_t i)
{
    const coset_valclass *c = &k->classes.at[k->places.at[place].valclass];
    for (uint32_t g = 0; g < c->n_segments; g++)
        if (c->segments[g].type == type && v >= c->segments[g].lo && v - c->segments[g].lo < c->segments[g].n)
            return c->segments[g].lo + exchange(v - c->segments[g].lo, i);
    return v;
}

/* Swaps act on literals as renamings do on places and values, and no two literals are the same place and value. */
static bool agrees(maker *k)
{
    for (uint32_t t = 0; t < k->types->n; t++)
        for (uint32_t i = 0; i + 1 < k->types->types[t].n; i++) {
            if (coset_budget_spend(k->d->limit, k->l->n))
                return refuse(k, t);
            for (uint32_t x = 0; x < k->l->n; x++) {
                uint32_t to = coset__swap(&k->types->types[t], i, i + 1)[x];
                if (k->slots[x] == COSET_NO_LITERAL
                        ? to == x
                        : k->slots[to] == moved_place(k, k->slots[x], t, i) &&
                              k->values[to] == moved_value(k, k->slots[x], k->values[x], t, i))
                    continue;
                return refuse(k, t);
            }
        }
    return true;
}

static bool map_back(maker *k)
{
    uint32_t n = k->places.n, n_all = 0;
    uint32_t *at = coset_arena_get(k->arena, n, sizeof *at);
    for (uint32_t s = 0; s < n; s++)
        at[s] = NONE;
    for (uint32_t x = 0; x < k->l->n; x++)
        if (k->slots[x] != COSET_NO_LITERAL && at[k->slots[x]] == NONE) {
            at[k->slots[x]] = n_all;
            n_all += k->places.at[k->slots[x]].max + 1;
        }
    uint32_t *back = coset_arena_get(k->arena, n_all, sizeof *back);
    for (uint32_t i = 0; i < n_all; i++)
        back[i] = COSET_NO_LITERAL;
    for (uint32_t x = 0; x < k->l->n; x++) {
        if (k->slots[x] == COSET_NO_LITERAL)
            continue;
        uint32_t *to = &back[at[k->slots[x]] + k->values[x]];
        if (*to != COSET_NO_LITERAL)
            return refuse(k, 0);
        *to = x;
    }
    k->out->back = back;
    k->out->back_at = at;
    return true;
}

/* ---- all of it -------------------------------------------------------------------------------------------------- */

static void find_moving(maker *k)
{
    for (uint32_t g = 0; g < k->d->n_generators; g++)
        for (uint32_t x = 0; x < k->l->n; x++)
            if (k->d->generators[g].perm[x] != x)
                k->moves[k->l->slots[x]] = true;
}

static void make_model(maker *k)
{
    coset_model *m = &k->out->model;
    coset_symtype *types = coset_arena_get(k->arena, k->types->n, sizeof *types);
    for (uint32_t t = 0; t < k->types->n; t++) {
        const char **names = coset_arena_get(k->arena, k->types->types[t].n, sizeof *names);
        for (uint32_t e = 0; e < k->types->types[t].n; e++)
            names[e] = "";
        types[t] = (coset_symtype){.name = "detected", .n = k->types->types[t].n, .elements = names};
    }
    *m = (coset_model){.name = "", .language = "", .n_slots = k->places.n};
    m->slots = coset_arena_copy(k->arena, k->places.at, k->places.n, sizeof *k->places.at);
    m->symmetry = (coset_symmetry){.n_types = k->types->n, .types = types, .n_valclasses = k->classes.n};
    m->symmetry.valclasses = coset_arena_copy(k->arena, k->classes.at, k->classes.n, sizeof *k->classes.at);
    k->out->slots = k->slots;
    k->out->values = k->values;
}

static bool lay_all(maker *k)
{
    uint64_t most = MOST_EXTRA + 4 * (uint64_t)k->l->n_slots;
    find_moving(k);
    *coset_vec_add(&k->classes) = (coset_valclass){0, NULL};
    for (uint32_t s = 0; s < k->l->n_slots; s++)
        if (k->moves[s] && k->family[s] == NONE && !lay_family(k, s, most))
            return false;
    return agrees(k) && map_back(k);
}

const coset__layout *coset__layout_new(const coset_detected *d, const coset__symtypes *types, coset_arena *arena,
                                       uint32_t *bad)
{
    const coset_literals *l = &d->literals;
    maker k = {.d = d, .l = l, .types = types, .arena = arena, .bad = NONE};
    k.out = coset_arena_get(arena, 1, sizeof *k.out);
    k.moves = coset_arena_get(arena, l->n_slots, sizeof *k.moves);
    k.axes = coset_arena_get(arena, l->n_slots, sizeof *k.axes);
    k.family = coset_arena_get(arena, l->n_slots, sizeof *k.family);
    k.slots = coset_arena_get(arena, l->n, sizeof *k.slots);
    k.values = coset_arena_get(arena, l->n, sizeof *k.values);
    k.kinds = coset_arena_get(arena, l->n, sizeof *k.kinds);
    k.held = coset_arena_get(arena, l->n, sizeof *k.held);
    k.queue = coset_arena_get(arena, l->n, sizeof *k.queue);
    memset(k.family, 0xff, l->n_slots * sizeof *k.family);
    memset(k.slots, 0xff, l->n * sizeof *k.slots);
    memset(k.kinds, 0xff, l->n * sizeof *k.kinds);
    bool done = lay_all(&k);
    if (done)
        make_model(&k);
    coset_vec_fini(&k.places);
    coset_vec_fini(&k.classes);
    *bad = k.bad;
    return done ? k.out : NULL;
}
