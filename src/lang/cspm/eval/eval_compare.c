/* Equality, order, and full evaluation. */
#include "lang/cspm/eval/eval_int.h"

/* ---- full evaluation ----------------------------------------------------------------------------------------- */

static bool force_cells(cspm_machine *m, cspm_value *v, uint32_t from)
{
    for (uint32_t i = from; i < v->n; i++) {
        v->at[i].value = coset__eval_force_all(m, v->at[i].value);
        if (!v->at[i].value)
            return false;
    }
    return true;
}

static bool force_sequence(cspm_machine *m, cspm_value *seq)
{
    uint64_t n = 0;
    while (seq->kind == VALUE_CONS) {
        cspm_value *head = coset__eval_force_all(m, seq->at[0].value);
        cspm_value *tail = head ? coset__eval_force(m, seq->at[1].value) : NULL;
        if (!tail)
            return false;
        if (++n > m->limits.most_elements)
            return coset__eval_wrong(m, "a sequence with more than %llu elements, or an endless one",
                                     (unsigned long long)m->limits.most_elements);
        seq->at[0].value = head;
        seq->at[1].value = tail;
        seq = tail;
    }
    return true;
}

cspm_value *coset__eval_force_all(cspm_machine *m, cspm_value *v)
{
    v = coset__eval_force(m, v);
    if (!v || !coset__eval_room(m))
        return NULL;
    switch (v->kind) {
    case VALUE_CONS:
        return force_sequence(m, v) ? v : NULL;
    case VALUE_TUPLE:
    case VALUE_MAP:
        return force_cells(m, v, 0) ? v : NULL;
    default:
        return v;
    }
}

/* ---- a total order ------------------------------------------------------------------------------------------- */

static int sign(bool less, bool greater) { return less ? -1 : greater; }

static int by_number(const cspm_value *a, const cspm_value *b)
{
    return sign(a->at[0].integer<b->at[0].integer, a->at[0].integer> b->at[0].integer);
}

static bool compare_cells(cspm_machine *m, const cspm_value *a, const cspm_value *b, uint32_t from, int *out)
{
    *out = 0;
    for (uint32_t i = from; i < a->n && i < b->n && *out == 0; i++)
        if (!coset__eval_compare(m, a->at[i].value, b->at[i].value, out))
            return false;
    if (*out == 0)
        *out = sign(a->n<b->n, a->n> b->n);
    return true;
}

static bool compare_sequences(cspm_machine *m, cspm_value *a, cspm_value *b, int *out)
{
    *out = 0;
    while (a && b && a->kind == VALUE_CONS && b->kind == VALUE_CONS) {
        if (a == b)
            return true;
        if (!coset__eval_compare(m, a->at[0].value, b->at[0].value, out))
            return false;
        if (*out != 0)
            return true;
        a = coset__eval_force(m, a->at[1].value);
        b = coset__eval_force(m, b->at[1].value);
    }
    if (a && b)
        *out = sign(a->kind == VALUE_NIL && b->kind != VALUE_NIL, b->kind == VALUE_NIL && a->kind != VALUE_NIL);
    return a && b;
}

/* Finite sets by size and elements; infinite ones follow them, and must contain each other or differ visibly. */
static bool compare_sets(cspm_machine *m, cspm_value *a, cspm_value *b, int *out)
{
    bool large_a = coset__set_infinite(m, a), large_b = coset__set_infinite(m, b);
    if (m->failed)
        return false;
    if (large_a != large_b) {
        *out = large_a ? 1 : -1;
        return true;
    }
    if (large_a) {
        int below = coset__set_subset(m, a, b), above = below < 0 ? -1 : coset__set_subset(m, b, a);
        *out = below == 1 && above == 1 ? 0 : below == 1 ? -1 : above == 1 ? 1 : sign(a->sub < b->sub, true);
        return above >= 0;
    }
    a = coset__set_list(m, a);
    b = a ? coset__set_list(m, b) : NULL;
    if (!b)
        return false;
    *out = sign(a->n<b->n, a->n> b->n);
    return *out != 0 || compare_cells(m, a, b, 0, out);
}

static int by_address(const void *a, const void *b) { return sign((uintptr_t)a < (uintptr_t)b, a != b); }

/* Functions and processes are equal if they come from one place; the type system never requires more. */
static bool compare_code(cspm_machine *m, const cspm_value *a, const cspm_value *b, int *out)
{
    if (a->kind != b->kind || a->sub != b->sub) {
        *out = sign(a->kind < b->kind || (a->kind == b->kind && a->sub < b->sub), true);
        return true;
    }
    bool built_in = a->kind == VALUE_BUILTIN || a->sub == 1;
    *out = built_in ? by_number(a, b) : by_address(a->at[0].node, b->at[0].node);
    if (*out == 0 && !built_in)
        *out = by_address(a->at[1].frame, b->at[1].frame);
    return *out != 0 || compare_cells(m, a, b, built_in ? 1 : 2, out);
}

bool coset__eval_compare(cspm_machine *m, cspm_value *a, cspm_value *b, int *out)
{
    a = coset__eval_force(m, a);
    b = a ? coset__eval_force(m, b) : NULL;
    *out = 0;
    if (!b || !coset__eval_room(m))
        return false;
    if (a == b)
        return true;
    switch (a->kind) {
    case VALUE_INT:
    case VALUE_BOOL:
    case VALUE_CHAR:
        *out = by_number(a, b);
        return true;
    case VALUE_NIL:
    case VALUE_CONS:
        return compare_sequences(m, a, b, out);
    case VALUE_TUPLE:
    case VALUE_DOTS:
    case VALUE_MAP:
        return compare_cells(m, a, b, 0, out);
    case VALUE_DATA:
        if (b->kind != VALUE_DATA) {
            *out = 1;
            return true;
        }
        *out = sign(a->at[0].symbol->slot<b->at[0].symbol->slot, a->at[0].symbol->slot> b->at[0].symbol->slot);
        return *out != 0 || compare_cells(m, a, b, 1, out);
    case VALUE_SET:
        return compare_sets(m, a, b, out);
    default:
        return compare_code(m, a, b, out);
    }
}

/* ---- the order of < and <= ----------------------------------------------------------------------------------- */

#define UNRELATED 2

/* From "a is at most b" and "b is at most a". */
static int both_ways(int below, int above)
{
    if (below == 1 && above == 1)
        return 0;
    return below == 1 ? -1 : above == 1 ? 1 : UNRELATED;
}

static bool order_sets(cspm_machine *m, cspm_value *a, cspm_value *b, int *out)
{
    int below = coset__set_subset(m, a, b);
    int above = below < 0 ? -1 : coset__set_subset(m, b, a);
    *out = both_ways(below, above);
    return above >= 0;
}

/* A sequence is less than those of which it is a proper prefix. */
static bool order_sequences(cspm_machine *m, cspm_value *a, cspm_value *b, int *out)
{
    while (a && b && a->kind == VALUE_CONS && b->kind == VALUE_CONS) {
        int same;
        if (!coset__eval_compare(m, a->at[0].value, b->at[0].value, &same))
            return false;
        if (same != 0) {
            *out = UNRELATED;
            return true;
        }
        a = coset__eval_force(m, a->at[1].value);
        b = coset__eval_force(m, b->at[1].value);
    }
    if (a && b)
        *out = sign(a->kind == VALUE_NIL && b->kind != VALUE_NIL, b->kind == VALUE_NIL && a->kind != VALUE_NIL);
    return a && b;
}

static bool order_tuples(cspm_machine *m, const cspm_value *a, const cspm_value *b, int *out)
{
    *out = 0;
    for (uint32_t i = 0; i < a->n && *out == 0; i++)
        if (!coset__eval_order(m, a->at[i].value, b->at[i].value, out))
            return false;
    return true;
}

/* a <= b: each key of a is one of b, and its value is <= that in b. 1, 0, -1 = failed. */
static int map_below(cspm_machine *m, const cspm_value *a, const cspm_value *b)
{
    uint32_t k = 0;
    for (uint32_t i = 0; i < a->n; i += 2) {
        int order = 1;
        for (; k < b->n && order > 0; k += 2)
            if (!coset__eval_compare(m, a->at[i].value, b->at[k].value, &order))
                return -1;
        if (order != 0)
            return 0;
        if (!coset__eval_order(m, a->at[i + 1].value, b->at[k - 1].value, &order))
            return -1;
        if (order > 0)
            return 0;
    }
    return 1;
}

bool coset__eval_order(cspm_machine *m, cspm_value *a, cspm_value *b, int *out)
{
    a = coset__eval_force(m, a);
    b = a ? coset__eval_force(m, b) : NULL;
    if (!b || !coset__eval_room(m))
        return false;
    switch (a->kind) {
    case VALUE_SET:
        return order_sets(m, a, b, out);
    case VALUE_NIL:
    case VALUE_CONS:
        return order_sequences(m, a, b, out);
    case VALUE_TUPLE:
        return order_tuples(m, a, b, out);
    case VALUE_MAP: {
        int below = map_below(m, a, b), above = below < 0 ? -1 : map_below(m, b, a);
        *out = both_ways(below, above);
        return above >= 0;
    }
    default:
        return coset__eval_compare(m, a, b, out);
    }
}
