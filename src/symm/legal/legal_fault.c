/* symm/legal/legal_fault.c - expressions and statements that certainly cannot fault.
 *
 * Needed where the order of iterations decides whether a part is evaluated at all. The answer "may" is always safe. */
#include "symm/legal/legal_int.h"

static bool place_may_fault(coset__legal *l, coset__frame *f, const coset_ir_place *p);

static bool fits(const coset_ir_expr *e, const coset_ir_type *to)
{
    if (e->op == COSET_E_CONST)
        return to->kind == COSET_T_INT || coset_ir_rank(to, e->value) >= 0;
    return coset__contains(to, e->op == COSET_E_LOAD ? e->place->type : e->type);
}

/* Some slot that the rest of the path, from step i on, may mean is not known to be defined. */
static bool some_undefined(const coset__legal *l, const coset__path *p, uint32_t i, uint64_t at)
{
    for (; i < p->n_steps && !p->steps[i].index; i++)
        at += p->steps[i].offset;
    if (i == p->n_steps)
        return at >= l->ir->n_slots || !l->defined[at];
    const coset__path_step *s = &p->steps[i];
    if (s->of->kind != COSET_T_ARRAY)
        return true;
    for (uint64_t k = 0; k < s->of->index->n; k++)
        if (some_undefined(l, p, i + 1, at + k * s->stride))
            return true;
    return false;
}

bool coset__may_be_undefined(coset__legal *l, const coset__frame *f, const coset_ir_place *p)
{
    const coset__slot *s = coset__slot_of(f, p);
    if (s && s->is_binder)
        return false;
    const coset__path *path = coset__path_of(l, f, p);
    if (l->ignores_defined || !path || path->root != COSET__ROOT_STATE || !coset_ir_is_simple(p->type))
        return true;
    if (!l->defined_tried)
        l->defined = coset__defined(l);
    l->defined_tried = true;
    return !l->defined || some_undefined(l, path, 0, path->offset);
}

/* Sums and differences of such numbers stay far from the bounds of int64_t. */
static bool is_small(const coset_ir_expr *e)
{
    const int64_t bound = INT64_C(1) << 31;
    if (e->op == COSET_E_CONST)
        return e->value > -bound && e->value < bound;
    const coset_ir_type *t = e->op == COSET_E_LOAD ? e->place->type : e->type;
    if (t->kind == COSET_T_BOOL)
        return true;
    return t->kind == COSET_T_RANGE && t->n > 0 && t->lo > -bound && coset_ir_unrank(t, t->n - 1) < bound;
}

static bool domain_may_fault(coset__legal *l, coset__frame *f, const coset_ir_binder *b)
{
    if (b->bag)
        return place_may_fault(l, f, b->bag);
    if (!b->from)
        return false;
    return coset__may_fault(l, f, b->from) || coset__may_fault(l, f, b->to) || b->step || !fits(b->from, b->type) ||
           !fits(b->to, b->type);
}

static bool below_binder(coset__legal *l, coset__frame *f, const coset_ir_binder *b, const coset_ir_expr *e,
                         const coset_ir_stmt *body)
{
    if (domain_may_fault(l, f, b))
        return true;
    const coset__slot before = f->slots[b->frame];
    coset__bind(l, f, b, coset__sym_new(l, COSET__ANY));
    bool faults = e ? coset__may_fault(l, f, e) : coset__body_may_fault(l, f, body);
    f->slots[b->frame] = before;
    return faults;
}

/* The list always ends with a return. */
static bool ends_with_return(const coset_ir_stmt *s)
{
    for (; s; s = s->next) {
        if (s->op == COSET_S_RETURN)
            return true;
        if (s->op == COSET_S_IF && ends_with_return(s->body) && ends_with_return(s->other))
            return true;
    }
    return false;
}

static bool call_may_fault(coset__legal *l, coset__frame *f, const coset_ir_expr *e)
{
    const coset_ir_function *g = e->function;
    if (l->n_followed >= COSET__MOST_FOLLOWED || coset__frame_within(f, g) || (g->result && !ends_with_return(g->body)))
        return true;
    l->n_followed++;
    for (uint32_t i = 0; i < g->n_params; i++) {
        const coset_ir_arg *a = &e->args[i];
        if (a->expr && (coset__may_fault(l, f, a->expr) || !fits(a->expr, g->params[i].type)))
            return true;
        if (a->place && place_may_fault(l, f, a->place))
            return true;
    }
    coset__frame in = coset__frame_call(l, f, e);
    return coset__body_may_fault(l, &in, g->body);
}

static bool place_may_fault(coset__legal *l, coset__frame *f, const coset_ir_place *p)
{
    if (p->base == COSET_P_CALL && coset__may_fault(l, f, p->call))
        return true;
    for (uint32_t i = 0; i < p->n_steps; i++) {
        const coset_ir_step *s = &p->steps[i];
        if (!s->index)
            continue;
        if (s->of->kind == COSET_T_BAG || coset__may_fault(l, f, s->index) || !fits(s->index, s->of->index))
            return true;
    }
    return false;
}

bool coset__may_fault(coset__legal *l, coset__frame *f, const coset_ir_expr *e)
{
    if (!e)
        return false;
    switch (e->op) {
    case COSET_E_CONST:
        return false;
    case COSET_E_LOAD:
        return place_may_fault(l, f, e->place) || coset__may_be_undefined(l, f, e->place);
    case COSET_E_ISUNDEFINED:
    case COSET_E_SAME:
    case COSET_E_DIFFERS:
        return place_may_fault(l, f, e->place) || (e->other && place_may_fault(l, f, e->other));
    case COSET_E_NEG:
    case COSET_E_ADD:
    case COSET_E_SUB:
    case COSET_E_MUL:
        return !is_small(e->a) || (e->b && !is_small(e->b)) || coset__may_fault(l, f, e->a) ||
               coset__may_fault(l, f, e->b);
    case COSET_E_DIV:
    case COSET_E_MOD:
        return true;
    case COSET_E_FORALL:
    case COSET_E_EXISTS:
    case COSET_E_BAGCOUNT:
        return below_binder(l, f, e->binder, e->a, NULL);
    case COSET_E_CALL:
        return call_may_fault(l, f, e);
    default:
        return coset__may_fault(l, f, e->a) || coset__may_fault(l, f, e->b) || coset__may_fault(l, f, e->c);
    }
}

static bool assign_may_fault(coset__legal *l, coset__frame *f, const coset_ir_stmt *s)
{
    bool plain = s->copies_undefined && s->expr->op == COSET_E_LOAD;
    if (plain ? place_may_fault(l, f, s->expr->place) : coset__may_fault(l, f, s->expr))
        return true;
    return place_may_fault(l, f, s->place) || !fits(s->expr, s->place->type);
}

static bool return_may_fault(const coset__frame *f, const coset_ir_stmt *s)
{
    const coset_ir_type *result = f->function ? f->function->result : NULL;
    return s->expr && result && !fits(s->expr, result);
}

static bool parts_may_fault(coset__legal *l, coset__frame *f, const coset_ir_stmt *s)
{
    return coset__may_fault(l, f, s->expr) || (s->source && place_may_fault(l, f, s->source)) ||
           (s->place && place_may_fault(l, f, s->place)) || coset__body_may_fault(l, f, s->body) ||
           coset__body_may_fault(l, f, s->other);
}

static bool one_may_fault(coset__legal *l, coset__frame *f, const coset_ir_stmt *s)
{
    if (s->op == COSET_S_ASSIGN)
        return assign_may_fault(l, f, s);
    if (s->op == COSET_S_RETURN)
        return parts_may_fault(l, f, s) || return_may_fault(f, s);
    if (coset_ir_kind_of(s).faults)
        return true;
    if (s->binder)
        return below_binder(l, f, s->binder, NULL, s->body);
    if (parts_may_fault(l, f, s))
        return true;
    if (s->op == COSET_S_BIND)
        coset__alias(l, f, s, true);
    return false;
}

bool coset__body_may_fault(coset__legal *l, coset__frame *f, const coset_ir_stmt *s)
{
    for (; s; s = s->next)
        if (one_may_fault(l, f, s))
            return true;
    return false;
}
