#include "alg/permgroup.h"

#include <string.h>

#include "alg/orbit_equivalence.h"
#include "alg/order_int.h"

#define NO_RETURN   UINT32_MAX
#define SIFTS_ALIKE 20 /* random elements in a row that bring nothing new, before the proof is tried */
#define BAG         10 /* random elements kept, at least */

typedef COSET_VEC(coset_point *) perms;

typedef struct {
    coset_permlevel told;
    coset_point *orbit;
    coset_point **returns; /* by number in the orbit */
    uint32_t *place;       /* [n] number in the orbit, or NO_RETURN */
    perms generators;      /* of this level's group, besides those of deeper levels */
    uint32_t rank;         /* of the base point in the preferred order */
} level;

struct coset_permgroup {
    uint32_t n;
    coset_point *prefer; /* or NULL */
    COSET_VEC(level *) levels;
    coset_budget *limit; /* while the chain is made */
    perms all;           /* every permutation made, to free */
    size_t bytes, max_bytes;
    uint64_t seed;
    coset_point *x, *y; /* scratch */
};

/* ---- permutations ------------------------------------------------------------------------------------------- */

static coset_point *new_perm(coset_permgroup *g)
{
    coset_point *p = coset_new(g->n ? g->n : 1, sizeof *p);
    *coset_vec_add(&g->all) = p;
    g->bytes += g->n * sizeof *p;
    return p;
}

/* False: the result will not be used. Applying a few permutations takes so many units. */
static bool goes_on(const coset_permgroup *g)
{
    return g->bytes <= g->max_bytes && !coset_budget_spend(g->limit, 1 + g->n / 8);
}

static coset_point *copy_of(coset_permgroup *g, const coset_point *p)
{
    coset_point *q = new_perm(g);
    memcpy(q, p, g->n * sizeof *q);
    return q;
}

static void make_identity(const coset_permgroup *g, coset_point *p)
{
    for (uint32_t i = 0; i < g->n; i++)
        p[i] = i;
}

/* p := q p */
static void follow(const coset_permgroup *g, coset_point *p, const coset_point *q)
{
    for (uint32_t i = 0; i < g->n; i++)
        p[i] = q[p[i]];
}

static void invert(const coset_permgroup *g, const coset_point *p, coset_point *out)
{
    for (uint32_t i = 0; i < g->n; i++)
        out[p[i]] = i;
}

/* ---- the chain ---------------------------------------------------------------------------------------------- */

/* Levels are in the preferred order of their base points, and an element of a level's group fixes all points that
 * precede its base in this order. */

static coset_point preferred(const coset_permgroup *g, uint32_t i) { return g->prefer ? g->prefer[i] : i; }

/* Multiplies p by returns until it is the identity (true) or there is none. *at: the rank of the first point that p
 * moves; *i: the level of that point, or before which a new one would be inserted. */
static bool sift(const coset_permgroup *g, coset_point *p, uint32_t *at, uint32_t *i)
{
    *i = 0;
    for (*at = 0; *at < g->n; ++*at) {
        coset_point x = preferred(g, *at);
        while (*i < g->levels.n && g->levels.at[*i]->rank < *at)
            ++*i;
        if (p[x] == x)
            continue;
        if (*i == g->levels.n || g->levels.at[*i]->rank != *at)
            return false;
        const level *l = g->levels.at[*i];
        uint32_t k = l->place[p[x]];
        if (k == NO_RETURN)
            return false;
        follow(g, p, l->returns[k]);
    }
    return true;
}

/* A new level before level i. */
static void add_level(coset_permgroup *g, uint32_t rank, uint32_t i)
{
    coset_point base = preferred(g, rank);
    level *l = coset_new(1, sizeof *l);
    l->rank = rank;
    l->orbit = coset_new(g->n, sizeof *l->orbit);
    l->returns = coset_new(g->n, sizeof *l->returns);
    l->place = coset_new(g->n, sizeof *l->place);
    g->bytes += g->n * (2 * sizeof(uint32_t) + sizeof(void *));
    for (uint32_t x = 0; x < g->n; x++)
        l->place[x] = NO_RETURN;
    l->told.base = l->orbit[0] = base;
    l->told.n_orbit = 1;
    l->place[base] = 0;
    l->returns[0] = new_perm(g);
    make_identity(g, l->returns[0]);
    *coset_vec_add(&g->levels) = l;
    memmove(&g->levels.at[i + 1], &g->levels.at[i], (g->levels.n - 1 - i) * sizeof *g->levels.at);
    g->levels.at[i] = l;
}

/* The generators of the group of level i: those of it and of all deeper levels. */
static const coset_point *generator(const coset_permgroup *g, uint32_t i, uint32_t *deep, uint32_t *k)
{
    if (*deep < i)
        *deep = i;
    while (*deep < g->levels.n && *k == g->levels.at[*deep]->generators.n) {
        ++*deep;
        *k = 0;
    }
    return *deep < g->levels.n ? g->levels.at[*deep]->generators.at[(*k)++] : NULL;
}

/* The point that s makes of point `at` of the orbit of level i is a point of it, too. */
static void take_image(coset_permgroup *g, level *l, uint32_t at, const coset_point *s)
{
    coset_point image = s[l->orbit[at]];
    if (l->place[image] != NO_RETURN)
        return;
    coset_point *back = new_perm(g); /* image -> orbit[at] -> base */
    invert(g, s, back);
    follow(g, back, l->returns[at]);
    l->place[image] = l->told.n_orbit;
    l->returns[l->told.n_orbit] = back;
    l->orbit[l->told.n_orbit++] = image;
}

/* Closes the orbit of level i under its generators. It was closed before `fresh` was one of them. */
static void grow_orbit(coset_permgroup *g, uint32_t i, const coset_point *fresh)
{
    level *l = g->levels.at[i];
    uint32_t closed = l->told.n_orbit;
    for (uint32_t at = 0; at < closed && goes_on(g); at++)
        take_image(g, l, at, fresh);
    for (uint32_t at = closed; at < l->told.n_orbit && goes_on(g); at++) {
        uint32_t deep = i, k = 0;
        for (const coset_point *s; (s = generator(g, i, &deep, &k)) && goes_on(g);)
            take_image(g, l, at, s);
    }
}

/* True if p was in the chain already; else the residue of sifting is added. */
static bool absorb(coset_permgroup *g, coset_point *p)
{
    uint32_t rank, i;
    if (sift(g, p, &rank, &i))
        return true;
    if (i == g->levels.n || g->levels.at[i]->rank != rank)
        add_level(g, rank, i);
    coset_point *fresh = copy_of(g, p);
    *coset_vec_add(&g->levels.at[i]->generators) = fresh;
    for (uint32_t k = i + 1; k-- > 0;)
        grow_orbit(g, k, fresh);
    return false;
}

/* ---- filling it --------------------------------------------------------------------------------------------- */

static uint32_t random_below(coset_permgroup *g, uint32_t n)
{
    g->seed = g->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((g->seed >> 33) % n);
}

/* Products of a bag of elements, each step replacing one of them. */
static void fill_at_random(coset_permgroup *g, uint32_t n_generators, const coset_point *const *generators)
{
    uint32_t n = n_generators > BAG ? n_generators : BAG;
    coset_point **bag = coset_new(n, sizeof *bag);
    for (uint32_t i = 0; i < n; i++)
        bag[i] = copy_of(g, generators[i % n_generators]);
    for (uint32_t quiet = 0, round = 0; quiet < SIFTS_ALIKE && goes_on(g); round++) {
        uint32_t a = random_below(g, n), b = random_below(g, n);
        if (a == b)
            continue;
        if (round % 2) {
            invert(g, bag[b], g->x);
            follow(g, bag[a], g->x);
        } else {
            follow(g, bag[a], bag[b]);
        }
        if (round < 4 * n)
            continue;
        memcpy(g->y, bag[a], g->n * sizeof *g->y);
        quiet = absorb(g, g->y) ? quiet + 1 : 0;
    }
    coset_delete(bag);
}

/* Sifts the Schreier generator of level l: the base to a point, then s, then the image back to the base. */
static bool returns_home(coset_permgroup *g, const level *l, uint32_t at, const coset_point *s)
{
    invert(g, l->returns[at], g->y);                        /* base -> point */
    follow(g, g->y, s);                                     /* -> image */
    follow(g, g->y, l->returns[l->place[s[l->orbit[at]]]]); /* -> base */
    return absorb(g, g->y);
}

/* For all s among the generators of the group of level i. */
static bool all_return(coset_permgroup *g, const level *l, uint32_t at, uint32_t i)
{
    uint32_t deep = i, k = 0;
    for (const coset_point *s; (s = generator(g, i, &deep, &k));)
        if (!goes_on(g) || !returns_home(g, l, at, s))
            return false;
    return true;
}

/* With x, the base of the next level, which is in the orbit of level i: elements that fix x return home from x, and one
 * that maps x to y has the same result as the return from y. */
static bool all_return_next(coset_permgroup *g, uint32_t i)
{
    const level *l = g->levels.at[i], *next = g->levels.at[i + 1];
    uint32_t x = l->place[next->told.base];
    for (uint32_t at = 1; at < next->told.n_orbit; at++) {
        invert(g, next->returns[at], g->x);
        if (!goes_on(g) || !returns_home(g, l, x, g->x))
            return false;
    }
    return all_return(g, l, x, i + 2);
}

/* Is the group H of the next level the whole stabiliser of the base in the group K of level i? If not, returns false,
 * and an element was added. Let u_x map the base to x, for all x in its orbit. H is the stabiliser if the generators of
 * K permute the cosets H u_x. For those of level i this is tested with all x (Schreier's lemma). For those of H it is
 * tested with one x of each orbit of H, if x is the base of the next level, so that the stabiliser of x in H is known:
 * if u_x k returns home for all k of H that fix x, then H u_x h depends only on the image of x under h; and if it is H
 * u_y for one h that maps x to y, for each y, then H permutes the cosets. For other orbits of H it is tested with all
 * of their points. */
static bool is_closed(coset_permgroup *g, uint32_t i)
{
    const level *l = g->levels.at[i], *next = i + 1 < g->levels.n ? g->levels.at[i + 1] : NULL;
    bool has_next = next && l->place[next->told.base] != NO_RETURN;
    for (uint32_t k = 0; k < l->generators.n; k++)
        for (uint32_t at = 0; at < l->told.n_orbit; at++)
            if (!goes_on(g) || !returns_home(g, l, at, l->generators.at[k]))
                return false;
    if (has_next && !all_return_next(g, i))
        return false;
    for (uint32_t at = 1; at < l->told.n_orbit; at++) /* H fixes the base itself */
        if (!(has_next && next->place[l->orbit[at]] != NO_RETURN) && !all_return(g, l, at, i + 1))
            return false;
    return true;
}

static void prove(coset_permgroup *g)
{
    for (uint32_t i = g->levels.n; i-- > 0 && goes_on(g);)
        if (!is_closed(g, i))
            i = g->levels.n; /* start again */
}

/* ---- without proof ------------------------------------------------------------------------------------------ */

#define FEW_LEVELS 8U /* are proved soon */

static void order_of(const coset_permgroup *g, mpz_t n)
{
    mpz_set_ui(n, 1);
    for (uint32_t i = 0; i < g->levels.n; i++)
        mpz_mul_ui(n, n, g->levels.at[i]->told.n_orbit);
}

/* The group has no more elements than this. */
static void bound_of(const coset_permgens *g, mpz_t bound)
{
    mpz_t one;
    coset_arena *arena = coset_arena_new();
    const coset_permorbits o = coset_permorbits_find(g, arena);
    mpz_init(one);
    mpz_set_ui(bound, 1);
    for (uint32_t i = 0; i < o.n; i++)
        if (o.like[i] == i) {
            mpz_fac_ui(one, o.first[i + 1] - o.first[i]);
            mpz_mul(bound, bound, one);
        }
    mpz_clear(one);
    coset_arena_free(arena);
}

static bool is_all(const coset_permgroup *g, const coset_permgens *gens)
{
    mpz_t order, bound;
    if (g->levels.n < FEW_LEVELS || !goes_on(g))
        return false;
    mpz_inits(order, bound, NULL);
    order_of(g, order);
    bound_of(gens, bound);
    bool all = mpz_cmp(order, bound) == 0;
    mpz_clears(order, bound, NULL);
    return all;
}

static void complete(coset_permgroup *g, const coset_permgens *gens)
{
    if (gens->n == 0 || is_all(g, gens))
        return;
    fill_at_random(g, gens->n, gens->at);
    if (!is_all(g, gens))
        prove(g);
}

/* ---- public queries ---------------------------------------------------------------------------------------- */

static void free_level(level *l)
{
    coset_delete(l->orbit);
    coset_delete(l->returns);
    coset_delete(l->place);
    coset_vec_fini(&l->generators);
    coset_delete(l);
}

static void tell_levels(coset_permgroup *g)
{
    for (uint32_t i = 0; i < g->levels.n; i++) {
        level *l = g->levels.at[i];
        l->told.orbit = l->orbit;
        l->told.returns = (const coset_point *const *)l->returns;
        l->told.n_generators = l->generators.n;
        l->told.generators = (const coset_point *const *)l->generators.at;
    }
}

coset_permgroup *coset_permgroup_new(const coset_permgens *gens, const coset_point *prefer, size_t max_bytes)
{
    coset_permgroup *g = coset_new(1, sizeof *g);
    *g = (coset_permgroup){.n = gens->n_points, .limit = gens->limit, .max_bytes = max_bytes, .seed = 1};
    if (prefer)
        g->prefer = copy_of(g, prefer);
    g->x = new_perm(g);
    g->y = new_perm(g);
    for (uint32_t i = 0; i < gens->n && goes_on(g); i++) {
        memcpy(g->y, gens->at[i], g->n * sizeof *g->y);
        (void)absorb(g, g->y);
    }
    complete(g, gens);
    if (!goes_on(g)) {
        coset_permgroup_free(g);
        return NULL;
    }
    g->limit = NULL;
    tell_levels(g);
    return g;
}

void coset_permgroup_free(coset_permgroup *g)
{
    if (!g)
        return;
    for (uint32_t i = 0; i < g->levels.n; i++)
        free_level(g->levels.at[i]);
    for (uint32_t i = 0; i < g->all.n; i++)
        coset_delete(g->all.at[i]);
    coset_vec_fini(&g->levels);
    coset_vec_fini(&g->all);
    coset_delete(g);
}

uint32_t coset_permgroup_points(const coset_permgroup *g) { return g->n; }
uint32_t coset_permgroup_levels(const coset_permgroup *g) { return g->levels.n; }
const coset_permlevel *coset_permgroup_level(const coset_permgroup *g, uint32_t i) { return &g->levels.at[i]->told; }

coset_order coset_permgroup_order(const coset_permgroup *g, coset_arena *arena)
{
    mpz_t n;
    mpz_init(n);
    order_of(g, n);
    coset_order order = coset__order_from(n, arena);
    mpz_clear(n);
    return order;
}

bool coset_permgroup_has(const coset_permgroup *g, const coset_point *perm)
{
    coset_point *p = coset_new(g->n ? g->n : 1, sizeof *p);
    memcpy(p, perm, g->n * sizeof *p);
    uint32_t rank, i;
    bool has = sift(g, p, &rank, &i);
    coset_delete(p);
    return has;
}

/* Returns map the images back to their points, one after the other; the inverse of their product is an answer. */
bool coset_permgroup_find(const coset_permgroup *g, uint32_t n_images, const coset_point *images, coset_point *out)
{
    coset_point *p = coset_new(g->n ? g->n : 1, sizeof *p);
    bool found = true;
    COSET_INVARIANT(!g->prefer && n_images <= g->n);
    make_identity(g, p);
    for (uint32_t i = 0; i < g->levels.n && found; i++) {
        const level *l = g->levels.at[i];
        if (l->told.base >= n_images)
            break;
        uint32_t k = l->place[p[images[l->told.base]]];
        found = k != NO_RETURN;
        if (found)
            follow(g, p, l->returns[k]);
    }
    for (uint32_t i = 0; i < n_images; i++)
        found = found && p[images[i]] == i;
    invert(g, p, out);
    coset_delete(p);
    return found;
}
