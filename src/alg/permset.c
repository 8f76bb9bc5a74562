/* alg/permset.c */
#include "alg/permset.h"

#include <string.h>

/* Sets of the orbit, each with a permutation that takes the first one to it. */
typedef struct {
    const coset_permgens *g;
    uint32_t n;
    bool *sets;         /* [most + 1][n_points] */
    coset_point *ways;  /* [most + 1][n_points] */
    uint32_t *buckets;  /* [n_buckets] number of a set + 1 */
    uint32_t n_buckets; /* a power of two */
} orbit;

/* The subgroup so far. */
typedef struct {
    coset_permgroup *group; /* NULL: too large */
    COSET_VEC(const coset_point *) generators;
    size_t max_bytes;
    coset_arena *arena;
} subgroup;

static bool *set_at(const orbit *o, uint32_t i) { return o->sets + (size_t)i * o->g->n_points; }
static coset_point *way_at(const orbit *o, uint32_t i) { return o->ways + (size_t)i * o->g->n_points; }

static uint32_t hash(const bool *set, uint32_t n)
{
    uint32_t h = 2166136261u;
    for (uint32_t p = 0; p < n; p++)
        h = (h ^ set[p]) * 16777619u;
    return h ^ h >> 15;
}

/* The number of a set that equals set o->n; if there is none, o->n, which is added to the table. */
static uint32_t find(orbit *o)
{
    uint32_t n = o->g->n_points, at = hash(set_at(o, o->n), n) & (o->n_buckets - 1);
    for (; o->buckets[at]; at = (at + 1) & (o->n_buckets - 1))
        if (memcmp(set_at(o, o->buckets[at] - 1), set_at(o, o->n), n * sizeof(bool)) == 0)
            return o->buckets[at] - 1;
    o->buckets[at] = ++o->n;
    return o->n - 1;
}

static void add_generator(subgroup *s, uint32_t n, const coset_point *perm)
{
    if (!s->group || coset_permgroup_has(s->group, perm))
        return;
    *coset_vec_add(&s->generators) = coset_arena_copy(s->arena, perm, n, sizeof *perm);
    coset_permgroup_free(s->group);
    const coset_permgens gens = {n, s->generators.n, s->generators.at, NULL};
    s->group = coset_permgroup_new(&gens, NULL, s->max_bytes);
}

/* `back`: room for two permutations. The image of set k under the generator: a new set, or one more path to a known
 * one.
 */
static void follow(orbit *o, uint32_t k, const coset_point *by, coset_point *back, subgroup *s)
{
    uint32_t n = o->g->n_points, next = o->n;
    coset_point *round = back + n;
    for (coset_point p = 0; p < n; p++) {
        set_at(o, next)[by[p]] = set_at(o, k)[p];
        way_at(o, next)[p] = by[way_at(o, k)[p]];
    }
    uint32_t known = find(o);
    if (known == next)
        return;
    for (coset_point p = 0; p < n; p++)
        back[way_at(o, known)[p]] = p;
    for (coset_point p = 0; p < n; p++)
        round[p] = back[way_at(o, next)[p]];
    add_generator(s, n, round);
}

bool coset_permset_keeping(const coset_permgens *g, uint32_t n_set, const coset_point *set, uint32_t most,
                           size_t max_bytes, coset_arena *arena, coset_permgens *out)
{
    uint32_t n = g->n_points;
    orbit o = {.g = g, .n_buckets = 1};
    subgroup s = {.max_bytes = max_bytes, .arena = arena};
    while (o.n_buckets < 2 * most + 2)
        o.n_buckets *= 2;
    o.sets = coset_new(((size_t)most + 1) * n, sizeof *o.sets);
    o.ways = coset_new(((size_t)most + 1) * n, sizeof *o.ways);
    o.buckets = coset_new(o.n_buckets, sizeof *o.buckets);
    coset_point *back = coset_new((size_t)n * 2, sizeof *back);
    for (uint32_t i = 0; i < n_set; i++)
        o.sets[set[i]] = true;
    for (coset_point p = 0; p < n; p++)
        o.ways[p] = p;
    (void)find(&o);
    s.group = coset_permgroup_new(&(coset_permgens){.n_points = n}, NULL, max_bytes);
    for (uint32_t k = 0; k < o.n && o.n <= most && s.group; k++)
        for (uint32_t i = 0; i < g->n && o.n <= most; i++)
            follow(&o, k, g->at[i], back, &s);
    bool done = o.n <= most && s.group;
    *out = (coset_permgens){
        n, s.generators.n, coset_arena_copy(arena, s.generators.at, s.generators.n, sizeof *s.generators.at), g->limit};
    coset_permgroup_free(s.group);
    coset_vec_fini(&s.generators);
    coset_delete(o.sets);
    coset_delete(o.ways);
    coset_delete(o.buckets);
    coset_delete(back);
    return done;
}
