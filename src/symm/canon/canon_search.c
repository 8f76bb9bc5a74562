/* The strategy `search`: an ordered partition of the points is refined by the edges of the state; where classes of
 * several points remain, their points are individualised one after the other and the least leaf is kept.
 *
 * Node     an ordered partition of the points into classes; a class is named by the position of its first point in
 *          `order`, types never mix, and the colour of a point is that name. Refinement splits classes by hashes of
 *          the edges at their points and orders the parts by hash: all of it commutes with the group.
 * Twins    points whose exchange fixes the state (tested on the state, not by hashes). A class of twins
 *          needs no branching: each of its k! orders gives the same leaf. Elsewhere one point of each set of
 *          twins is individualised and represents the set.
 * Leaf     order[i] goes to place i of its type. The leaves of a state s and of g(s) are the same states, each
 *          from as many orders; so the least one is canonical, and the number of orders that lead to it is the size of
 *          the stabiliser of the state.
 * Pruning  a node carries a trace, a hash of how its classes were split. Leaves are compared by traces along their
 *          path first, then by depth, then as states; a node with a greater trace than the best leaf at its level is
 *          pruned. A leaf that equals the best one gives a permutation that fixes the state and maps
 *          one child of the node where the paths diverge to the other: the rest of that child is pruned.
 * Source   McKay 1981 (individualisation, refinement, traces, automorphisms of leaves). Differs: leaves are states and
 *          not graphs, classes of twins are never opened, and orders are counted in passing.
 */
#include <string.h>

#include "alg/sort.h"
#include "symm/canon/canon_int.h"

/* An ordered partition. */
typedef struct {
    uint32_t *order;    /* [n_points] the points, class after class; those of a type in the range of the type */
    uint32_t *class_of; /* [n_points] of a point: position where its class starts */
    uint32_t *size;     /* [n_points] of the class that starts at this position */
    bool *twins;        /* [n_points] the class that starts here is known to consist of twins */
    uint32_t n_open;    /* points in classes of more than one */
} partition;

typedef struct {
    partition saved;
    uint32_t n_children;
    uint32_t *child, *weight; /* points to individualise, and how many twins each stands for */
} level;

struct coset__search {
    const coset__action *a;
    coset__view view;
    partition now;
    const coset_value *from; /* the state whose successors follow; NULL: not known */
    bool has_from_keys;
    uint64_t *from_keys;        /* [n_points] its column keys */
    uint64_t *key, *colour;     /* [n_points] hash to split by; hash of the class */
    uint64_t *colours;          /* [n_points] of the class that starts at this position */
    uint64_t *sum;              /* [n_entries] of the groups */
    uint64_t *edge_hash;        /* [n_edges] */
    bool *closed;               /* [n_points] point alone in its class */
    bool *moved;                /* [n_points] its class has got another name since edges were hashed last */
    uint64_t trace;             /* of the node being refined */
    uint32_t *swap;             /* [n_points] the identity, but while two points are exchanged */
    coset_value *leaf, *mirror; /* states */
    uint32_t *leaf_image;
    level *levels; /* [n_levels] grown on demand */
    uint32_t n_levels;
    uint32_t *path, *best_path; /* [n_points] individualised points */
    uint64_t *best_trace;       /* [n_points] */
    uint32_t best_depth;        /* how many traces are set */
    bool has_best;              /* a leaf with all of them has been seen; it is in dst, image */
    uint64_t generation;        /* grows when the best leaf is replaced */
    uint32_t jump;              /* level to go back to, or COSET__NONE */
    coset_value *dst;
    uint32_t *image;
};

/* ---- partitions ------------------------------------------------------------------------------------------------ */

static void partition_init(partition *p, uint32_t n)
{
    p->order = coset_new(n, sizeof *p->order);
    p->class_of = coset_new(n, sizeof *p->class_of);
    p->size = coset_new(n, sizeof *p->size);
    p->twins = coset_new(n, sizeof *p->twins);
}

static void partition_fini(partition *p)
{
    coset_delete(p->order);
    coset_delete(p->class_of);
    coset_delete(p->size);
    coset_delete(p->twins);
}

static void partition_copy(partition *to, const partition *from, uint32_t n)
{
    memcpy(to->order, from->order, n * sizeof *to->order);
    memcpy(to->class_of, from->class_of, n * sizeof *to->class_of);
    memcpy(to->size, from->size, n * sizeof *to->size);
    memcpy(to->twins, from->twins, n * sizeof *to->twins);
    to->n_open = from->n_open;
}

/* order[start .. start+n-1] becomes a class. */
static void make_class(coset__search *s, uint32_t start, uint32_t n)
{
    partition *now = &s->now;
    now->size[start] = n;
    now->twins[start] = false;
    uint64_t colour = s->colours[start];
    for (uint32_t i = start; i < start + n; i++) {
        uint32_t p = now->order[i];
        s->moved[p] = s->moved[p] || now->class_of[p] != start;
        now->class_of[p] = start;
        s->colour[p] = colour;
        s->closed[p] = n == 1;
    }
    if (n > 1)
        now->n_open += n;
}

/* Splits the run of n points at `start`, which counts as no class yet, by their keys. */
static void split_run(coset__search *s, uint32_t start, uint32_t n)
{
    uint32_t *run = s->now.order + start;
    coset_sort_by_key(run, n, s->key);
    for (uint32_t i = 0; i < n;) {
        uint32_t k = i + 1;
        while (k < n && s->key[run[k]] == s->key[run[i]])
            k++;
        make_class(s, start + i, k - i);
        s->trace = coset__mix(s->trace + (start + i) * COSET__MIX) ^ s->key[run[i]];
        i = k;
    }
}

static bool same_keys(const coset__search *s, const uint32_t *run, uint32_t n)
{
    uint32_t i = 1;
    while (i < n && s->key[run[i]] == s->key[run[0]])
        i++;
    return i >= n;
}

/* Splits all open classes by keys; false where nothing was split. Classes of twins cannot split. */
static bool split_open(coset__search *s)
{
    const coset__action *a = s->a;
    partition *now = &s->now;
    bool changed = false;
    for (uint32_t i = 0; i < a->n_points;) {
        uint32_t n = now->size[i];
        if (n > 1 && !now->twins[i] && !same_keys(s, now->order + i, n)) {
            now->n_open -= n;
            split_run(s, i, n);
            changed = true;
        }
        i += n;
    }
    return changed;
}

/* ---- refinement ------------------------------------------------------------------------------------------------ */

#define END_MIX 0xc2b2ae3d27d4eb4fu /* distinguishes the ends of an edge */

static inline uint64_t hash_of_edge(const coset__search *s, const coset__edge *e)
{
    uint64_t h = e->base;
    const uint32_t *ends = e->ends;
    for (uint32_t i = 0; i < e->n_ends; i++)
        h += s->colour[ends[i]] * (2 * (uint64_t)i + 1);
    return coset__mix(h);
}

static inline void add_to_ends(coset__search *s, const coset__edge *e, uint64_t h)
{
    for (uint32_t i = 0; i < e->n_ends; i++)
        if (!s->closed[e->ends[i]])
            s->key[e->ends[i]] += coset__mix(h + i * END_MIX);
}

static inline bool has_end_in(const coset__edge *e, const bool *set)
{
    for (uint32_t i = 0; i < e->n_ends; i++)
        if (set[e->ends[i]])
            return true;
    return false;
}

static inline bool is_closed(const coset__search *s, const coset__edge *e)
{
    for (uint32_t i = 0; i < e->n_ends; i++)
        if (!s->closed[e->ends[i]])
            return false;
    return true;
}

/* Edges whose ends are in the classes of their last hashing separate points no further: an edge to a part of a split
 * class that kept its name is distinguished from those to the other parts by its absence. At the root of the tree edges
 * are dropped when all their ends are closed, because they stay so. */
static void add_cells(coset__search *s, bool all, bool is_root)
{
    coset__view *v = &s->view;
    uint32_t kept = 0;
    for (uint32_t e = 0; e < v->n_cell_edges; e++) {
        if (is_root && is_closed(s, &v->edges[e]))
            continue;
        if (all || has_end_in(&v->edges[e], s->moved))
            add_to_ends(s, &v->edges[e], hash_of_edge(s, &v->edges[e]));
        if (is_root && kept < e)
            v->edges[kept] = v->edges[e];
        kept++;
    }
    v->n_cell_edges = kept;
}

static void add_groups(coset__search *s)
{
    const coset__view *v = &s->view;
    for (uint32_t g = 0; g < v->n_groups; g++)
        s->sum[g] = v->groups[g].base;
    for (uint32_t g = 0; g < v->n_groups; g++) {
        const coset__entrygroup *group = &v->groups[g];
        for (uint32_t e = group->first_edge; e < group->first_edge + group->n_edges; e++)
            s->sum[g] += s->edge_hash[e] = hash_of_edge(s, &v->edges[e]);
        uint64_t h = coset__mix(s->sum[g]);
        if (group->parent != COSET__NONE)
            s->sum[group->parent] += h;
        for (uint32_t e = group->first_edge; e < group->first_edge + group->n_edges; e++)
            add_to_ends(s, &v->edges[e], coset__mix(h + s->edge_hash[e] * END_MIX));
    }
}

/* Below the root only points that were marked as moved can make a difference at first. */
static void refine(coset__search *s, bool is_root)
{
    bool all = is_root;
    do {
        memset(s->key, 0, s->a->n_points * sizeof *s->key);
        add_cells(s, all, is_root);
        if (!s->view.n_cell_edges && !s->view.n_groups)
            return;
        add_groups(s);
        memset(s->moved, 0, s->a->n_points * sizeof *s->moved);
        all = false;
    } while (split_open(s) && s->now.n_open);
}

/* ---- twins ----------------------------------------------------------------------------------------------------- */

static inline uint32_t swapped(uint32_t p, uint32_t x, uint32_t y) { return p == x ? y : p == y ? x : p; }

/* The cell has the value that the exchange of x and y puts there. */
static bool cell_is_kept(const coset__action *a, const coset__cell *c, const coset_value *src, uint32_t x, uint32_t y)
{
    uint32_t to = c->slot;
    for (uint32_t i = 0; i < c->n_axes; i++)
        to += coset__shift(a, c->axes[i].stride, c->axes[i].point, swapped(c->axes[i].point, x, y));
    coset_value v = src[c->slot];
    uint32_t p = coset__point_of(&c->class, v);
    return src[to] == (p == x || p == y ? c->class.values[swapped(p, x, y)] : v);
}

static bool has_axis(const coset__cell *c, uint32_t x, uint32_t y)
{
    for (uint32_t i = 0; i < c->n_axes; i++)
        if (c->axes[i].point == x || c->axes[i].point == y)
            return true;
    return false;
}

/* The bags as a whole, by doing it. */
static bool bags_are_kept(coset__search *s, const coset_value *src, uint32_t x, uint32_t y)
{
    for (uint32_t p = 0; p < s->a->n_points; p++)
        s->leaf_image[p] = swapped(p, x, y);
    coset__move(s->a, s->leaf_image, src, s->mirror);
    return memcmp(src, s->mirror, s->a->m->n_slots * sizeof *src) == 0;
}

/* The state contains the image of each object under the exchange of x and y. */
static bool objects_are_kept(coset__search *s, const coset_value *src, uint32_t x, uint32_t y)
{
    const coset__objects *all = s->a->objects;
    const coset_composite *c = all->composite;
    bool kept = true;
    s->swap[x] = y;
    s->swap[y] = x;
    for (uint32_t i = 0; kept && i < s->view.n_held; i++) {
        if (!coset__object_mentions(all, s->view.held[i], x, y))
            continue;
        uint32_t o = coset__object_image(all, s->view.held[i], s->swap), slot = c->slot_of[o];
        kept = src[c->slots[slot]] == o - c->first[slot];
    }
    s->swap[x] = x;
    s->swap[y] = y;
    return kept;
}

/* Exchanging x and y, of one type, leaves the state as it is. The cells with an axis at x map to those with one at y;
 * a cell with an axis at neither must not hold x or y. */
static bool are_twins(coset__search *s, const coset_value *src, uint32_t x, uint32_t y)
{
    const coset__action *a = s->a;
    if (coset__compare_columns(a, src, x, y) != 0)
        return false;
    for (uint32_t i = 0; i < s->view.n_holdings; i++) {
        const coset__holding *h = &s->view.holdings[i];
        if ((h->point == x || h->point == y) && !has_axis(&a->cells[h->cell], x, y))
            return false;
    }
    for (uint32_t i = 0; i < a->cells_of[x].n; i++)
        if (!cell_is_kept(a, &a->cells[a->cells_of[x].at[i]], src, x, y))
            return false;
    if (a->objects && (s->view.mentioned[x] || s->view.mentioned[y]) && !objects_are_kept(s, src, x, y))
        return false;
    bool in_bag = a->n_entries && (s->view.in_bag[x] || s->view.in_bag[y]);
    return !in_bag || bags_are_kept(s, src, x, y);
}

static bool is_class_of_twins(coset__search *s, const coset_value *src, uint32_t start)
{
    for (uint32_t i = start + 1; i < start + s->now.size[start]; i++)
        if (!are_twins(s, src, s->now.order[start], s->now.order[i]))
            return false;
    return true;
}

/* Marks the open classes of twins, and finds the smallest of the others, the first one of those.
 * Returns the number of orders that the newly marked ones have. */
static coset_factored mark_twins(coset__search *s, const coset_value *src, uint32_t *target)
{
    coset_factored orders = s->a->factorials[1];
    *target = COSET__NONE;
    for (uint32_t i = 0; i < s->a->n_points; i += s->now.size[i]) {
        uint32_t n = s->now.size[i];
        if (n == 1 || s->now.twins[i])
            continue;
        if (is_class_of_twins(s, src, i)) {
            s->now.twins[i] = true;
            orders = coset_factored_product(orders, s->a->factorials[n]);
        } else if (*target == COSET__NONE || n < s->now.size[*target]) {
            *target = i;
        }
    }
    return orders;
}

/* ---- the tree -------------------------------------------------------------------------------------------------- */

static void write_image(const coset__search *s, uint32_t *image)
{
    for (uint32_t i = 0; i < s->a->n_points; i++)
        image[s->now.order[i]] = i;
}

static void keep_leaf(coset__search *s, uint32_t depth)
{
    memcpy(s->dst, s->leaf, s->a->m->n_slots * sizeof *s->dst);
    memcpy(s->image, s->leaf_image, s->a->n_points * sizeof *s->image);
    memcpy(s->best_path, s->path, depth * sizeof *s->path);
    s->best_depth = depth;
    s->has_best = true;
    s->generation++;
}

/* True where the leaf becomes the best one. */
static bool visit_leaf(coset__search *s, const coset_value *src, uint32_t depth)
{
    if (depth == 0) { /* there is no other */
        write_image(s, s->image);
        coset__move(s->a, s->image, src, s->dst);
        return true;
    }
    write_image(s, s->leaf_image);
    coset__move(s->a, s->leaf_image, src, s->leaf);
    int order = -1;
    if (s->has_best && depth == s->best_depth)
        order = coset__compare_states(s->leaf, s->dst, s->a->m->n_slots);
    if (order == 0) {
        s->jump = 0;
        while (s->path[s->jump] == s->best_path[s->jump])
            s->jump++;
    }
    if (order >= 0)
        return false;
    keep_leaf(s, depth);
    return true;
}

/* Whether the node at `depth`, just refined, may lead to a leaf as good as the best one. */
static bool accept_node(coset__search *s, uint32_t depth)
{
    uint32_t i = depth - 1;
    if (i < s->best_depth && s->trace >= s->best_trace[i])
        return s->trace == s->best_trace[i];
    if (i >= s->best_depth && s->has_best)
        return false;
    if (i < s->best_depth) {
        s->has_best = false;
        s->generation++;
    }
    s->best_trace[i] = s->trace;
    s->best_depth = depth;
    return true;
}

static level *level_at(coset__search *s, uint32_t depth)
{
    uint32_t n = s->a->n_points;
    if (depth >= s->n_levels) {
        s->levels = coset_resize(s->levels, depth + 1, sizeof *s->levels);
        for (; s->n_levels <= depth; s->n_levels++) {
            level *l = &s->levels[s->n_levels];
            partition_init(&l->saved, n);
            l->child = coset_new(n, sizeof *l->child);
            l->weight = coset_new(n, sizeof *l->weight);
        }
    }
    return &s->levels[depth];
}

/* One child for each set of twins in the class. */
static void choose_children(coset__search *s, const coset_value *src, level *l, uint32_t target)
{
    l->n_children = 0;
    for (uint32_t i = target; i < target + s->now.size[target]; i++) {
        uint32_t p = s->now.order[i], c = 0;
        while (c < l->n_children && !are_twins(s, src, l->child[c], p))
            c++;
        if (c == l->n_children) {
            l->child[l->n_children] = p;
            l->weight[l->n_children++] = 0;
        }
        l->weight[c]++;
    }
}

/* Colours and marks follow from the partition. */
static void restore(coset__search *s, const partition *from)
{
    partition_copy(&s->now, from, s->a->n_points);
    memset(s->moved, 0, s->a->n_points * sizeof *s->moved);
    for (uint32_t i = 0; i < s->a->n_points; i++) {
        uint32_t p = s->now.order[i], start = s->now.class_of[p];
        s->colour[p] = s->colours[start];
        s->closed[p] = s->now.size[start] == 1;
    }
}

/* Makes p, of the class at `start`, a class of its own before the rest of it. */
static void individualise(coset__search *s, uint32_t start, uint32_t p)
{
    uint32_t *order = s->now.order, n = s->now.size[start], at = start;
    while (order[at] != p)
        at++;
    order[at] = order[start];
    order[start] = p;
    s->now.n_open -= n;
    make_class(s, start, 1);
    make_class(s, start + 1, n - 1);
}

/* Explores below a refined node. Returns the number of orders that lead to the best leaf, if it is below this node;
 * else it is not known. Children with equal leaves have equal numbers. While s->jump is set the result is ignored. */
static coset_factored visit(coset__search *s, const coset_value *src, uint32_t depth)
{
    uint32_t target;
    const coset_factored orders = mark_twins(s, src, &target), none = {0};
    coset_factored each = none;
    coset_count n = 0; /* children, each with those that are equal by twins */
    if (target == COSET__NONE)
        return visit_leaf(s, src, depth) ? orders : none;
    uint64_t generation = s->generation;
    choose_children(s, src, level_at(s, depth), target);
    partition_copy(&s->levels[depth].saved, &s->now, s->a->n_points);
    for (uint32_t c = 0; c < s->levels[depth].n_children; c++) {
        restore(s, &s->levels[depth].saved);
        s->path[depth] = s->levels[depth].child[c];
        individualise(s, target, s->path[depth]);
        s->trace = 0;
        refine(s, false);
        if (!accept_node(s, depth + 1))
            continue;
        coset_factored found = visit(s, src, depth + 1);
        if (s->jump != COSET__NONE) {
            if (s->jump < depth)
                return none;
            s->jump = COSET__NONE;
            found = each;
        }
        if (s->generation != generation) {
            generation = s->generation;
            each = found;
            n = 0;
        }
        if (found.odd)
            n += s->levels[depth].weight[c];
    }
    each = coset_factored_product(orders, each);
    return n == 1 ? each : coset_factored_product(each, coset_factored_of(n));
}

/* ---- entry ----------------------------------------------------------------------------------------------------- */

static void start_partition(coset__search *s)
{
    const coset__action *a = s->a;
    s->now.n_open = 0;
    for (uint32_t p = 0; p < a->n_points; p++)
        s->now.order[p] = p;
    for (uint32_t t = 0; t < a->n_types; t++)
        split_run(s, a->first[t], a->first[t + 1] - a->first[t]);
}

void coset__search_from(coset__search *s, const coset_value *src)
{
    s->from = src;
    s->has_from_keys = false;
}

/* A step changes the columns of few points, and sorting begins with an order that is correct for the others. */
static void column_keys(coset__search *s, const coset_value *src)
{
    if (!s->from || s->a->objects) {
        coset__column_keys(s->a, src, s->key);
        return;
    }
    if (!s->has_from_keys)
        coset__column_keys(s->a, s->from, s->from_keys);
    s->has_from_keys = true;
    coset__column_keys_beside(s->a, s->from, s->from_keys, src, s->key);
}

/* The first partition. The edges of cells are read only where columns do not separate all points; values of objects
 * are seldom in columns, so they are read at once. */
static void begin(coset__search *s, const coset_value *src)
{
    const coset__action *a = s->a;
    column_keys(s, src);
    if (a->objects)
        coset__view_read(&s->view, a, src, s->key, NULL);
    start_partition(s);
    if (!s->now.n_open || a->objects)
        return;
    coset__view_read(&s->view, a, src, s->key, s->closed);
    (void)split_open(s);
}

bool coset__search_refine(coset__search *s, const coset_value *src, coset_value *dst, uint32_t *image)
{
    begin(s, src);
    if (s->now.n_open && s->view.n_edges)
        refine(s, true);
    if (s->now.n_open)
        return false;
    write_image(s, image);
    coset__move(s->a, image, src, dst);
    return true;
}

coset_factored coset__search_apply(coset__search *s, const coset_value *src, coset_value *dst, uint32_t *image)
{
    if (coset__search_refine(s, src, dst, image))
        return s->a->factorials[1];
    if (s->a->objects)
        coset__view_hold(&s->view, s->a, src, s->closed);
    s->best_depth = 0;
    s->has_best = false;
    s->jump = COSET__NONE;
    s->dst = dst;
    s->image = image;
    return visit(s, src, 0);
}

coset__search *coset__search_new(const coset__action *a)
{
    coset__search *s = coset_new(1, sizeof *s);
    uint32_t n = a->n_points;
    s->a = a;
    coset__view_init(&s->view, a);
    partition_init(&s->now, n);
    s->from_keys = coset_new(n, sizeof *s->from_keys);
    s->key = coset_new(n, sizeof *s->key);
    s->colour = coset_new(n, sizeof *s->colour);
    s->colours = coset_new(n, sizeof *s->colours);
    for (uint32_t i = 0; i < n; i++)
        s->colours[i] = coset__mix((i + (uint64_t)1) * COSET__MIX);
    s->sum = coset_new((size_t)a->n_entries + coset__n_touched(a), sizeof *s->sum);
    s->swap = coset_new(n, sizeof *s->swap);
    for (uint32_t p = 0; p < n; p++)
        s->swap[p] = p;
    s->edge_hash = coset_new(a->n_edges, sizeof *s->edge_hash);
    s->closed = coset_new(n, sizeof *s->closed);
    s->moved = coset_new(n, sizeof *s->moved);
    s->leaf = coset_new(a->m->n_slots, sizeof *s->leaf);
    s->mirror = coset_new(a->m->n_slots, sizeof *s->mirror);
    s->leaf_image = coset_new(n, sizeof *s->leaf_image);
    s->path = coset_new(n, sizeof *s->path);
    s->best_path = coset_new(n, sizeof *s->best_path);
    s->best_trace = coset_new(n, sizeof *s->best_trace);
    return s;
}

void coset__search_free(coset__search *s)
{
    if (!s)
        return;
    coset__view_fini(&s->view);
    partition_fini(&s->now);
    for (uint32_t i = 0; i < s->n_levels; i++) {
        partition_fini(&s->levels[i].saved);
        coset_delete(s->levels[i].child);
        coset_delete(s->levels[i].weight);
    }
    coset_delete(s->levels);
    coset_delete(s->from_keys);
    coset_delete(s->key);
    coset_delete(s->colour);
    coset_delete(s->colours);
    coset_delete(s->sum);
    coset_delete(s->swap);
    coset_delete(s->edge_hash);
    coset_delete(s->closed);
    coset_delete(s->moved);
    coset_delete(s->leaf);
    coset_delete(s->mirror);
    coset_delete(s->leaf_image);
    coset_delete(s->path);
    coset_delete(s->best_path);
    coset_delete(s->best_trace);
    coset_delete(s);
}

static void *scratch_new(const coset__action *a) { return coset__search_new(a); }
static void scratch_free(void *scratch) { coset__search_free(scratch); }

static coset_factored apply(void *scratch, const coset_value *src, coset_value *dst, uint32_t *image)
{
    return coset__search_apply(scratch, src, dst, image);
}

static void from(void *scratch, const coset_value *src) { coset__search_from(scratch, src); }

const coset__method coset__method_search = {NULL, scratch_new, scratch_free, apply, from};
