#include "alg/permfactor.h"

#include <stdlib.h>
#include <string.h>

#define MOST_BYTES   ((size_t)1 << 28)
#define MOST_POINTS  20000U
#define MOST_ACTIONS 300U
#define MOST_BLOCKED 400U /* points of an orbit that is searched for blocks */

typedef COSET_VEC(const coset_permaction *) actions;

/* An action with its data. */
typedef struct {
    const coset_permaction *action;
    coset_permshape shape;
} candidate;

typedef struct {
    actions actions;
    coset_order order;
} part;

typedef struct {
    const coset_permgens *g;
    coset_arena *arena;
    coset_order order;
    uint32_t n_candidates;
    candidate *candidates;
    actions kept;
    coset_order kept_order;
    COSET_VEC(part) parts;
} finder;

/* The order of the group on those actions; not known if it is too large. */
static coset_order order_on(const finder *f, const actions *a, const actions *b)
{
    actions all = {0};
    coset_order order = {0};
    for (uint32_t i = 0; i < a->n; i++)
        *coset_vec_add(&all) = a->at[i];
    for (uint32_t i = 0; b && i < b->n; i++)
        *coset_vec_add(&all) = b->at[i];
    coset_permgroup *group = coset_permactions_join(f->g, all.n, all.at, false, MOST_BYTES);
    if (group)
        order = coset_permgroup_order(group, f->arena);
    coset_permgroup_free(group);
    coset_vec_fini(&all);
    return order;
}

static bool is_ring(const candidate *c)
{
    return c->shape.kind == COSET_SHAPE_CYCLIC || c->shape.kind == COSET_SHAPE_DIHEDRAL;
}

static int by_size(const void *x, const void *y)
{
    const candidate *a = x, *b = y;
    if (a->action->n != b->action->n)
        return a->action->n < b->action->n ? -1 : 1;
    return a->action < b->action ? -1 : 1;
}

/* Rings first, the larger ones before their parts: a ring of six is more than one of three and one of two. */
static int by_rings(const void *x, const void *y)
{
    const candidate *a = x, *b = y;
    if (is_ring(a) != is_ring(b))
        return is_ring(a) ? -1 : 1;
    return is_ring(a) && a->action->n != b->action->n ? -by_size(x, y) : by_size(x, y);
}

static bool find_candidates(finder *f)
{
    uint32_t n;
    const coset_permaction *found;
    coset_permactions(f->g, MOST_BLOCKED, MOST_ACTIONS, f->arena, &n, &found);
    f->candidates = coset_arena_get(f->arena, n, sizeof *f->candidates);
    f->n_candidates = n;
    for (uint32_t i = 0; i < n; i++)
        f->candidates[i] = (candidate){&found[i], coset_permaction_shape(f->g, &found[i], f->arena)};
    return n > 0;
}

static bool holds(const actions *all, const coset_permaction *a)
{
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i] == a)
            return true;
    return false;
}

static void take_all(actions *to, const actions *from)
{
    for (uint32_t i = 0; i < from->n; i++)
        *coset_vec_add(to) = from->at[i];
}

/* The group on the actions of parts other than `but`, and on one more. */
static coset_order order_without(const finder *f, uint32_t but, const actions *more)
{
    actions others = {0};
    for (uint32_t i = 0; i < f->parts.n; i++)
        if (i != but)
            take_all(&others, &f->parts.at[i].actions);
    coset_order order = order_on(f, &others, more);
    coset_vec_fini(&others);
    return order;
}

/* Parts stay separate from the new action if the group acts on them independently of the rest; the others are merged
 * with it. */
static bool add_action(finder *f, const coset_permaction *a, coset_order order)
{
    part fresh = {.order = {0}};
    *coset_vec_add(&fresh.actions) = a;
    const actions one = fresh.actions;
    uint32_t n_apart = 0;
    bool *apart = coset_new(f->parts.n, sizeof *apart);
    for (uint32_t i = 0; i < f->parts.n; i++) {
        coset_order product = coset_order_times(order_without(f, i, &one), f->parts.at[i].order, f->arena);
        apart[i] = coset_order_same(product, order);
    }
    for (uint32_t i = 0; i < f->parts.n; i++) {
        if (apart[i]) {
            f->parts.at[n_apart++] = f->parts.at[i];
        } else {
            take_all(&fresh.actions, &f->parts.at[i].actions);
            coset_vec_fini(&f->parts.at[i].actions);
        }
    }
    coset_delete(apart);
    f->parts.n = n_apart;
    fresh.order = order_on(f, &fresh.actions, NULL);
    *coset_vec_add(&f->parts) = fresh;
    *coset_vec_add(&f->kept) = a;
    f->kept_order = order;
    return fresh.order.n != 0;
}

static void forget_parts(finder *f)
{
    for (uint32_t i = 0; i < f->parts.n; i++)
        coset_vec_fini(&f->parts.at[i].actions);
    f->parts.n = f->kept.n = 0;
    f->kept_order = coset_order_of(1, f->arena);
}

/* Until the actions, in that order, distinguish all elements. */
static bool find_parts(finder *f, int (*order_of)(const void *, const void *))
{
    forget_parts(f);
    qsort(f->candidates, f->n_candidates, sizeof *f->candidates, order_of);
    for (uint32_t i = 0; i < f->n_candidates && !coset_order_same(f->kept_order, f->order); i++) {
        const coset_permaction *a = f->candidates[i].action;
        actions one = {0};
        *coset_vec_add(&one) = a;
        coset_order order = holds(&f->kept, a) ? f->kept_order : order_on(f, &f->kept, &one);
        coset_vec_fini(&one);
        if (order.n == 0 || (coset_order_compare(order, f->kept_order) > 0 && !add_action(f, a, order)))
            return false;
    }
    return coset_order_same(f->kept_order, f->order);
}

/* The subgroup that leaves the actions of all other parts alone. */
static bool find_subgroup(const finder *f, uint32_t number, coset_permgens *out)
{
    actions others = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->parts.n; i++)
        if (i != number)
            take_all(&others, &f->parts.at[i].actions);
    for (uint32_t i = 0; i < others.n; i++)
        n += others.at[i]->n;
    coset_permgroup *joined = coset_permactions_join(f->g, others.n, others.at, true, MOST_BYTES);
    if (joined)
        *out = coset_permactions_fixing(joined, n, f->g->n_points, f->g->limit, f->arena);
    coset_permgroup_free(joined);
    coset_vec_fini(&others);
    return joined != NULL;
}

static int kind_rank(coset_permshape_kind kind) { return kind == COSET_SHAPE_OTHER ? 100 : (int)kind; }

/* The action that describes a factor best: it distinguishes all elements, it has a name, and it is small. */
static void find_main(const finder *f, coset_permfactor *out)
{
    for (uint32_t i = 0; i < f->n_candidates; i++) {
        coset_permshape s = coset_permaction_shape(&out->generators, f->candidates[i].action, f->arena);
        if (!coset_order_same(s.order, out->order))
            continue;
        if (!out->main || kind_rank(s.kind) < kind_rank(out->shape.kind)) {
            out->main = f->candidates[i].action;
            out->shape = s;
        }
    }
}

static bool tell_factor(const finder *f, uint32_t number, coset_permfactor *out)
{
    const part *p = &f->parts.at[number];
    *out =
        (coset_permfactor){p->actions.n, coset_arena_copy(f->arena, p->actions.at, p->actions.n, sizeof *p->actions.at),
                           .order = p->order};
    bool told = find_subgroup(f, number, &out->generators);
    if (told)
        find_main(f, out);
    return told;
}

/* Rings that share a part turn several factors into one without a name: then the order by size is better. */
static bool tell_parts(finder *f, int (*order_of)(const void *, const void *), coset_permfactor *out)
{
    if (!find_parts(f, order_of))
        return false;
    bool named = true;
    for (uint32_t i = 0; i < f->parts.n; i++) {
        if (!tell_factor(f, i, &out[i]))
            return false;
        named = named && out[i].shape.kind != COSET_SHAPE_OTHER;
    }
    return named || order_of == by_size;
}

/* False: it is too large even for that. */
static bool find_order(finder *f)
{
    if (f->g->n_points > MOST_POINTS)
        return false;
    coset_permgroup *group = coset_permactions_join(f->g, 0, NULL, true, MOST_BYTES);
    if (group)
        f->order = coset_permgroup_order(group, f->arena);
    coset_permgroup_free(group);
    return group != NULL;
}

static bool find_factors(finder *f, uint32_t *n, const coset_permfactor **factors)
{
    if (!find_order(f))
        return false;
    if (coset_order_is(f->order, 1))
        return true;
    if (!find_candidates(f))
        return false;
    coset_permfactor *out = coset_arena_get(f->arena, f->n_candidates, sizeof *out);
    if (!tell_parts(f, by_rings, out) && !tell_parts(f, by_size, out))
        return false;
    *n = f->parts.n;
    *factors = out;
    return true;
}

bool coset_permfactors(const coset_permgens *g, coset_arena *arena, uint32_t *n, const coset_permfactor **factors)
{
    finder f = {.g = g, .arena = arena};
    *n = 0;
    *factors = NULL;
    bool told = find_factors(&f, n, factors);
    forget_parts(&f);
    coset_vec_fini(&f.parts);
    coset_vec_fini(&f.kept);
    return told;
}

bool coset_permfactor_whole(const coset_permgens *g, coset_arena *arena, coset_permfactor *out)
{
    finder f = {.g = g, .arena = arena};
    *out = (coset_permfactor){.generators = *g};
    if (!find_order(&f) || !find_candidates(&f))
        return false;
    out->order = f.order;
    qsort(f.candidates, f.n_candidates, sizeof *f.candidates, by_size);
    find_main(&f, out);
    return true;
}

const char *coset_permfactor_name(const coset_permfactor *f) { return f->main ? f->shape.name : NULL; }
