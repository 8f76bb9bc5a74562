#include "detect/use/label.h"

#include <string.h>

#include "alg/graph.h"
#include "alg/permgraph.h"
#include "alg/permquery.h"

#define MOST_BYTES ((size_t)1 << 28) /* of a stabiliser chain */

struct coset__label {
    const coset_detected *d;
    coset_arena *arena;
    const coset_point *kinds; /* [literals] orbit */
    uint32_t n_points;
    uint32_t *slots;    /* [n_points] */
    uint32_t *literals; /* [n_points] the point is this literal; COSET_NO_LITERAL: the slot */
    uint32_t *first;    /* [slots] its first point, or COSET_NO_PLACE */
    coset_permgraph graph;
    coset_permgroup *group; /* on points */
    coset_order order;
};

struct coset__label_scratch {
    const coset__label *l;
    coset_graph *graph;
    uint32_t *rank;           /* [n_points] of a point in the canonical order */
    coset_point *here, *next; /* [n_points] the preimage of each point */
    uint32_t *image;          /* [slots] */
};

/* ---- points ----------------------------------------------------------------------------------------------------- */

/* No two literals of the slot are in one orbit. */
static bool is_plain(const coset__label *l, uint32_t slot)
{
    const uint32_t *first = l->d->literals.first;
    for (uint32_t x = first[slot]; x < first[slot + 1]; x++)
        for (uint32_t y = x + 1; y < first[slot + 1]; y++)
            if (l->kinds[x] == l->kinds[y])
                return false;
    return true;
}

static void add_point(coset__label *l, uint32_t slot, uint32_t literal)
{
    l->slots[l->n_points] = slot;
    l->literals[l->n_points++] = literal;
}

static void find_points(coset__label *l)
{
    const coset_literals *all = &l->d->literals;
    l->slots = coset_arena_get(l->arena, all->n, sizeof *l->slots);
    l->literals = coset_arena_get(l->arena, all->n, sizeof *l->literals);
    l->first = coset_arena_get(l->arena, all->n_slots, sizeof *l->first);
    for (uint32_t s = 0; s < all->n_slots; s++) {
        bool moves = coset_detected_moves(l->d, s), plain = moves && is_plain(l, s);
        l->first[s] = moves ? l->n_points : COSET_NO_PLACE;
        if (plain)
            add_point(l, s, COSET_NO_LITERAL);
        for (uint32_t x = all->first[s]; moves && !plain && x < all->first[s + 1]; x++)
            add_point(l, s, x);
    }
}

static uint32_t point_of(const coset__label *l, uint32_t literal)
{
    uint32_t slot = l->d->literals.slots[literal], first = l->first[slot];
    return l->literals[first] == COSET_NO_LITERAL ? first : first + literal - l->d->literals.first[slot];
}

/* The action of the group's generators on points. */
static coset_permgens on_points(const coset__label *l)
{
    const coset_literals *all = &l->d->literals;
    const coset_point **at = coset_arena_get(l->arena, l->d->n_generators, sizeof *at);
    for (uint32_t g = 0; g < l->d->n_generators; g++) {
        coset_point *perm = coset_arena_get(l->arena, l->n_points, sizeof *perm);
        for (uint32_t p = 0; p < l->n_points; p++) {
            uint32_t x = l->literals[p] == COSET_NO_LITERAL ? all->first[l->slots[p]] : l->literals[p];
            perm[p] = point_of(l, l->d->generators[g].perm[x]);
        }
        at[g] = perm;
    }
    return (coset_permgens){l->n_points, l->d->n_generators, at, l->d->limit};
}

/* ---- making ----------------------------------------------------------------------------------------------------- */

static bool make(coset__label *l)
{
    const coset_detected *d = l->d;
    const coset_point **perms = coset_arena_get(l->arena, d->n_generators, sizeof *perms);
    if (d->literals.bags)
        return false;
    l->order = coset_permgroup_order(d->group, l->arena);
    for (uint32_t g = 0; g < d->n_generators; g++)
        perms[g] = d->generators[g].perm;
    l->kinds = coset_permquery_orbits(&(coset_permgens){d->literals.n, d->n_generators, perms, d->limit}, l->arena);
    find_points(l);
    const coset_permgens g = on_points(l);
    if (!coset_permgraph_find(&g, l->order, l->arena, &l->graph))
        return false;
    l->group = coset_permgroup_new(&g, NULL, MOST_BYTES);
    return l->group != NULL;
}

coset__label *coset__label_new(const coset_detected *d)
{
    coset_arena *arena = coset_arena_new();
    coset__label *l = coset_arena_get(arena, 1, sizeof *l);
    *l = (coset__label){.d = d, .arena = arena};
    if (make(l))
        return l;
    coset__label_free(l);
    return NULL;
}

void coset__label_free(coset__label *l)
{
    if (!l)
        return;
    coset_permgroup_free(l->group);
    coset_arena_free(l->arena);
}

coset__label_scratch *coset__label_scratch_new(const coset__label *l)
{
    coset__label_scratch *s = coset_new(1, sizeof *s);
    s->l = l;
    s->graph = coset_graph_new();
    for (uint32_t v = 0; v < l->graph.n_vertices; v++)
        (void)coset_graph_vertex(s->graph, l->graph.colours[v]);
    for (uint32_t e = 0; e < l->graph.n_edges; e++)
        coset_graph_edge(s->graph, l->graph.edges[e].v, l->graph.edges[e].w);
    s->rank = coset_new(l->n_points, sizeof *s->rank);
    s->here = coset_new(l->n_points, sizeof *s->here);
    s->next = coset_new(l->n_points, sizeof *s->next);
    s->image = coset_new(l->d->literals.n_slots, sizeof *s->image);
    return s;
}

void coset__label_scratch_free(coset__label_scratch *s)
{
    if (!s)
        return;
    coset_graph_free(s->graph);
    coset_delete(s->rank);
    coset_delete(s->here);
    coset_delete(s->next);
    coset_delete(s->image);
    coset_delete(s);
}

/* ---- one state -------------------------------------------------------------------------------------------------- */

/* Colours of points begin after those of the graph: a slot has the colour of its value, a literal that of its own
 * orbit, or the next one if it holds. No two kinds of points share a colour. */
static void colour(coset__label_scratch *s, const uint32_t *state)
{
    const coset__label *l = s->l;
    uint32_t slots = l->graph.n_colours, literals = slots + l->d->literals.n;
    for (uint32_t p = 0; p < l->n_points; p++) {
        uint32_t holds = state[l->slots[p]];
        bool is_slot = l->literals[p] == COSET_NO_LITERAL;
        coset_graph_recolour(s->graph, p,
                             is_slot ? slots + l->kinds[holds]
                                     : literals + 2 * l->kinds[l->literals[p]] + (l->literals[p] == holds));
    }
}

static void rank(coset__label_scratch *s)
{
    const uint32_t *order = coset_graph_canon(s->graph);
    for (uint32_t i = 0; i < s->l->graph.n_vertices; i++)
        if (order[i] < s->l->n_points)
            s->rank[order[i]] = i;
}

/* Level by level, maps to the base the point of the orbit that now holds the first in the canonical order. */
static void walk(coset__label_scratch *s)
{
    const coset__label *l = s->l;
    for (uint32_t p = 0; p < l->n_points; p++)
        s->here[p] = p;
    for (uint32_t i = 0; i < coset_permgroup_levels(l->group); i++) {
        const coset_permlevel *level = coset_permgroup_level(l->group, i);
        uint32_t best = 0;
        for (uint32_t k = 1; k < level->n_orbit; k++)
            if (s->rank[s->here[level->orbit[k]]] < s->rank[s->here[level->orbit[best]]])
                best = k;
        for (uint32_t p = 0; p < l->n_points; p++)
            s->next[level->returns[best][p]] = s->here[p];
        coset_point *free = s->here;
        s->here = s->next;
        s->next = free;
    }
}

/* The literal of that kind in a slot whose literals are of different kinds. */
static uint32_t of_kind(const coset__label *l, uint32_t slot, uint32_t kind)
{
    uint32_t x = l->d->literals.first[slot];
    while (l->kinds[x] != kind)
        x++;
    return x;
}

/* s->here stores the preimage of each point. */
static void move(coset__label_scratch *s, uint32_t *state)
{
    const coset__label *l = s->l;
    memcpy(s->image, state, l->d->literals.n_slots * sizeof *state);
    for (uint32_t p = 0; p < l->n_points; p++) {
        coset_point from = s->here[p];
        uint32_t holds = state[l->slots[from]];
        if (l->literals[p] == COSET_NO_LITERAL)
            s->image[l->slots[p]] = of_kind(l, l->slots[p], l->kinds[holds]);
        else if (l->literals[from] == holds)
            s->image[l->slots[p]] = l->literals[p];
    }
    memcpy(state, s->image, l->d->literals.n_slots * sizeof *state);
}

static void write_perm(const coset__label_scratch *s, coset_point *perm)
{
    const coset__label *l = s->l;
    const coset_literals *all = &l->d->literals;
    coset_literals_identity(all, perm);
    for (uint32_t p = 0; p < l->n_points; p++) {
        uint32_t from = l->slots[s->here[p]];
        if (l->literals[p] != COSET_NO_LITERAL)
            perm[l->literals[s->here[p]]] = l->literals[p];
        else
            for (uint32_t x = all->first[from]; x < all->first[from + 1]; x++)
                perm[x] = of_kind(l, l->slots[p], l->kinds[x]);
    }
}

/* As measured, in nanoseconds. */
static uint64_t work_of(const coset__label *l)
{
    uint64_t n_levels = coset_permgroup_levels(l->group);
    return 2000 + 200 * (uint64_t)l->graph.n_vertices + 60 * (uint64_t)l->graph.n_edges + 4 * n_levels * l->n_points;
}

uint64_t coset__label_apply(coset__label_scratch *s, uint32_t *state, coset_point *perm, coset_count *orbit)
{
    const coset__label *l = s->l;
    colour(s, state);
    rank(s);
    walk(s);
    move(s, state);
    if (perm)
        write_perm(s, perm);
    if (orbit && !coset_graph_images(s->graph, l->order, orbit))
        *orbit = 0;
    return work_of(l);
}
