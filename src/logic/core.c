/* logic/core.c - translation of CTL to fixpoints; negation normal form.
 *
 * With fairness constraints h1 .. hn, where T are the total steps and `fair` is EG true:
 *   EG f      nu Y. f & <T> mu X1. (f & <T> X1 | h1 & Y) & .. & <T> mu Xn. (f & <T> Xn | hn & Y)
 *   EX f      <T> (f & fair)
 *   E[f U g]  mu Y. g & fair | f & <T> Y
 *   E[f V g]  E[g U f & g] | EG g
 * Without constraints fair is true and EG f is nu Y. f & <T> Y. A.. are the negations of E.. of negations.
 */
#include "logic/core.h"

/* A binder of the formula that is being translated, and its node. */
struct coset__place {
    const struct coset__place *outer;
    const coset_formula *of;
    coset__core *core;
};

void coset__cores_init(coset__cores *c, const coset_formulas *f, coset_arena *arena)
{
    *c = (coset__cores){.f = f, .arena = arena};
}

void coset__cores_fini(coset__cores *c) { coset_vec_fini(&c->done); }

/* ---- nodes ------------------------------------------------------------------------------------------------------ */

static coset__core *node(coset__cores *c, coset__core_op op, coset__core *a, coset__core *b)
{
    coset__core *n = coset_arena_get(c->arena, 1, sizeof *n);
    *n = (coset__core){.op = op, .number = c->n_nodes++, .a = a, .b = b};
    n->free = (a ? a->free : 0) | (b ? b->free : 0);
    return n;
}

static coset__core *constant(coset__cores *c, bool value)
{
    return node(c, value ? COSET__C_TRUE : COSET__C_FALSE, NULL, NULL);
}

static coset__core *both(coset__cores *c, coset__core *a, coset__core *b)
{
    if (a->op == COSET__C_TRUE || b->op == COSET__C_FALSE)
        return b;
    return b->op == COSET__C_TRUE || a->op == COSET__C_FALSE ? a : node(c, COSET__C_AND, a, b);
}

static coset__core *either(coset__cores *c, coset__core *a, coset__core *b)
{
    if (a->op == COSET__C_FALSE || b->op == COSET__C_TRUE)
        return b;
    return b->op == COSET__C_FALSE || a->op == COSET__C_TRUE ? a : node(c, COSET__C_OR, a, b);
}

static coset__core *step(coset__cores *c, bool some, uint32_t steps, coset__core *a)
{
    coset__core *n = node(c, some ? COSET__C_DIAMOND : COSET__C_BOX, a, NULL);
    n->steps = steps;
    return n;
}

/* A binder; its body is made between open and close. */
static coset__core *open(coset__cores *c, coset__core_op op)
{
    coset__core *n = node(c, op, NULL, NULL);
    n->depth = c->binders++;
    bool fits = n->depth < 64;
    COSET_INVARIANT(fits);
    return n;
}

static coset__core *close(coset__cores *c, coset__core *n, coset__core *body)
{
    c->binders--;
    n->a = body;
    n->free = body->free & ~((uint64_t)1 << n->depth);
    return n;
}

static coset__core *variable(coset__cores *c, const coset__core *binder)
{
    coset__core *n = node(c, COSET__C_VAR, NULL, NULL);
    n->binder = binder;
    n->free = (uint64_t)1 << binder->depth;
    return n;
}

/* ---- CTL: with `dual` the negation, of operands that are negated already ---------------------------------------- */

static coset__core *joined(coset__cores *c, bool conjunction, coset__core *a, coset__core *b)
{
    return conjunction ? both(c, a, b) : either(c, a, b);
}

/* E[f U g], fairness apart: least fixpoint Y = g | f & <T> Y; its negation: greatest Y = g & (f | [T] Y). */
static coset__core *until(coset__cores *c, bool dual, coset__core *f, coset__core *g)
{
    coset__core *y = open(c, dual ? COSET__C_NU : COSET__C_MU);
    coset__core *on = joined(c, !dual, f, step(c, !dual, COSET_STEPS_TOTAL, variable(c, y)));
    return close(c, y, joined(c, dual, g, on));
}

/* <T> mu X. (f & <T> X | h & Y), or its negation. */
static coset__core *reach_fair(coset__cores *c, bool dual, coset__core *f, coset__core *h, const coset__core *y)
{
    coset__core *x = open(c, dual ? COSET__C_NU : COSET__C_MU);
    coset__core *on = joined(c, !dual, f, step(c, !dual, COSET_STEPS_TOTAL, variable(c, x)));
    coset__core *there = joined(c, !dual, h, variable(c, y));
    return step(c, !dual, COSET_STEPS_TOTAL, close(c, x, joined(c, dual, on, there)));
}

static coset__core *always(coset__cores *c, bool dual, coset__core *f)
{
    coset__core *y = open(c, dual ? COSET__C_MU : COSET__C_NU);
    coset__core *all = f;
    if (c->f->fair.n == 0)
        all = joined(c, !dual, f, step(c, !dual, COSET_STEPS_TOTAL, variable(c, y)));
    for (uint32_t i = 0; i < c->f->fair.n; i++)
        all = joined(c, !dual, all, reach_fair(c, dual, f, coset__core_of(c, c->f->fair.at[i], dual), y));
    return close(c, y, all);
}

coset__core *coset__core_fair(coset__cores *c, bool negated)
{
    if (c->fair[negated])
        return c->fair[negated];
    if (c->f->fair.n == 0)
        return c->fair[negated] = constant(c, !negated);
    uint32_t around = c->binders; /* it is closed wherever it occurs */
    c->binders = 0;
    c->fair[negated] = always(c, negated, constant(c, !negated));
    c->binders = around;
    return c->fair[negated];
}

static coset__core *translate(coset__cores *c, const coset_formula *f, bool negated);

/* The operators with E; `f` has `invert` if it is one with A, whose operands and value are negated once more. */
static coset__core *ctl(coset__cores *c, const coset_formula *f, coset_formula_op op, bool invert, bool negated)
{
    bool dual = negated != invert;
    coset__core *a = f->a ? translate(c, f->a, dual != invert) : NULL;
    coset__core *b = f->b ? translate(c, f->b, dual != invert) : NULL;
    switch (op) {
    case COSET_F_EX:
        return step(c, !dual, COSET_STEPS_TOTAL, joined(c, !dual, a, coset__core_fair(c, dual)));
    case COSET_F_EF:
        return until(c, dual, constant(c, !dual), joined(c, !dual, a, coset__core_fair(c, dual)));
    case COSET_F_EG:
        return always(c, dual, a);
    case COSET_F_EU:
        return until(c, dual, a, joined(c, !dual, b, coset__core_fair(c, dual)));
    default: /* EV */
        break;
    }
    coset__core *last = joined(c, !dual, joined(c, !dual, a, b), coset__core_fair(c, dual));
    return joined(c, dual, until(c, dual, b, last), always(c, dual, b));
}

static coset__core *bind(coset__cores *c, const coset_formula *f, bool negated)
{
    coset__core *n = open(c, (f->op == COSET_F_MU) != negated ? COSET__C_MU : COSET__C_NU);
    const struct coset__place here = {c->places, f, n};
    c->places = &here;
    coset__core *body = translate(c, f->a, negated);
    c->places = here.outer;
    return close(c, n, body);
}

static const coset__core *node_of(const coset__cores *c, const coset_formula *binder)
{
    const struct coset__place *p = c->places;
    while (p && p->of != binder)
        p = p->outer;
    COSET_INVARIANT(p != NULL);
    return p->core;
}

static uint32_t steps_of(const coset__cores *c, const coset_formula *f)
{
    return c->f->actions.at[f->action].groups ? f->action : COSET_STEPS_ALL;
}

static coset__core *translate_open(coset__cores *c, const coset_formula *f, bool negated)
{
    coset__core *n;
    switch (f->op) {
    case COSET_F_TRUE:
    case COSET_F_FALSE:
        return constant(c, (f->op == COSET_F_TRUE) != negated);
    case COSET_F_ATOM:
        n = node(c, negated ? COSET__C_NOT_ATOM : COSET__C_ATOM, NULL, NULL);
        n->prop = f->predicate->prop;
        return n;
    case COSET_F_VAR:
        return variable(c, node_of(c, f->binder));
    case COSET_F_NOT:
        return translate(c, f->a, !negated);
    case COSET_F_AND:
    case COSET_F_OR:
        return joined(c, (f->op == COSET_F_AND) != negated, translate(c, f->a, negated), translate(c, f->b, negated));
    case COSET_F_DIAMOND:
    case COSET_F_BOX:
        return step(c, (f->op == COSET_F_DIAMOND) != negated, steps_of(c, f), translate(c, f->a, negated));
    case COSET_F_MU:
    case COSET_F_NU:
        return bind(c, f, negated);
    case COSET_F_AX:
        return ctl(c, f, COSET_F_EX, true, negated);
    case COSET_F_AF:
        return ctl(c, f, COSET_F_EG, true, negated);
    case COSET_F_AG:
        return ctl(c, f, COSET_F_EF, true, negated);
    case COSET_F_AU:
        return ctl(c, f, COSET_F_EV, true, negated);
    case COSET_F_AV:
        return ctl(c, f, COSET_F_EU, true, negated);
    default:
        return ctl(c, f, f->op, false, negated);
    }
}

static coset__core *translate(coset__cores *c, const coset_formula *f, bool negated)
{
    for (uint32_t i = 0; f->free == 0 && i < c->done.n; i++)
        if (c->done.at[i].of == f && c->done.at[i].negated == negated)
            return c->done.at[i].core;
    coset__core *n = translate_open(c, f, negated);
    if (f->free == 0)
        *coset_vec_add(&c->done) = (struct coset__translated){f, negated, n};
    return n;
}

coset__core *coset__core_of(coset__cores *c, const coset_formula *f, bool negated)
{
    uint32_t around = c->binders;
    coset__core *n = translate(c, f, negated);
    COSET_INVARIANT(c->binders == around);
    return n;
}
