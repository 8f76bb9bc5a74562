/* lang/promela/program/pieces.c - small pieces of the program: nodes, places, statements. */
#include "lang/promela/program/pieces.h"

#include "ir/element_map.h"

void coset_pml_unsupported(coset_pml_lowerer *l, coset_pos pos, uint32_t len, const char *what)
{
    l->failed = true;
    coset_message(l->text, COSET_SEVERITY_ERROR, "E190", pos, len, "%s", what);
}

uint32_t coset_pml_ir_slots(coset_pml_lowerer *l, uint32_t n)
{
    uint32_t at = l->frame;
    l->frame += n;
    return at;
}

const coset_ir_type *coset_pml_ir_range(coset_pml_lowerer *l, int64_t lo, int64_t hi)
{
    coset_ir_type *t = coset_arena_get(l->arena, 1, sizeof *t);
    t->kind = COSET_T_RANGE;
    t->lo = lo;
    t->n = (uint64_t)(hi - lo) + 1;
    t->width = 1;
    return t;
}

/* ---- expressions ------------------------------------------------------------------------------------------------ */

coset_ir_expr *coset_pml_ir_make(coset_pml_lowerer *l, coset_ir_op op, coset_pos pos)
{
    return coset_ir_make(l->arena, op, l->integer, pos);
}

const coset_ir_expr *coset_pml_ir_number(coset_pml_lowerer *l, int64_t v, coset_pos pos)
{
    coset_ir_expr *e = coset_pml_ir_make(l, COSET_E_CONST, pos);
    e->value = v;
    return e;
}

/* A whole int in a slot: all values except the least one, which is stored as undefined. */
static bool has_least(const coset_pml_lowerer *l, const coset_ir_type *t)
{
    return l->how.least_int && t->kind == COSET_T_RANGE && t->lo == -(int64_t)INT32_MAX && t->n == UINT32_MAX;
}

static const coset_ir_expr *load_with_least(coset_pml_lowerer *l, const coset_ir_place *p,
                                            const coset_ir_expr *otherwise)
{
    coset_ir_expr *is_least = coset_pml_ir_make(l, COSET_E_ISUNDEFINED, p->pos);
    is_least->type = l->boolean;
    is_least->place = p;
    return coset_pml_ir_choice(l, is_least, coset_pml_ir_number(l, INT32_MIN, p->pos), otherwise);
}

const coset_ir_expr *coset_pml_ir_load(coset_pml_lowerer *l, const coset_ir_place *p)
{
    coset_ir_expr *e = coset_pml_ir_make(l, COSET_E_LOAD, p->pos);
    e->type = p->type;
    e->place = p;
    return has_least(l, p->type) ? load_with_least(l, p, e) : e;
}

static bool is_comparison(coset_ir_op op) { return op >= COSET_E_LT && op <= COSET_E_NE; }

/* A constant that is combined with a possible element of a scalarset gets the same type. */
static const coset_ir_expr *typed_like(coset_pml_lowerer *l, const coset_ir_expr *e, const coset_ir_expr *other)
{
    if (e->op != COSET_E_CONST || !coset_ir_is_symmetric(other->type) || coset_ir_rank(other->type, e->value) < 0)
        return e;
    coset_ir_expr *x = coset_arena_copy(l->arena, e, 1, sizeof *x);
    x->type = other->type;
    return x;
}

const coset_ir_expr *coset_pml_ir_binary(coset_pml_lowerer *l, coset_ir_op op, const coset_ir_expr *a,
                                         const coset_ir_expr *b)
{
    coset_ir_expr *e = coset_pml_ir_make(l, op, a->pos);
    if (is_comparison(op) || op == COSET_E_AND || op == COSET_E_OR)
        e->type = l->boolean;
    const bool equates = op == COSET_E_EQ || op == COSET_E_NE;
    e->a = equates ? typed_like(l, a, b) : a;
    e->b = equates ? typed_like(l, b, a) : b;
    coset_ir_element_map m;
    if (!is_comparison(op) && (coset_ir_is_symmetric(a->type) || coset_ir_is_symmetric(b->type)) &&
        coset_ir_element_map_of(l->arena, e, &m) && m.type)
        e->type = m.type;
    return e;
}

const coset_ir_expr *coset_pml_ir_plus(coset_pml_lowerer *l, const coset_ir_expr *a, int64_t by)
{
    return coset_pml_ir_binary(l, by < 0 ? COSET_E_SUB : COSET_E_ADD, a,
                               coset_pml_ir_number(l, by < 0 ? -by : by, a->pos));
}

const coset_ir_expr *coset_pml_ir_negated(coset_pml_lowerer *l, const coset_ir_expr *a)
{
    if (a->op == COSET_E_CONST)
        return coset_pml_ir_number(l, !a->value, a->pos);
    coset_ir_expr *e = coset_pml_ir_make(l, COSET_E_NOT, a->pos);
    e->type = l->boolean;
    e->a = a;
    return e;
}

const coset_ir_expr *coset_pml_ir_both(coset_pml_lowerer *l, const coset_ir_expr *a, const coset_ir_expr *b)
{
    if (!a || (a->op == COSET_E_CONST && a->value))
        return b;
    if (!b || (b->op == COSET_E_CONST && b->value))
        return a;
    return coset_pml_ir_binary(l, COSET_E_AND, a, b);
}

/* Extends t by a number that is no element: before or after the others, or it is a value already. NULL if it is an
 * element or lies between others. */
static const coset_ir_type *with_number(coset_pml_lowerer *l, const coset_ir_type *t, int64_t v)
{
    const int64_t first = t->kind == COSET_T_UNION ? t->members[0]->lo : t->lo;
    const int64_t last = coset_ir_unrank(t, t->n - 1);
    if (v >= first && v <= last)
        return coset_ir_element_number(t, v) < 0 && coset_ir_rank(t, v) >= 0 ? t : NULL;
    const uint32_t n = t->kind == COSET_T_UNION ? t->n_members : 1;
    const coset_ir_type **members = coset_arena_get(l->arena, n + (size_t)1, sizeof(const coset_ir_type *));
    for (uint32_t i = 0; i < n; i++)
        members[i + (v < first)] = t->kind == COSET_T_UNION ? t->members[i] : t;
    members[v < first ? 0 : n] = coset_pml_ir_range(l, v, v);
    coset_ir_type *u = coset_arena_get(l->arena, 1, sizeof *u);
    *u = (coset_ir_type){.kind = COSET_T_UNION, .lo = v < first ? v : first, .width = 1, .n = t->n + 1};
    u->members = members;
    u->n_members = n + 1;
    return u;
}

/* A type of elements that contains the values of both, or NULL. */
static const coset_ir_type *joined(coset_pml_lowerer *l, const coset_ir_expr *a, const coset_ir_expr *b)
{
    if (!coset_ir_is_symmetric(a->type))
        return coset_ir_is_symmetric(b->type) ? joined(l, b, a) : NULL;
    if (b->op == COSET_E_CONST)
        return with_number(l, a->type, b->value);
    if (coset_ir_holds(a->type, b->type))
        return a->type;
    return coset_ir_holds(b->type, a->type) ? b->type : NULL;
}

const coset_ir_expr *coset_pml_ir_choice(coset_pml_lowerer *l, const coset_ir_expr *when, const coset_ir_expr *a,
                                         const coset_ir_expr *b)
{
    if (!when)
        return a;
    coset_ir_expr *e = coset_pml_ir_make(l, COSET_E_COND, when->pos);
    e->a = when;
    e->b = a ? a : coset_pml_ir_number(l, 1, when->pos);
    e->c = b ? b : coset_pml_ir_number(l, 1, when->pos);
    const coset_ir_type *both = joined(l, e->b, e->c);
    e->type = both ? both : e->type;
    return e;
}

const coset_ir_expr *coset_pml_ir_equal(coset_pml_lowerer *l, const coset_ir_place *p, int64_t v)
{
    return coset_pml_ir_binary(l, COSET_E_EQ, coset_pml_ir_load(l, p), coset_pml_ir_number(l, v, p->pos));
}

/* ---- places ----------------------------------------------------------------------------------------------------- */

coset_ir_place *coset_pml_ir_place(coset_pml_lowerer *l, coset_ir_base base, uint32_t offset, const coset_ir_type *t,
                                   const char *name, coset_pos pos)
{
    name = name ? coset_arena_text(l->arena, name) : NULL;
    coset_ir_place *p = coset_ir_whole(l->arena, base, offset, t, name, pos);
    coset_ir_place_shorten(l->arena, p);
    return p;
}

static const coset_ir_place *step(coset_pml_lowerer *l, const coset_ir_place *p, coset_ir_step s,
                                  const coset_ir_type *t)
{
    coset_ir_place *q = coset_arena_copy(l->arena, p, 1, sizeof *q);
    coset_ir_step *steps = coset_arena_get(l->arena, p->n_steps + 1, sizeof *steps);
    for (uint32_t i = 0; i < p->n_steps; i++)
        steps[i] = p->steps[i];
    s.of = p->type;
    s.pos = p->pos;
    steps[q->n_steps++] = s;
    q->steps = steps;
    q->type = t;
    q->fixed = q->n_terms = 0;
    q->terms = NULL;
    coset_ir_place_shorten(l->arena, q);
    return q;
}

const coset_ir_place *coset_pml_ir_element(coset_pml_lowerer *l, const coset_ir_place *p, const coset_ir_expr *index)
{
    COSET_INVARIANT(p->type->kind == COSET_T_ARRAY);
    return step(l, p, (coset_ir_step){.index = index, .stride = p->type->element->width}, p->type->element);
}

const coset_ir_place *coset_pml_ir_field(coset_pml_lowerer *l, const coset_ir_place *p, uint32_t field)
{
    COSET_INVARIANT(p->type->kind == COSET_T_RECORD && field < p->type->n_fields);
    const coset_ir_field *f = &p->type->fields[field];
    return step(l, p, (coset_ir_step){.field = field, .offset = f->offset}, f->type);
}

const coset_ir_place *coset_pml_ir_local(coset_pml_lowerer *l, const coset_ir_type *t, const char *name, coset_pos pos)
{
    return coset_pml_ir_place(l, COSET_P_LOCAL, coset_pml_ir_slots(l, t->width), t, name, pos);
}

/* ---- statements ------------------------------------------------------------------------------------------------- */

static void assign_with_least(coset_pml_lowerer *l, coset_ir_list *list, const coset_ir_place *to,
                              const coset_ir_expr *e)
{
    const coset_ir_place *kept = coset_pml_ir_local(l, l->integer, "value", e->pos);
    coset_ir_list least = {0}, other = {0};
    coset_pml_ir_assign(l, list, kept, e);
    coset_ir_add(l->arena, &least, COSET_S_UNDEFINE, e->pos)->place = to;
    coset_ir_stmt *put = coset_ir_add(l->arena, &other, COSET_S_ASSIGN, e->pos);
    put->place = to;
    put->expr = coset_pml_ir_load(l, kept);
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_IF, e->pos);
    s->expr = coset_pml_ir_equal(l, kept, INT32_MIN);
    s->body = least.first;
    s->other = other.first;
}

void coset_pml_ir_assign(coset_pml_lowerer *l, coset_ir_list *list, const coset_ir_place *to, const coset_ir_expr *e)
{
    if (has_least(l, to->type) && (e->op != COSET_E_CONST || e->value == INT32_MIN)) {
        assign_with_least(l, list, to, e);
        return;
    }
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_ASSIGN, e->pos);
    s->place = to;
    s->expr = e;
}

/* The first value of each simple type inside is 0, so CLEAR sets 0. */
static bool starts_at_zero(const coset_ir_type *t)
{
    switch (t->kind) {
    case COSET_T_ARRAY:
        return starts_at_zero(t->element);
    case COSET_T_RECORD:
        for (uint32_t i = 0; i < t->n_fields; i++)
            if (!starts_at_zero(t->fields[i].type))
                return false;
        return true;
    case COSET_T_UNION:
    case COSET_T_SCALARSET:
        return false;
    default:
        return t->lo == 0;
    }
}

/* 0 is an element of a scalarset there. */
static bool zero_is_element(const coset_ir_type *t)
{
    for (uint32_t i = 0; t->kind == COSET_T_UNION && i < t->n_members; i++)
        if (t->members[i]->kind == COSET_T_SCALARSET && coset_ir_rank(t->members[i], 0) >= 0)
            return true;
    return false;
}

void coset_pml_ir_zero(coset_pml_lowerer *l, coset_ir_list *list, const coset_ir_place *p)
{
    const coset_ir_type *t = p->type;
    if (zero_is_element(t)) {
        coset_ir_add(l->arena, list, COSET_S_UNDEFINE, p->pos)->place = p;
    } else if (starts_at_zero(t)) {
        coset_ir_add(l->arena, list, COSET_S_CLEAR, p->pos)->place = p;
    } else if (t->kind == COSET_T_RECORD) {
        for (uint32_t i = 0; i < t->n_fields; i++)
            coset_pml_ir_zero(l, list, coset_pml_ir_field(l, p, i));
    } else if (t->kind == COSET_T_ARRAY) {
        coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
        *b = (coset_ir_binder){.name = "i", .pos = p->pos, .frame = coset_pml_ir_slots(l, 1), .type = t->index};
        const coset_ir_place *i = coset_pml_ir_place(l, COSET_P_LOCAL, b->frame, t->index, "i", p->pos);
        coset_ir_stmt *s = coset_ir_add_loop(l->arena, list, b, p->pos);
        coset_ir_list body = {0};
        coset_pml_ir_zero(l, &body, coset_pml_ir_element(l, p, coset_pml_ir_load(l, i)));
        s->body = body.first;
    } else {
        coset_pml_ir_assign(l, list, p, coset_pml_ir_number(l, 0, p->pos));
    }
}

uint32_t coset_pml_ir_assertion(coset_pml_lowerer *l, const char *name, coset_pos pos)
{
    for (uint32_t i = 0; i < l->props.n; i++)
        if (l->props.at[i].pos.line == pos.line && l->props.at[i].pos.column == pos.column &&
            l->props.at[i].pos.file == pos.file)
            return i;
    coset_ir_prop *p = coset_vec_add(&l->props);
    *p = (coset_ir_prop){
        .name = coset_arena_text(l->arena, name), .kind = COSET_PROP_ASSERTION, .pos = pos, .in_step = true};
    return l->props.n - 1;
}

void coset_pml_ir_fail(coset_pml_lowerer *l, coset_ir_list *list, const char *what, coset_pos pos)
{
    coset_ir_stmt *s = coset_ir_add(l->arena, list, COSET_S_ASSERT, pos);
    s->text = what;
    s->prop = coset_pml_ir_assertion(l, what, pos);
}

coset_pml_some coset_pml_ir_some(coset_pml_lowerer *l, const coset_pml_family *f, bool timeout, coset_pos pos)
{
    coset_ir_binder *b = coset_arena_get(l->arena, 1, sizeof *b);
    *b = (coset_ir_binder){.name = "other", .pos = pos, .frame = coset_pml_ir_slots(l, 1), .type = f->index};
    const coset_ir_place *p = coset_pml_ir_place(l, COSET_P_LOCAL, b->frame, f->index, b->name, pos);
    const coset_ir_expr *pid = f->n == 1 ? coset_pml_ir_number(l, f->lo, pos) : coset_pml_ir_load(l, p);
    return (coset_pml_some){.binder = b, .who = {.family = f, .pid = pid, .timeout = timeout}};
}

const coset_ir_expr *coset_pml_ir_exists(coset_pml_lowerer *l, const coset_pml_some *some, const coset_ir_expr *what)
{
    if (some->who.family->n == 1)
        return what;
    coset_ir_expr *x = coset_pml_ir_make(l, COSET_E_EXISTS, some->binder->pos);
    x->type = l->boolean;
    x->binder = some->binder;
    x->a = what;
    return x;
}
