/* lang/murphi/lower_expr.c - expressions, designators and bound variables. */
#include "lang/murphi/lower.h"

/* ---- places ------------------------------------------------------------------------------------------------- */

coset_ir_place *coset_mu_lower_whole(coset_mu_lowerer *l, const coset_mu_home *home, const char *name, coset_pos pos)
{
    return coset_ir_whole(l->arena, home->base, home->offset, home->type, coset_mu_lower_name(l, name), pos);
}

static coset_ir_place *base_place(coset_mu_lowerer *l, const coset_mu_expr *e)
{
    if (e->op == COSET_MU_E_CALL) {
        const coset_ir_expr *call = coset_mu_lower_expr(l, e);
        coset_mu_home home = {COSET_P_CALL, coset_mu_lower_slots(l, call->type->width), call->type};
        coset_ir_place *p = coset_mu_lower_whole(l, &home, e->name, e->pos);
        p->call = call;
        return p;
    }
    COSET_INVARIANT(e->op == COSET_MU_E_NAME && e->decl->lowered);
    return coset_mu_lower_whole(l, e->decl->lowered, e->name, e->pos);
}

static coset_ir_step lower_step(coset_mu_lowerer *l, const coset_mu_expr *e)
{
    const coset_ir_type *of = coset_mu_lower_type(l, e->a->type);
    coset_ir_step s = {.of = of, .pos = e->pos};
    if (e->op == COSET_MU_E_FIELD) {
        s.field = e->decl->number;
        s.offset = of->fields[s.field].offset;
        return s;
    }
    s.index = coset_mu_lower_expr(l, e->b);
    s.stride = of->kind == COSET_T_BAG ? 1 + of->element->width : of->element->width;
    return s;
}

static bool is_step(const coset_mu_expr *e) { return e->op == COSET_MU_E_FIELD || e->op == COSET_MU_E_INDEX; }

static const coset_mu_expr *without_alias(const coset_mu_lowerer *l, const coset_mu_expr *e)
{
    while (l->inline_aliases && e->op == COSET_MU_E_NAME && e->decl->kind == COSET_MU_ALIAS && !e->constant)
        e = e->decl->init;
    return e;
}

/* Number of steps after the base; *base is their start. */
static uint32_t count_steps(const coset_mu_lowerer *l, const coset_mu_expr *e, const coset_mu_expr **base)
{
    uint32_t n = 0;
    for (e = without_alias(l, e); is_step(e); e = without_alias(l, e->a))
        n++;
    *base = e;
    return n;
}

const coset_ir_place *coset_mu_lower_place(coset_mu_lowerer *l, const coset_mu_expr *e)
{
    const coset_mu_expr *base;
    uint32_t n = count_steps(l, e, &base);
    coset_ir_step *steps = coset_arena_get(l->arena, n, sizeof *steps);
    coset_ir_place *p = base_place(l, base);
    p->n_steps = n;
    p->steps = steps;
    p->type = coset_mu_lower_type(l, e->type);
    for (e = without_alias(l, e); is_step(e); e = without_alias(l, e->a))
        steps[--n] = lower_step(l, e);
    coset_ir_place_shorten(l->arena, p);
    return p;
}

/* ---- bound variables ---------------------------------------------------------------------------------------- */

/* The domain of a binder is evaluated outside of its scope, so it is lowered first. */
coset_ir_binder coset_mu_lower_binder(coset_mu_lowerer *l, coset_mu_decl *d)
{
    coset_ir_binder b = {.name = coset_mu_lower_name(l, d->name), .pos = d->pos};
    b.type = coset_mu_lower_type(l, d->type);
    if (d->bag)
        b.bag = coset_mu_lower_place(l, d->bag);
    bool plain = d->from && d->from->constant && d->to->constant && !d->step && d->from->value <= d->to->value &&
                 b.type->kind == COSET_T_RANGE && b.type->lo == d->from->value &&
                 b.type->n == (uint64_t)d->to->value - (uint64_t)d->from->value + 1;
    if (d->from && !plain) {
        b.from = coset_mu_lower_expr(l, d->from);
        b.to = coset_mu_lower_expr(l, d->to);
        b.step = d->step ? coset_mu_lower_expr(l, d->step) : NULL;
    }
    b.frame = coset_mu_lower_slots(l, b.type->width);
    coset_mu_lower_home(l, d, COSET_P_LOCAL, b.frame, b.type);
    return b;
}

/* ---- expressions -------------------------------------------------------------------------------------------- */

static const coset_ir_expr *lower_call(coset_mu_lowerer *l, const coset_mu_expr *e)
{
    const coset_mu_function *f = e->decl->function;
    coset_ir_arg *args = coset_arena_get(l->arena, f->n_params, sizeof *args);
    const coset_mu_decl *p = f->params;
    uint32_t i = 0;
    for (const coset_mu_expr *a = e->args; a && p; a = a->next, p = p->next, i++) {
        if (a->op == COSET_MU_E_UNDEFINED)
            args[i].undefined = true;
        else if (p->by_ref || !coset_mu_is_simple(p->type))
            args[i].place = coset_mu_lower_place(l, a);
        else
            args[i].expr = coset_mu_lower_expr(l, a);
    }
    const coset_ir_function *target = e->decl->lowered;
    coset_ir_expr *call = coset_ir_make(l->arena, COSET_E_CALL, target->result, e->pos);
    call->function = target;
    call->args = args;
    return call;
}

static const coset_ir_expr *lower_quantifier(coset_mu_lowerer *l, const coset_mu_expr *e, coset_mu_decl *d)
{
    if (!d)
        return coset_mu_lower_expr(l, e->a);
    coset_ir_op op = e->op == COSET_MU_E_FORALL   ? COSET_E_FORALL
                     : e->op == COSET_MU_E_EXISTS ? COSET_E_EXISTS
                                                  : COSET_E_BAGCOUNT;
    coset_ir_expr *q = coset_ir_make(l->arena, op, op == COSET_E_BAGCOUNT ? l->integer : l->boolean, e->pos);
    coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
    *b = coset_mu_lower_binder(l, d);
    q->binder = b;
    q->a = lower_quantifier(l, e, d->next);
    return q;
}

static coset_ir_op plain_op(coset_mu_op op)
{
    static const coset_ir_op ops[] = {
        [COSET_MU_E_NOT] = COSET_E_NOT,       [COSET_MU_E_NEG] = COSET_E_NEG,
        [COSET_MU_E_BITNOT] = COSET_E_BITNOT, [COSET_MU_E_ADD] = COSET_E_ADD,
        [COSET_MU_E_SUB] = COSET_E_SUB,       [COSET_MU_E_MUL] = COSET_E_MUL,
        [COSET_MU_E_DIV] = COSET_E_DIV,       [COSET_MU_E_MOD] = COSET_E_MOD,
        [COSET_MU_E_SHL] = COSET_E_SHL,       [COSET_MU_E_SHR] = COSET_E_SHR,
        [COSET_MU_E_BITAND] = COSET_E_BITAND, [COSET_MU_E_BITOR] = COSET_E_BITOR,
        [COSET_MU_E_BITXOR] = COSET_E_BITXOR, [COSET_MU_E_LT] = COSET_E_LT,
        [COSET_MU_E_LE] = COSET_E_LE,         [COSET_MU_E_GT] = COSET_E_GT,
        [COSET_MU_E_GE] = COSET_E_GE,         [COSET_MU_E_EQ] = COSET_E_EQ,
        [COSET_MU_E_NE] = COSET_E_NE,         [COSET_MU_E_AND] = COSET_E_AND,
        [COSET_MU_E_OR] = COSET_E_OR,         [COSET_MU_E_IMPLIES] = COSET_E_IMPLIES,
        [COSET_MU_E_COND] = COSET_E_COND,
    };
    return ops[op];
}

/* Comparison e of complex values a and b; if they contain ?:, of each pair of values. */
static const coset_ir_expr *lower_comparison(coset_mu_lowerer *l, const coset_mu_expr *e, const coset_mu_expr *a,
                                             const coset_mu_expr *b)
{
    coset_ir_op op = e->op == COSET_MU_E_EQ ? COSET_E_SAME : COSET_E_DIFFERS;
    const coset_mu_expr *choice = a->op == COSET_MU_E_COND ? a : b->op == COSET_MU_E_COND ? b : NULL;
    if (choice) {
        coset_ir_expr *x = coset_ir_make(l->arena, COSET_E_COND, l->boolean, choice->pos);
        x->a = coset_mu_lower_expr(l, choice->a);
        x->b = lower_comparison(l, e, choice == a ? a->b : a, choice == a ? b : b->b);
        x->c = lower_comparison(l, e, choice == a ? a->c : a, choice == a ? b : b->c);
        return x;
    }
    coset_ir_expr *x = coset_ir_make(l->arena, op, l->boolean, e->pos);
    x->place = coset_mu_lower_place(l, a);
    x->other = coset_mu_lower_place(l, b);
    return x;
}

static const coset_ir_expr *lower_operator(coset_mu_lowerer *l, const coset_mu_expr *e)
{
    if ((e->op == COSET_MU_E_EQ || e->op == COSET_MU_E_NE) && !coset_mu_is_simple(e->a->type))
        return lower_comparison(l, e, e->a, e->b);
    if (e->op == COSET_MU_E_EQ || e->op == COSET_MU_E_NE) {
        coset_mu_operand a = {coset_mu_lower_expr(l, e->a), e->a};
        return coset_mu_lower_equal(l, plain_op(e->op), a, (coset_mu_operand){coset_mu_lower_expr(l, e->b), e->b},
                                    e->pos);
    }
    coset_ir_expr *x = coset_ir_make(l->arena, plain_op(e->op), coset_mu_lower_type(l, e->type), e->pos);
    x->a = coset_mu_lower_expr(l, e->a);
    x->b = e->b ? coset_mu_lower_expr(l, e->b) : NULL;
    x->c = e->c ? coset_mu_lower_expr(l, e->c) : NULL;
    return x;
}

const coset_ir_expr *coset_mu_lower_expr(coset_mu_lowerer *l, const coset_mu_expr *e)
{
    coset_ir_expr *x;
    if (e->constant) {
        x = coset_ir_make(l->arena, COSET_E_CONST, coset_mu_lower_type(l, e->type), e->pos);
        x->value = e->value;
        return x;
    }
    const coset_mu_expr *real = without_alias(l, e);
    if (real != e)
        return coset_mu_lower_expr(l, real);
    switch (e->op) {
    case COSET_MU_E_NAME:
    case COSET_MU_E_FIELD:
    case COSET_MU_E_INDEX:
        x = coset_ir_make(l->arena, COSET_E_LOAD, coset_mu_lower_type(l, e->type), e->pos);
        x->place = coset_mu_lower_place(l, e);
        return x;
    case COSET_MU_E_FORALL:
    case COSET_MU_E_EXISTS:
    case COSET_MU_E_BAGCOUNT:
        return lower_quantifier(l, e, e->binders);
    case COSET_MU_E_CALL:
        return lower_call(l, e);
    case COSET_MU_E_ISUNDEFINED:
        x = coset_ir_make(l->arena, COSET_E_ISUNDEFINED, l->boolean, e->pos);
        x->place = coset_mu_lower_place(l, e->a);
        return x;
    case COSET_MU_E_ISMEMBER:
        return coset_mu_lower_ismember(l, e);
    default:
        return lower_operator(l, e);
    }
}
