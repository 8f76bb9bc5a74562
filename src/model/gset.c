/* Chains, generators, and the relations that make their images an action.
 *
 * Source   the symmetric group on a chain of m elements is given by its m - 1 exchanges s of neighbours with s^2 = 1,
 *          (s s')^3 = 1 for neighbours, (s s')^2 = 1 for others (Moore 1896, Coxeter); so is a product of such groups.
 */
#include "model/gset.h"

static uint32_t count_generators(uint32_t n_types, const uint32_t *sizes, const bool *const *moves)
{
    uint32_t n = 0;
    for (uint32_t t = 0; t < n_types; t++)
        for (uint32_t e = 0; e < sizes[t]; e++)
            n += moves[t][e];
    return n;
}

coset_chains coset_chains_new(uint32_t n_types, const uint32_t *sizes, const bool *const *moves, coset_arena *a)
{
    coset_exchange *all = coset_arena_get(a, count_generators(n_types, sizes, moves), sizeof *all);
    coset_chains c = {0, all};
    for (uint32_t t = 0; t < n_types; t++) {
        uint32_t last = UINT32_MAX;
        for (uint32_t e = 0; e < sizes[t]; e++) {
            if (!moves[t][e])
                continue;
            if (last != UINT32_MAX)
                all[c.n_generators++] = (coset_exchange){t, last, e};
            last = e;
        }
    }
    return c;
}

static bool is_permutation(const uint32_t *image, uint32_t n, bool *hit)
{
    for (uint32_t x = 0; x < n; x++)
        hit[x] = false;
    for (uint32_t x = 0; x < n; x++) {
        if (image[x] >= n || hit[image[x]])
            return false;
        hit[image[x]] = true;
    }
    return true;
}

/* (f g)^power = 1. */
static bool has_relation(const uint32_t *f, const uint32_t *g, uint32_t n, uint32_t power)
{
    for (uint32_t x = 0; x < n; x++) {
        uint32_t y = x;
        for (uint32_t i = 0; i < power; i++)
            y = g[f[y]];
        if (y != x)
            return false;
    }
    return true;
}

static uint32_t power_of(const coset_exchange *f, const coset_exchange *g)
{
    return f->type == g->type && (f->b == g->a || g->b == f->a) ? 3 : 2;
}

bool coset_gset_is_action(const coset_gset *s)
{
    bool *hit = coset_new(s->n, sizeof *hit), is_action = true;
    const coset_exchange *g = s->chains.generators;
    for (uint32_t i = 0; is_action && i < s->chains.n_generators; i++) {
        is_action = is_permutation(s->images[i], s->n, hit) && has_relation(s->images[i], s->images[i], s->n, 1);
        for (uint32_t k = 0; is_action && k < i; k++)
            is_action = has_relation(s->images[i], s->images[k], s->n, power_of(&g[i], &g[k]));
    }
    coset_delete(hit);
    return is_action;
}
