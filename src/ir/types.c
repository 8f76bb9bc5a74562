/* ir/types.c - ranks, texts and symmetry of types; short forms of places. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ir/ir.h"

/* For a type that is no union. */
static int64_t plain_rank(const coset_ir_type *t, int64_t v)
{
    uint64_t rank = (uint64_t)v - (uint64_t)t->lo;
    return v >= t->lo && rank < t->n ? (int64_t)rank : -1;
}

int64_t coset_ir_rank(const coset_ir_type *t, int64_t v)
{
    if (t->kind != COSET_T_UNION)
        return plain_rank(t, v);
    uint64_t before = 0;
    for (uint32_t i = 0; i < t->n_members; i++) {
        int64_t rank = plain_rank(t->members[i], v);
        if (rank >= 0)
            return (int64_t)before + rank;
        before += t->members[i]->n;
    }
    return -1;
}

int64_t coset_ir_unrank(const coset_ir_type *t, uint64_t rank)
{
    if (t->kind == COSET_T_UNION) {
        uint32_t i = 0;
        for (; i + 1 < t->n_members && rank >= t->members[i]->n; i++)
            rank -= t->members[i]->n;
        t = t->members[i];
    }
    return (int64_t)((uint64_t)t->lo + rank);
}

uint64_t coset_ir_radix(const coset_ir_type *t)
{
    return t->kind == COSET_T_INT ? UINT64_C(1) << 32 : t->n > 0 ? t->n : 1;
}

bool coset_ir_is_symmetric(const coset_ir_type *t)
{
    switch (t->kind) {
    case COSET_T_SCALARSET:
        return true;
    case COSET_T_UNION:
        for (uint32_t i = 0; i < t->n_members; i++)
            if (coset_ir_is_symmetric(t->members[i]))
                return true;
        return false;
    case COSET_T_ARRAY:
        return coset_ir_is_symmetric(t->index) || coset_ir_is_symmetric(t->element);
    case COSET_T_BAG:
        return coset_ir_is_symmetric(t->element);
    case COSET_T_RECORD:
        for (uint32_t i = 0; i < t->n_fields; i++)
            if (coset_ir_is_symmetric(t->fields[i].type))
                return true;
        return false;
    default:
        return false;
    }
}

/* The member of a union that holds v, or t itself. */
static const coset_ir_type *holder(const coset_ir_type *t, int64_t v)
{
    if (t->kind != COSET_T_UNION)
        return t;
    for (uint32_t i = 0; i < t->n_members; i++)
        if (coset_ir_rank(t->members[i], v) >= 0)
            return t->members[i];
    return t;
}

void coset_ir_value_text(const coset_ir_type *t, int64_t v, char *out, size_t len)
{
    const coset_ir_type *h = holder(t, v);
    int64_t rank = h->kind == COSET_T_UNION ? -1 : coset_ir_rank(h, v);
    if (h->kind == COSET_T_BOOL && rank >= 0)
        snprintf(out, len, "%s", v ? "true" : "false");
    else if (h->names && rank >= 0)
        snprintf(out, len, "%s", h->names[rank]);
    else
        snprintf(out, len, "%" PRId64, v);
}

void coset_ir_type_text(const coset_ir_type *t, char *out, size_t len)
{
    if (t->name && t->kind == COSET_T_RANGE)
        snprintf(out, len, "%s (%" PRId64 "..%" PRId64 ")", t->name, t->lo, coset_ir_unrank(t, t->n - 1));
    else if (t->name)
        snprintf(out, len, "%s", t->name);
    else if (t->kind == COSET_T_RANGE || t->kind == COSET_T_BAGINDEX)
        snprintf(out, len, "%" PRId64 "..%" PRId64, t->lo, coset_ir_unrank(t, t->n - 1));
    else if (t->names && t->n > 0)
        snprintf(out, len, "%s..%s", t->names[0], t->names[t->n - 1]);
    else
        snprintf(out, len, "%s", t->kind == COSET_T_BOOL ? "boolean" : "its type");
}

/* ---- places ------------------------------------------------------------------------------------------------- */

static bool same_values(const coset_ir_type *a, const coset_ir_type *b)
{
    return a == b || (a->kind == b->kind && a->kind < COSET_T_UNION && a->lo == b->lo && a->n == b->n);
}

/* The values of `part` are values of `whole` whose ranks there start at *first. */
static bool is_part(const coset_ir_type *part, const coset_ir_type *whole, uint64_t *first)
{
    *first = 0;
    if (same_values(part, whole))
        return true;
    for (uint32_t i = 0; whole->kind == COSET_T_UNION && i < whole->n_members; i++) {
        if (same_values(part, whole->members[i]))
            return true;
        *first += whole->members[i]->n;
    }
    return false;
}

/* Adds an index to the short form: a constant inside the index type, or a whole variable that always is. */
static bool add_index(const coset_ir_step *s, coset_ir_term *terms, uint32_t *n, uint32_t *fixed)
{
    uint64_t first;
    if (s->of->kind != COSET_T_ARRAY)
        return false;
    if (s->index->op == COSET_E_CONST) {
        int64_t rank = coset_ir_rank(s->of->index, s->index->value);
        *fixed += (uint32_t)rank * s->stride;
        return rank >= 0;
    }
    const coset_ir_place *v = s->index->place;
    if (s->index->op != COSET_E_LOAD || v->n_steps > 0 || v->base > COSET_P_LOCAL ||
        !is_part(v->type, s->of->index, &first))
        return false;
    *fixed += (uint32_t)first * s->stride;
    terms[(*n)++] = (coset_ir_term){.local = v->base == COSET_P_LOCAL, .at = v->offset, .stride = s->stride};
    return true;
}

void coset_ir_place_shorten(coset_arena *a, coset_ir_place *p)
{
    uint32_t fixed = 0, n = 0;
    if (p->base == COSET_P_CALL)
        return;
    coset_ir_term *terms = coset_arena_get(a, p->n_steps, sizeof *terms);
    for (uint32_t i = 0; i < p->n_steps; i++) {
        if (!p->steps[i].index)
            fixed += p->steps[i].offset;
        else if (!add_index(&p->steps[i], terms, &n, &fixed))
            return;
    }
    p->fixed = fixed;
    p->n_terms = n;
    p->terms = terms;
}

void coset_ir_clear(const coset_ir_type *t, coset_value *at)
{
    uint64_t n = t->kind == COSET_T_ARRAY ? t->index->n : 0;
    if (coset_ir_is_simple(t))
        *at = t->n > 0;
    else if (t->kind == COSET_T_BAG)
        memset(at, 0, t->width * sizeof *at);
    for (uint64_t i = 0; i < n; i++)
        coset_ir_clear(t->element, at + i * t->element->width);
    for (uint32_t i = 0; t->kind == COSET_T_RECORD && i < t->n_fields; i++)
        coset_ir_clear(t->fields[i].type, at + t->fields[i].offset);
}
