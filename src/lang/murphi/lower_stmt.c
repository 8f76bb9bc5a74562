/* lang/murphi/lower_stmt.c - statements. */
#include "lang/murphi/lower.h"

static void lower_into(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_stmt *s);

/* ---- assignments, aliases ----------------------------------------------------------------------------------- */

/* Copies a complex value to a place, or returns it if that is NULL: a separate statement for each value of ?:. */
static void lower_copy(coset_mu_lowerer *l, coset_ir_list *list, const coset_ir_place *to, const coset_mu_expr *e,
                       coset_pos pos)
{
    if (e->op != COSET_MU_E_COND) {
        coset_ir_stmt *s = coset_ir_add(l->arena, list, to ? COSET_S_COPY : COSET_S_RETURN, pos);
        s->place = to;
        s->source = coset_mu_lower_place(l, e);
        return;
    }
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_IF, e->pos);
    coset_ir_list yes = {0}, no = {0};
    s->expr = coset_mu_lower_expr(l, e->a);
    lower_copy(l, &yes, to, e->b, pos);
    lower_copy(l, &no, to, e->c, pos);
    s->body = yes.first;
    s->other = no.first;
}

static void lower_assign(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_stmt *s)
{
    if (!coset_mu_is_simple(s->target->type)) {
        lower_copy(l, list, coset_mu_lower_place(l, s->target), s->e, s->pos);
        return;
    }
    coset_ir_stmt *to = coset_ir_add(l->arena, list, COSET_S_ASSIGN, s->pos);
    to->place = coset_mu_lower_place(l, s->target);
    to->copies_undefined = l->dialect != COSET_MU_RUMUR;
    to->expr = coset_mu_lower_expr(l, s->e);
    if (l->dialect == COSET_MU_RUMUR)
        to->expr = coset_mu_lower_hinted(l, to->expr, "--dialect=strict and --dialect=cmurphi copy it");
}

/* A new local of the expression's type that stores its value. */
static const coset_ir_place *keep_value(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_expr *e,
                                        const char *name, coset_mu_home *home)
{
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_ASSIGN, e->pos);
    const coset_ir_type *type = coset_mu_lower_type(l, e->type);
    s->expr = coset_mu_lower_compared(l, coset_mu_lower_expr(l, e));
    s->copies_undefined = coset_mu_undefined_is_value(l, type);
    *home = (coset_mu_home){COSET_P_LOCAL, coset_mu_lower_slots(l, type->width), type};
    coset_ir_place *kept = coset_mu_lower_whole(l, home, name, e->pos);
    coset_ir_place_shorten(l->arena, kept);
    s->place = kept;
    return kept;
}

void coset_mu_lower_alias(coset_mu_lowerer *l, coset_mu_decl *d, coset_ir_list *list)
{
    if (d->is_constant)
        return;
    if (!d->is_place && coset_mu_is_simple(d->type)) {
        coset_mu_home home;
        keep_value(l, list, d->init, d->name, &home);
        coset_mu_lower_home(l, d, home.base, home.offset, home.type);
        return;
    }
    if (d->init->op == COSET_MU_E_COND) {
        const coset_ir_type *type = coset_mu_lower_type(l, d->type);
        const coset_mu_home home = {COSET_P_LOCAL, coset_mu_lower_slots(l, type->width), type};
        lower_copy(l, list, coset_mu_lower_whole(l, &home, d->name, d->pos), d->init, d->pos);
        coset_mu_lower_home(l, d, home.base, home.offset, home.type);
        return;
    }
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_BIND, d->pos);
    s->source = coset_mu_lower_place(l, d->init);
    s->frame = coset_mu_lower_slots(l, 1);
    coset_mu_lower_home(l, d, COSET_P_REF, s->frame, s->source->type);
}

void coset_mu_lower_own(coset_mu_lowerer *l, coset_mu_decl *d, coset_ir_list *list)
{
    if (d->kind != COSET_MU_BINDER || !d->is_assigned)
        return;
    const coset_mu_home bound = *(const coset_mu_home *)d->lowered;
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_ASSIGN, d->pos);
    coset_ir_expr *value = coset_ir_make(l->arena, COSET_E_LOAD, bound.type, d->pos);
    value->place = coset_mu_lower_whole(l, &bound, d->name, d->pos);
    s->expr = value;
    const coset_mu_home *own =
        coset_mu_lower_home(l, d, COSET_P_LOCAL, coset_mu_lower_slots(l, bound.type->width), bound.type);
    s->place = coset_mu_lower_whole(l, own, d->name, d->pos);
}

/* ---- branches ----------------------------------------------------------------------------------------------- */

/* `value` is one of the case's values. */
static const coset_ir_expr *lower_case(coset_mu_lowerer *l, const coset_ir_expr *value, const coset_mu_expr *when)
{
    const coset_ir_expr *equal =
        coset_mu_lower_equal(l, COSET_E_EQ, (coset_mu_operand){value, NULL},
                             (coset_mu_operand){coset_mu_lower_expr(l, when), when}, when->pos);
    if (!when->next)
        return equal;
    coset_ir_expr *either = coset_ir_make(l->arena, COSET_E_OR, l->boolean, when->pos);
    either->a = equal;
    either->b = lower_case(l, value, when->next);
    return either;
}

/* The clauses of an `if`, which have conditions, or of a `switch` on `value`. */
static void lower_clauses(coset_mu_lowerer *l, coset_ir_list *list, const coset_ir_expr *value,
                          const coset_mu_clause *c)
{
    if (!c)
        return;
    if (!c->when) {
        for (const coset_mu_stmt *s = c->body; s; s = s->next)
            lower_into(l, list, s);
        return;
    }
    coset_ir_stmt *to = coset_ir_add(l->arena, list, COSET_S_IF, c->pos);
    coset_ir_list other = {0};
    to->expr = value ? lower_case(l, value, c->when) : coset_mu_lower_expr(l, c->when);
    to->body = coset_mu_lower_stmts(l, c->body);
    lower_clauses(l, &other, value, c->next);
    to->other = other.first;
}

/* The value is evaluated once, before the cases. */
static void lower_switch(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_stmt *s)
{
    coset_mu_home home;
    const coset_ir_place *kept = keep_value(l, list, s->e, "switch", &home);
    coset_ir_expr *value = coset_ir_make(l->arena, COSET_E_LOAD, home.type, s->e->pos);
    value->place = kept;
    lower_clauses(l, list, value, s->clauses);
}

/* ---- loops -------------------------------------------------------------------------------------------------- */

static const coset_ir_binder *new_binder(coset_mu_lowerer *l, coset_mu_decl *d)
{
    coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
    *b = coset_mu_lower_binder(l, d);
    return b;
}

static void lower_for(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_stmt *s, coset_mu_decl *d)
{
    coset_ir_stmt *to = coset_ir_add_loop(l->arena, list, new_binder(l, d), s->pos);
    coset_ir_list inner = {0};
    if (d->next) {
        lower_for(l, &inner, s, d->next);
    } else {
        for (coset_mu_decl *each = s->binders; each; each = each->next)
            coset_mu_lower_own(l, each, &inner);
        coset_mu_lower_append(l, &inner, s->body);
    }
    to->body = inner.first;
}

static void lower_while(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_stmt *s)
{
    coset_ir_stmt *to = coset_ir_add(l->arena, list, COSET_S_WHILE, s->pos);
    to->expr = coset_mu_lower_expr(l, s->e);
    to->body = coset_mu_lower_stmts(l, s->body);
}

/* ---- the others --------------------------------------------------------------------------------------------- */

static void lower_return(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_stmt *s)
{
    if (s->e && !coset_mu_is_simple(s->e->type)) {
        lower_copy(l, list, NULL, s->e, s->pos);
        return;
    }
    coset_ir_stmt *to = coset_ir_add(l->arena, list, COSET_S_RETURN, s->pos);
    if (s->e)
        to->expr = coset_mu_lower_expr(l, s->e);
}

static void lower_demand(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_stmt *s)
{
    coset_ir_stmt_op op = s->op == COSET_MU_S_ASSUME  ? COSET_S_ASSUME
                          : s->op == COSET_MU_S_COVER ? COSET_S_COVER
                                                      : COSET_S_ASSERT;
    coset_prop_kind kind = s->op == COSET_MU_S_ASSUME  ? COSET_PROP_ASSUMPTION
                           : s->op == COSET_MU_S_COVER ? COSET_PROP_COVER
                                                       : COSET_PROP_ASSERTION;
    coset_ir_stmt *to = coset_ir_add(l->arena, list, op, s->pos);
    to->text = coset_mu_lower_name(l, s->text);
    to->expr = s->e ? coset_mu_lower_expr(l, s->e) : NULL;
    to->prop = coset_mu_lower_prop(l, kind, s->text, s->pos);
    l->props.at[to->prop].in_step = true;
}

/* A call, or a choice between calls (see split_call of the checker). */
static void lower_calls(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_expr *e, coset_pos pos)
{
    if (e->op != COSET_MU_E_COND) {
        coset_ir_add(l->arena, list, COSET_S_CALL, pos)->expr = coset_mu_lower_expr(l, e);
        return;
    }
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_IF, e->pos);
    coset_ir_list yes = {0}, no = {0};
    s->expr = coset_mu_lower_expr(l, e->a);
    lower_calls(l, &yes, e->b, pos);
    lower_calls(l, &no, e->c, pos);
    s->body = yes.first;
    s->other = no.first;
}

static void lower_put(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_stmt *s)
{
    coset_ir_stmt *to = coset_ir_add(l->arena, list, COSET_S_PUT, s->pos);
    to->text = coset_mu_lower_name(l, s->text);
    if (s->e && coset_mu_is_simple(s->e->type))
        to->expr = coset_mu_lower_expr(l, s->e);
    else if (s->e)
        to->place = coset_mu_lower_place(l, s->e);
}

static void lower_bag(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_stmt *s)
{
    coset_ir_stmt *to;
    if (s->op == COSET_MU_S_BAGREMOVE_IF) {
        to = coset_ir_add(l->arena, list, COSET_S_BAGREMOVE_IF, s->pos);
        to->binder = new_binder(l, s->binders);
        to->place = to->binder->bag;
        to->expr = coset_mu_lower_expr(l, s->e);
        return;
    }
    if (s->op == COSET_MU_S_BAGADD && coset_mu_is_simple(s->e->type)) {
        coset_mu_lower_element(l, list, s);
        return;
    }
    to = coset_ir_add(l->arena, list, s->op == COSET_MU_S_BAGADD ? COSET_S_BAGADD : COSET_S_BAGREMOVE, s->pos);
    to->place = coset_mu_lower_place(l, s->target);
    if (coset_mu_is_simple(s->e->type))
        to->expr = coset_mu_lower_expr(l, s->e);
    else
        to->source = coset_mu_lower_place(l, s->e);
}

static void lower_into(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_stmt *s)
{
    switch (s->op) {
    case COSET_MU_S_ASSIGN:
        lower_assign(l, list, s);
        return;
    case COSET_MU_S_IF:
        lower_clauses(l, list, NULL, s->clauses);
        return;
    case COSET_MU_S_SWITCH:
        lower_switch(l, list, s);
        return;
    case COSET_MU_S_FOR:
        lower_for(l, list, s, s->binders);
        return;
    case COSET_MU_S_WHILE:
        lower_while(l, list, s);
        return;
    case COSET_MU_S_CALL:
        lower_calls(l, list, s->e, s->pos);
        return;
    case COSET_MU_S_RETURN:
        lower_return(l, list, s);
        return;
    case COSET_MU_S_ASSERT:
    case COSET_MU_S_ASSUME:
    case COSET_MU_S_COVER:
    case COSET_MU_S_ERROR:
        lower_demand(l, list, s);
        return;
    case COSET_MU_S_PUT:
        lower_put(l, list, s);
        return;
    case COSET_MU_S_CLEAR:
        coset_ir_add(l->arena, list, COSET_S_CLEAR, s->pos)->place = coset_mu_lower_place(l, s->target);
        return;
    case COSET_MU_S_UNDEFINE:
        coset_ir_add(l->arena, list, COSET_S_UNDEFINE, s->pos)->place = coset_mu_lower_place(l, s->target);
        return;
    case COSET_MU_S_ALIAS:
        for (coset_mu_decl *d = s->binders; d; d = d->next)
            coset_mu_lower_alias(l, d, list);
        for (const coset_mu_stmt *inner = s->body; inner; inner = inner->next)
            lower_into(l, list, inner);
        return;
    case COSET_MU_S_BAGADD:
    case COSET_MU_S_BAGREMOVE:
    case COSET_MU_S_BAGREMOVE_IF:
        lower_bag(l, list, s);
        return;
    }
}

void coset_mu_lower_append(coset_mu_lowerer *l, coset_ir_list *list, const coset_mu_stmt *s)
{
    for (; s; s = s->next)
        lower_into(l, list, s);
}

const coset_ir_stmt *coset_mu_lower_stmts(coset_mu_lowerer *l, const coset_mu_stmt *s)
{
    coset_ir_list list = {0};
    coset_mu_lower_append(l, &list, s);
    return list.first;
}
