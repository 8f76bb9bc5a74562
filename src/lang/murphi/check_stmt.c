#include <string.h>
#include <strings.h>

#include "lang/murphi/checker.h"

/* ---- declarations --------------------------------------------------------------------------------------------- */

static void check_const(coset_mu_checker *c, coset_mu_decl *d)
{
    coset_mu_check_expr(c, d->init);
    d->type = d->init->type;
    d->value = d->init->value;
    d->is_constant = true;
    if (coset_mu_is_broken(c, d->init) || d->init->constant)
        return;
    coset_mu_error(c, "E040", d->init, "the value of %.60s must be constant", d->name);
    coset_mu_help(c, "it may use numbers and names declared in a const section");
    d->type = c->broken;
}

void coset_mu_check_decl(coset_mu_checker *c, coset_mu_decl *d)
{
    switch (d->kind) {
    case COSET_MU_CONST:
        check_const(c, d);
        break;
    case COSET_MU_TYPE:
        d->type = coset_mu_check_type(c, d->typex);
        if (!d->type->name && d->type != c->broken)
            d->type->name = d->name;
        break;
    default:
        d->type = coset_mu_check_stored(c, d->typex);
        d->is_writable = true;
        coset_mu_add_slots(c, d->is_global ? &c->state_slots : &c->local_slots, d);
        break;
    }
    coset_mu_declare(c, d);
}

void coset_mu_check_decls(coset_mu_checker *c, coset_mu_decl *d)
{
    for (; d && !coset_mu_enough(c); d = d->next)
        coset_mu_check_decl(c, d);
}

/* Requires bounds to be numbers; fills low, high, step if constant and returns whether all are. */
static bool check_bounds(coset_mu_checker *c, coset_mu_decl *d, int64_t bounds[3])
{
    coset_mu_expr *all[3] = {d->from, d->to, d->step};
    bool constant = true;
    bounds[2] = 1;
    for (int i = 0; i < 3; i++) {
        if (!all[i])
            continue;
        coset_mu_check_position(c, all[i]);
        bounds[i] = all[i]->value;
        constant &= all[i]->constant && !coset_mu_is_broken(c, all[i]);
        if (coset_mu_is_broken(c, all[i]) || coset_mu_is_number(all[i]->type))
            continue;
        coset_mu_error(c, "E032", all[i], "a bound of %.60s must be an integer, but this is %s", d->name,
                       coset_mu_describe(c, all[i]->type));
        constant = false;
    }
    return constant;
}

/* Rumur rejects a loop that steps away from its end; in CMurphi it has no iterations. */
static void check_direction(coset_mu_checker *c, const coset_mu_decl *d, const int64_t bounds[3])
{
    if (bounds[2] == 0) {
        coset_mu_error(c, "E045", d->step, "a step of 0 never reaches the end");
    } else if (c->dialect != COSET_MU_CMURPHI && (bounds[2] > 0 ? bounds[0] > bounds[1] : bounds[0] < bounds[1])) {
        coset_mu_error(c, "E045", d, "counting from %lld by %lld never reaches %lld", (long long)bounds[0],
                       (long long)bounds[2], (long long)bounds[1]);
        coset_mu_help(c, "give the step with `by`; the dialect cmurphi takes this as no iteration");
    }
}

static coset_mu_type *computed_type(coset_mu_checker *c, coset_mu_decl *d, bool fixed)
{
    int64_t bounds[3] = {0, 0, 1}, gap;
    bool constant = check_bounds(c, d, bounds);
    if (!constant && d->step && d->step->constant && d->step->value == 0)
        coset_mu_error(c, "E045", d->step, "a step of 0 never reaches the end");
    if (!constant && fixed && d->from->type != c->broken && d->to->type != c->broken) {
        coset_mu_error(c, "E040", d, "the bounds of %.60s must be constant here", d->name);
        coset_mu_help(c, "use constant bounds and put the rest into the conditions of the rules");
    }
    if (!constant)
        return c->model->integer;
    check_direction(c, d, bounds);
    int64_t low = bounds[2] > 0 ? bounds[0] : bounds[1], high = bounds[2] > 0 ? bounds[1] : bounds[0];
    if (low > high || __builtin_sub_overflow(high, low, &gap) || (uint64_t)gap >= COSET_MU_MOST_VALUES)
        return c->model->integer;
    coset_mu_type *t = coset_mu_new_type(c, COSET_MU_RANGE);
    t->pos = d->pos;
    t->lo = low;
    t->n = (uint64_t)gap + 1;
    return t;
}

static coset_mu_type *entry_type(coset_mu_checker *c, coset_mu_decl *d)
{
    if (!coset_mu_check_place(c, d->bag, false, "choose from"))
        return c->broken;
    if (d->bag->type->kind != COSET_MU_BAG) {
        coset_mu_error(c, "E037", d->bag, "this is %s, not a multiset", coset_mu_describe(c, d->bag->type));
        return c->broken;
    }
    coset_mu_type *t = coset_mu_new_type(c, COSET_MU_BAGINDEX);
    t->pos = d->pos;
    t->bag = d->bag->type;
    t->n = d->bag->type->n;
    return t;
}

static coset_mu_type *quantified_type(coset_mu_checker *c, coset_mu_decl *d)
{
    coset_mu_type *t = coset_mu_check_stored(c, d->typex);
    if (t == c->broken || coset_mu_is_simple(t))
        return t;
    coset_mu_error(c, "E034", d->typex, "%.60s cannot run over %s", d->name, coset_mu_describe(c, t));
    coset_mu_help(c, "use a range, an enumeration, a scalarset, a union of them or boolean");
    return c->broken;
}

static void check_alias(coset_mu_checker *c, coset_mu_decl *d)
{
    if (c->in_body)
        coset_mu_check_source(c, d->init);
    else
        coset_mu_check_expr(c, d->init);
    d->type = d->init->type;
    d->is_constant = d->init->constant;
    d->value = d->init->value;
    d->is_place = d->init->is_place && !d->init->constant;
    const coset_mu_expr *root = d->init;
    while (root->op == COSET_MU_E_FIELD || root->op == COSET_MU_E_INDEX)
        root = root->a;
    d->is_writable = d->is_place && root->op == COSET_MU_E_NAME && root->decl->is_writable;
}

void coset_mu_check_binders(coset_mu_checker *c, coset_mu_decl *d, bool fixed)
{
    for (; d; d = d->next) {
        if (d->kind == COSET_MU_ALIAS)
            check_alias(c, d);
        else if (d->bag)
            d->type = entry_type(c, d);
        else if (d->from)
            d->type = computed_type(c, d, fixed);
        else
            d->type = quantified_type(c, d);
        coset_mu_declare(c, d);
    }
}

void coset_mu_open_binders(coset_mu_decl *d)
{
    for (; d; d = d->next)
        d->is_open = d->kind == COSET_MU_BINDER && !d->bag;
}

/* ---- statements ----------------------------------------------------------------------------------------------- */

static void check_assign(coset_mu_checker *c, coset_mu_stmt *s)
{
    bool good = coset_mu_check_place(c, s->target, true, "assign to");
    coset_mu_expr *e = s->e;
    if (e->op == COSET_MU_E_NAME && strcasecmp(e->name, "undefined") == 0 && !coset_mu_find(c, e->name)) {
        s->op = COSET_MU_S_UNDEFINE;
        s->e = NULL;
        if (good && s->target->type->kind == COSET_MU_INT)
            coset_mu_error(c, "E056", s, "a loop variable with computed bounds cannot be undefined");
        return;
    }
    coset_mu_check_source(c, e);
    if (good)
        (void)coset_mu_check_fit(c, e, s->target->type, s->pos, s->len, "assign");
}

static void check_if(coset_mu_checker *c, coset_mu_stmt *s)
{
    for (coset_mu_clause *k = s->clauses; k; k = k->next) {
        if (k->when)
            coset_mu_check_condition(c, k->when, "the condition");
        coset_mu_check_stmts(c, k->body);
    }
}

static void check_switch(coset_mu_checker *c, coset_mu_stmt *s)
{
    coset_mu_check_expr(c, s->e);
    bool good = !coset_mu_is_broken(c, s->e);
    if (good && !coset_mu_is_simple(s->e->type)) {
        coset_mu_error(c, "E034", s, "switch looks at a simple value, but this is %s",
                       coset_mu_describe(c, s->e->type));
        good = false;
    }
    for (coset_mu_clause *k = s->clauses; k; k = k->next) {
        for (coset_mu_expr *v = k->when; v; v = v->next) {
            coset_mu_check_expr(c, v);
            if (good && !coset_mu_is_broken(c, v) && !coset_mu_type_fits(s->e->type, v->type))
                coset_mu_error(c, "E033", v, "cannot compare %s with %s", coset_mu_describe(c, v->type),
                               coset_mu_describe(c, s->e->type));
        }
        coset_mu_check_stmts(c, k->body);
    }
}

/* for, alias: names bound for a block. */
static void check_block(coset_mu_checker *c, coset_mu_stmt *s)
{
    uint32_t outer = coset_mu_scope_enter(c);
    coset_mu_check_binders(c, s->binders, false);
    coset_mu_open_binders(s->binders);
    coset_mu_check_stmts(c, s->body);
    coset_mu_scope_leave(c, outer);
}

static void check_return(coset_mu_checker *c, coset_mu_stmt *s)
{
    const coset_mu_type *result = c->function && c->function->decl ? c->function->decl->type : NULL;
    c->returns = true;
    if (s->e)
        coset_mu_check_source(c, s->e);
    if (s->e && !result) {
        coset_mu_error(c, "E055", s, "%s has no result to return", c->function ? "a procedure" : "a rule");
        coset_mu_help(c, "write return alone to leave it");
    } else if (!s->e && result) {
        coset_mu_error(c, "E055", s, "a function must return a value");
    } else if (s->e) {
        (void)coset_mu_check_fit(c, s->e, result, s->e->pos, s->e->len, "return");
    }
}

static void check_bag_target(coset_mu_checker *c, coset_mu_stmt *s)
{
    bool add = s->op == COSET_MU_S_BAGADD;
    coset_mu_check_expr(c, s->e);
    if (!coset_mu_check_place(c, s->target, true, add ? "add to" : "remove from") || coset_mu_is_broken(c, s->e))
        return;
    const coset_mu_type *bag = s->target->type, *t = s->e->type;
    if (bag->kind != COSET_MU_BAG) {
        coset_mu_error(c, "E037", s->target, "this is %s, not a multiset", coset_mu_describe(c, bag));
    } else if (add) {
        (void)coset_mu_check_fit(c, s->e, bag->element, s->e->pos, s->e->len, "add");
    } else if (t->kind != COSET_MU_BAGINDEX || !coset_mu_type_same(t->bag, bag)) {
        coset_mu_error(c, "E035", s->e, "an entry of the multiset is needed, but this is %s", coset_mu_describe(c, t));
        coset_mu_help(c, "`choose i: m do ...` binds i to an entry of m");
    }
}

static void check_bag_condition(coset_mu_checker *c, coset_mu_stmt *s)
{
    uint32_t outer = coset_mu_scope_enter(c);
    coset_mu_check_binders(c, s->binders, false);
    if (s->binders->type != c->broken)
        (void)coset_mu_check_place(c, s->binders->bag, true, "remove from");
    coset_mu_check_condition(c, s->e, "the condition of multisetremovepred");
    coset_mu_scope_leave(c, outer);
}

static void check_stmt(coset_mu_checker *c, coset_mu_stmt *s)
{
    switch (s->op) {
    case COSET_MU_S_ASSIGN:
        check_assign(c, s);
        return;
    case COSET_MU_S_IF:
        check_if(c, s);
        return;
    case COSET_MU_S_SWITCH:
        check_switch(c, s);
        return;
    case COSET_MU_S_FOR:
    case COSET_MU_S_ALIAS:
        check_block(c, s);
        return;
    case COSET_MU_S_WHILE:
        coset_mu_check_condition(c, s->e, "the condition");
        coset_mu_check_stmts(c, s->body);
        return;
    case COSET_MU_S_CALL:
        coset_mu_check_call(c, s->e, false);
        return;
    case COSET_MU_S_RETURN:
        check_return(c, s);
        return;
    case COSET_MU_S_ASSERT:
    case COSET_MU_S_ASSUME:
    case COSET_MU_S_COVER:
        coset_mu_check_truth(c, s->e, "a property");
        return;
    case COSET_MU_S_ERROR:
        return;
    case COSET_MU_S_PUT:
        if (s->e)
            coset_mu_check_expr(c, s->e);
        return;
    case COSET_MU_S_CLEAR:
        (void)coset_mu_check_place(c, s->target, true, "clear");
        return;
    case COSET_MU_S_UNDEFINE:
        (void)coset_mu_check_place(c, s->target, true, "undefine");
        return;
    case COSET_MU_S_BAGADD:
    case COSET_MU_S_BAGREMOVE:
        check_bag_target(c, s);
        return;
    case COSET_MU_S_BAGREMOVE_IF:
        check_bag_condition(c, s);
        return;
    }
}

void coset_mu_check_stmts(coset_mu_checker *c, coset_mu_stmt *s)
{
    for (; s && !coset_mu_enough(c); s = s->next)
        check_stmt(c, s);
}
