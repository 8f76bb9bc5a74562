#include <string.h>

#include "alg/permaction.h"

#define MOST_BYTES   ((size_t)1 << 28)
#define MOST_CORNERS 256U /* of a hypercube */
#define MOST_BLOCKED 400U /* points among which blocks are searched */

typedef struct {
    uint32_t n, n_generators;
    const coset_point **perms; /* of points 0 .. n-1 */
    coset_budget *limit;
    coset_permgroup *group;
    coset_order order;
    coset_arena *arena;
} acting;

/* ---- rings ------------------------------------------------------------------------------------------------------ */

/* The images of the first point under an element: do they run through all n points, one after the other? */
static bool is_rotation(const coset_point *p, uint32_t n)
{
    uint32_t at = p[0], length = 1;
    for (; at != 0; at = p[at])
        length++;
    return length == n;
}

/* Some element of a group of at most 2n elements on n points that rotates all of them. */
static bool find_rotation(const coset_permgroup *g, uint32_t n, coset_point *out)
{
    const coset_permlevel *first = coset_permgroup_level(g, 0);
    uint32_t n_levels = coset_permgroup_levels(g);
    const coset_permlevel *second = n_levels > 1 ? coset_permgroup_level(g, 1) : NULL;
    for (uint32_t i = 0; i < first->n_orbit; i++)
        for (uint32_t k = 0; k < (second ? second->n_orbit : 1); k++) {
            for (uint32_t x = 0; x < n; x++)
                out[x] = second ? second->returns[k][first->returns[i][x]] : first->returns[i][x];
            if (is_rotation(out, n))
                return true;
        }
    return false;
}

/* All elements conjugate the rotation r to itself or its inverse. */
static bool keeps_rotation(const acting *a, const coset_point *r)
{
    for (uint32_t g = 0; g < a->n_generators; g++) {
        bool same = true, inverse = true;
        for (uint32_t x = 0; x < a->n; x++) { /* p r = r p, or r p r = p */
            same = same && a->perms[g][r[x]] == r[a->perms[g][x]];
            inverse = inverse && r[a->perms[g][r[x]]] == a->perms[g][x];
        }
        if (!same && !inverse)
            return false;
    }
    return true;
}

static coset_permshape_kind ring_kind(const acting *a)
{
    coset_point *r = coset_arena_get(a->arena, a->n, sizeof *r);
    if (!coset_order_is_most(a->order, 2 * (uint64_t)a->n) || !find_rotation(a->group, a->n, r))
        return COSET_SHAPE_OTHER;
    if (coset_order_is(a->order, a->n))
        return COSET_SHAPE_CYCLIC;
    return keeps_rotation(a, r) ? COSET_SHAPE_DIHEDRAL : COSET_SHAPE_OTHER;
}

/* ---- hypercubes ------------------------------------------------------------------------------------------------- */

/* Marks the pairs that the group makes of (0, x): near[p * n + q]. */
static void find_near(const acting *a, uint32_t x, bool *near, uint32_t *queue)
{
    uint32_t n = a->n, n_queue = 1;
    memset(near, 0, (size_t)n * n * sizeof *near);
    queue[0] = x;
    near[x] = true;
    for (uint32_t at = 0; at < n_queue; at++)
        for (uint32_t g = 0; g < a->n_generators; g++) {
            uint32_t pair = a->perms[g][queue[at] / n] * n + a->perms[g][queue[at] % n];
            if (!near[pair])
                queue[n_queue++] = pair;
            near[pair] = true;
        }
}

/* The label of a corner: the union of the labels of its neighbours in `order`. */
static void label_next(uint32_t n, const bool *near, uint32_t corner, uint32_t *label, const uint32_t *order,
                       uint32_t n_order)
{
    for (uint32_t i = 0; i < n_order; i++)
        if (near[order[i] * n + corner])
            label[corner] |= label[order[i]];
}

/* Labels corners by their distance from corner 0. Its neighbours have one bit each, the others the union of the labels
 * of closer neighbours. It is a hypercube if labels differ, and two corners are adjacent exactly if theirs differ in
 * one bit.
 */
static bool is_cube(const acting *a, uint32_t dimension, const bool *near)
{
    uint32_t n = a->n, n_order = 1, bit = 0;
    uint32_t *label = coset_arena_get(a->arena, n, sizeof *label), *order = coset_arena_get(a->arena, n, sizeof *order);
    bool *seen = coset_arena_get(a->arena, n, sizeof *seen);
    seen[0] = true;
    for (uint32_t begin = 0, end = 1; begin < end; begin = end, end = n_order) {
        for (uint32_t i = begin; i < end; i++)
            for (uint32_t c = 0; c < n; c++)
                if (near[order[i] * n + c] && !seen[c]) {
                    seen[c] = true;
                    order[n_order++] = c;
                }
        for (uint32_t i = end; i < n_order; i++)
            if (end == 1)
                label[order[i]] = 1U << bit++;
            else
                label_next(n, near, order[i], label, order + begin, end - begin);
    }
    bool is = n_order == n && bit == dimension;
    for (uint32_t p = 0; p < n && is; p++)
        for (uint32_t q = 0; q < n && is; q++)
            is = near[p * n + q] == (__builtin_popcount(label[p] ^ label[q]) == 1) && (p == q || label[p] != label[q]);
    return is;
}

/* The dimension, or 0. The hypercube has 2^d d! automorphisms; if the group preserves one and has that many elements,
 * it has all. */
static uint32_t cube_dimension(const acting *a)
{
    uint32_t d = 0, found = 0;
    while (d < 8 && 1U << d < a->n)
        d++;
    if (d < 3 || 1U << d != a->n || a->n > MOST_CORNERS)
        return 0;
    coset_order all = coset_order_times(coset_order_of(a->n, a->arena), coset_order_factorial(d, a->arena), a->arena);
    if (!coset_order_same(all, a->order))
        return 0;
    bool *near = coset_new((size_t)a->n * a->n, sizeof *near);
    uint32_t *queue = coset_new((size_t)a->n * a->n, sizeof *queue);
    for (uint32_t x = 1; x < a->n && !found && !coset_budget_spend(a->limit, a->n * a->n); x++) {
        find_near(a, x, near, queue);
        found = is_cube(a, d, near) ? d : 0;
    }
    coset_delete(near);
    coset_delete(queue);
    return found;
}

/* ---- wreath products -------------------------------------------------------------------------------------------- */

/* There are (k!)^b b! permutations that preserve b blocks of k = n / b points: does the group have that many elements?
 */
static bool fits_wreath(const acting *a, uint32_t b)
{
    if (b >= a->n || a->n % b != 0)
        return false;
    coset_order inner = coset_order_power(coset_order_factorial(a->n / b, a->arena), b, a->arena);
    coset_order full = coset_order_times(inner, coset_order_factorial(b, a->arena), a->arena);
    return coset_order_same(full, a->order);
}

/* If it also preserves such blocks it is that wreath product. */
static bool is_wreath(const acting *a, coset_permshape *s)
{
    const coset_permgens g = {a->n, a->n_generators, a->perms, a->limit};
    uint32_t n = 0;
    const coset_permaction *systems = NULL;
    bool fits = false;
    for (uint32_t b = 2; b < a->n && !fits; b++)
        fits = fits_wreath(a, b);
    if (fits)
        coset_permactions(&g, MOST_BLOCKED, 100, a->arena, &n, &systems);
    for (uint32_t i = 0; i < n; i++)
        if (fits_wreath(a, systems[i].n)) {
            s->n = a->n / systems[i].n;
            s->blocks = systems[i].n;
            return true;
        }
    return false;
}

/* ---- one group on top of another ----------------------------------------------------------------------------------
 */

/* The stabiliser of the first block, acting on the points in it. */
static coset_permshape within_block(const coset_permgens *g, const coset_permaction *system, coset_arena *arena)
{
    coset_permshape none = {.kind = COSET_SHAPE_OTHER};
    coset_permgroup *joined = coset_permactions_join(g, 1, &system, true, MOST_BYTES);
    if (!joined)
        return none;
    const coset_permgens fixing = coset_permactions_fixing(joined, 1, g->n_points, g->limit, arena);
    uint32_t *place = coset_arena_get(arena, g->n_points, sizeof *place), n = 0;
    for (uint32_t x = 0; x < g->n_points; x++)
        place[x] = system->place[x] == 0 ? n++ : COSET_NO_PLACE;
    coset_permgroup_free(joined);
    const coset_permaction block = {n, place};
    return n < 2 ? none : coset_permaction_shape(&fixing, &block, arena);
}

/* A square's symmetries are those of a tree with four leaves, which suits a tree of blocks better. */
static const char *name_in_tower(const coset_permshape *s)
{
    return s->kind == COSET_SHAPE_DIHEDRAL && s->n == 4 ? "S2 wr S2" : s->name;
}

/* A group that permutes blocks has at most as many elements as the product of its actions on each block and its action
 * on the set of blocks: if it has as many, it is that wreath product. */
static bool is_tower(const acting *a, coset_permshape *s)
{
    const coset_permgens g = {a->n, a->n_generators, a->perms, a->limit};
    uint32_t n = 0;
    const coset_permaction *systems = NULL;
    coset_permactions(&g, MOST_BLOCKED, 100, a->arena, &n, &systems);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t b = systems[i].n;
        if (b == a->n || a->n % b != 0)
            continue;
        const coset_permshape top = coset_permaction_shape(&g, &systems[i], a->arena);
        const coset_permshape low = top.name ? within_block(&g, &systems[i], a->arena) : top;
        coset_order product = coset_order_times(top.order, coset_order_power(low.order, b, a->arena), a->arena);
        if (top.name && low.name && coset_order_same(product, a->order)) {
            s->n = a->n / b;
            s->blocks = b;
            s->name = coset_arena_printf(a->arena, "%s wr %s", name_in_tower(&low), name_in_tower(&top));
            return true;
        }
    }
    return false;
}

/* ---- all -------------------------------------------------------------------------------------------------------- */

static const char *name_of(const coset_permshape *s, coset_arena *arena)
{
    static const char *const letters[] = {[COSET_SHAPE_SYMMETRIC] = "S",
                                          [COSET_SHAPE_CYCLIC] = "C",
                                          [COSET_SHAPE_DIHEDRAL] = "D",
                                          [COSET_SHAPE_ALTERNATING] = "A",
                                          [COSET_SHAPE_CUBE] = "hypercube "};
    if (s->kind == COSET_SHAPE_OTHER)
        return NULL;
    if (s->kind == COSET_SHAPE_WREATH)
        return coset_arena_printf(arena, "S%u wr S%u", (unsigned)s->n, (unsigned)s->blocks);
    return coset_arena_printf(arena, "%s%u", letters[s->kind], (unsigned)s->n);
}

static void tell(const acting *a, coset_permshape *s)
{
    coset_order full = coset_order_factorial(a->n, a->arena);
    coset_order even = coset_order_times(a->order, coset_order_of(2, a->arena), a->arena);
    s->n = a->n;
    if (coset_order_same(full, a->order))
        s->kind = COSET_SHAPE_SYMMETRIC;
    else if ((s->kind = ring_kind(a)) != COSET_SHAPE_OTHER)
        return;
    else if ((s->n = cube_dimension(a)) != 0)
        s->kind = COSET_SHAPE_CUBE;
    else if (coset_order_same(full, even)) /* no other group has index 2 in the symmetric one */
        s->n = a->n, s->kind = COSET_SHAPE_ALTERNATING;
    else if (is_wreath(a, s))
        s->kind = COSET_SHAPE_WREATH;
    else if (is_tower(a, s))
        s->kind = COSET_SHAPE_TOWER;
    else
        s->n = a->n;
}

coset_permshape coset_permaction_shape(const coset_permgens *g, const coset_permaction *action, coset_arena *arena)
{
    coset_permshape s = {.kind = COSET_SHAPE_OTHER, .n = action->n};
    acting a = {.n = action->n, .n_generators = g->n, .limit = g->limit, .arena = arena};
    a.perms = coset_arena_get(arena, g->n, sizeof *a.perms);
    for (uint32_t i = 0; i < g->n; i++) {
        coset_point *p = coset_arena_get(arena, a.n, sizeof *p);
        coset_permaction_image(action, g->n_points, g->at[i], p);
        a.perms[i] = p;
    }
    const coset_permgens gens = {a.n, a.n_generators, a.perms, g->limit};
    a.group = coset_permgroup_new(&gens, NULL, MOST_BYTES);
    if (a.group) {
        s.order = a.order = coset_permgroup_order(a.group, arena);
        if (!coset_order_is(a.order, 1))
            tell(&a, &s);
    }
    if (s.kind != COSET_SHAPE_TOWER)
        s.name = name_of(&s, arena);
    coset_permgroup_free(a.group);
    return s;
}
