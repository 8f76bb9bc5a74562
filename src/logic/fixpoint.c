/* logic/fixpoint.c - the loop that all evaluators share. */
#include "logic/fixpoint.h"

#include <string.h>

void coset__fixpoint_init(coset__eval *e, const coset_sets *sets, const coset__method *method)
{
    *e = (coset__eval){.sets = sets, .method = method};
}

void coset__fixpoint_room(coset__eval *e, uint32_t n_nodes)
{
    if (n_nodes <= e->n_nodes)
        return;
    size_t n = (size_t)n_nodes + n_nodes / 2, more = n - e->n_nodes;
    e->nodes = coset_resize(e->nodes, n, sizeof *e->nodes);
    memset(e->nodes + e->n_nodes, 0, more * sizeof *e->nodes);
    e->n_nodes = (uint32_t)n;
}

void coset__fixpoint_fini(coset__eval *e)
{
    const coset_sets *s = e->sets;
    for (uint32_t i = 0; i < e->n_nodes; i++) {
        if (e->nodes[i].has_value)
            s->ops->drop(s->ctx, e->nodes[i].value);
        if (e->nodes[i].has_kept)
            s->ops->drop(s->ctx, e->nodes[i].kept);
    }
    for (uint32_t i = 0; i < e->rows.n; i++) {
        s->ops->drop(s->ctx, e->rows.at[i].value);
        coset_delete(e->rows.at[i].rounds);
    }
    coset_delete(e->nodes);
    coset_vec_fini(&e->around);
    coset_vec_fini(&e->rows);
    coset_vec_fini(&e->chains);
    coset_vec_fini(&e->older);
}

coset_set coset__extreme(const coset__eval *e, const coset__core *c)
{
    const coset_sets *s = e->sets;
    return c->op == COSET__C_MU ? s->ops->none(s->ctx) : s->ops->all(s->ctx);
}

/* ---- nodes ------------------------------------------------------------------------------------------------------ */

static coset_set complement(const coset_sets *s, coset_set a)
{
    coset_set all = s->ops->all(s->ctx), rest = s->ops->minus(s->ctx, all, a);
    s->ops->drop(s->ctx, all);
    s->ops->drop(s->ctx, a);
    return rest;
}

static coset_set step(coset__eval *e, const coset__core *c)
{
    const coset_sets *s = e->sets;
    coset_set inner = coset__evaluate(e, c->a);
    if (c->op == COSET__C_BOX)
        inner = complement(s, inner);
    coset_set before = s->ops->before(s->ctx, c->steps, inner);
    s->ops->drop(s->ctx, inner);
    return c->op == COSET__C_BOX ? complement(s, before) : before;
}

static coset_set junction(coset__eval *e, const coset__core *c)
{
    const coset_sets *s = e->sets;
    coset_set a = coset__evaluate(e, c->a), b = coset__evaluate(e, c->b);
    coset_set r = c->op == COSET__C_AND ? s->ops->meet(s->ctx, a, b) : s->ops->unite(s->ctx, a, b);
    s->ops->drop(s->ctx, a);
    s->ops->drop(s->ctx, b);
    return r;
}

static void put_value(coset__eval *e, uint32_t node, coset_set value)
{
    if (e->nodes[node].has_value)
        e->sets->ops->drop(e->sets->ctx, e->nodes[node].value);
    e->nodes[node].has_value = true;
    e->nodes[node].value = value;
}

/* Rounds until nothing changes. While they run the node's value is that of its variable. */
static coset_set loop(coset__eval *e, const coset__core *c)
{
    const coset_sets *s = e->sets;
    coset_set last = e->method->start(e, c);
    bool same = false;
    *coset_vec_add(&e->around) = c;
    while (!same && s->ops->goes_on(s->ctx)) {
        put_value(e, c->number, s->ops->share(s->ctx, last));
        e->method->round(e, c);
        coset_set next = coset__evaluate(e, c->a);
        e->n_rounds++;
        same = s->ops->same(s->ctx, last, next);
        s->ops->drop(s->ctx, last);
        last = next;
    }
    e->around.n--;
    if (e->nodes[c->number].has_value) {
        s->ops->drop(s->ctx, e->nodes[c->number].value);
        e->nodes[c->number].has_value = false;
    }
    e->method->end(e, c, last);
    return last;
}

static coset_set compute(coset__eval *e, const coset__core *c)
{
    const coset_sets *s = e->sets;
    switch (c->op) {
    case COSET__C_TRUE:
        return s->ops->all(s->ctx);
    case COSET__C_FALSE:
        return s->ops->none(s->ctx);
    case COSET__C_ATOM:
        return s->ops->atom(s->ctx, c->prop);
    case COSET__C_NOT_ATOM:
        return complement(s, s->ops->atom(s->ctx, c->prop));
    case COSET__C_VAR:
        return s->ops->share(s->ctx, e->nodes[c->binder->number].value);
    case COSET__C_AND:
    case COSET__C_OR:
        return junction(e, c);
    case COSET__C_DIAMOND:
    case COSET__C_BOX:
        return step(e, c);
    case COSET__C_MU:
    case COSET__C_NU:
        break;
    }
    return loop(e, c);
}

coset_set coset__evaluate(coset__eval *e, const coset__core *c)
{
    const coset_sets *s = e->sets;
    if (c->free)
        return compute(e, c);
    if (!e->nodes[c->number].has_value) {
        uint32_t base = e->base;
        e->base = e->around.n;
        coset_set value = compute(e, c);
        e->base = base;
        put_value(e, c->number, value);
    }
    return s->ops->share(s->ctx, e->nodes[c->number].value);
}

/* ---- for methods --------------------------------------------------------------------------------------------------
 */

static void reset(coset__eval *e, const coset__core *at, coset__core_op kind)
{
    if (!at || !at->free) /* closed parts have their value */
        return;
    if (coset__is_fixpoint(at)) {
        if (at->op != kind)
            return;
        if (e->nodes[at->number].has_kept)
            e->sets->ops->drop(e->sets->ctx, e->nodes[at->number].kept);
        e->nodes[at->number].has_kept = false;
    }
    reset(e, at->a, kind);
    reset(e, at->b, kind);
}

void coset__reset_below(coset__eval *e, const coset__core *c)
{
    reset(e, c->a, c->op == COSET__C_MU ? COSET__C_NU : COSET__C_MU);
}
