/* Objects compiled for one group: elements that do not move become part of families. */
#include <string.h>

#include "symm/canon/canon_int.h"

typedef COSET_VEC(uint32_t) numbers;

/* Numbers of words (sequences of numbers), in the order of first appearance. */
typedef struct {
    coset_arena *arena;
    uint32_t n, room, n_table;
    struct word {
        const uint32_t *at;
        uint32_t len;
    } * words;
    uint32_t *table;
} interner;

typedef struct {
    coset__action *a;
    coset__objects *s;
    uint32_t *const *point_of;
    interner families;
    numbers word, fixed;
    uint32_t *owner, *slot_family; /* [composite slots] the one point that owns it, or COSET__NONE */
} maker;

/* ---- families -------------------------------------------------------------------------------------------------- */

static uint64_t hash_word(const uint32_t *at, uint32_t n)
{
    uint64_t h = n;
    for (uint32_t i = 0; i < n; i++)
        h = (h ^ at[i]) * 0x9e3779b97f4a7c15u + (h >> 31);
    return h ^ (h >> 32);
}

static uint32_t *find_word(const interner *k, const uint32_t *at, uint32_t n)
{
    uint32_t i = (uint32_t)hash_word(at, n) & (k->n_table - 1);
    for (; k->table[i]; i = (i + 1) & (k->n_table - 1)) {
        const struct word *w = &k->words[k->table[i] - 1];
        if (w->len == n && memcmp(w->at, at, n * sizeof *at) == 0)
            break;
    }
    return &k->table[i];
}

static void grow(interner *k)
{
    k->n_table = k->n_table ? 2 * k->n_table : 64;
    coset_delete(k->table);
    k->table = coset_new(k->n_table, sizeof *k->table);
    k->words = coset_resize(k->words, k->n_table, sizeof *k->words);
    for (uint32_t i = 0; i < k->n; i++)
        *find_word(k, k->words[i].at, k->words[i].len) = i + 1;
}

static uint32_t number_of(interner *k, const uint32_t *at, uint32_t n)
{
    if (2 * (k->n + 1) > k->n_table)
        grow(k);
    uint32_t *place = find_word(k, at, n);
    if (!*place) {
        k->words[k->n] = (struct word){coset_arena_copy(k->arena, at, n, sizeof *at), n};
        *place = ++k->n;
    }
    return *place - 1;
}

enum { WORD_EDGE, WORD_OBJECT, WORD_SINGLE };

static uint64_t base_of(uint32_t family) { return coset__mix((family + (uint64_t)1) * COSET__MIX + 2); }

static coset__object_edge compile_edge(maker *k, const coset_label_edge *e)
{
    uint32_t *ends = coset_arena_get(k->a->arena, e->n, sizeof *ends), n = 0;
    k->word.n = 0;
    *coset_vec_add(&k->word) = WORD_EDGE;
    *coset_vec_add(&k->word) = e->colour;
    for (uint32_t i = 0; i < e->n; i++) {
        uint32_t p = k->point_of[e->ends[i].type][e->ends[i].element];
        if (p != COSET__NONE)
            ends[n++] = p;
        *coset_vec_add(&k->word) = e->ends[i].type;
        *coset_vec_add(&k->word) = p != COSET__NONE ? UINT32_MAX : e->ends[i].element;
    }
    uint32_t family = number_of(&k->families, k->word.at, k->word.n);
    return (coset__object_edge){base_of(family), family, n, ends};
}

static void sort_numbers(uint32_t *at, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t j = i; j > 0 && at[j - 1] > at[j]; j--) {
            uint32_t x = at[j];
            at[j] = at[j - 1];
            at[j - 1] = x;
        }
}

static coset__object compile_label(maker *k, const coset_label *label)
{
    coset__object_edge *edges = coset_arena_get(k->a->arena, label->n, sizeof *edges);
    coset__object o = {.edges = edges};
    k->fixed.n = 0;
    for (uint32_t i = 0; i < label->n; i++) {
        coset__object_edge e = compile_edge(k, &label->edges[i]);
        if (e.n_ends)
            edges[o.n_edges++] = e;
        else
            *coset_vec_add(&k->fixed) = e.family;
    }
    sort_numbers(k->fixed.at, k->fixed.n);
    k->word.n = 0;
    *coset_vec_add(&k->word) = WORD_OBJECT;
    *coset_vec_add(&k->word) = label->control;
    for (uint32_t i = 0; i < k->fixed.n; i++)
        *coset_vec_add(&k->word) = k->fixed.at[i];
    o.family = number_of(&k->families, k->word.at, k->word.n);
    if (o.n_edges == 1) {
        uint32_t word[] = {WORD_SINGLE, o.family, edges[0].family};
        o.family = edges[0].family = number_of(&k->families, word, 3);
        edges[0].base = base_of(o.family);
    }
    o.base = base_of(o.family);
    return o;
}

/* ---- slots ----------------------------------------------------------------------------------------------------- */

static void find_owners(maker *k)
{
    const coset_composite *c = k->s->composite;
    k->owner = coset_arena_get(k->a->arena, c->n_slots, sizeof *k->owner);
    k->slot_family = coset_arena_get(k->a->arena, c->n_slots, sizeof *k->slot_family);
    for (uint32_t i = 0; i < c->n_slots; i++) {
        coset__object o = compile_label(k, &c->slot_labels[i]);
        bool owned = o.n_edges == 1 && o.edges[0].n_ends == 1;
        k->owner[i] = owned ? o.edges[0].ends[0] : COSET__NONE;
        k->slot_family[i] = o.family;
    }
}

static uint32_t slot_of_point(const maker *k, uint32_t family, uint32_t point)
{
    uint32_t i = 0, n = k->s->composite->n_slots;
    while (i < n && (k->slot_family[i] != family || k->owner[i] != point))
        i++;
    return i < n ? i : COSET__NONE;
}

/* One column for each family that gives every point of a type a slot. */
static void make_owned(maker *k)
{
    const coset__action *a = k->a;
    const coset_composite *c = k->s->composite;
    coset__owned *all = coset_arena_get(a->arena, c->n_slots, sizeof *all);
    for (uint32_t i = 0; i < c->n_slots; i++) {
        if (k->owner[i] == COSET__NONE || k->owner[i] != a->first[a->points[k->owner[i]].type])
            continue;
        uint32_t type = a->points[k->owner[i]].type, n = a->first[type + 1] - a->first[type], j = 0;
        uint32_t *slots = coset_arena_get(a->arena, n, sizeof *slots);
        uint32_t *firsts = coset_arena_get(a->arena, n, sizeof *firsts);
        for (uint32_t at; j < n; j++) {
            at = slot_of_point(k, k->slot_family[i], a->first[type] + j);
            if (at == COSET__NONE)
                break;
            slots[j] = c->slots[at];
            firsts[j] = c->first[at];
        }
        if (j == n)
            all[k->s->n_owned++] = (coset__owned){type, slots, firsts};
    }
    k->s->owned = all;
}

static bool has_column(const maker *k, uint32_t slot)
{
    for (uint32_t i = 0; k->owner[slot] != COSET__NONE && i < k->s->n_owned; i++) {
        const coset__owned *w = &k->s->owned[i];
        uint32_t p = k->owner[slot], type = k->a->points[p].type;
        if (w->type == type && w->slots[p - k->a->first[type]] == k->s->composite->slots[slot])
            return true;
    }
    return false;
}

static void make_objects(maker *k)
{
    coset__action *a = k->a;
    const coset_composite *c = k->s->composite;
    coset__object *objects = coset_arena_get(a->arena, c->first[c->n_slots], sizeof *objects);
    uint32_t *touched = coset_arena_get(a->arena, c->n_slots, sizeof *touched);
    for (uint32_t i = 0; i < c->n_slots; i++) {
        bool column = has_column(k, i);
        uint32_t most_edges = 0, most_ends = 0;
        for (uint32_t o = c->first[i]; o < c->first[i + 1]; o++) {
            objects[o] = compile_label(k, &c->labels[o]);
            objects[o].in_column = column && objects[o].n_edges == 1 && objects[o].edges[0].n_ends == 1 &&
                                   objects[o].edges[0].ends[0] == k->owner[i];
            uint32_t n_ends = 0;
            for (uint32_t e = 0; e < objects[o].n_edges; e++)
                n_ends += objects[o].edges[e].n_ends;
            most_edges = objects[o].n_edges > most_edges ? objects[o].n_edges : most_edges;
            most_ends = n_ends > most_ends ? n_ends : most_ends;
        }
        if (most_edges)
            touched[k->s->n_touched++] = i;
        a->n_edges += most_edges;
        a->n_ends += most_ends;
    }
    k->s->touched = touched;
    k->s->objects = objects;
}

/* ---- finding images -------------------------------------------------------------------------------------------- */

/* The hash of an object with ends mapped by image, or not at all. */
static uint64_t hash_of(const coset__object *o, const uint32_t *image)
{
    uint64_t h = o->base;
    for (uint32_t e = 0; e < o->n_edges; e++) {
        uint64_t x = o->edges[e].base;
        for (uint32_t i = 0; i < o->edges[e].n_ends; i++)
            x = (x + (image ? image[o->edges[e].ends[i]] : o->edges[e].ends[i]) + 1) * COSET__MIX;
        h += coset__mix(x);
    }
    return coset__mix(h);
}

static bool edge_maps(const coset__object_edge *from, const coset__object_edge *to, const uint32_t *image)
{
    if (from->family != to->family)
        return false;
    for (uint32_t i = 0; i < from->n_ends; i++)
        if (to->ends[i] != image[from->ends[i]])
            return false;
    return true;
}

/* Edges of one object differ, so equally many that all have images are all. */
static bool object_maps(const coset__object *from, const coset__object *to, const uint32_t *image)
{
    if (from->family != to->family || from->n_edges != to->n_edges)
        return false;
    for (uint32_t e = 0; e < from->n_edges; e++) {
        uint32_t f = 0;
        while (f < to->n_edges && !edge_maps(&from->edges[e], &to->edges[f], image))
            f++;
        if (f == to->n_edges)
            return false;
    }
    return true;
}

static uint32_t find_by_hash(const coset__objects *s, const coset__object *from, const uint32_t *image)
{
    uint32_t i = (uint32_t)hash_of(from, image) & (s->n_table - 1);
    for (; s->table[i]; i = (i + 1) & (s->n_table - 1))
        if (object_maps(from, &s->objects[s->table[i] - 1], image))
            return s->table[i] - 1;
    return UINT32_MAX;
}

uint32_t coset__object_image(const coset__objects *s, uint32_t o, const uint32_t *image)
{
    const coset__object *from = &s->objects[o];
    if (from->n_edges == 0)
        return o;
    const coset__places *places = &s->places[from->family];
    if (from->n_edges > 1 || !places->table)
        return find_by_hash(s, from, image);
    const coset__object_edge *e = from->edges;
    uint32_t at = 0;
    for (uint32_t i = 0; i < e->n_ends; i++)
        at += image[e->ends[i]] * places->weight[i];
    return places->table[at - places->bias] - 1;
}

bool coset__object_mentions(const coset__objects *s, uint32_t o, uint32_t x, uint32_t y)
{
    const coset__object *from = &s->objects[o];
    for (uint32_t e = 0; e < from->n_edges; e++)
        for (uint32_t i = 0; i < from->edges[e].n_ends; i++)
            if (from->edges[e].ends[i] == x || from->edges[e].ends[i] == y)
                return true;
    return false;
}

/* A table by mixed radix, unless it would be mostly empty. */
static void make_places(maker *k, coset__places *places, const coset__object_edge *e, uint32_t n_members)
{
    const coset__action *a = k->a;
    uint32_t *weight = coset_arena_get(a->arena, e->n_ends, sizeof *weight);
    uint64_t size = 1;
    for (uint32_t i = 0; i < e->n_ends; i++) {
        uint32_t type = a->points[e->ends[i]].type;
        weight[i] = (uint32_t)size;
        places->bias += a->first[type] * weight[i];
        size *= a->first[type + 1] - a->first[type];
        if (size > 1024 + 16 * (uint64_t)n_members)
            return;
    }
    places->weight = weight;
    places->table = coset_arena_get(a->arena, size, sizeof *places->table);
}

static void enter(maker *k, uint32_t *table, uint32_t o)
{
    const coset__object *x = &k->s->objects[o];
    const coset__places *places = &k->s->places[x->family];
    if (x->n_edges == 1 && places->table) {
        uint32_t at = 0;
        for (uint32_t i = 0; i < x->edges[0].n_ends; i++)
            at += x->edges[0].ends[i] * places->weight[i];
        places->table[at - places->bias] = o + 1;
        return;
    }
    uint32_t i = (uint32_t)hash_of(x, NULL) & (k->s->n_table - 1);
    while (table[i])
        i = (i + 1) & (k->s->n_table - 1);
    table[i] = o + 1;
}

static void make_tables(maker *k)
{
    coset__objects *s = k->s;
    const coset__action *a = k->a;
    uint32_t n = s->composite->first[s->composite->n_slots], hashed = 0;
    uint32_t *members = coset_arena_get(a->arena, k->families.n, sizeof *members);
    coset__places *places = coset_arena_get(a->arena, k->families.n, sizeof *places);
    s->n_families = k->families.n;
    s->places = places;
    for (uint32_t o = 0; o < n; o++)
        members[s->objects[o].family]++;
    for (uint32_t o = 0; o < n; o++) {
        const coset__object *x = &s->objects[o];
        if (x->n_edges == 1 && members[x->family]) {
            make_places(k, &places[x->family], x->edges, members[x->family]);
            members[x->family] = 0;
        }
        hashed += x->n_edges > 1 || (x->n_edges == 1 && !places[x->family].table);
    }
    for (s->n_table = 4; s->n_table < 2 * (uint64_t)hashed;)
        s->n_table *= 2;
    uint32_t *table = coset_arena_get(a->arena, s->n_table, sizeof *table);
    s->table = table;
    for (uint32_t o = 0; o < n; o++)
        if (s->objects[o].n_edges)
            enter(k, table, o);
}

/* ---- closed under the group ------------------------------------------------------------------------------------ */

/* All objects of slot i have images in one slot, whose owner is the image of this one's. */
static bool slot_is_closed(const maker *k, uint32_t i, const uint32_t *image)
{
    const coset_composite *c = k->s->composite;
    uint32_t to = COSET__NONE;
    for (uint32_t o = c->first[i]; o < c->first[i + 1]; o++) {
        uint32_t x = coset__object_image(k->s, o, image);
        if (x == UINT32_MAX || (to != COSET__NONE && c->slot_of[x] != to))
            return false;
        to = c->slot_of[x];
    }
    if (to == COSET__NONE || k->owner[i] == COSET__NONE)
        return true;
    return k->owner[to] == image[k->owner[i]] && k->slot_family[to] == k->slot_family[i];
}

/* Under the exchanges of neighbouring points, which generate the group. */
static bool is_closed(maker *k)
{
    const coset__action *a = k->a;
    uint32_t *image = coset_new(a->n_points, sizeof *image);
    bool closed = true;
    for (uint32_t p = 0; p < a->n_points; p++)
        image[p] = p;
    for (uint32_t p = 0; closed && p + 1 < a->n_points; p++) {
        if (a->points[p].type != a->points[p + 1].type)
            continue;
        image[p] = p + 1;
        image[p + 1] = p;
        for (uint32_t i = 0; closed && i < k->s->composite->n_slots; i++)
            closed = slot_is_closed(k, i, image);
        image[p] = p;
        image[p + 1] = p + 1;
    }
    coset_delete(image);
    return closed;
}

coset_status coset__objects_new(coset__action *a, uint32_t *const *point_of, coset_err *err)
{
    coset__objects *s = coset_arena_get(a->arena, 1, sizeof *s);
    s->composite = a->m->symmetry.composite;
    a->objects = s;
    maker k = {.a = a, .s = s, .point_of = point_of, .families.arena = a->arena};
    find_owners(&k);
    make_owned(&k);
    make_objects(&k);
    make_tables(&k);
    bool closed = is_closed(&k);
    coset_delete(k.families.words);
    coset_delete(k.families.table);
    coset_vec_fini(&k.word);
    coset_vec_fini(&k.fixed);
    if (!closed)
        return coset_fail(err, COSET_UNSUPPORTED,
                          "a renaming leads out of the values that parts of the system can have");
    return COSET_OK;
}
