/* Maps of the states of components under an exchange: component c is mapped to its image d, state by state.
 *
 * Guess     by labels; else by refinement: a state's colour is a hash of its edges, in both directions, with events and
 *           the colours at the other ends, until no more states are distinguished.
 * Verify    that the map is one to one, preserves the start, and maps the edges of c to those of d. Edges whose event
 *           no rule uses do not count.
 */
#include <stdlib.h>
#include <string.h>

#include "lts/symm_int.h"

typedef struct {
    coset__exchange *x;
    uint32_t c, d;
    const coset_lts *from, *to;
    uint32_t *map; /* [n_states] */
} state_map;

/* ---- verification ---------------------------------------------------------------------------------------------- */

static int compare_edges(const void *x, const void *y)
{
    const coset_lts_edge *a = x, *b = y;
    if (a->event != b->event)
        return a->event < b->event ? -1 : 1;
    return (a->dst > b->dst) - (a->dst < b->dst);
}

static bool is_used(const state_map *m, uint32_t component, uint32_t event)
{
    return event < m->x->k->s->n_events || coset__local_of(m->x->k, component, event) != COSET__NO_MAP;
}

/* Used edges of the image of state s, and the images of the used edges of s, are the same list once sorted. */
static bool edges_fit(const state_map *m, uint32_t s, coset_lts_edge *room)
{
    const coset_lts *a = m->from, *b = m->to;
    uint32_t n = 0, t = m->map[s];
    for (uint64_t e = a->first[s]; e < a->first[s + 1]; e++)
        if (is_used(m, m->c, a->edges[e].event))
            room[n++] = (coset_lts_edge){coset__map_event(m->x, m->c, a->edges[e].event), m->map[a->edges[e].dst]};
    if (n)
        qsort(room, n, sizeof *room, compare_edges);
    uint32_t i = 0;
    for (uint64_t e = b->first[t]; e < b->first[t + 1]; e++) {
        if (!is_used(m, m->d, b->edges[e].event))
            continue;
        if (i == n || compare_edges(&room[i], &b->edges[e]) != 0)
            return false;
        i++;
    }
    return i == n;
}

static bool is_map(const state_map *m)
{
    const coset_lts *a = m->from;
    uint64_t most = 0;
    bool ok = m->map[0] == 0, *hit = coset_new(a->n_states, sizeof *hit);
    for (uint32_t s = 0; ok && s < a->n_states; s++) {
        ok = m->map[s] < a->n_states && !hit[m->map[s]];
        if (ok)
            hit[m->map[s]] = true;
        most = a->first[s + 1] - a->first[s] > most ? a->first[s + 1] - a->first[s] : most;
    }
    coset_lts_edge *room = coset_new(most, sizeof *room);
    for (uint32_t s = 0; ok && s < a->n_states; s++)
        ok = edges_fit(m, s, room);
    coset_delete(room);
    coset_delete(hit);
    return ok;
}

/* ---- by labels ------------------------------------------------------------------------------------------------- */

static bool guess_by_labels(const state_map *m)
{
    const coset_lts *a = m->from, *b = m->to;
    if (!a->labels || !b->labels)
        return false;
    coset_arena *arena = coset_arena_new();
    uint32_t n = b->n_states + b->n_aliases;
    coset_label *all = coset_arena_get(arena, n, sizeof *all);
    for (uint32_t i = 0; i < n; i++)
        all[i] = i < b->n_states ? b->labels[i] : b->aliases[i - b->n_states].label;
    coset_label_index index = coset_label_index_new(all, n, arena);
    bool found = true;
    for (uint32_t s = 0; found && s < a->n_states; s++) {
        coset_label label = coset_label_rename(&a->labels[s], m->x->k->offset, m->x->perm, arena);
        uint32_t t = coset_label_find(&index, &label);
        found = t != UINT32_MAX;
        if (found)
            m->map[s] = t < b->n_states ? t : b->aliases[t - b->n_states].state;
    }
    coset_arena_free(arena);
    return found && is_map(m);
}

/* ---- by refinement --------------------------------------------------------------------------------------------- */

/* The name of an edge's event on the side of the image. */
static uint32_t name_of(const state_map *m, bool mapped, uint32_t event)
{
    return mapped ? coset__map_event(m->x, m->c, event) : event;
}

static void blend_edges(const state_map *m, bool mapped, const uint64_t *old, uint64_t *now)
{
    const coset_lts *l = mapped ? m->from : m->to;
    for (uint32_t s = 0; s < l->n_states; s++)
        now[s] = coset__blend(old[s], 7);
    for (uint32_t s = 0; s < l->n_states; s++)
        for (uint64_t e = l->first[s]; e < l->first[s + 1]; e++) {
            if (!is_used(m, mapped ? m->c : m->d, l->edges[e].event))
                continue;
            uint64_t name = coset__blend(11, name_of(m, mapped, l->edges[e].event));
            uint32_t d = l->edges[e].dst;
            now[s] += coset__blend(name, old[d]);
            now[d] += coset__blend(name + 1, old[s]);
        }
}

static bool guess_by_refinement(const state_map *m)
{
    uint32_t n = m->from->n_states, distinct = 0, before;
    uint64_t *colours = coset_new((size_t)4 * n, sizeof *colours);
    uint64_t *a = colours, *b = a + n, *c = b + n, *d = c + n;
    coset__coloured *x = coset_new(n, sizeof *x), *y = coset_new(n, sizeof *y);
    a[0] = b[0] = 1;
    do {
        before = distinct;
        blend_edges(m, true, a, c);
        blend_edges(m, false, b, d);
        memcpy(a, c, n * sizeof *a);
        memcpy(b, d, n * sizeof *b);
        distinct = coset__sort_coloured(a, n, x);
    } while (distinct > before && distinct < n);
    (void)coset__sort_coloured(b, n, y);
    bool same = true;
    for (uint32_t s = 0; s < n; s++) {
        same = same && x[s].colour == y[s].colour;
        m->map[x[s].number] = y[s].number;
    }
    coset_delete(y);
    coset_delete(x);
    coset_delete(colours);
    return same && is_map(m);
}

#define SURROUNDINGS 3 /* steps that colours look far */

void coset__state_colours(coset__exchange *x, uint32_t c, uint32_t side, uint64_t *colours)
{
    const coset_lts *l = x->k->s->components[c].lts;
    uint64_t *next = coset_new(l->n_states, sizeof *next);
    for (uint32_t s = 0; s < l->n_states; s++)
        colours[s] = s == 0;
    for (uint32_t round = 0; round < SURROUNDINGS; round++) {
        for (uint32_t s = 0; s < l->n_states; s++)
            next[s] = coset__blend(colours[s], 59);
        for (uint32_t s = 0; s < l->n_states; s++)
            for (uint64_t e = l->first[s]; e < l->first[s + 1]; e++) {
                uint32_t event = l->edges[e].event, d = l->edges[e].dst;
                uint64_t name = event >= x->k->s->n_events ? 61 : side == 0 ? x->events[event] : event;
                next[s] += coset__blend(coset__blend(67, name), colours[d]);
                next[d] += coset__blend(coset__blend(71, name), colours[s]);
            }
        memcpy(colours, next, l->n_states * sizeof *colours);
    }
    coset_delete(next);
}

/* ---- all components -------------------------------------------------------------------------------------------- */

static bool has_locals(const coset__symm *k, uint32_t component)
{
    for (uint32_t i = 0; i < k->n_locals; i++)
        if (k->locals[i].component == component)
            return true;
    return false;
}

/* A component before c with the same LTS and an image with the same LTS, or COSET__NO_MAP. */
static uint32_t find_same(const coset__exchange *x, uint32_t c)
{
    const coset_super_component *all = x->k->s->components;
    if (has_locals(x->k, c))
        return COSET__NO_MAP;
    for (uint32_t i = 0; i < c; i++)
        if (all[i].lts == all[c].lts && all[x->components[i]].lts == all[x->components[c]].lts && !has_locals(x->k, i))
            return i;
    return COSET__NO_MAP;
}

static bool map_component(coset__exchange *x, uint32_t c, uint32_t *map)
{
    const coset_super_component *all = x->k->s->components;
    state_map m = {x, c, x->components[c], all[c].lts, all[x->components[c]].lts, map};
    if (m.from->n_states != m.to->n_states)
        return coset__misfit(x, "component %s has %u states, but its image has %u", all[c].name, m.from->n_states,
                             m.to->n_states);
    if (guess_by_labels(&m) || guess_by_refinement(&m))
        return true;
    return coset__misfit(x, "component %s behaves differently", all[c].name);
}

bool coset__map_states(coset__exchange *x)
{
    const coset__symm *k = x->k;
    for (uint32_t c = 0; c < k->s->n_components; c++) {
        uint32_t n = k->s->components[c].lts->n_states, to = k->first[x->components[c]], same = find_same(x, c);
        uint32_t *map = coset_new(n, sizeof *map);
        if (same == COSET__NO_MAP && !map_component(x, c, map)) {
            coset_delete(map);
            return false;
        }
        x->values[k->first[c]] = to;
        for (uint32_t s = 0; s < n; s++)
            x->values[k->first[c] + s + 1] =
                same == COSET__NO_MAP ? to + map[s] + 1
                                      : to + x->values[k->first[same] + s + 1] - k->first[x->components[same]];
        coset_delete(map);
    }
    return true;
}
