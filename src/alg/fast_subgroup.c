/* alg/fast_subgroup.c */
#include "alg/fast_subgroup.h"

#include <string.h>

#include "alg/permquery.h"

typedef COSET_VEC(const coset_point *) perms;

static void give(const coset_permgens *like, perms *all, coset_arena *arena, coset_permgens *out)
{
    const coset_point **at = coset_arena_get(arena, (size_t)all->n + 1, sizeof *at);
    if (all->n)
        memcpy(at, all->at, all->n * sizeof *at);
    *out = (coset_permgens){like->n_points, all->n, at, like->limit};
    coset_vec_fini(all);
}

bool coset_fast_subgroup_windows(const coset_permgens *g, uint32_t width, size_t max_bytes, coset_arena *arena,
                                 coset_permgens *out)
{
    coset_point *fixed = coset_new((size_t)g->n_points + 1, sizeof *fixed);
    perms all = {0};
    bool known = true;
    for (uint32_t from = 0; from < g->n_points && known; from += width) {
        uint32_t n = 0;
        coset_permgens part;
        for (coset_point p = 0; p < g->n_points; p++)
            if (p < from || p >= from + width)
                fixed[n++] = p;
        known = coset_permquery_fixing(g, n, fixed, max_bytes, arena, &part);
        for (uint32_t i = 0; known && i < part.n; i++)
            *coset_vec_add(&all) = part.at[i];
    }
    coset_delete(fixed);
    give(g, &all, arena, out);
    return known;
}

void coset_fast_subgroup_transpositions(const coset_permgroup *group, uint32_t n_points, coset_arena *arena,
                                        coset_permgens *out)
{
    coset_point *perm = coset_new((size_t)n_points + 1, sizeof *perm);
    bool *joined = coset_new((size_t)n_points + 1, sizeof *joined); /* to a point before it: it adds nothing */
    perms all = {0};
    const coset_permgens like = {.n_points = n_points};
    for (coset_point p = 0; p < n_points; p++)
        perm[p] = p;
    for (coset_point p = 0; p < n_points; p++)
        for (coset_point q = p + 1; q < n_points && !joined[p]; q++) {
            if (joined[q])
                continue;
            perm[p] = q;
            perm[q] = p;
            if (coset_permgroup_has(group, perm)) {
                coset_point *kept = coset_arena_get(arena, n_points, sizeof *kept);
                memcpy(kept, perm, n_points * sizeof *kept);
                *coset_vec_add(&all) = kept;
                joined[q] = true;
            }
            perm[p] = p;
            perm[q] = q;
        }
    coset_delete(perm);
    coset_delete(joined);
    give(&like, &all, arena, out);
}

/* ---- cosets ---- */

typedef struct {
    uint32_t n, n_fixed;
    const coset_point *fixed;
    perms all; /* distinguished by the images of the fixed points */
} walk;

static bool is_met(const walk *w, const coset_point *p)
{
    for (uint32_t i = 0; i < w->all.n; i++) {
        bool same = true;
        for (uint32_t k = 0; k < w->n_fixed && same; k++)
            same = w->all.at[i][w->fixed[k]] == p[w->fixed[k]];
        if (same)
            return true;
    }
    return false;
}

static const coset_point *inverse_of(uint32_t n, const coset_point *p, coset_arena *arena)
{
    coset_point *out = coset_arena_get(arena, n, sizeof *out);
    for (coset_point x = 0; x < n; x++)
        out[p[x]] = x;
    return out;
}

bool coset_fast_subgroup_cosets(const coset_permgens *g, uint32_t n_fixed, const coset_point *fixed, uint32_t most,
                                coset_arena *arena, uint32_t *n, const coset_point *const **out)
{
    walk w = {.n = g->n_points, .n_fixed = n_fixed, .fixed = fixed};
    coset_point *one = coset_arena_get(arena, (size_t)w.n + 1, sizeof *one);
    for (coset_point p = 0; p < w.n; p++)
        one[p] = p;
    *coset_vec_add(&w.all) = one;
    for (uint32_t i = 0; i < w.all.n && w.all.n <= most; i++)
        for (uint32_t k = 0; k < g->n; k++) {
            coset_point *next = coset_arena_get(arena, (size_t)w.n + 1, sizeof *next);
            for (coset_point p = 0; p < w.n; p++)
                next[p] = g->at[k][w.all.at[i][p]];
            if (!is_met(&w, next))
                *coset_vec_add(&w.all) = next;
        }
    const coset_point **at = coset_arena_get(arena, (size_t)w.all.n + 1, sizeof *at);
    for (uint32_t i = 0; i < w.all.n; i++)
        at[i] = inverse_of(w.n, w.all.at[i], arena);
    *n = w.all.n;
    *out = at;
    coset_vec_fini(&w.all);
    return *n <= most;
}
