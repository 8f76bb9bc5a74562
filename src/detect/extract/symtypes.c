#include "detect/extract/symtypes.h"

#include <stdlib.h>

#include "alg/permfactor.h"

#define MOST_BYTES ((size_t)1 << 28)
#define MOST_SWAPS ((size_t)1 << 22) /* images in all swaps of a type */
#define MOST_LOOKS 8                 /* block systems that are tried */

typedef COSET_VEC(coset__symtype) types;

typedef struct {
    const coset_detected *d;
    coset_arena *arena;
    types found;
} finder;

static coset_point *swap_of(const finder *f, const coset_permgroup *chain, uint32_t n, uint32_t i, uint32_t j)
{
    uint32_t n_all = coset_permgroup_points(chain), from = n_all - f->d->literals.n;
    coset_point *image = coset_new(n, sizeof *image), *all = coset_new(n_all, sizeof *all);
    coset_point *out = coset_arena_get(f->arena, f->d->literals.n, sizeof *out);
    for (uint32_t k = 0; k < n; k++)
        image[k] = k == i ? j : k == j ? i : k;
    bool found = coset_permgroup_find(chain, n, image, all);
    COSET_INVARIANT(found);
    for (uint32_t x = 0; x < f->d->literals.n; x++)
        out[x] = all[from + x] - from;
    bool is_element = coset_permgroup_has(f->d->group, out);
    COSET_INVARIANT(is_element);
    coset_delete(image);
    coset_delete(all);
    return out;
}

static bool add_type(finder *f, const coset_permfactor *factor)
{
    uint32_t n = factor->shape.n;
    if (!factor->main || factor->shape.kind != COSET_SHAPE_SYMMETRIC ||
        (size_t)n * n / 2 * f->d->literals.n > MOST_SWAPS)
        return false;
    coset_permgroup *chain = coset_permactions_join(&factor->generators, 1, &factor->main, true, MOST_BYTES);
    if (!chain)
        return false;
    const coset_point **swaps = coset_arena_get(f->arena, (size_t)n * n, sizeof *swaps);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n && !coset_budget_spend(f->d->limit, f->d->literals.n); j++)
            swaps[i * n + j] = swap_of(f, chain, n, i, j);
    coset_permgroup_free(chain);
    if (coset_budget_is_spent(f->d->limit))
        return false;
    *coset_vec_add(&f->found) = (coset__symtype){n, swaps};
    return true;
}

/* ---- inside a factor -------------------------------------------------------------------------------------------- */

typedef struct {
    const coset_permaction *action;
    coset_order order; /* of the group that acts on it */
} block_system;

static int by_order(const void *x, const void *y)
{
    const block_system *a = x, *b = y;
    int order = coset_order_compare(a->order, b->order);
    if (order != 0)
        return order;
    return a->action < b->action ? -1 : 1;
}

static void find_in(finder *f, const coset_permgens *g, uint32_t depth);

/* The subgroup that fixes all blocks of a system: the fewer permutations the blocks have, the larger it is. */
static void look_into(finder *f, const coset_permgens *g, coset_order order, uint32_t depth)
{
    const coset_permaction *actions;
    uint32_t n, n_systems = 0, before = f->found.n;
    coset_permactions(g, 200, 60, f->arena, &n, &actions);
    block_system *systems = coset_new(n, sizeof *systems);
    for (uint32_t i = 0; i < n; i++) {
        coset_order here = coset_permaction_shape(g, &actions[i], f->arena).order;
        if (here.n && !coset_order_is(here, 1) && coset_order_compare(here, order) < 0)
            systems[n_systems++] = (block_system){&actions[i], here};
    }
    qsort(systems, n_systems, sizeof *systems, by_order);
    for (uint32_t i = 0; i < n_systems && i < MOST_LOOKS && f->found.n == before; i++) {
        coset_permgroup *joined = coset_permactions_join(g, 1, &systems[i].action, true, MOST_BYTES);
        if (!joined)
            continue;
        const coset_permgens kernel =
            coset_permactions_fixing(joined, systems[i].action->n, f->d->literals.n, g->limit, f->arena);
        coset_permgroup_free(joined);
        find_in(f, &kernel, depth - 1);
    }
    coset_delete(systems);
}

static void find_in(finder *f, const coset_permgens *g, uint32_t depth)
{
    uint32_t n;
    const coset_permfactor *factors;
    if (!coset_permfactors(g, f->arena, &n, &factors))
        return;
    for (uint32_t i = 0; i < n; i++)
        if (!add_type(f, &factors[i]) && depth && factors[i].shape.kind != COSET_SHAPE_CYCLIC)
            look_into(f, &factors[i].generators, factors[i].order, depth);
}

coset__symtypes coset__symtypes_find(const coset_detected *d, uint32_t depth, coset_arena *arena)
{
    finder f = {.d = d, .arena = arena};
    const coset_point **perms = coset_arena_get(arena, d->n_generators, sizeof *perms);
    for (uint32_t i = 0; i < d->n_generators; i++)
        perms[i] = d->generators[i].perm;
    const coset_permgens g = {d->literals.n, d->n_generators, perms, d->limit};
    find_in(&f, &g, depth);
    coset__symtypes all = {f.found.n, coset_arena_copy(arena, f.found.at, f.found.n, sizeof *f.found.at)};
    coset_vec_fini(&f.found);
    return all;
}
