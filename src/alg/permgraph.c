#include "alg/permgraph.h"

#include <stdlib.h>
#include <string.h>

#include "alg/graph.h"
#include "alg/permquery.h"

#define MOST_POINTS 800U
#define MOST_EDGES  20000U /* of one orbital */
#define MOST_TRIES  100U

typedef struct {
    uint32_t n; /* pairs */
    coset_point p, q;
    bool directed; /* within one orbit of points, and the pairs turned round are another orbital */
} orbital;

typedef struct {
    const coset_permgens *g;
    uint32_t n;
    uint32_t *colour; /* [n] number of the point's orbit */
    uint32_t n_orbits;
    uint32_t *number;   /* [n * n] of the orbital, from 1; 0: not seen */
    coset_point *pairs; /* queue of p * n + q */
    COSET_VEC(orbital) orbitals;
    bool *drawn; /* [n_orbits * n_orbits] an orbital between them is drawn without copies */
    COSET_VEC(uint32_t) colours;
    COSET_VEC(coset_permedge) edges;
    uint32_t n_colours;
} finder;

/* ---- orbitals --------------------------------------------------------------------------------------------------- */

static void find_orbits(finder *f, coset_arena *arena)
{
    const coset_point *least = coset_permquery_orbits(f->g, arena);
    for (uint32_t p = 0; p < f->n; p++)
        f->colour[p] = least[p] == p ? f->n_orbits++ : f->colour[least[p]];
}

/* f->pairs gets the pairs of the orbital of (p, q); returns how many. */
static uint32_t close_pairs(finder *f, coset_point p, coset_point q, uint32_t number)
{
    uint32_t n = 1;
    f->pairs[0] = p * f->n + q;
    f->number[f->pairs[0]] = number;
    for (uint32_t at = 0; at < n && !coset_budget_spend(f->g->limit, f->g->n); at++)
        for (uint32_t i = 0; i < f->g->n; i++) {
            const coset_point *perm = f->g->at[i];
            uint32_t to = perm[f->pairs[at] / f->n] * f->n + perm[f->pairs[at] % f->n];
            if (f->number[to] == 0) {
                f->number[to] = number;
                f->pairs[n++] = to;
            }
        }
    return n;
}

/* Of an orbital and the one turned round only one is listed. */
static void find_orbitals(finder *f)
{
    uint32_t number = 0;
    for (uint32_t p = 0; p < f->n; p++)
        for (uint32_t q = 0; q < f->n; q++) {
            if (p == q || f->number[p * f->n + q])
                continue;
            uint32_t n = close_pairs(f, p, q, ++number), turned = f->number[q * f->n + p];
            bool listed = turned && turned < number;
            if (!listed && n <= MOST_EDGES)
                *coset_vec_add(&f->orbitals) = (orbital){n, p, q, f->colour[p] == f->colour[q] && turned != number};
        }
    memset(f->number, 0, (size_t)f->n * f->n * sizeof *f->number);
}

static int by_size(const void *x, const void *y)
{
    const orbital *a = x, *b = y;
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    return a->p != b->p ? (a->p < b->p ? -1 : 1) : (a->q > b->q) - (a->q < b->q);
}

/* ---- drawing ---------------------------------------------------------------------------------------------------- */

/* A copy of each point of the orbit; returns by how much a point's number grows, point by point, in `copy`. */
static void copy_orbit(finder *f, uint32_t orbit, uint32_t *copy)
{
    for (uint32_t p = 0; p < f->n; p++)
        if (f->colour[p] == orbit) {
            copy[p] = f->colours.n;
            *coset_vec_add(&f->colours) = f->n_colours;
            *coset_vec_add(&f->edges) = (coset_permedge){p, copy[p]};
        }
    f->n_colours++;
}

static void draw(finder *f, const orbital *o)
{
    uint32_t a = f->colour[o->p], b = f->colour[o->q];
    bool *drawn = &f->drawn[a * f->n_orbits + b];
    uint32_t *from = coset_new(f->n, sizeof *from), *to = coset_new(f->n, sizeof *to);
    uint32_t n = close_pairs(f, o->p, o->q, 1);
    for (uint32_t p = 0; p < f->n; p++)
        from[p] = to[p] = p;
    if (*drawn || o->directed)
        copy_orbit(f, a, from);
    if (o->directed)
        copy_orbit(f, a, to);
    else if (*drawn && a == b)
        memcpy(to, from, f->n * sizeof *to);
    for (uint32_t i = 0; i < n; i++) {
        coset_point p = f->pairs[i] / f->n, q = f->pairs[i] % f->n;
        f->number[f->pairs[i]] = 0;
        if (a != b || o->directed || p < q)
            *coset_vec_add(&f->edges) = (coset_permedge){from[p], to[q]};
    }
    *drawn = *drawn || !o->directed;
    f->drawn[b * f->n_orbits + a] = *drawn;
    coset_delete(from);
    coset_delete(to);
}

/* The order of the automorphism group; not known if there was no time to find it. */
static coset_order order_of(const finder *f, coset_arena *arena)
{
    coset_graph *g = coset_graph_new();
    coset_order order = {0};
    for (uint32_t v = 0; v < f->colours.n; v++)
        (void)coset_graph_vertex(g, f->colours.at[v]);
    for (uint32_t i = 0; i < f->edges.n; i++)
        coset_graph_edge(g, f->edges.at[i].v, f->edges.at[i].w);
    coset_graph_limit(g, f->g->limit);
    if (coset_graph_canon(g))
        order = coset_graph_exact_order(g, arena);
    coset_graph_free(g);
    return order;
}

/* Orbitals that make the group of automorphisms smaller stay. */
static bool draw_until(finder *f, coset_order order, coset_arena *arena)
{
    coset_order now = order_of(f, arena);
    for (uint32_t i = 0;
         i < f->orbitals.n && i < MOST_TRIES && !coset_order_same(now, order) && !coset_budget_is_spent(f->g->limit);
         i++) {
        const orbital *o = &f->orbitals.at[i];
        uint32_t n_vertices = f->colours.n, n_edges = f->edges.n, n_colours = f->n_colours;
        bool *drawn = &f->drawn[f->colour[o->p] * f->n_orbits + f->colour[o->q]], before = *drawn;
        draw(f, o);
        coset_order then = order_of(f, arena);
        if (coset_order_compare(then, now) < 0) {
            now = then;
            continue;
        }
        f->colours.n = n_vertices;
        f->edges.n = n_edges;
        f->n_colours = n_colours;
        *drawn = before;
        f->drawn[f->colour[o->q] * f->n_orbits + f->colour[o->p]] = before;
    }
    return coset_order_same(now, order) && !coset_budget_is_spent(f->g->limit);
}

bool coset_permgraph_find(const coset_permgens *g, coset_order order, coset_arena *arena, coset_permgraph *out)
{
    finder f = {.g = g, .n = g->n_points};
    if (f.n > MOST_POINTS)
        return false;
    size_t n_pairs = (size_t)f.n * f.n;
    f.colour = coset_new(f.n, sizeof *f.colour);
    f.number = coset_new(n_pairs, sizeof *f.number);
    f.pairs = coset_new(n_pairs, sizeof *f.pairs);
    find_orbits(&f, arena);
    f.drawn = coset_new((size_t)f.n_orbits * f.n_orbits, sizeof *f.drawn);
    f.n_colours = f.n_orbits;
    for (uint32_t p = 0; p < f.n; p++)
        *coset_vec_add(&f.colours) = f.colour[p];
    find_orbitals(&f);
    if (f.orbitals.n)
        qsort(f.orbitals.at, f.orbitals.n, sizeof *f.orbitals.at, by_size);
    bool found = draw_until(&f, order, arena);
    if (found)
        *out = (coset_permgraph){f.colours.n, f.n_colours,
                                 coset_arena_copy(arena, f.colours.at, f.colours.n, sizeof *f.colours.at), f.edges.n,
                                 coset_arena_copy(arena, f.edges.at, f.edges.n, sizeof *f.edges.at)};
    coset_delete(f.colour);
    coset_delete(f.number);
    coset_delete(f.pairs);
    coset_delete(f.drawn);
    coset_vec_fini(&f.orbitals);
    coset_vec_fini(&f.colours);
    coset_vec_fini(&f.edges);
    return found;
}
