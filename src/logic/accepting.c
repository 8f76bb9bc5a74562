/* logic/accepting.c - sets of pairs are arrays: one set of states for each state of the automaton. */
#include "logic/accepting.h"

#include "base/mem.h"

typedef struct {
    const coset_sets *sets;
    const coset_accepting *how;
    const coset_omega *a;
    coset_set *labels; /* [edges] states that satisfy the label */
} product;

/* ---- arrays of sets ---------------------------------------------------------------------------------------------- */

static coset_set *new_array(const product *p) { return coset_new((size_t)p->a->n_states + 1, sizeof(coset_set)); }

static void drop_array(const product *p, coset_set *x)
{
    for (uint32_t q = 0; q < p->a->n_states; q++)
        p->sets->ops->drop(p->sets->ctx, x[q]);
    coset_delete(x);
}

static coset_set *each(const product *p, coset_set (*one)(void *ctx))
{
    coset_set *x = new_array(p);
    for (uint32_t q = 0; q < p->a->n_states; q++)
        x[q] = one(p->sets->ctx);
    return x;
}

static coset_set *share_array(const product *p, const coset_set *x)
{
    coset_set *y = new_array(p);
    for (uint32_t q = 0; q < p->a->n_states; q++)
        y[q] = p->sets->ops->share(p->sets->ctx, x[q]);
    return y;
}

static bool same_arrays(const product *p, const coset_set *x, const coset_set *y)
{
    bool same = true;
    for (uint32_t q = 0; q < p->a->n_states && same; q++)
        same = p->sets->ops->same(p->sets->ctx, x[q], y[q]);
    return same;
}

static bool goes_on(const product *p) { return p->sets->ops->goes_on(p->sets->ctx); }

/* *x becomes `op` of it and y, which is given back. */
static void put(const product *p, coset_set *x, coset_set (*op)(void *ctx, coset_set a, coset_set b), coset_set y)
{
    const coset_set z = op(p->sets->ctx, *x, y);
    p->sets->ops->drop(p->sets->ctx, *x);
    p->sets->ops->drop(p->sets->ctx, y);
    *x = z;
}

static void put_each(const product *p, coset_set *x, coset_set (*op)(void *ctx, coset_set a, coset_set b),
                     const coset_set *y)
{
    for (uint32_t q = 0; q < p->a->n_states; q++)
        put(p, &x[q], op, p->sets->ops->share(p->sets->ctx, y[q]));
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */

static coset_set states_of(const product *p, coset_cube label)
{
    const coset_set_ops *o = p->sets->ops;
    coset_set x = o->all(p->sets->ctx);
    for (uint64_t rest = label.yes; rest; rest &= rest - 1)
        put(p, &x, o->meet, o->share(p->sets->ctx, p->how->atoms[__builtin_ctzll(rest)]));
    for (uint64_t rest = label.no; rest; rest &= rest - 1)
        put(p, &x, o->minus, o->share(p->sets->ctx, p->how->atoms[__builtin_ctzll(rest)]));
    return x;
}

/* States of the model that step into x, or stay in it for ever. */
static coset_set before(const product *p, coset_set x)
{
    const coset_set_ops *o = p->sets->ops;
    coset_set from = o->before(p->sets->ctx, COSET_STEPS_ALL, x);
    put(p, &from, o->unite, o->meet(p->sets->ctx, p->how->stuck, x));
    return from;
}

/* States of the model with a step into x in which the agent acts; with weak fairness also one from where it cannot act.
 */
static coset_set before_acting(const product *p, const coset_accepting_fair *he, coset_set x)
{
    const coset_set_ops *o = p->sets->ops;
    coset_set from = o->before(p->sets->ctx, he->steps, x);
    if (he->strong)
        return from;
    coset_set others = before(p, x);
    put(p, &others, o->minus, o->share(p->sets->ctx, he->enabled));
    put(p, &from, o->unite, others);
    return from;
}

/* Pairs with an edge with these marks to a pair in x; `he`: NULL, or it is as fairness to him wants it. */
static coset_set *sources(const product *p, const coset_set *x, uint64_t marks, const coset_accepting_fair *he)
{
    const coset_set_ops *o = p->sets->ops;
    coset_set *from = each(p, o->none), *steps = new_array(p);
    for (uint32_t q = 0; q < p->a->n_states; q++)
        steps[q] = he ? before_acting(p, he, x[q]) : before(p, x[q]);
    for (uint32_t i = 0; i < p->a->edges.n && goes_on(p); i++) {
        const coset_omega_edge *e = &p->a->edges.at[i];
        if ((e->marks & marks) == marks)
            put(p, &from[e->from], o->unite, o->meet(p->sets->ctx, p->labels[i], steps[e->to]));
    }
    drop_array(p, steps);
    return from;
}

/* ---- fixpoints --------------------------------------------------------------------------------------------------- */

/* The pairs of `inside` that reach one of `goal`, which is given back, without leaving it. */
static coset_set *reaching(const product *p, const coset_set *inside, coset_set *goal)
{
    for (bool same = false; !same && goes_on(p);) {
        coset_set *more = sources(p, goal, 0, NULL), *last = share_array(p, goal);
        put_each(p, more, p->sets->ops->meet, inside);
        put_each(p, goal, p->sets->ops->unite, more);
        same = same_arrays(p, last, goal);
        drop_array(p, more);
        drop_array(p, last);
    }
    return goal;
}

/* The pairs of x that reach an edge with these marks, or as fairness to him wants it, that stays in x, inside of x. */
static coset_set *reaching_edges(const product *p, const coset_set *x, uint64_t marks, const coset_accepting_fair *he)
{
    coset_set *goal = sources(p, x, marks, he);
    put_each(p, goal, p->sets->ops->meet, x);
    return reaching(p, x, goal);
}

/* *x without the other pairs. */
static void keep_reaching(const product *p, coset_set **x, uint64_t marks, const coset_accepting_fair *he)
{
    coset_set *kept = reaching_edges(p, *x, marks, he);
    drop_array(p, *x);
    *x = kept;
}

/* *x without the pairs where the agent can act, but reach no step in which it does. */
static void keep_granted(const product *p, coset_set *x, const coset_accepting_fair *he)
{
    coset_set *granted = reaching_edges(p, x, 0, he);
    for (uint32_t q = 0; q < p->a->n_states; q++)
        put(p, &x[q], p->sets->ops->minus, p->sets->ops->share(p->sets->ctx, he->enabled));
    put_each(p, x, p->sets->ops->unite, granted);
    drop_array(p, granted);
}

static coset_set *find_accepting(const product *p)
{
    coset_set *x = each(p, p->sets->ops->all);
    for (bool same = false; !same && goes_on(p);) {
        coset_set *last = share_array(p, x);
        for (uint32_t i = 0; i < p->a->n_sets && goes_on(p); i++)
            keep_reaching(p, &x, UINT64_C(1) << i, NULL);
        for (uint32_t i = 0; i < p->how->n_fair && goes_on(p); i++)
            if (p->how->fair[i].strong)
                keep_granted(p, x, &p->how->fair[i]);
            else
                keep_reaching(p, &x, 0, &p->how->fair[i]);
        if (p->a->n_sets == 0) /* each pair has a step */
            keep_reaching(p, &x, 0, NULL);
        same = same_arrays(p, last, x);
        drop_array(p, last);
    }
    return x;
}

static bool starts_in(const product *p, coset_set x)
{
    const coset_set_ops *o = p->sets->ops;
    coset_set both = o->start(p->sets->ctx);
    put(p, &both, o->meet, o->share(p->sets->ctx, x));
    const bool empty = o->is_empty(p->sets->ctx, both);
    o->drop(p->sets->ctx, both);
    return !empty;
}

bool coset_logic_accepts(const coset_sets *sets, const coset_accepting *how)
{
    product p = {.sets = sets, .how = how, .a = how->a};
    p.labels = coset_new((size_t)p.a->edges.n + 1, sizeof *p.labels);
    for (uint32_t i = 0; i < p.a->edges.n; i++)
        p.labels[i] = states_of(&p, p.a->edges.at[i].label);
    coset_set *all = each(&p, sets->ops->all);
    coset_set *x = reaching(&p, all, find_accepting(&p));
    const bool accepts = starts_in(&p, x[p.a->initial]);
    drop_array(&p, x);
    drop_array(&p, all);
    for (uint32_t i = 0; i < p.a->edges.n; i++)
        sets->ops->drop(sets->ctx, p.labels[i]);
    coset_delete(p.labels);
    return accepts;
}
