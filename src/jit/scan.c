/* jit/scan.c - which code can be translated, and which locals must be in memory. */
#include "ir/order.h"
#include "ir/visit.h"
#include "jit/jit_int.h"

/* A walk over a piece of a program, which follows each function once. */
typedef struct {
    coset_jit *n;
    coset_jit_fn *into; /* the results */
    uint64_t number;
} scan;

static scan new_scan(coset_jit *n, coset_jit_fn *into) { return (scan){n, into, ++n->walks}; }

static void scan_stmts(scan *s, const coset_ir_stmt *st);

coset_jit_fn *coset_jit_find(coset_jit *n, const coset_ir_function *f)
{
    return f->number < n->n_functions ? &n->functions[f->number] : NULL;
}

static void scan_function(scan *s, coset_jit_fn *f)
{
    f->walk = s->number;
    f->open = true;
    scan_stmts(s, f->function->body);
    f->open = false;
}

/* The stored facts about a function. */
static void recall(scan *s, coset_jit_fn *f)
{
    f->walk = s->number;
    s->into->recursive |= f->recursive;
    s->into->writes |= f->writes;
    s->into->covers |= f->covers;
    for (uint32_t i = 0; i < s->n->n_functions; i++)
        s->n->functions[i].reached |= f->reaches[i];
}

/* The callee's body counts as part of the caller. */
static void follow(scan *s, const coset_ir_function *function)
{
    coset_jit_fn *f = coset_jit_find(s->n, function);
    if (f)
        f->reached = true;
    if (!f || f->open)
        s->into->recursive = true;
    else if (f->walk == s->number)
        return;
    else if (f->reaches)
        recall(s, f);
    else
        scan_function(s, f);
}

/* The walk ends when it turns out to be recursive. */
static bool on_expr(const coset_ir_visit *v, const coset_ir_expr *e)
{
    scan *s = v->ctx;
    if (coset_ir_visit_parts(v, e))
        return true;
    if (e->op == COSET_E_CALL)
        follow(s, e->function);
    return s->into->recursive;
}

static bool on_stmt(const coset_ir_visit *v, const coset_ir_stmt *st)
{
    scan *s = v->ctx;
    const coset_ir_place *to = coset_ir_target(st);
    s->into->writes |= to && (to->base == COSET_P_STATE || to->base == COSET_P_REF);
    s->into->covers |= st->op == COSET_S_COVER;
    return coset_ir_visit_stmt_parts(v, st);
}

static coset_ir_visit visit_of(scan *s) { return (coset_ir_visit){.expr = on_expr, .stmt = on_stmt, .ctx = s}; }

static void scan_stmts(scan *s, const coset_ir_stmt *st)
{
    const coset_ir_visit v = visit_of(s);
    if (!s->into->recursive)
        (void)coset_ir_visit_stmts(&v, st);
}

static void scan_binder(scan *s, const coset_ir_binder *b)
{
    const coset_ir_visit v = visit_of(s);
    if (!s->into->recursive)
        (void)coset_ir_visit_binder(&v, b);
}

/* The effects of a piece of a program, its calls included. */
static coset_jit_fn effects(coset_jit *n, const coset_ir_stmt *st, const coset_ir_expr *e)
{
    coset_jit_fn found = {0};
    scan s = new_scan(n, &found);
    const coset_ir_visit v = visit_of(&s);
    scan_stmts(&s, st);
    if (!found.recursive)
        (void)coset_ir_visit_expr(&v, e);
    return found;
}

static void forget_reached(coset_jit *n)
{
    for (uint32_t i = 0; i < n->n_functions; i++)
        n->functions[i].reached = false;
}

void coset_jit_scan(coset_jit *n)
{
    for (uint32_t i = 0; i < n->n_functions; i++) {
        coset_jit_fn *f = &n->functions[i];
        scan s = new_scan(n, f);
        forget_reached(n);
        scan_function(&s, f);
        f->reaches = coset_new(n->n_functions, sizeof *f->reaches);
        for (uint32_t k = 0; k < n->n_functions; k++)
            f->reaches[k] = n->functions[k].reached;
    }
}

static bool any_reached(const coset_jit *n)
{
    for (uint32_t i = 0; i < n->n_functions; i++)
        if (n->functions[i].reached)
            return true;
    return false;
}

static void reach_binders(coset_jit *n, const coset_ir_binder *b, uint32_t n_binders)
{
    coset_jit_fn found = {0};
    scan s = new_scan(n, &found);
    for (uint32_t i = 0; i < n_binders; i++)
        scan_binder(&s, &b[i]);
}

bool coset_jit_reach_rule(coset_jit *n, uint32_t rule)
{
    const coset_ir_rule *r = &n->model->ir->rules[rule];
    forget_reached(n);
    reach_binders(n, r->params, r->n_params);
    (void)effects(n, r->prelude, r->guard);
    (void)effects(n, coset_machine_body(n->model, rule), NULL);
    return any_reached(n);
}

bool coset_jit_reach_prop(coset_jit *n, uint32_t prop)
{
    const coset_ir_prop *p = &n->model->ir->props[prop];
    forget_reached(n);
    reach_binders(n, p->params, p->n_params);
    (void)effects(n, p->prelude, p->expr);
    return any_reached(n);
}

void coset_jit_reach_function(coset_jit *n, uint32_t function)
{
    for (uint32_t i = 0; i < n->n_functions; i++)
        n->functions[i].reached = i == function || n->functions[function].reaches[i];
}

/* Aliases of a rule are bound before the guard, on the guard's memory; the body works on a copy of the state only. */
static bool prelude_is_plain(const coset_ir_stmt *st)
{
    for (; st; st = st->next)
        if (st->op != COSET_S_BIND || (st->source->base != COSET_P_STATE && st->source->base != COSET_P_REF))
            return false;
    return true;
}

static bool is_pure(coset_jit *n, const coset_ir_stmt *prelude, const coset_ir_expr *guard)
{
    coset_jit_fn g = effects(n, prelude, guard);
    return !g.recursive && !g.writes && !g.covers && prelude_is_plain(prelude);
}

bool coset_jit_takes_rule(coset_jit *n, uint32_t rule)
{
    const coset_ir_rule *r = &n->model->ir->rules[rule];
    if (!is_pure(n, r->prelude, r->guard) || effects(n, coset_machine_body(n->model, rule), NULL).recursive)
        return false;
    for (uint32_t i = 0; i < r->n_params; i++) {
        coset_jit_fn found = {0};
        scan s = new_scan(n, &found);
        scan_binder(&s, &r->params[i]);
        if (found.recursive || found.writes || found.covers)
            return false;
    }
    return true;
}

bool coset_jit_takes_prop(coset_jit *n, uint32_t prop)
{
    const coset_ir_prop *p = &n->model->ir->props[prop];
    if (p->in_step || !p->expr || !is_pure(n, p->prelude, p->expr))
        return false;
    for (uint32_t i = 0; i < p->n_params; i++)
        if (p->params[i].from || p->params[i].bag || p->params[i].type->n == 0)
            return false;
    return true;
}

bool coset_jit_body_covers(coset_jit *n, const coset_ir_stmt *body) { return effects(n, body, NULL).covers; }

/* ---- locals that need memory -------------------------------------------------------------------------------- */

/* A place is used otherwise than as a whole simple local. */
static void mark_address(const coset_ir_place *p, bool *in_memory)
{
    if (!p)
        return;
    if (p->base == COSET_P_LOCAL || p->base == COSET_P_CALL) {
        const coset_ir_type *t = p->n_steps ? p->steps[0].of : p->type;
        uint32_t width = p->base == COSET_P_CALL ? p->call->function->result->width : t->width;
        for (uint32_t i = 0; i < width; i++)
            in_memory[p->offset + i] = true;
    }
    coset_jit_mark_expr(p->call, in_memory);
    for (uint32_t i = 0; i < p->n_steps; i++)
        coset_jit_mark_expr(p->steps[i].index, in_memory);
}

/* A place that is read or written as one simple value. */
static void mark_simple(const coset_ir_place *p, bool *in_memory)
{
    if (p && ((p->track && p->track->watched) || !(p->base == COSET_P_LOCAL && p->n_steps == 0)))
        mark_address(p, in_memory);
}

void coset_jit_mark_binder(const coset_ir_binder *b, bool *in_memory)
{
    if (!b)
        return;
    coset_jit_mark_expr(b->from, in_memory);
    coset_jit_mark_expr(b->to, in_memory);
    coset_jit_mark_expr(b->step, in_memory);
    mark_address(b->bag, in_memory);
}

void coset_jit_mark_expr(const coset_ir_expr *e, bool *in_memory)
{
    if (!e)
        return;
    coset_jit_mark_expr(e->a, in_memory);
    coset_jit_mark_expr(e->b, in_memory);
    coset_jit_mark_expr(e->c, in_memory);
    coset_jit_mark_binder(e->binder, in_memory);
    bool simple =
        e->op == COSET_E_LOAD || e->op == COSET_E_ISUNDEFINED || (e->other && coset_ir_is_simple(e->other->type));
    if (simple)
        mark_simple(e->place, in_memory);
    else
        mark_address(e->place, in_memory);
    if (simple)
        mark_simple(e->other, in_memory);
    else
        mark_address(e->other, in_memory);
    for (uint32_t i = 0; e->op == COSET_E_CALL && i < e->function->n_params; i++) {
        coset_jit_mark_expr(e->args[i].expr, in_memory);
        mark_address(e->args[i].place, in_memory);
    }
}

void coset_jit_mark_stmts(const coset_ir_stmt *s, bool *in_memory)
{
    for (; s; s = s->next) {
        bool simple = s->place && coset_ir_is_simple(s->place->type);
        if (simple && (s->op == COSET_S_ASSIGN || s->op == COSET_S_CLEAR || s->op == COSET_S_UNDEFINE))
            mark_simple(s->place, in_memory);
        else
            mark_address(s->place, in_memory);
        mark_address(s->source, in_memory);
        coset_jit_mark_expr(s->expr, in_memory);
        coset_jit_mark_binder(s->binder, in_memory);
        coset_jit_mark_stmts(s->body, in_memory);
        coset_jit_mark_stmts(s->other, in_memory);
    }
}
