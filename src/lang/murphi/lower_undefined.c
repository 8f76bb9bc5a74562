/* lang/murphi/lower_undefined.c - undefined values in the dialects.
 *
 * In CMurphi undefined is an additional value of scalarsets and unions. The IR has no operator for it; it is expressed
 * with SAME and ISUNDEFINED. Operands that call a function are evaluated once, as arguments of a function created here.
 */
#include "ir/visit.h"
#include "lang/murphi/lower.h"

static bool is_identity(const coset_ir_type *t) { return t->kind == COSET_T_SCALARSET || t->kind == COSET_T_UNION; }

bool coset_mu_undefined_is_value(const coset_mu_lowerer *l, const coset_ir_type *t)
{
    return l->dialect == COSET_MU_CMURPHI && is_identity(t);
}

const coset_ir_expr *coset_mu_lower_compared(coset_mu_lowerer *l, const coset_ir_expr *e)
{
    if (l->dialect == COSET_MU_CMURPHI || !is_identity(e->type))
        return e;
    return coset_mu_lower_hinted(l, e, "--dialect=cmurphi compares it as a value of its own");
}

const coset_ir_expr *coset_mu_lower_hinted(coset_mu_lowerer *l, const coset_ir_expr *load, const char *hint)
{
    if (load->op != COSET_E_LOAD && load->op != COSET_E_COND)
        return load;
    coset_ir_expr *e = coset_arena_copy(l->arena, load, 1, sizeof *e);
    if (load->op == COSET_E_COND) {
        e->b = coset_mu_lower_hinted(l, load->b, hint);
        e->c = coset_mu_lower_hinted(l, load->c, hint);
        return e;
    }
    coset_ir_place *place = coset_arena_copy(l->arena, load->place, 1, sizeof *place);
    place->hint = hint;
    e->place = place;
    return e;
}

/* ---- parts of expressions ------------------------------------------------------------------------------------- */

static const coset_ir_expr *truth(coset_mu_lowerer *l, coset_ir_op op, const coset_ir_expr *a, const coset_ir_expr *b,
                                  coset_pos pos)
{
    coset_ir_expr *e = coset_ir_make(l->arena, op, l->boolean, pos);
    e->a = a;
    e->b = b;
    return e;
}

static const coset_ir_expr *is_undefined(coset_mu_lowerer *l, const coset_ir_expr *load)
{
    coset_ir_expr *e = coset_ir_make(l->arena, COSET_E_ISUNDEFINED, l->boolean, load->pos);
    e->place = load->place;
    return e;
}

/* load is defined and e holds */
static const coset_ir_expr *defined_and(coset_mu_lowerer *l, const coset_ir_expr *load, const coset_ir_expr *e)
{
    const coset_ir_expr *defined = truth(l, COSET_E_NOT, is_undefined(l, load), NULL, load->pos);
    return truth(l, COSET_E_AND, defined, e, e->pos);
}

/* A variable of a quantifier, loop or ruleset that is never assigned is defined. */
static bool is_bound(const coset_mu_expr *e)
{
    return e && e->op == COSET_MU_E_NAME && e->decl->kind == COSET_MU_BINDER && !e->decl->is_assigned;
}

/* ---- functions for operands with calls ------------------------------------------------------------------------ */

/* A call of a new function; *params are loads of its parameters, from which `result` is built afterwards. */
static coset_ir_expr *call_with(coset_mu_lowerer *l, uint32_t n, const coset_ir_expr *const *values,
                                coset_ir_expr **params, coset_ir_function **made, coset_pos pos)
{
    coset_ir_function *f = coset_arena_get(l->arena, 1, sizeof *f);
    coset_ir_param *p = coset_arena_get(l->arena, n, sizeof *p);
    coset_ir_arg *args = coset_arena_get(l->arena, n, sizeof *args);
    for (uint32_t i = 0; i < n; i++) {
        p[i] = (coset_ir_param){.name = "operand", .pos = pos, .type = values[i]->type, .frame = i};
        args[i].expr = values[i];
        const coset_mu_home home = {COSET_P_LOCAL, i, values[i]->type};
        params[i] = coset_ir_make(l->arena, COSET_E_LOAD, home.type, pos);
        params[i]->place = coset_mu_lower_whole(l, &home, p[i].name, pos);
    }
    *f = (coset_ir_function){.name = "comparison",
                             .number = l->functions.n,
                             .pos = pos,
                             .n_params = n,
                             .params = p,
                             .result = l->boolean,
                             .frame_size = n};
    *coset_vec_add(&l->functions) = f;
    *made = f;
    coset_ir_expr *call = coset_ir_make(l->arena, COSET_E_CALL, l->boolean, pos);
    call->function = f;
    call->args = args;
    return call;
}

static void give_back(coset_mu_lowerer *l, coset_ir_function *f, const coset_ir_expr *result)
{
    coset_ir_list body = {0};
    coset_ir_add(l->arena, &body, COSET_S_RETURN, f->pos)->expr = result;
    f->body = body.first;
}

/* ---- comparison ----------------------------------------------------------------------------------------------- */

/* a = b if neither calls a function; a or b may be undefined. */
static const coset_ir_expr *equal_values(coset_mu_lowerer *l, const coset_ir_expr *a, bool a_may,
                                         const coset_ir_expr *b, bool b_may, coset_pos pos)
{
    const coset_ir_expr *plain = truth(l, COSET_E_EQ, a, b, pos);
    if (!a_may && !b_may)
        return plain;
    if (a->op == COSET_E_LOAD && b->op == COSET_E_LOAD && a->place->type == b->place->type) {
        coset_ir_expr *e = coset_ir_make(l->arena, COSET_E_SAME, l->boolean, pos);
        e->place = a->place;
        e->other = b->place;
        return e;
    }
    if (!b_may)
        return defined_and(l, a, plain);
    if (!a_may)
        return defined_and(l, b, plain);
    coset_ir_expr *e = coset_ir_make(l->arena, COSET_E_COND, l->boolean, pos);
    e->a = is_undefined(l, a);
    e->b = is_undefined(l, b);
    e->c = defined_and(l, b, plain);
    return e;
}

static const coset_ir_expr *equal_in_cmurphi(coset_mu_lowerer *l, coset_mu_operand a, coset_mu_operand b, coset_pos pos)
{
    bool call = coset_ir_has_call(a.expr) ||
                coset_ir_has_call(b.expr); /* then the condition of a right operand must not be evaluated first */
    const coset_ir_expr *choice = a.expr->op == COSET_E_COND            ? a.expr
                                  : b.expr->op == COSET_E_COND && !call ? b.expr
                                                                        : NULL;
    if (call && !choice) {
        const coset_ir_expr *values[] = {a.expr, b.expr};
        coset_ir_expr *params[2];
        coset_ir_function *f;
        const coset_ir_expr *made = call_with(l, 2, values, params, &f, pos);
        give_back(l, f, equal_values(l, params[0], true, params[1], true, pos));
        return made;
    }
    if (!choice)
        return equal_values(l, a.expr, a.expr->op == COSET_E_LOAD && !is_bound(a.from), b.expr,
                            b.expr->op == COSET_E_LOAD && !is_bound(b.from), pos);
    coset_ir_expr *e = coset_ir_make(l->arena, COSET_E_COND, l->boolean, choice->pos);
    const coset_mu_operand yes = {choice->b, NULL}, no = {choice->c, NULL};
    e->a = choice->a;
    e->b = choice == a.expr ? equal_in_cmurphi(l, yes, b, pos) : equal_in_cmurphi(l, a, yes, pos);
    e->c = choice == a.expr ? equal_in_cmurphi(l, no, b, pos) : equal_in_cmurphi(l, a, no, pos);
    return e;
}

const coset_ir_expr *coset_mu_lower_equal(coset_mu_lowerer *l, coset_ir_op op, coset_mu_operand a, coset_mu_operand b,
                                          coset_pos pos)
{
    bool identities = is_identity(a.expr->type) || is_identity(b.expr->type);
    if (identities && l->dialect == COSET_MU_CMURPHI) {
        const coset_ir_expr *equal = equal_in_cmurphi(l, a, b, pos);
        return op == COSET_E_EQ ? equal : truth(l, COSET_E_NOT, equal, NULL, pos);
    }
    return truth(l, op, coset_mu_lower_compared(l, a.expr), coset_mu_lower_compared(l, b.expr), pos);
}

/* ---- the others ----------------------------------------------------------------------------------------------- */

static const coset_ir_expr *ismember(coset_mu_lowerer *l, const coset_ir_expr *value, const coset_ir_type *type,
                                     coset_pos pos)
{
    coset_ir_expr *e = coset_ir_make(l->arena, COSET_E_ISMEMBER, l->boolean, pos);
    e->a = value;
    e->member = type;
    return e;
}

const coset_ir_expr *coset_mu_lower_ismember(coset_mu_lowerer *l, const coset_mu_expr *e)
{
    const coset_ir_expr *value = coset_mu_lower_expr(l, e->a);
    const coset_ir_type *type = coset_mu_lower_type(l, e->member->type);
    if (value->op != COSET_E_LOAD || is_bound(e->a))
        return ismember(l, value, type, e->pos);
    if (!coset_mu_undefined_is_value(l, value->type))
        return ismember(l, coset_mu_lower_compared(l, value), type, e->pos);
    if (!coset_ir_has_call(value))
        return defined_and(l, value, ismember(l, value, type, e->pos));
    coset_ir_expr *param;
    coset_ir_function *f;
    coset_ir_expr *call = call_with(l, 1, &value, &param, &f, e->pos);
    give_back(l, f, defined_and(l, param, ismember(l, param, type, e->pos)));
    return call;
}

/* A new local of type t that gets the value that `load` reads, possibly undefined. */
static const coset_ir_place *copy_of(coset_mu_lowerer *l, coset_ir_list *list, const coset_ir_expr *load,
                                     const coset_ir_type *t, coset_pos pos)
{
    const coset_mu_home home = {COSET_P_LOCAL, coset_mu_lower_slots(l, t->width), t};
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_ASSIGN, pos);
    s->place = coset_mu_lower_whole(l, &home, "element", pos);
    s->expr = load;
    s->copies_undefined = true;
    return s->place;
}

void coset_mu_lower_element(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_stmt *s)
{
    const coset_ir_expr *value = coset_mu_lower_expr(l, s->e);
    const coset_ir_place *bag = coset_mu_lower_place(l, s->target), *source = NULL;
    const coset_ir_type *t = bag->type->element;
    bool passes = value->op == COSET_E_LOAD && (is_identity(value->type) || value->type->kind == COSET_T_ENUM);
    if (passes && l->dialect == COSET_MU_CMURPHI)
        source = value->place->type == t ? value->place : copy_of(l, list, value, t, s->pos);
    else if (passes)
        value = coset_mu_lower_hinted(l, value, "--dialect=cmurphi adds it as it is");
    coset_ir_stmt *add = coset_ir_add(l->arena, list, COSET_S_BAGADD, s->pos);
    add->place = bag;
    add->source = source;
    add->expr = source ? NULL : value;
}
