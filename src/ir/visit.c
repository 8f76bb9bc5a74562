#include "ir/visit.h"

/* ---- expressions and places ------------------------------------------------------------------------------------- */

bool coset_ir_visit_expr(const coset_ir_visit *v, const coset_ir_expr *e)
{
    return e && (v->expr ? v->expr(v, e) : coset_ir_visit_parts(v, e));
}

bool coset_ir_visit_place(const coset_ir_visit *v, const coset_ir_place *p)
{
    return p && (v->place ? v->place(v, p) : coset_ir_visit_place_parts(v, p));
}

bool coset_ir_visit_binder(const coset_ir_visit *v, const coset_ir_binder *b)
{
    return b && (v->binder ? v->binder(v, b) : coset_ir_visit_binder_parts(v, b));
}

bool coset_ir_visit_place_parts(const coset_ir_visit *v, const coset_ir_place *p)
{
    bool ended = coset_ir_visit_expr(v, p->call);
    for (uint32_t i = 0; i < p->n_steps && !ended; i++)
        ended = coset_ir_visit_expr(v, p->steps[i].index);
    return ended;
}

bool coset_ir_visit_binder_parts(const coset_ir_visit *v, const coset_ir_binder *b)
{
    return coset_ir_visit_expr(v, b->from) || coset_ir_visit_expr(v, b->to) || coset_ir_visit_expr(v, b->step) ||
           coset_ir_visit_place(v, b->bag);
}

static bool visit_args(const coset_ir_visit *v, const coset_ir_expr *call)
{
    for (uint32_t i = 0; i < call->function->n_params; i++)
        if (coset_ir_visit_expr(v, call->args[i].expr) || coset_ir_visit_place(v, call->args[i].place))
            return true;
    return false;
}

bool coset_ir_visit_parts(const coset_ir_visit *v, const coset_ir_expr *e)
{
    return coset_ir_visit_binder(v, e->binder) || coset_ir_visit_expr(v, e->a) || coset_ir_visit_expr(v, e->b) ||
           coset_ir_visit_expr(v, e->c) || coset_ir_visit_place(v, e->place) || coset_ir_visit_place(v, e->other) ||
           (e->function && visit_args(v, e));
}

/* ---- statements ------------------------------------------------------------------------------------------------- */

bool coset_ir_visit_stmts(const coset_ir_visit *v, const coset_ir_stmt *list)
{
    for (; list; list = list->next)
        if (v->stmt ? v->stmt(v, list) : coset_ir_visit_stmt_parts(v, list))
            return true;
    return false;
}

bool coset_ir_visit_stmt_parts(const coset_ir_visit *v, const coset_ir_stmt *s)
{
    return coset_ir_visit_binder(v, s->binder) || coset_ir_visit_expr(v, s->expr) ||
           coset_ir_visit_place(v, s->place) || coset_ir_visit_place(v, s->source) ||
           coset_ir_visit_stmts(v, s->body) || coset_ir_visit_stmts(v, s->other);
}

/* Kinds not listed here have no effect of their own. */
coset_ir_stmt_kind coset_ir_kind_of(const coset_ir_stmt *s)
{
    static const coset_ir_stmt_kind kinds[] = {
        [COSET_S_ASSIGN] = {.writes = true, .overwrites = true, .faults = true},
        [COSET_S_COPY] = {.writes = true, .overwrites = true},
        [COSET_S_WHILE] = {.faults = true},
        [COSET_S_RETURN] = {.faults = true},
        [COSET_S_ASSERT] = {.faults = true},
        [COSET_S_CLEAR] = {.writes = true, .overwrites = true},
        [COSET_S_UNDEFINE] = {.writes = true, .overwrites = true},
        [COSET_S_BAGADD] = {.writes = true, .faults = true},
        [COSET_S_BAGREMOVE] = {.writes = true, .faults = true},
        [COSET_S_BAGREMOVE_IF] = {.writes = true, .faults = true},
        [COSET_S_BIND] = {0}, /* the last kind */
    };
    return kinds[s->op];
}

/* ---- common queries ---------------------------------------------------------------------------------------------- */

static bool is_call(const coset_ir_visit *v, const coset_ir_expr *e)
{
    return e->op == COSET_E_CALL || coset_ir_visit_parts(v, e);
}

static const coset_ir_visit calls = {.expr = is_call};

bool coset_ir_has_call(const coset_ir_expr *e) { return coset_ir_visit_expr(&calls, e); }

bool coset_ir_place_has_call(const coset_ir_place *p) { return coset_ir_visit_place(&calls, p); }

/* ---- programs --------------------------------------------------------------------------------------------------- */

static bool visit_binders(const coset_ir_visit *v, const coset_ir_binder *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (coset_ir_visit_binder(v, &b[i]))
            return true;
    return false;
}

bool coset_ir_visit_rule(const coset_ir_visit *v, const coset_ir_rule *r)
{
    return visit_binders(v, r->params, r->n_params) || coset_ir_visit_stmts(v, r->prelude) ||
           coset_ir_visit_expr(v, r->guard) || coset_ir_visit_stmts(v, r->body);
}

bool coset_ir_visit_prop(const coset_ir_visit *v, const coset_ir_prop *p)
{
    return p && (visit_binders(v, p->params, p->n_params) || coset_ir_visit_stmts(v, p->prelude) ||
                 coset_ir_visit_expr(v, p->expr));
}

bool coset_ir_visit_program(const coset_ir_visit *v, const coset_ir *ir)
{
    bool ended = false;
    for (uint32_t i = 0; i < ir->n_functions && !ended; i++)
        ended = coset_ir_visit_stmts(v, ir->functions[i]->body);
    for (uint32_t i = 0; i < ir->n_rules && !ended; i++)
        ended = coset_ir_visit_rule(v, &ir->rules[i]);
    for (uint32_t i = 0; i < ir->n_props && !ended; i++)
        ended = coset_ir_visit_prop(v, &ir->props[i]);
    return ended || coset_ir_visit_prop(v, ir->transient) || coset_ir_visit_prop(v, ir->may_end);
}
