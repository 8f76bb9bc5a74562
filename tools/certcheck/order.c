#include "certcheck/order.h"

#include <gmp.h>
#include <stdbool.h>
#include <string.h>

/* A subgroup that fixes the base points of all levels above. */
typedef struct level {
    uint32_t base, n_orbit;
    uint32_t *orbit; /* orbit[0] = base */
    uint32_t **to;   /* [n points] a permutation that maps base to the point, NULL: not in the orbit */
    COSET_VEC(uint32_t *) generators;
    uint32_t tried_points, tried_generators; /* Schreier generators of these are known to sift */
} level;

typedef struct {
    uint32_t n;
    COSET_VEC(level *) levels;
    coset_arena *arena;
} chain;

static uint32_t *product(chain *c, const uint32_t *first, const uint32_t *then)
{
    uint32_t *p = coset_new(c->n, sizeof *p);
    for (uint32_t i = 0; i < c->n; i++)
        p[i] = then[first[i]];
    return p;
}

/* first, then the inverse of `undone`; in place. */
static void divide(const chain *c, uint32_t *first, const uint32_t *undone, uint32_t *room)
{
    for (uint32_t i = 0; i < c->n; i++)
        room[undone[i]] = i;
    for (uint32_t i = 0; i < c->n; i++)
        first[i] = room[first[i]];
}

static uint32_t first_moved(const chain *c, const uint32_t *p)
{
    uint32_t i = 0;
    while (i < c->n && p[i] == i)
        i++;
    return i;
}

/* Sifts `p` through the levels from `from` on. Returns the level at which this stops, n_levels: none. */
static uint32_t sift(const chain *c, uint32_t *p, uint32_t from, uint32_t *room)
{
    uint32_t k = from;
    for (; k < c->levels.n; k++) {
        const level *l = c->levels.at[k];
        const uint32_t *to = l->to[p[l->base]];
        if (!to)
            break;
        divide(c, p, to, room);
    }
    return k;
}

static void add_point(chain *c, level *l, uint32_t from, const uint32_t *generator)
{
    uint32_t image = generator[from];
    if (l->to[image])
        return;
    l->to[image] = product(c, l->to[from], generator);
    l->orbit[l->n_orbit++] = image;
}

/* Extends the orbit after generators were added from number `fresh` on. */
static void widen(chain *c, level *l, uint32_t fresh)
{
    uint32_t known = l->n_orbit;
    for (uint32_t i = 0; i < known; i++)
        for (uint32_t g = fresh; g < l->generators.n; g++)
            add_point(c, l, l->orbit[i], l->generators.at[g]);
    for (uint32_t i = known; i < l->n_orbit; i++)
        for (uint32_t g = 0; g < l->generators.n; g++)
            add_point(c, l, l->orbit[i], l->generators.at[g]);
}

static level *new_level(chain *c, uint32_t base)
{
    level *l = coset_arena_get(c->arena, 1, sizeof *l);
    l->base = base;
    l->orbit = coset_arena_get(c->arena, c->n, sizeof *l->orbit);
    l->to = coset_arena_get(c->arena, c->n, sizeof *l->to);
    l->to[base] = coset_new(c->n, sizeof **l->to);
    for (uint32_t i = 0; i < c->n; i++)
        l->to[base][i] = i;
    l->orbit[l->n_orbit++] = base;
    *coset_vec_add(&c->levels) = l;
    return l;
}

/* p fixes the base points before level k and does not sift there: adds it as a generator of all levels from `from` to
 * k. */
static void add_generator(chain *c, uint32_t *p, uint32_t from, uint32_t k)
{
    if (k == c->levels.n)
        new_level(c, first_moved(c, p));
    for (uint32_t i = from; i <= k; i++) {
        level *l = c->levels.at[i];
        uint32_t *copy = coset_new(c->n, sizeof *copy);
        memcpy(copy, p, c->n * sizeof *copy);
        *coset_vec_add(&l->generators) = copy;
        widen(c, l, l->generators.n - 1);
    }
}

/* Sifts one Schreier generator of level k; true if it was new. */
static bool try_one(chain *c, uint32_t k, uint32_t point, uint32_t generator, uint32_t *room)
{
    level *l = c->levels.at[k];
    uint32_t *p = product(c, l->to[l->orbit[point]], l->generators.at[generator]);
    divide(c, p, l->to[p[l->base]], room);
    uint32_t end = sift(c, p, k + 1, room);
    bool is_new = first_moved(c, p) < c->n;
    if (is_new)
        add_generator(c, p, k + 1, end);
    coset_delete(p);
    return is_new;
}

/* Sifts all Schreier generators of level k; true if none was new. */
static bool complete(chain *c, uint32_t k, uint32_t *room)
{
    level *l = c->levels.at[k];
    for (uint32_t i = 0; i < l->n_orbit; i++)
        for (uint32_t g = i < l->tried_points ? l->tried_generators : 0; g < l->generators.n; g++)
            if (try_one(c, k, i, g, room))
                return false;
    l->tried_points = l->n_orbit;
    l->tried_generators = l->generators.n;
    return true;
}

static void free_levels(chain *c)
{
    for (uint32_t k = 0; k < c->levels.n; k++) {
        level *l = c->levels.at[k];
        for (uint32_t i = 0; i < l->n_orbit; i++)
            coset_delete(l->to[l->orbit[i]]);
        for (uint32_t g = 0; g < l->generators.n; g++)
            coset_delete(l->generators.at[g]);
        coset_vec_fini(&l->generators);
    }
    coset_vec_fini(&c->levels);
}

static const char *order_of(const chain *c)
{
    mpz_t order;
    mpz_init_set_ui(order, 1);
    for (uint32_t k = 0; k < c->levels.n; k++)
        mpz_mul_ui(order, order, c->levels.at[k]->n_orbit);
    char *text = coset_arena_get(c->arena, mpz_sizeinbase(order, 10) + 2, 1);
    mpz_get_str(text, 10, order);
    mpz_clear(order);
    return text;
}

const char *coset_order_text(uint32_t n, uint32_t n_generators, const uint32_t *const *generators, coset_arena *arena)
{
    chain c = {.n = n, .arena = arena};
    uint32_t *room = coset_new(n, sizeof *room), *p = coset_new(n, sizeof *p);
    for (uint32_t g = 0; g < n_generators; g++) {
        memcpy(p, generators[g], n * sizeof *p);
        uint32_t end = sift(&c, p, 0, room);
        if (first_moved(&c, p) < n)
            add_generator(&c, p, 0, end);
    }
    for (uint32_t k = c.levels.n; k > 0;)
        k = complete(&c, k - 1, room) ? k - 1 : c.levels.n;
    const char *text = order_of(&c);
    coset_delete(room);
    coset_delete(p);
    free_levels(&c);
    return text;
}
