/* ir/lift_elements.c */
#include "ir/lift_elements.h"

#include "ir/build.h"

#define MOST_INSTANCES 1024 /* of a condition with parameters */

typedef struct {
    coset_arena *arena;
    uint32_t frame; /* of the first parameter */
    uint32_t n;
    coset_ir_binder params[COSET_IR_MOST_LIFTED];
    uint64_t ranks[COSET_IR_MOST_LIFTED];
    bool too_many;
} lifting;

static const coset_ir_expr *lift(lifting *k, const coset_ir_expr *e, const coset_ir_type *to);

/* ---- constants --------------------------------------------------------------------------------------------------- */

/* The constant number of e in all states; false: not known. */
static bool number_of(const coset_ir_expr *e, int64_t *v)
{
    int64_t a, b;
    if (e->op == COSET_E_CONST) {
        *v = e->value;
        return true;
    }
    if ((e->op != COSET_E_ADD && e->op != COSET_E_SUB) || !number_of(e->a, &a) || !number_of(e->b, &b))
        return false;
    return e->op == COSET_E_ADD ? !__builtin_add_overflow(a, b, v) : !__builtin_sub_overflow(a, b, v);
}

/* The scalarset in t that has the element v, or NULL. */
static const coset_ir_type *scalarset_of(const coset_ir_type *t, int64_t v)
{
    if (t->kind == COSET_T_SCALARSET)
        return coset_ir_rank(t, v) >= 0 ? t : NULL;
    for (uint32_t i = 0; t->kind == COSET_T_UNION && i < t->n_members; i++)
        if (coset_ir_rank(t->members[i], v) >= 0)
            return scalarset_of(t->members[i], v);
    return NULL;
}

static const coset_ir_expr *parameter(lifting *k, const coset_ir_type *s, int64_t v, coset_pos pos)
{
    if (k->n == COSET_IR_MOST_LIFTED) {
        k->too_many = true;
        return coset_ir_make(k->arena, COSET_E_CONST, s, pos);
    }
    const uint32_t at = k->frame + k->n;
    k->params[k->n] = (coset_ir_binder){.name = s->name ? s->name : "element", .pos = pos, .frame = at, .type = s};
    k->ranks[k->n++] = (uint64_t)coset_ir_rank(s, v);
    coset_ir_place *p = coset_ir_whole(k->arena, COSET_P_LOCAL, at, s, k->params[k->n - 1].name, pos);
    coset_ir_place_shorten(k->arena, p);
    coset_ir_expr *e = coset_ir_make(k->arena, COSET_E_LOAD, s, pos);
    e->place = p;
    return e;
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static const coset_ir_place *lift_place(lifting *k, const coset_ir_place *p)
{
    bool moves = false;
    if (p->base != COSET_P_STATE)
        return p;
    coset_ir_step *steps = coset_arena_copy(k->arena, p->steps, (size_t)p->n_steps, sizeof *steps);
    for (uint32_t i = 0; i < p->n_steps; i++) {
        if (!p->steps[i].index)
            continue;
        steps[i].index = lift(k, p->steps[i].index, p->steps[i].of->index);
        moves = moves || steps[i].index != p->steps[i].index;
    }
    if (!moves)
        return p;
    coset_ir_place *out = coset_arena_copy(k->arena, p, 1, sizeof *out);
    out->steps = steps;
    out->fixed = out->n_terms = 0;
    out->terms = NULL;
    coset_ir_place_shorten(k->arena, out);
    return out;
}

static const coset_ir_expr *with_parts(lifting *k, const coset_ir_expr *e, const coset_ir_expr *a,
                                       const coset_ir_expr *b, const coset_ir_expr *c)
{
    if (a == e->a && b == e->b && c == e->c)
        return e;
    coset_ir_expr *out = coset_arena_copy(k->arena, e, 1, sizeof *out);
    out->a = a;
    out->b = b;
    out->c = c;
    out->set = NULL;
    return out;
}

/* An element is one of its type, whichever it is. */
static const coset_ir_expr *lift_member(lifting *k, const coset_ir_expr *e)
{
    int64_t v;
    if (!number_of(e->a, &v) || !scalarset_of(e->member, v))
        return e;
    coset_ir_expr *yes = coset_ir_make(k->arena, COSET_E_CONST, e->type, e->pos);
    yes->value = 1;
    return yes;
}

static bool is_true(const coset_ir_expr *e) { return e->op == COSET_E_CONST && e->value == 1; }

static const coset_ir_expr *lift_and(lifting *k, const coset_ir_expr *e)
{
    const coset_ir_expr *a = lift(k, e->a, NULL), *b = lift(k, e->b, NULL);
    return a != e->a && is_true(a) ? b : with_parts(k, e, a, b, NULL);
}

/* `to`: the user of the value of e distinguishes elements of this type; or NULL. */
static const coset_ir_expr *lift(lifting *k, const coset_ir_expr *e, const coset_ir_type *to)
{
    int64_t v;
    if (to && number_of(e, &v)) {
        const coset_ir_type *s = scalarset_of(to, v);
        return s ? parameter(k, s, v, e->pos) : e;
    }
    switch (e->op) {
    case COSET_E_LOAD:
    case COSET_E_ISUNDEFINED: {
        const coset_ir_place *p = lift_place(k, e->place);
        coset_ir_expr *out = p == e->place ? NULL : coset_arena_copy(k->arena, e, 1, sizeof *out);
        if (!out)
            return e;
        out->place = p;
        out->set = NULL;
        return out;
    }
    case COSET_E_EQ:
    case COSET_E_NE: {
        const coset_ir_expr *a = lift(k, e->a, e->b->type);
        return with_parts(k, e, a, lift(k, e->b, e->a->type), NULL);
    }
    case COSET_E_AND:
        return lift_and(k, e);
    case COSET_E_OR:
    case COSET_E_IMPLIES:
    case COSET_E_LT:
    case COSET_E_LE:
    case COSET_E_GT:
    case COSET_E_GE: {
        const coset_ir_expr *a = lift(k, e->a, NULL);
        return with_parts(k, e, a, lift(k, e->b, NULL), NULL);
    }
    case COSET_E_COND: {
        const coset_ir_expr *a = lift(k, e->a, NULL), *b = lift(k, e->b, NULL);
        return with_parts(k, e, a, b, lift(k, e->c, NULL));
    }
    case COSET_E_NOT:
        return with_parts(k, e, lift(k, e->a, NULL), NULL, NULL);
    case COSET_E_ISMEMBER:
        return lift_member(k, e);
    default:
        return e;
    }
}

bool coset_ir_lift_elements(coset_arena *arena, const coset_ir_prop *p, coset_ir_prop *out, uint32_t *instance)
{
    lifting k = {.arena = arena, .frame = p->frame_size};
    uint64_t number = 0, all = 1;
    if (p->n_params || p->prelude || !p->expr)
        return false;
    const coset_ir_expr *e = lift(&k, p->expr, NULL);
    if (!k.n || k.too_many)
        return false;
    for (uint32_t i = 0; i < k.n; i++) {
        const uint64_t radix = coset_ir_radix(k.params[i].type);
        if (radix > MOST_INSTANCES || (all *= radix) > MOST_INSTANCES)
            return false;
        number = number * radix + k.ranks[i];
    }
    *out = *p;
    out->n_params = k.n;
    out->params = coset_arena_copy(arena, k.params, k.n, sizeof *k.params);
    out->expr = e;
    out->frame_size = p->frame_size + k.n;
    *instance = (uint32_t)number;
    return true;
}

/* ---- equality ---------------------------------------------------------------------------------------------------- */

/* Numbers have the same meaning and encoding in both. */
static bool same_type(const coset_ir_type *a, const coset_ir_type *b)
{
    if (a == b)
        return true;
    if (!a || !b || a->kind != b->kind || a->width != b->width || a->lo != b->lo || a->n != b->n)
        return false;
    switch (a->kind) {
    case COSET_T_BOOL:
    case COSET_T_RANGE:
    case COSET_T_INT:
        return true;
    case COSET_T_SCALARSET:
        return a->symtype == b->symtype;
    case COSET_T_UNION:
        for (uint32_t i = 0; i < a->n_members; i++)
            if (i >= b->n_members || !same_type(a->members[i], b->members[i]))
                return false;
        return a->n_members == b->n_members;
    case COSET_T_ARRAY:
        return same_type(a->index, b->index) && same_type(a->element, b->element);
    default:
        return false;
    }
}

static bool same(const coset_ir_expr *a, const coset_ir_expr *b);

static bool same_place(const coset_ir_place *a, const coset_ir_place *b)
{
    if (a == b)
        return true;
    if (!a || !b || a->base != b->base || a->base == COSET_P_CALL || a->offset != b->offset ||
        a->n_steps != b->n_steps || !same_type(a->type, b->type))
        return false;
    for (uint32_t i = 0; i < a->n_steps; i++) {
        const coset_ir_step *s = &a->steps[i], *t = &b->steps[i];
        if (!same_type(s->of, t->of) || s->offset != t->offset || s->stride != t->stride || !same(s->index, t->index))
            return false;
    }
    return true;
}

static bool same(const coset_ir_expr *a, const coset_ir_expr *b)
{
    if (a == b)
        return true;
    if (!a || !b || a->op != b->op || a->value != b->value || !same_type(a->type, b->type))
        return false;
    if (a->binder || b->binder || a->function || b->function || !same_type(a->member, b->member))
        return false;
    return same_place(a->place, b->place) && same_place(a->other, b->other) && same(a->a, b->a) && same(a->b, b->b) &&
           same(a->c, b->c);
}

bool coset_ir_same_condition(const coset_ir_prop *a, const coset_ir_prop *b)
{
    if (a->kind != b->kind || a->n_params != b->n_params || a->prelude || b->prelude)
        return false;
    for (uint32_t i = 0; i < a->n_params; i++) {
        const coset_ir_binder *p = &a->params[i], *q = &b->params[i];
        if (!same_type(p->type, q->type) || p->frame != q->frame || p->bag || q->bag || p->from || q->from)
            return false;
    }
    return a->expr && b->expr && same(a->expr, b->expr);
}
