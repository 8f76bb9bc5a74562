#include "alg/orbit_equivalence.h"

#include <string.h>

#define NONE UINT32_MAX

/* ---- orbits ----------------------------------------------------------------------------------------------------- */

typedef struct {
    const coset_permgens *g;
    uint32_t n_orbits;
    uint32_t *orbit_of, *first, *like;
    coset_point *members;
    coset_point *image; /* [n_points] of a bijection that is tried, or NONE */
    coset_point *queue; /* [n_points] */
} finder;

static void find_orbits(finder *f)
{
    uint32_t n = 0, n_points = f->g->n_points;
    memset(f->orbit_of, 0xff, n_points * sizeof *f->orbit_of);
    for (uint32_t x = 0; x < n_points; x++) {
        if (f->orbit_of[x] != NONE)
            continue;
        uint32_t at = f->first[f->n_orbits] = n;
        f->members[n++] = x;
        f->orbit_of[x] = f->n_orbits;
        for (; at < n; at++)
            for (uint32_t k = 0; k < f->g->n; k++) {
                coset_point y = f->g->at[k][f->members[at]];
                if (f->orbit_of[y] == NONE)
                    f->members[n++] = y;
                f->orbit_of[y] = f->n_orbits;
            }
        f->n_orbits++;
    }
    f->first[f->n_orbits] = n;
}

/* Is there a bijection that goes with the group and takes x, of the first of two orbits of one size, to y, of the
 * other? If every step from x along the generators is one from y, it is onto, and so it is one. */
static bool go_together(const finder *f, coset_point x, coset_point y)
{
    uint32_t n = 1;
    bool fit = true;
    f->queue[0] = x;
    f->image[x] = y;
    for (uint32_t at = 0; at < n && fit; at++)
        for (uint32_t k = 0; k < f->g->n && fit; k++) {
            coset_point to = f->g->at[k][f->queue[at]], image = f->g->at[k][f->image[f->queue[at]]];
            if (f->image[to] == NONE) {
                f->image[to] = image;
                f->queue[n++] = to;
            }
            fit = f->image[to] == image;
        }
    (void)coset_budget_spend(f->g->limit, n * f->g->n);
    for (uint32_t i = 0; i < n; i++)
        f->image[f->queue[i]] = NONE;
    return fit;
}

static uint32_t size_of(const finder *f, uint32_t orbit) { return f->first[orbit + 1] - f->first[orbit]; }

static bool are_alike(const finder *f, uint32_t a, uint32_t b)
{
    bool found = false;
    if (f->like[a] != a || size_of(f, a) != size_of(f, b))
        return false;
    for (uint32_t i = f->first[b]; i < f->first[b + 1] && !found && !coset_budget_is_spent(f->g->limit); i++)
        found = go_together(f, f->members[f->first[a]], f->members[i]);
    return found;
}

static void find_like(finder *f)
{
    for (uint32_t b = 0; b < f->n_orbits; b++) {
        f->like[b] = b;
        for (uint32_t a = 0; a < b && size_of(f, b) > 1 && f->like[b] == b && !coset_budget_spend(f->g->limit, 1); a++)
            if (are_alike(f, a, b))
                f->like[b] = a;
    }
}

coset_permorbits coset_permorbits_find(const coset_permgens *g, coset_arena *arena)
{
    uint32_t n = g->n_points;
    finder f = {.g = g};
    f.orbit_of = coset_arena_get(arena, n, sizeof *f.orbit_of);
    f.first = coset_arena_get(arena, n + (size_t)1, sizeof *f.first);
    f.members = coset_arena_get(arena, n, sizeof *f.members);
    f.like = coset_arena_get(arena, n, sizeof *f.like);
    f.image = coset_new(n ? n : 1, sizeof *f.image);
    f.queue = coset_new(n ? n : 1, sizeof *f.queue);
    memset(f.image, 0xff, n * sizeof *f.image);
    find_orbits(&f);
    find_like(&f);
    coset_delete(f.image);
    coset_delete(f.queue);
    return (coset_permorbits){f.n_orbits, f.orbit_of, f.first, f.members, f.like};
}

/* ---- factors ---------------------------------------------------------------------------------------------------- */

/* The restriction of perm to the orbits of one part, the identity elsewhere; false if that moves nothing. */
static bool restrict_to(const coset_permorbits *o, const uint32_t *part_of, uint32_t part, uint32_t n_points,
                        const coset_point *perm, coset_point *out)
{
    bool moves = false;
    for (uint32_t x = 0; x < n_points; x++) {
        out[x] = part_of[o->of[x]] == part ? perm[x] : x;
        moves = moves || out[x] != x;
    }
    return moves;
}

/* Then the group is the product of its actions on the part and elsewhere. */
static bool is_factor(const coset_permgens *g, const coset_permgroup *group, const coset_permorbits *o,
                      const uint32_t *part_of, uint32_t part, coset_point *scratch)
{
    for (uint32_t k = 0; k < g->n; k++) {
        if (restrict_to(o, part_of, part, g->n_points, g->at[k], scratch) && !coset_permgroup_has(group, scratch))
            return false;
        if (coset_budget_spend(g->limit, g->n_points))
            return false;
    }
    return true;
}

static coset_permgens part_gens(const coset_permgens *g, const coset_permorbits *o, const uint32_t *part_of,
                                uint32_t part, coset_arena *arena)
{
    const coset_point **at = coset_arena_get(arena, g->n, sizeof(const coset_point *));
    coset_permgens out = {g->n_points, 0, at, g->limit};
    coset_point *p = NULL;
    for (uint32_t k = 0; k < g->n; k++) {
        p = p ? p : coset_arena_get(arena, g->n_points, sizeof *p);
        if (!restrict_to(o, part_of, part, g->n_points, g->at[k], p))
            continue;
        at[out.n++] = p;
        p = NULL;
    }
    return out;
}

void coset_permsplit(const coset_permgens *g, const coset_permgroup *group, coset_arena *arena, uint32_t *n,
                     const coset_permgens **out)
{
    coset_permorbits o = coset_permorbits_find(g, arena);
    uint32_t *part_of = coset_arena_copy(arena, o.like, o.n, sizeof *part_of), rest = NONE;
    coset_point *scratch = coset_arena_get(arena, g->n_points, sizeof *scratch);
    coset_permgens *parts = coset_arena_get(arena, o.n, sizeof *parts);
    for (uint32_t a = 0; a < o.n; a++) /* those that are no factors by themselves stay together */
        if (o.like[a] == a && o.first[a + 1] - o.first[a] > 1 && !is_factor(g, group, &o, o.like, a, scratch)) {
            rest = rest == NONE ? a : rest;
            for (uint32_t b = a; b < o.n; b++)
                part_of[b] = o.like[b] == a ? rest : part_of[b];
        }
    *n = 0;
    for (uint32_t a = 0; a < o.n; a++)
        if (part_of[a] == a && o.first[a + 1] - o.first[a] > 1)
            parts[(*n)++] = part_gens(g, &o, part_of, a, arena);
    *out = parts;
}
