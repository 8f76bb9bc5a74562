/* Labels from an action.
 *
 * Point     a moving element, numbered chain after chain; generator g exchanges two neighbouring points.
 * Blocks    of a member x: points p, q whose exchange fixes x are in one block (conjugation makes this an
 *           equivalence). x mentions the points outside the largest block of each chain.
 * Colouring the blocks of the first member of an orbit get numbers: 1, 2, ..., and 0 for those not mentioned. A
 *           renaming maps the colouring to its image. A member x has one colouring, or several, if a renaming fixes x
 *           but exchanges blocks (x = {{a, b}, {c, d}}, or {(a, b), (c, d)}).
 * Edges     with one colouring: one edge through the points alone in their blocks, in the order of their colours, and
 *           an edge of colour k to each point of a block k of several. With several: for each colouring one edge
 *           through all mentioned points, for each order inside blocks.
 * Why       The set of colourings of x is the orbit of one under the stabiliser of x, so renamings map it to that of
 *           the image. A colouring belongs to one member only, because its stabiliser, which exchanges points inside
 *           blocks, fixes x. Edges and colourings determine each other.
 */
#include <string.h>

#include "base/count.h"
#include "model/gset.h"

typedef COSET_VEC(uint32_t) numbers;

typedef struct {
    const coset_gset *s;
    coset_arena *arena;
    coset_label *labels;
    uint32_t most_edges;
    uint32_t n_points;
    coset_element *element; /* [points] */
    uint32_t *chain;        /* [points] first point of its chain */
    uint32_t *size;         /* [points] of the chain that starts here */
    uint32_t *left;         /* [generators] its first point */
    uint32_t *at;           /* [points] the generator that exchanges it with the next of its chain */
    uint32_t *rank;         /* [members] place in `members`, or UINT32_MAX */
    numbers members;        /* of the orbit at hand */
    uint32_t *block;        /* [points] of the first member: least point of the block */
    COSET_VEC(uint16_t) colours;
    numbers owner;    /* [colouring] rank of its member */
    uint32_t *table;  /* colouring + 1 */
    uint32_t n_table; /* a power of two, or 0 */
} labeller;

/* ---- points ---------------------------------------------------------------------------------------------------- */

static void make_points(labeller *l)
{
    const coset_chains *c = &l->s->chains;
    size_t most = (size_t)2 * c->n_generators;
    l->element = coset_arena_get(l->arena, most, sizeof *l->element);
    l->chain = coset_arena_get(l->arena, most, sizeof *l->chain);
    l->size = coset_arena_get(l->arena, most, sizeof *l->size);
    l->left = coset_arena_get(l->arena, c->n_generators, sizeof *l->left);
    l->at = coset_arena_get(l->arena, most, sizeof *l->at);
    for (uint32_t g = 0; g < c->n_generators; g++) {
        const coset_exchange *x = &c->generators[g];
        if (g == 0 || x->type != x[-1].type) {
            l->chain[l->n_points] = l->n_points;
            l->element[l->n_points++] = (coset_element){x->type, x->a};
        }
        l->left[g] = l->n_points - 1;
        l->at[l->n_points - 1] = g;
        l->chain[l->n_points] = l->chain[l->n_points - 1];
        l->element[l->n_points++] = (coset_element){x->type, x->b};
    }
    for (uint32_t p = 0; p < l->n_points; p++)
        l->size[l->chain[p]]++;
}

/* The image of member x when points p < q of one chain are exchanged. */
static uint32_t exchanged(const labeller *l, uint32_t p, uint32_t q, uint32_t x)
{
    uint32_t g = l->at[p], n = q - p;
    for (uint32_t i = 0; i < n; i++)
        x = l->s->images[g + i][x];
    for (uint32_t i = n - 1; i-- > 0;)
        x = l->s->images[g + i][x];
    return x;
}

/* ---- orbits ---------------------------------------------------------------------------------------------------- */

static void find_orbit(labeller *l, uint32_t first)
{
    l->members.n = 0;
    l->rank[first] = 0;
    *coset_vec_add(&l->members) = first;
    for (uint32_t i = 0; i < l->members.n; i++)
        for (uint32_t g = 0; g < l->s->chains.n_generators; g++) {
            uint32_t y = l->s->images[g][l->members.at[i]];
            if (l->rank[y] != UINT32_MAX)
                continue;
            l->rank[y] = l->members.n;
            *coset_vec_add(&l->members) = y;
        }
}

static void find_blocks(labeller *l, uint32_t x)
{
    for (uint32_t q = 0; q < l->n_points; q++) {
        l->block[q] = q;
        if (q > l->chain[q] && exchanged(l, q - 1, q, x) == x) {
            l->block[q] = l->block[q - 1]; /* the cheapest test, which mostly succeeds */
            continue;
        }
        for (uint32_t p = l->chain[q]; p < q; p++)
            if (l->block[p] == p && exchanged(l, p, q, x) == x) {
                l->block[q] = p;
                break;
            }
    }
}

static uint32_t block_size(const labeller *l, uint32_t least)
{
    uint32_t n = 0;
    for (uint32_t p = least; p < l->chain[least] + l->size[l->chain[least]]; p++)
        n += l->block[p] == least;
    return n;
}

/* The first colouring: numbers for the blocks, 0 for the last of the largest ones of each chain. */
static void colour_blocks(labeller *l)
{
    uint16_t *colour = l->colours.at, next = 1;
    for (uint32_t c = 0; c < l->n_points; c += l->size[c]) {
        uint32_t largest = c;
        for (uint32_t p = c; p < c + l->size[c]; p++)
            if (l->block[p] == p && block_size(l, p) >= block_size(l, largest))
                largest = p;
        for (uint32_t p = c; p < c + l->size[c]; p++)
            if (l->block[p] == largest)
                colour[p] = 0;
            else
                colour[p] = l->block[p] == p ? next++ : colour[l->block[p]];
    }
}

/* How many colourings the whole orbit has: renamings divided by those inside blocks. False beyond 128 bits. */
static bool count_colourings(const labeller *l, coset_count *n)
{
    *n = 1;
    for (uint32_t c = 0; c < l->n_points; c += l->size[c])
        for (uint32_t b = c, done = 0; b < c + l->size[c]; b++)
            for (uint32_t i = 1, k = l->block[b] == b ? block_size(l, b) : 0; i <= k; i++) {
                if (!coset_count_mul(n, ++done))
                    return false;
                *n /= i;
            }
    return true;
}

/* ---- colourings ------------------------------------------------------------------------------------------------ */

static uint16_t *colouring(const labeller *l, uint32_t i) { return l->colours.at + (size_t)i * l->n_points; }

static void add_room(labeller *l)
{
    for (uint32_t p = 0; p < l->n_points; p++)
        *coset_vec_add(&l->colours) = 0;
}

static uint64_t hash_colours(const labeller *l, const uint16_t *c)
{
    uint64_t h = 0;
    for (uint32_t p = 0; p < l->n_points; p++)
        h = (h + c[p] + 1) * 0x9e3779b97f4a7c15u;
    return h ^ (h >> 32);
}

static void enter(labeller *l, uint32_t i)
{
    uint32_t at = (uint32_t)hash_colours(l, colouring(l, i)) & (l->n_table - 1);
    while (l->table[at])
        at = (at + 1) & (l->n_table - 1);
    l->table[at] = i + 1;
}

static bool is_known(const labeller *l, const uint16_t *c)
{
    uint32_t at = (uint32_t)hash_colours(l, c) & (l->n_table - 1);
    for (; l->table[at]; at = (at + 1) & (l->n_table - 1))
        if (memcmp(colouring(l, l->table[at] - 1), c, l->n_points * sizeof *c) == 0)
            return true;
    return false;
}

/* All colourings of the orbit, `n` of them, each with its member. */
static void find_colourings(labeller *l, uint32_t n)
{
    for (l->n_table = 4; l->n_table < 2 * (uint64_t)n;)
        l->n_table *= 2;
    l->table = coset_new(l->n_table, sizeof *l->table);
    enter(l, 0);
    for (uint32_t i = 0; i < l->owner.n; i++)
        for (uint32_t g = 0; g < l->s->chains.n_generators; g++) {
            add_room(l);
            uint16_t *from = colouring(l, i), *to = colouring(l, l->owner.n), p = (uint16_t)l->left[g];
            memcpy(to, from, l->n_points * sizeof *to);
            to[p] = from[p + 1];
            to[p + 1] = from[p];
            if (is_known(l, to)) {
                l->colours.n -= l->n_points;
                continue;
            }
            uint32_t owner = l->rank[l->s->images[g][l->members.at[l->owner.at[i]]]];
            *coset_vec_add(&l->owner) = owner;
            enter(l, l->owner.n - 1);
        }
    COSET_INVARIANT(l->owner.n == n);
    coset_delete(l->table);
}

/* ---- edges ----------------------------------------------------------------------------------------------------- */

typedef COSET_VEC(coset_label_edge) edge_list;

static void add_edge(labeller *l, edge_list *edges, uint32_t colour, const uint32_t *points, uint32_t n)
{
    coset_element *ends = coset_arena_get(l->arena, n, sizeof *ends);
    for (uint32_t i = 0; i < n; i++)
        ends[i] = l->element[points[i]];
    *coset_vec_add(edges) = (coset_label_edge){colour, n, ends};
}

static uint32_t points_of_colour(const labeller *l, const uint16_t *c, uint32_t colour, uint32_t *points)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < l->n_points; p++)
        if (c[p] == colour)
            points[n++] = p;
    return n;
}

static void edges_of_blocks(labeller *l, const uint16_t *c, uint32_t n_colours, uint32_t *points, edge_list *edges)
{
    uint32_t *alone = points + l->n_points, n_alone = 0;
    for (uint32_t k = 1; k <= n_colours; k++) {
        uint32_t n = points_of_colour(l, c, k, points);
        if (n == 1)
            alone[n_alone++] = points[0];
        for (uint32_t i = 0; n > 1 && i < n; i++)
            add_edge(l, edges, k, &points[i], 1);
    }
    if (n_alone)
        add_edge(l, edges, 0, alone, n_alone);
}

/* Edges through `points`, whose first `fixed` are chosen; the others are put in every order inside their colours. */
static void edges_of_orders(labeller *l, const uint16_t *c, uint32_t *points, uint32_t n, uint32_t fixed,
                            edge_list *edges)
{
    if (fixed == n) {
        add_edge(l, edges, 0, points, n);
        return;
    }
    for (uint32_t i = fixed; i < n && c[points[i]] == c[points[fixed]]; i++) {
        uint32_t p = points[fixed];
        points[fixed] = points[i];
        points[i] = p;
        edges_of_orders(l, c, points, n, fixed + 1, edges);
        points[i] = points[fixed];
        points[fixed] = p;
    }
}

static uint32_t count_colours(const labeller *l)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < l->n_points; p++)
        n = l->colours.at[p] > n ? l->colours.at[p] : n;
    return n;
}

static void make_labels(labeller *l, uint32_t control, bool one_each)
{
    uint32_t *points = coset_new((size_t)2 * l->n_points, sizeof *points), n_colours = count_colours(l);
    edge_list *edges = coset_new(l->members.n, sizeof *edges);
    for (uint32_t i = 0; i < l->owner.n; i++) {
        const uint16_t *c = colouring(l, i);
        if (one_each) {
            edges_of_blocks(l, c, n_colours, points, &edges[l->owner.at[i]]);
            continue;
        }
        uint32_t n = 0;
        for (uint32_t k = 1; k <= n_colours; k++)
            n += points_of_colour(l, c, k, points + n);
        edges_of_orders(l, c, points, n, 0, &edges[l->owner.at[i]]);
    }
    for (uint32_t i = 0; i < l->members.n; i++) {
        coset_label_edge *own = coset_arena_copy(l->arena, edges[i].at, edges[i].n, sizeof *own);
        l->labels[l->members.at[i]] = coset_label_make(control, edges[i].n, own);
        coset_vec_fini(&edges[i]);
    }
    coset_delete(edges);
    coset_delete(points);
}

/* ---- entry ----------------------------------------------------------------------------------------------------- */

/* Whether no member needs too many edges, if each has `each` colourings. */
static bool is_affordable(const labeller *l, coset_count each)
{
    coset_count n = each;
    for (uint32_t p = 0; p < l->n_points && n <= l->most_edges; p++) {
        uint32_t size = l->block[p] == p && l->colours.at[p] ? block_size(l, p) : 0;
        for (uint32_t i = 2; i <= size && n <= l->most_edges; i++)
            n *= i;
    }
    return each == 1 || n <= l->most_edges;
}

static bool label_orbit(labeller *l, uint32_t first, uint32_t control)
{
    find_orbit(l, first);
    find_blocks(l, first);
    l->colours.n = l->owner.n = 0;
    add_room(l);
    *coset_vec_add(&l->owner) = 0;
    colour_blocks(l);
    coset_count n;
    if (!count_colourings(l, &n))
        return false;
    COSET_INVARIANT(n % l->members.n == 0);
    if (n > (UINT32_MAX >> 2) / (l->n_points + 1) || !is_affordable(l, n / l->members.n))
        return false;
    find_colourings(l, (uint32_t)n);
    make_labels(l, control, n == l->members.n);
    return true;
}

bool coset_gset_labels(const coset_gset *s, uint32_t most_edges, coset_label *labels, coset_arena *a)
{
    labeller l = {.s = s, .arena = coset_arena_new(), .labels = labels, .most_edges = most_edges};
    make_points(&l);
    l.rank = coset_arena_get(l.arena, s->n, sizeof *l.rank);
    memset(l.rank, 0xff, s->n * sizeof *l.rank);
    l.block = coset_arena_get(l.arena, l.n_points, sizeof *l.block);
    coset_arena *scratch = l.arena;
    l.arena = a;
    bool ok = true;
    for (uint32_t x = 0, control = 0; ok && x < s->n; x++)
        if (l.rank[x] == UINT32_MAX)
            ok = label_orbit(&l, x, control++);
    coset_vec_fini(&l.members);
    coset_vec_fini(&l.colours);
    coset_vec_fini(&l.owner);
    coset_arena_free(scratch);
    return ok;
}
