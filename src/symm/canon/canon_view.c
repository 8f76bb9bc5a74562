#include <string.h>

#include "symm/canon/canon_int.h"

void coset__view_init(coset__view *v, const coset__action *a)
{
    *v = (coset__view){0};
    v->edges = coset_new(a->n_edges, sizeof *v->edges);
    v->ends = coset_new(a->n_ends, sizeof *v->ends);
    v->holdings = coset_new(a->n_cells, sizeof *v->holdings);
    v->groups = coset_new((size_t)a->n_entries + coset__n_touched(a), sizeof *v->groups);
    v->held = coset_new(coset__n_touched(a), sizeof *v->held);
    v->mentioned = coset_new(a->n_points, sizeof *v->mentioned);
    v->group_of = coset_new(a->n_entries, sizeof *v->group_of);
    v->in_bag = coset_new(a->n_points, sizeof *v->in_bag);
}

void coset__view_fini(coset__view *v)
{
    coset_delete(v->edges);
    coset_delete(v->ends);
    coset_delete(v->holdings);
    coset_delete(v->groups);
    coset_delete(v->held);
    coset_delete(v->mentioned);
    coset_delete(v->group_of);
    coset_delete(v->in_bag);
}

static void add_owned(const coset__action *a, const coset_value *src, uint64_t *keys)
{
    const coset__objects *s = a->objects;
    for (uint32_t c = 0; c < s->n_owned; c++) {
        const coset__owned *w = &s->owned[c];
        uint32_t first = a->first[w->type], n = a->first[w->type + 1] - first;
        for (uint32_t i = 0; i < n; i++)
            keys[first + i] =
                (keys[first + i] + s->objects[w->firsts[i] + src[w->slots[i]]].family + 1) * 0xd6e8feb86659fd93u;
    }
}

static inline uint64_t column_key(const coset__action *a, const coset_value *src, uint32_t p)
{
    const coset__list *slots = &a->slots_of[p];
    uint64_t key = 0;
    for (uint32_t i = 0; i < slots->n; i++)
        key = (key + src[slots->at[i]] + 1) * 0xd6e8feb86659fd93u;
    return key;
}

void coset__column_keys_beside(const coset__action *a, const coset_value *from, const uint64_t *from_keys,
                               const coset_value *src, uint64_t *keys)
{
    COSET_INVARIANT(!a->objects);
    for (uint32_t p = 0; p < a->n_points; p++) {
        const coset__list *slots = &a->slots_of[p];
        coset_value other = 0;
        for (uint32_t i = 0; i < slots->n; i++)
            other |= src[slots->at[i]] ^ from[slots->at[i]];
        keys[p] = other ? coset__mix(column_key(a, src, p)) : from_keys[p];
    }
}

void coset__column_keys(const coset__action *a, const coset_value *src, uint64_t *keys)
{
    for (uint32_t p = 0; p < a->n_points; p++)
        keys[p] = column_key(a, src, p);
    if (a->objects)
        add_owned(a, src, keys);
    for (uint32_t p = 0; p < a->n_points; p++)
        keys[p] = coset__mix(keys[p]);
}

/* Lays the ends of the cell's edge at view.ends[n_ends ..]; returns their number. */
static inline uint32_t lay_ends(coset__view *v, const coset__cell *c, uint32_t held)
{
    uint32_t *ends = v->ends + v->n_ends, n = 0;
    for (; n < c->n_axes; n++)
        ends[n] = c->axes[n].point;
    if (held != COSET__NONE)
        ends[n++] = held;
    return n;
}

static inline uint64_t base_of(const coset__cell *c, coset_value value, uint32_t held)
{
    return held == COSET__NONE ? coset__mix(c->salt + (value + (uint64_t)1) * COSET__MIX) : c->salt;
}

static inline void keep_edge(coset__view *v, const coset__cell *c, uint64_t base, uint32_t n_ends)
{
    v->edges[v->n_edges++] = (coset__edge){base, v->ends + v->n_ends, n_ends, c->family, c};
    v->n_ends += n_ends;
}

static inline bool all_closed(const uint32_t *ends, uint32_t n, const bool *closed)
{
    for (uint32_t i = 0; i < n; i++)
        if (!closed[ends[i]])
            return false;
    return true;
}

/* With the value `none` the cell makes no edge. Always inline: the loop over all cells is a tenth slower by calls. */
static inline __attribute__((always_inline)) void read_cell(coset__view *v, const coset__action *a, uint32_t cell,
                                                            coset_value none, const coset_value *src, uint64_t *keys,
                                                            const bool *closed)
{
    const coset__cell *c = &a->cells[cell];
    coset_value value = src[c->slot];
    uint32_t held = coset__point_of(&c->class, value);
    if (held == COSET__NONE && (value == none || c->n_axes == 0))
        return;
    uint32_t n = lay_ends(v, c, held);
    const uint32_t *ends = v->ends + v->n_ends;
    if (closed && all_closed(ends, n, closed))
        return;
    if (held != COSET__NONE && !(closed && closed[held]))
        v->holdings[v->n_holdings++] = (coset__holding){cell, held};
    uint64_t base = base_of(c, value, held);
    if (n == 1 && keys)
        keys[ends[0]] += coset__mix(base);
    else
        keep_edge(v, c, base, n);
}

static void read_unusual(coset__view *v, const coset__action *a, const coset_value *src, uint64_t *keys,
                         const bool *closed)
{
    uint32_t cells[COSET__STRETCH];
    for (uint32_t from = 0; from < a->m->n_slots; from += COSET__STRETCH) {
        uint32_t n = coset__unusual_cells(a, src, from, cells);
        for (uint32_t i = 0; i < n; i++)
            read_cell(v, a, cells[i], a->usual->held[a->cells[cells[i]].slot], src, keys, closed);
    }
}

static void read_entry(coset__view *v, const coset__action *a, uint32_t entry, const coset_value *src)
{
    const coset__entry *from = &a->entries[entry];
    coset__entrygroup g = {
        .base = from->salt, .entry = entry, .object = COSET__NONE, .parent = COSET__NONE, .first_edge = v->n_edges};
    for (uint32_t c = 0; c < from->n_cells; c++) {
        const coset__cell *cell = &from->cells[c];
        coset_value value = src[cell->slot];
        uint32_t held = coset__point_of(&cell->class, value), n = lay_ends(v, cell, held);
        for (uint32_t i = 0; i < n; i++)
            v->in_bag[v->ends[v->n_ends + i]] = true;
        uint64_t base = base_of(cell, value, held);
        if (n == 0)
            g.base += base;
        else if (value != 0)
            keep_edge(v, cell, base, n);
    }
    g.n_edges = v->n_edges - g.first_edge;
    v->group_of[entry] = v->n_groups;
    v->groups[v->n_groups++] = g;
}

static void read_bags(coset__view *v, const coset__action *a, const coset_value *src)
{
    memset(v->in_bag, 0, a->n_points * sizeof *v->in_bag);
    for (uint32_t e = 0; e < a->n_entries; e++) {
        v->group_of[e] = COSET__NONE;
        if (src[a->entries[e].slot])
            read_entry(v, a, e, src);
    }
    for (uint32_t g = 0; g < v->n_groups; g++) {
        uint32_t parent = a->entries[v->groups[g].entry].parent;
        if (parent != COSET__NONE)
            v->groups[g].parent = v->group_of[parent];
    }
}

static bool object_is_closed(const coset__object *o, const bool *closed)
{
    for (uint32_t e = 0; e < o->n_edges; e++)
        if (!all_closed(o->edges[e].ends, o->edges[e].n_ends, closed))
            return false;
    return true;
}

static inline void keep_object_edge(coset__view *v, const coset__action *a, const coset__object_edge *e)
{
    v->edges[v->n_edges++] = (coset__edge){e->base, e->ends, e->n_ends, a->m->n_slots + e->family, NULL};
}

/* Those with one edge become edges or go to keys. */
static void read_objects(coset__view *v, const coset__action *a, const coset_value *src, uint64_t *keys,
                         const bool *closed)
{
    const coset__objects *s = a->objects;
    for (uint32_t i = 0; i < s->n_touched; i++) {
        uint32_t number = coset__object_at(s, s->touched[i], src);
        const coset__object *o = &s->objects[number];
        if (o->n_edges == 0 || o->in_column || (closed && object_is_closed(o, closed)))
            continue;
        if (o->n_edges > 1)
            v->held[v->n_held++] = number;
        else if (o->edges[0].n_ends == 1 && keys)
            keys[o->edges[0].ends[0]] += coset__mix(o->edges[0].base);
        else
            keep_object_edge(v, a, &o->edges[0]);
    }
}

static void read_object_groups(coset__view *v, const coset__action *a)
{
    for (uint32_t i = 0; i < v->n_held; i++) {
        const coset__object *o = &a->objects->objects[v->held[i]];
        v->groups[v->n_groups++] =
            (coset__entrygroup){o->base, COSET__NONE, v->held[i], COSET__NONE, v->n_edges, o->n_edges};
        for (uint32_t e = 0; e < o->n_edges; e++)
            keep_object_edge(v, a, &o->edges[e]);
    }
}

static inline void mention(coset__view *v, const coset__object *o)
{
    for (uint32_t e = 0; e < o->n_edges; e++)
        for (uint32_t i = 0; i < o->edges[e].n_ends; i++)
            v->mentioned[o->edges[e].ends[i]] = true;
}

void coset__view_hold(coset__view *v, const coset__action *a, const coset_value *src, const bool *closed)
{
    const coset__objects *s = a->objects;
    v->n_held = 0;
    memset(v->mentioned, 0, a->n_points * sizeof *v->mentioned);
    for (uint32_t i = 0; i < s->n_touched; i++) {
        uint32_t number = coset__object_at(s, s->touched[i], src);
        const coset__object *o = &s->objects[number];
        if (o->n_edges == 0 || o->in_column || object_is_closed(o, closed))
            continue;
        v->held[v->n_held++] = number;
        mention(v, o);
    }
}

void coset__view_read(coset__view *v, const coset__action *a, const coset_value *src, uint64_t *keys,
                      const bool *closed)
{
    v->n_edges = v->n_ends = v->n_holdings = v->n_groups = v->n_held = 0;
    if (a->usual)
        read_unusual(v, a, src, keys, closed);
    else
        for (uint32_t c = 0; c < a->n_cells; c++)
            read_cell(v, a, c, 0, src, keys, closed);
    if (a->objects)
        read_objects(v, a, src, keys, closed);
    v->n_cell_edges = v->n_edges;
    if (a->n_entries)
        read_bags(v, a, src);
    if (a->objects)
        read_object_groups(v, a);
}
