/* alg/permquery.c - answers by stabiliser chains. */
#include "alg/permquery.h"

#include <stdlib.h>
#include <string.h>

/* ---- orbits ---- */

static coset_point root(const coset_point *up, coset_point p)
{
    while (up[p] != p)
        p = up[p];
    return p;
}

const coset_point *coset_permquery_orbits(const coset_permgens *g, coset_arena *arena)
{
    coset_point *up = coset_arena_get(arena, (size_t)g->n_points + 1, sizeof *up);
    for (coset_point p = 0; p < g->n_points; p++)
        up[p] = p;
    for (uint32_t i = 0; i < g->n; i++)
        for (coset_point p = 0; p < g->n_points; p++) {
            coset_point a = root(up, p), b = root(up, g->at[i][p]);
            up[a > b ? a : b] = a > b ? b : a;
        }
    for (coset_point p = 0; p < g->n_points; p++)
        up[p] = root(up, p);
    return up;
}

/* ---- stabilisers ---- */

/* The points to be fixed come first in the base. Returns the first level below them. */
static uint32_t level_below(const coset_permgroup *g, const bool *is_fixed)
{
    uint32_t i = 0;
    while (i < coset_permgroup_levels(g) && is_fixed[coset_permgroup_level(g, i)->base])
        i++;
    return i;
}

static coset_permgens generators_from(const coset_permgroup *g, uint32_t level, coset_budget *limit, coset_arena *arena)
{
    uint32_t n = 0, n_points = coset_permgroup_points(g);
    for (uint32_t i = level; i < coset_permgroup_levels(g); i++)
        n += coset_permgroup_level(g, i)->n_generators;
    const coset_point **at = coset_arena_get(arena, (size_t)n + 1, sizeof *at);
    n = 0;
    for (uint32_t i = level; i < coset_permgroup_levels(g); i++)
        for (uint32_t k = 0; k < coset_permgroup_level(g, i)->n_generators; k++)
            at[n++] = coset_arena_copy(arena, coset_permgroup_level(g, i)->generators[k], n_points, sizeof **at);
    return (coset_permgens){n_points, n, at, limit};
}

bool coset_permquery_fixing(const coset_permgens *g, uint32_t n_fixed, const coset_point *fixed, size_t max_bytes,
                            coset_arena *arena, coset_permgens *out)
{
    coset_point *prefer = coset_arena_get(arena, (size_t)g->n_points + 1, sizeof *prefer);
    bool *is_fixed = coset_arena_get(arena, (size_t)g->n_points + 1, sizeof *is_fixed);
    uint32_t n = 0;
    for (uint32_t i = 0; i < n_fixed; i++)
        if (!is_fixed[fixed[i]]) {
            is_fixed[fixed[i]] = true;
            prefer[n++] = fixed[i];
        }
    for (coset_point p = 0; p < g->n_points; p++)
        if (!is_fixed[p])
            prefer[n++] = p;
    coset_permgroup *chain = coset_permgroup_new(g, prefer, max_bytes);
    if (!chain)
        return false;
    *out = generators_from(chain, level_below(chain, is_fixed), g->limit, arena);
    coset_permgroup_free(chain);
    return true;
}

/* ---- least vectors ---- */

/* Consecutive vectors, each followed by the original places of its entries. */
typedef struct {
    uint32_t n, *at, n_points;
    size_t room;
} candidates;

static uint32_t *candidate(const candidates *c, uint32_t i) { return c->at + (size_t)i * 2 * c->n_points; }

static uint32_t *add(candidates *c)
{
    size_t need = ((size_t)c->n + 1) * 2 * c->n_points;
    if (need > c->room) {
        c->room = need * 2;
        c->at = coset_resize(c->at, c->room, sizeof *c->at);
    }
    return candidate(c, c->n++);
}

static int compare(const uint32_t *a, const uint32_t *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static uint32_t *vector_at(uint32_t *first, size_t i, uint32_t n) { return first + i * 2 * n; }

/* Sorts numbers of candidates by a heap: there is no context for qsort. */
static void sift(const candidates *c, uint32_t *heap, uint32_t at, uint32_t n)
{
    for (uint32_t child; (child = at * 2 + 1) < n; at = child) {
        if (child + 1 < n && compare(candidate(c, heap[child]), candidate(c, heap[child + 1]), c->n_points) < 0)
            child++;
        if (compare(candidate(c, heap[at]), candidate(c, heap[child]), c->n_points) >= 0)
            return;
        uint32_t t = heap[at];
        heap[at] = heap[child];
        heap[child] = t;
    }
}

/* Only those that are least in the first `sure` entries, each vector once. */
static void thin(candidates *c, uint32_t sure)
{
    uint32_t *order = coset_new((size_t)c->n + 1, sizeof *order), kept = 0;
    for (uint32_t i = 0; i < c->n; i++)
        order[i] = i;
    for (uint32_t i = c->n / 2; i-- > 0;)
        sift(c, order, i, c->n);
    for (uint32_t n = c->n; n-- > 1;) {
        uint32_t t = order[0];
        order[0] = order[n];
        order[n] = t;
        sift(c, order, 0, n);
    }
    uint32_t *out = coset_new((size_t)c->n * 2 * c->n_points + 1, sizeof *out);
    for (uint32_t i = 0; i < c->n; i++) {
        const uint32_t *v = candidate(c, order[i]);
        if (kept && (compare(v, vector_at(out, 0, c->n_points), sure) != 0 ||
                     compare(v, vector_at(out, kept - 1, c->n_points), c->n_points) == 0))
            continue;
        memcpy(vector_at(out, kept++, c->n_points), v, 2 * c->n_points * sizeof *v);
    }
    coset_delete(order);
    coset_delete(c->at);
    c->room = (size_t)c->n * 2 * c->n_points;
    c->at = out;
    c->n = kept;
}

/* All candidates, followed by all representatives of the level. */
static bool extend(candidates *c, const coset_permlevel *level, uint32_t most)
{
    candidates next = {.n_points = c->n_points};
    uint32_t n = c->n_points, least = UINT32_MAX;
    for (uint32_t i = 0; i < c->n; i++)
        for (uint32_t k = 0; k < level->n_orbit; k++)
            if (candidate(c, i)[level->orbit[k]] < least)
                least = candidate(c, i)[level->orbit[k]];
    for (uint32_t i = 0; i < c->n && next.n <= most; i++)
        for (uint32_t k = 0; k < level->n_orbit && next.n <= most; k++) {
            if (candidate(c, i)[level->orbit[k]] != least)
                continue;
            uint32_t *to = add(&next);
            const uint32_t *from = candidate(c, i);
            for (uint32_t p = 0; p < n; p++) {
                to[level->returns[k][p]] = from[p];
                to[n + level->returns[k][p]] = from[n + p];
            }
        }
    coset_delete(c->at);
    *c = next;
    return c->n <= most;
}

bool coset_permquery_least(const coset_permgroup *g, const uint32_t *x, uint32_t most, uint32_t *y, coset_point *p)
{
    uint32_t n = coset_permgroup_points(g), n_levels = coset_permgroup_levels(g);
    candidates c = {.n_points = n};
    uint32_t *first = add(&c);
    bool fits = true;
    memcpy(first, x, n * sizeof *x);
    for (uint32_t i = 0; i < n; i++)
        first[n + i] = i;
    for (uint32_t i = 0; i < n_levels && fits; i++) {
        fits = extend(&c, coset_permgroup_level(g, i), most);
        if (fits)
            thin(&c, i + 1 < n_levels ? coset_permgroup_level(g, i + 1)->base : n);
    }
    if (fits) {
        memcpy(y, candidate(&c, 0), n * sizeof *y);
        for (uint32_t i = 0; i < n; i++)
            p[candidate(&c, 0)[n + i]] = i;
    }
    coset_delete(c.at);
    return fits;
}
