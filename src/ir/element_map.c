/* ir/element_map.c - arithmetic on one element of a scalarset that treats all elements alike. */
#include "ir/element_map.h"

#include "ir/arith.h"

#define MOST_SEGMENTS 16U

/* ---- the expression --------------------------------------------------------------------------------------------- */

static bool is_comparison(coset_ir_op op) { return op >= COSET_E_LT && op <= COSET_E_GE; }
static bool is_unary(coset_ir_op op) { return op == COSET_E_NEG || op == COSET_E_BITNOT; }
static bool is_binary(coset_ir_op op) { return (op >= COSET_E_ADD && op <= COSET_E_BITXOR) || is_comparison(op); }

/* Finds the only part that is neither a constant nor computed here. False if there are two. */
static bool find_leaf(const coset_ir_expr *e, const coset_ir_expr **leaf)
{
    if (e->op == COSET_E_CONST)
        return true;
    if (is_unary(e->op))
        return find_leaf(e->a, leaf);
    if (is_binary(e->op))
        return find_leaf(e->a, leaf) && find_leaf(e->b, leaf);
    if (*leaf || !coset_ir_is_simple(e->type))
        return false;
    *leaf = e;
    return true;
}

/* The value for leaf = x; false: a fault. */
static bool value(const coset_ir_expr *e, int64_t x, int64_t *out)
{
    int64_t a, b;
    if (e->op == COSET_E_CONST || !(is_unary(e->op) || is_binary(e->op))) {
        *out = e->op == COSET_E_CONST ? e->value : x;
        return true;
    }
    if (!value(e->a, x, &a))
        return false;
    if (e->op == COSET_E_NEG)
        return !coset_ir_negate(a, out);
    if (e->op == COSET_E_BITNOT) {
        *out = ~a;
        return true;
    }
    if (!value(e->b, x, &b))
        return false;
    if (is_comparison(e->op)) {
        *out = coset_ir_compare(e->op, a, b);
        return true;
    }
    return !coset_ir_arithmetic(e->op, a, b, out);
}

/* The expression only adds to the leaf or subtracts, so it is monotone. */
static bool is_linear(const coset_ir_expr *e)
{
    if (e->op == COSET_E_ADD || e->op == COSET_E_SUB)
        return is_linear(e->a) && is_linear(e->b);
    if (e->op == COSET_E_NEG)
        return is_linear(e->a);
    return !is_unary(e->op) && !is_binary(e->op);
}

/* ---- the table -------------------------------------------------------------------------------------------------- */

typedef struct {
    int64_t lo, hi;
    const coset_ir_type *scalarset; /* NULL: numbers */
} segment;

typedef struct {
    coset_arena *arena;
    const coset_ir_expr *expr;
    uint32_t n;
    segment at[MOST_SEGMENTS];
} table;

static bool add(table *t, int64_t lo, int64_t hi, const coset_ir_type *scalarset)
{
    if (t->n == MOST_SEGMENTS)
        return false;
    t->at[t->n++] = (segment){lo, hi, scalarset};
    return true;
}

static bool add_numbers(table *t, const coset_ir_type *range)
{
    const int64_t first = range->lo, last = coset_ir_unrank(range, range->n - 1);
    int64_t lo, hi, v;
    if (!value(t->expr, first, &lo) || !value(t->expr, last, &hi))
        return false;
    if (lo > hi) {
        v = lo;
        lo = hi;
        hi = v;
    }
    if (is_linear(t->expr))
        return add(t, lo, hi, NULL);
    if (range->n > COSET_IR_MOST_TABULATED)
        return false;
    for (int64_t x = first; x <= last; x++) {
        if (!value(t->expr, x, &v))
            return false;
        lo = v < lo ? v : lo;
        hi = v > hi ? v : hi;
    }
    return add(t, lo, hi, NULL);
}

static bool add_elements(table *t, const coset_ir_type *s)
{
    int64_t first, v;
    bool is_constant = true, is_renumbered = true;
    if (s->n > COSET_IR_MOST_TABULATED || !value(t->expr, s->lo, &first))
        return false;
    for (uint64_t k = 1; k < s->n; k++) {
        if (!value(t->expr, s->lo + (int64_t)k, &v))
            return false;
        is_constant = is_constant && v == first;
        is_renumbered = is_renumbered && v - (int64_t)k == first;
    }
    const int64_t last = first + (int64_t)s->n - 1;
    if (is_renumbered && s->n > 1)
        return add(t, first, last, coset_ir_renumbered(t->arena, s, first));
    if (is_constant)
        return add(t, first, first, NULL);
    return s->n == 2 && v == first - 1 && add(t, v, first, coset_ir_renumbered(t->arena, s, v));
}

static bool fill(table *t, const coset_ir_type *type)
{
    if (type->kind == COSET_T_SCALARSET)
        return add_elements(t, type);
    if (type->kind == COSET_T_RANGE || type->kind == COSET_T_BOOL)
        return type->n == 0 || add_numbers(t, type);
    bool good = type->kind == COSET_T_UNION;
    for (uint32_t i = 0; good && i < type->n_members; i++)
        good = fill(t, type->members[i]);
    return good;
}

/* Sorts by numbers and merges overlapping ranges; false if numbers and elements overlap. */
static bool put_in_order(table *t)
{
    for (uint32_t i = 1; i < t->n; i++)
        for (uint32_t k = i; k > 0 && t->at[k].lo < t->at[k - 1].lo; k--) {
            segment s = t->at[k];
            t->at[k] = t->at[k - 1];
            t->at[k - 1] = s;
        }
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        if (n == 0 || t->at[n - 1].hi < t->at[i].lo) {
            t->at[n++] = t->at[i];
            continue;
        }
        if (t->at[n - 1].scalarset || t->at[i].scalarset)
            return false;
        if (t->at[i].hi > t->at[n - 1].hi)
            t->at[n - 1].hi = t->at[i].hi;
    }
    t->n = n;
    return true;
}

static const coset_ir_type *type_of(const table *t)
{
    coset_ir_type *u = coset_arena_get(t->arena, 1, sizeof *u);
    const coset_ir_type **members = coset_arena_get(t->arena, t->n, sizeof *members);
    for (uint32_t i = 0; i < t->n; i++) {
        const segment *s = &t->at[i];
        coset_ir_type *range = coset_arena_get(t->arena, 1, sizeof *range);
        *range = (coset_ir_type){.kind = COSET_T_RANGE, .lo = s->lo, .n = (uint64_t)(s->hi - s->lo) + 1, .width = 1};
        members[i] = s->scalarset ? s->scalarset : range;
        u->n += members[i]->n;
    }
    if (t->n == 1)
        return members[0];
    u->kind = COSET_T_UNION;
    u->lo = t->at[0].lo;
    u->width = 1;
    u->members = members;
    u->n_members = t->n;
    return u;
}

bool coset_ir_element_map_of(coset_arena *a, const coset_ir_expr *e, coset_ir_element_map *out)
{
    table t = {.arena = a, .expr = e};
    *out = (coset_ir_element_map){0};
    if (!(is_unary(e->op) || is_binary(e->op)) || !find_leaf(e, &out->leaf) || !out->leaf ||
        !coset_ir_is_symmetric(out->leaf->type) || !fill(&t, out->leaf->type) || !put_in_order(&t))
        return false;
    for (uint32_t i = 0; i < t.n; i++)
        if (t.at[i].scalarset)
            out->type = type_of(&t);
    return true;
}

const coset_ir_type *coset_ir_renumbered(coset_arena *a, const coset_ir_type *scalarset, int64_t lo)
{
    if (lo == scalarset->lo)
        return scalarset;
    coset_ir_type *t = coset_arena_copy(a, scalarset, 1, sizeof *t);
    const char **names = coset_arena_get(a, scalarset->n, sizeof *names);
    for (uint64_t i = 0; i < scalarset->n; i++)
        names[i] = coset_arena_printf(a, "%lld", (long long)lo + (long long)i);
    t->lo = lo;
    t->names = names;
    return t;
}

int64_t coset_ir_element_number(const coset_ir_type *t, int64_t v)
{
    if (t->kind == COSET_T_SCALARSET)
        return coset_ir_rank(t, v);
    for (uint32_t i = 0; t->kind == COSET_T_UNION && i < t->n_members; i++)
        if (t->members[i]->kind == COSET_T_SCALARSET && coset_ir_rank(t->members[i], v) >= 0)
            return coset_ir_rank(t->members[i], v);
    return -1;
}

static bool holds_segment(const coset_ir_type *t, const coset_ir_type *part)
{
    if (t->kind == COSET_T_UNION) {
        for (uint32_t i = 0; i < t->n_members; i++)
            if (holds_segment(t->members[i], part))
                return true;
        return false;
    }
    if (t->kind == COSET_T_SCALARSET || part->kind == COSET_T_SCALARSET)
        return coset_ir_same_values(t, part);
    return coset_ir_rank(t, part->lo) >= 0 && coset_ir_rank(t, coset_ir_unrank(part, part->n - 1)) >= 0;
}

bool coset_ir_holds(const coset_ir_type *t, const coset_ir_type *t2)
{
    if (t2->kind == COSET_T_INT || !coset_ir_is_simple(t) || !coset_ir_is_simple(t2))
        return false;
    if (t2->kind != COSET_T_UNION)
        return t2->n > 0 && holds_segment(t, t2);
    for (uint32_t i = 0; i < t2->n_members; i++)
        if (!holds_segment(t, t2->members[i]))
            return false;
    return true;
}

bool coset_ir_same_values(const coset_ir_type *a, const coset_ir_type *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind || a->lo != b->lo || a->n != b->n || a->n_members != b->n_members ||
        (a->kind == COSET_T_SCALARSET && a->symtype != b->symtype) || !coset_ir_is_simple(a))
        return false;
    for (uint32_t i = 0; a->kind == COSET_T_UNION && i < a->n_members; i++)
        if (!coset_ir_same_values(a->members[i], b->members[i]))
            return false;
    return true;
}
