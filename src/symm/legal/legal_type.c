/* symm/legal/legal_type.c - which scalarsets a type holds, and values that pass between types.
 *
 * Numbers of different enumerations and scalarsets are disjoint by the front end's numbering. Nothing here relies on
 * that: if the numbers of a scalarset overlap with those of another type, a passage between the two is refused. */
#include <string.h>

#include "symm/legal/legal_int.h"

static coset__types bit(const coset__legal *l, const coset_ir_type *t)
{
    return t->symtype < COSET__MOST_TYPES ? (coset__types)1 << t->symtype & l->moving : 0;
}

coset__types coset__types_in(const coset__legal *l, const coset_ir_type *t)
{
    coset__types all = 0;
    switch (t->kind) {
    case COSET_T_SCALARSET:
        return bit(l, t);
    case COSET_T_UNION:
        for (uint32_t i = 0; i < t->n_members; i++)
            all |= coset__types_in(l, t->members[i]);
        return all;
    case COSET_T_ARRAY:
        return coset__types_in(l, t->index) | coset__types_in(l, t->element);
    case COSET_T_BAG:
        return coset__types_in(l, t->element);
    case COSET_T_RECORD:
        for (uint32_t i = 0; i < t->n_fields; i++)
            all |= coset__types_in(l, t->fields[i].type);
        return all;
    default:
        return 0;
    }
}

bool coset__has_bag(const coset_ir_type *t)
{
    if (t->kind == COSET_T_BAG)
        return true;
    if (t->kind == COSET_T_ARRAY)
        return coset__has_bag(t->element);
    for (uint32_t i = 0; t->kind == COSET_T_RECORD && i < t->n_fields; i++)
        if (coset__has_bag(t->fields[i].type))
            return true;
    return false;
}

const char *coset__type_name(const coset__legal *l, coset__types types)
{
    for (uint32_t t = 0; t < l->ir->n_symtypes; t++)
        if (types >> t & 1)
            return l->ir->symtypes[t]->name ? l->ir->symtypes[t]->name : "the scalarset";
    return "the scalarset";
}

/* ---- passages between types ---------------------------------------------------------------------------------- */

static bool overlap(const coset_ir_type *a, const coset_ir_type *b)
{
    if (a->n == 0 || b->n == 0)
        return false;
    int64_t last_a = coset_ir_unrank(a, a->n - 1), last_b = coset_ir_unrank(b, b->n - 1);
    return a->lo <= last_b && b->lo <= last_a;
}

/* The scalarset of symmetric type number `symtype` as it is numbered in t, or NULL. */
static const coset_ir_type *member(const coset_ir_type *t, uint32_t symtype)
{
    if (t->kind == COSET_T_SCALARSET)
        return t->symtype == symtype ? t : NULL;
    for (uint32_t i = 0; t->kind == COSET_T_UNION && i < t->n_members; i++)
        if (t->members[i]->kind == COSET_T_SCALARSET && t->members[i]->symtype == symtype)
            return t->members[i];
    return NULL;
}

int64_t coset__rank_of_element(const coset_ir_type *t, uint32_t symtype, int64_t v)
{
    const coset_ir_type *s = member(t, symtype);
    return s ? coset_ir_rank(s, v) : -1;
}

/* Some number of scalarset s may occur in type t without being the same element of s there. */
static bool blurs(const coset_ir_type *t, const coset_ir_type *s)
{
    if (t->kind == COSET_T_INT)
        return true;
    if (t->kind != COSET_T_UNION)
        return overlap(t, s) && !(t->kind == COSET_T_SCALARSET && t->symtype == s->symtype && t->lo == s->lo);
    for (uint32_t i = 0; i < t->n_members; i++)
        if (blurs(t->members[i], s))
            return true;
    return false;
}

static coset__types blurred(const coset__legal *l, const coset_ir_type *from, const coset_ir_type *to)
{
    coset__types both = coset__types_in(l, from) | coset__types_in(l, to), bad = 0;
    for (uint32_t t = 0; t < l->ir->n_symtypes && t < COSET__MOST_TYPES; t++) {
        const coset_ir_type *in_from = member(from, t), *s = in_from ? in_from : member(to, t);
        if (both >> t & 1 && (blurs(from, s) || blurs(to, s)))
            bad |= (coset__types)1 << t;
    }
    return bad;
}

void coset__flow(coset__legal *l, const coset_ir_expr *e, const coset_ir_type *to, coset_pos pos)
{
    if (!coset_ir_is_simple(e->type) || !coset_ir_is_simple(to) || e->type == to)
        return;
    if (e->op == COSET_E_CONST && e->type->kind == COSET_T_INT) {
        /* the number of no element is a plain value; a constant element is handled at its occurrence */
        coset__types held = coset__types_in(l, to);
        for (uint32_t t = 0; t < l->ir->n_symtypes && t < COSET__MOST_TYPES; t++) {
            int64_t rank = held >> t & 1 ? coset__rank_of_element(to, t, e->value) : -1;
            if (rank >= 0)
                coset__fix(l, t, (uint64_t)rank, pos, "the number %lld singles out this element of %s",
                           (long long)e->value, coset__type_name(l, (coset__types)1 << t));
        }
        return;
    }
    coset__types bad = blurred(l, e->type, to);
    if (bad)
        coset__refuse(l, bad, pos,
                      "elements of %s are mixed with numbers, which prevents permuting them; keep them apart, or try "
                      "--symmetry=detect",
                      coset__type_name(l, bad));
}

bool coset__matches(const coset_ir_type *a, const coset_ir_type *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case COSET_T_SCALARSET:
        return a->symtype == b->symtype && a->lo == b->lo;
    case COSET_T_ARRAY:
        return coset__matches(a->index, b->index) && coset__matches(a->element, b->element);
    case COSET_T_BAG:
        return a->n == b->n && coset__matches(a->element, b->element);
    case COSET_T_UNION:
        for (uint32_t i = 0; i < a->n_members; i++)
            if (i >= b->n_members || !coset__matches(a->members[i], b->members[i]))
                return false;
        return a->n_members == b->n_members;
    case COSET_T_RECORD:
        for (uint32_t i = 0; i < a->n_fields; i++)
            if (i >= b->n_fields || !coset__matches(a->fields[i].type, b->fields[i].type))
                return false;
        return a->n_fields == b->n_fields;
    default:
        return a->lo == b->lo && a->n == b->n;
    }
}

void coset__match(coset__legal *l, const coset_ir_type *a, const coset_ir_type *b, coset_pos pos)
{
    if (!coset__matches(a, b))
        coset__refuse(l, coset__types_in(l, a) | coset__types_in(l, b), pos,
                      "values of different types are copied slot by slot");
}

/* The first value of a simple type is an element: it has been singled out. */
static void clear_simple(coset__legal *l, const coset_ir_type *t, coset_pos pos)
{
    const coset_ir_type *first = t;
    if (t->kind == COSET_T_UNION && t->n_members > 0)
        first = t->members[0];
    if (first->kind == COSET_T_SCALARSET)
        coset__fix(l, first->symtype, 0, pos,
                   "clear sets a value of %s to its first element, which is thereby singled out; use undefine, or "
                   "assign a parameter of a ruleset",
                   first->name);
}

void coset__clear(coset__legal *l, const coset_ir_type *t, coset_pos pos)
{
    if (coset_ir_is_simple(t))
        clear_simple(l, t, pos);
    else if (t->kind == COSET_T_ARRAY)
        coset__clear(l, t->element, pos);
    for (uint32_t i = 0; t->kind == COSET_T_RECORD && i < t->n_fields; i++)
        coset__clear(l, t->fields[i].type, pos);
}

static bool contains_segment(const coset_ir_type *to, const coset_ir_type *from)
{
    if (from->n == 0)
        return true;
    if (to->kind != COSET_T_UNION)
        return coset_ir_rank(to, from->lo) >= 0 && coset_ir_rank(to, coset_ir_unrank(from, from->n - 1)) >= 0;
    for (uint32_t i = 0; i < to->n_members; i++)
        if (contains_segment(to->members[i], from))
            return true;
    return false;
}

bool coset__contains(const coset_ir_type *to, const coset_ir_type *from)
{
    if (to == from || to->kind == COSET_T_INT)
        return true;
    if (from->kind == COSET_T_INT || from->kind == COSET_T_BAGINDEX || to->kind == COSET_T_BAGINDEX)
        return false;
    if (from->kind != COSET_T_UNION)
        return contains_segment(to, from);
    for (uint32_t i = 0; i < from->n_members; i++)
        if (!coset__contains(to, from->members[i]))
            return false;
    return true;
}
