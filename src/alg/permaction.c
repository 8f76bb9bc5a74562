#include "alg/permaction.h"

#include <string.h>

#include "alg/unite.h"

void coset_permaction_image(const coset_permaction *a, uint32_t n_points, const coset_point *perm, coset_point *out)
{
    for (uint32_t x = 0; x < n_points; x++)
        if (a->place[x] != COSET_NO_PLACE)
            out[a->place[x]] = a->place[perm[x]];
}

/* ---- orbits and blocks ------------------------------------------------------------------------------------------ */

typedef struct {
    const coset_permgens *g;
    uint32_t most;
    coset_arena *arena;
    uint32_t *up, *place, *number; /* [n_points] */
    COSET_VEC(coset_permaction) found;
} finder;

/* The points with a number in `of`, which leads to representatives, numbered anew by their first members: kept, unless
 * it is known already. */
static void keep(finder *f, const uint32_t *of)
{
    uint32_t n_points = f->g->n_points, n = 0;
    uint32_t *place = f->place, *number = f->number;
    memset(number, 0, n_points * sizeof *number);
    for (uint32_t x = 0; x < n_points; x++) {
        place[x] = COSET_NO_PLACE;
        if (of[x] == COSET_NO_PLACE)
            continue;
        if (!number[of[x]])
            number[of[x]] = ++n;
        place[x] = number[of[x]] - 1;
    }
    for (uint32_t i = 0; i < f->found.n; i++)
        if (memcmp(f->found.at[i].place, place, n_points * sizeof *place) == 0)
            return;
    if (n < 2 || f->found.n >= f->most)
        return;
    *coset_vec_add(&f->found) = (coset_permaction){n, coset_arena_copy(f->arena, place, n_points, sizeof *place)};
}

static void find_orbits(finder *f)
{
    uint32_t n = f->g->n_points;
    uint32_t *of = coset_new(n, sizeof *of);
    uint32_t *orbit = coset_new(n, sizeof *orbit);
    coset_unite_none(f->up, n);
    for (uint32_t g = 0; g < f->g->n; g++)
        for (uint32_t x = 0; x < n; x++)
            (void)coset_unite(f->up, x, f->g->at[g][x]);
    for (uint32_t x = 0; x < n; x++)
        orbit[x] = coset_unite_root(f->up, x);
    for (uint32_t o = 0; o < n && f->found.n < f->most; o++) {
        if (orbit[o] != o)
            continue;
        for (uint32_t x = 0; x < n; x++)
            of[x] = orbit[x] == o ? x : COSET_NO_PLACE;
        keep(f, of);
    }
    coset_delete(of);
    coset_delete(orbit);
}

/* The least blocks with points 0 and x of an action in one block: joined points stay joined under all generators. */
static void close_blocks(uint32_t n_generators, coset_point *const *perms, uint32_t n, uint32_t x, coset_budget *limit,
                         uint32_t *up)
{
    coset_unite_none(up, n);
    (void)coset_unite(up, 0, x);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t g = 0; g < n_generators && !coset_budget_spend(limit, n); g++)
            for (uint32_t i = 0; i < n; i++)
                changed = coset_unite(up, perms[g][i], perms[g][coset_unite_root(up, i)]) || changed;
    }
}

static void find_blocks(finder *f, coset_permaction a)
{
    coset_point **perms = coset_new(f->g->n, sizeof *perms);
    uint32_t *up = coset_new(a.n, sizeof *up), *of = coset_new(f->g->n_points, sizeof *of);
    for (uint32_t g = 0; g < f->g->n; g++) {
        perms[g] = coset_new(a.n, sizeof **perms);
        coset_permaction_image(&a, f->g->n_points, f->g->at[g], perms[g]);
    }
    for (uint32_t x = 1; x < a.n && f->found.n < f->most && !coset_budget_spend(f->g->limit, f->g->n_points); x++) {
        close_blocks(f->g->n, perms, a.n, x, f->g->limit, up);
        if (coset_budget_is_spent(f->g->limit)) /* it was not brought to its end */
            break;
        for (uint32_t p = 0; p < f->g->n_points; p++)
            of[p] = a.place[p] == COSET_NO_PLACE ? COSET_NO_PLACE : coset_unite_root(up, a.place[p]);
        keep(f, of);
    }
    for (uint32_t g = 0; g < f->g->n; g++)
        coset_delete(perms[g]);
    coset_delete(perms);
    coset_delete(up);
    coset_delete(of);
}

void coset_permactions(const coset_permgens *g, uint32_t largest, uint32_t most, coset_arena *arena, uint32_t *n,
                       const coset_permaction **actions)
{
    finder f = {.g = g, .most = most, .arena = arena};
    f.up = coset_new(g->n_points, sizeof *f.up);
    f.place = coset_new(g->n_points, sizeof *f.place);
    f.number = coset_new(g->n_points, sizeof *f.number);
    find_orbits(&f);
    for (uint32_t i = 0; i < f.found.n; i++)
        if (f.found.at[i].n <= largest)
            find_blocks(&f, f.found.at[i]);
    *n = f.found.n;
    *actions = coset_arena_copy(arena, f.found.at, f.found.n, sizeof *f.found.at);
    coset_vec_fini(&f.found);
    coset_delete(f.up);
    coset_delete(f.place);
    coset_delete(f.number);
}

/* ---- several at once -------------------------------------------------------------------------------------------- */

coset_permgroup *coset_permactions_join(const coset_permgens *g, uint32_t n, const coset_permaction *const *actions,
                                        bool and_points, size_t max_bytes)
{
    uint32_t n_all = and_points ? g->n_points : 0;
    for (uint32_t i = 0; i < n; i++)
        n_all += actions[i]->n;
    coset_point **perms = coset_new(g->n, sizeof *perms);
    for (uint32_t k = 0; k < g->n; k++) {
        uint32_t at = 0;
        perms[k] = coset_new(n_all, sizeof **perms);
        for (uint32_t i = 0; i < n; at += actions[i++]->n) {
            coset_permaction_image(actions[i], g->n_points, g->at[k], perms[k] + at);
            for (uint32_t x = at; x < at + actions[i]->n; x++)
                perms[k][x] += at;
        }
        for (uint32_t x = 0; and_points && x < g->n_points; x++)
            perms[k][at + x] = at + g->at[k][x];
    }
    const coset_permgens gens = {n_all, g->n, (const coset_point *const *)perms, g->limit};
    coset_permgroup *joined = coset_permgroup_new(&gens, NULL, max_bytes);
    for (uint32_t k = 0; k < g->n; k++)
        coset_delete(perms[k]);
    coset_delete(perms);
    return joined;
}

coset_permgens coset_permactions_fixing(const coset_permgroup *joined, uint32_t n_fixed, uint32_t n_points,
                                        coset_budget *limit, coset_arena *arena)
{
    uint32_t from = coset_permgroup_points(joined) - n_points;
    COSET_VEC(const coset_point *) found = {0};
    for (uint32_t l = 0; l < coset_permgroup_levels(joined); l++) {
        const coset_permlevel *level = coset_permgroup_level(joined, l);
        for (uint32_t k = 0; level->base >= n_fixed && k < level->n_generators; k++) {
            coset_point *p = coset_arena_get(arena, n_points, sizeof *p);
            for (uint32_t x = 0; x < n_points; x++)
                p[x] = level->generators[k][from + x] - from;
            *coset_vec_add(&found) = p;
        }
    }
    coset_permgens gens = {n_points, found.n, coset_arena_copy(arena, found.at, found.n, sizeof *found.at), limit};
    coset_vec_fini(&found);
    return gens;
}
