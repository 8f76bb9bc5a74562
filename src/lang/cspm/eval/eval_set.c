/* Explicit sets: their elements in order. */
#include <string.h>

#include "lang/cspm/eval/eval_int.h"

static cspm_value *new_set(cspm_machine *m, cspm_set_kind kind, uint32_t n)
{
    return coset__value_new(m, VALUE_SET, kind, n);
}

/* ---- lists in order ------------------------------------------------------------------------------------------ */

/* Merges the halves [from, middle) and [middle, to); false if a comparison failed. */
static bool merge(cspm_machine *m, cspm_value **at, cspm_value **spare, uint32_t from, uint32_t middle, uint32_t to)
{
    uint32_t i = from, k = middle, n = from;
    while (i < middle && k < to) {
        int order;
        if (!coset__eval_compare(m, at[i], at[k], &order))
            return false;
        spare[n++] = order <= 0 ? at[i++] : at[k++];
    }
    memcpy(spare + n, at + i, (middle - i) * sizeof *at);
    memcpy(spare + n + middle - i, at + k, (to - k) * sizeof *at);
    memcpy(at + from, spare + from, (to - from) * sizeof *at);
    return true;
}

static bool sort(cspm_machine *m, cspm_value **at, uint32_t n)
{
    bool ok = true;
    cspm_value **spare = coset_new(n, sizeof *spare);
    for (uint64_t width = 1; ok && width < n; width *= 2)
        for (uint64_t from = 0; ok && from + width < n; from += 2 * width) {
            uint64_t to = from + 2 * width < n ? from + 2 * width : n;
            int order = 1;
            ok = coset__eval_compare(m, at[from + width - 1], at[from + width], &order);
            if (ok && order > 0) /* else the halves are in order already */
                ok = merge(m, at, spare, (uint32_t)from, (uint32_t)(from + width), (uint32_t)to);
        }
    coset_delete(spare);
    return ok;
}

static cspm_value *list_of(cspm_machine *m, cspm_value *const *at, uint32_t n)
{
    cspm_value *set = n ? new_set(m, SET_LIST, n) : m->empty;
    for (uint32_t i = 0; set && i < n; i++)
        set->at[i].value = at[i];
    return set;
}

cspm_value *coset__set_of(cspm_machine *m, cspm_values *values)
{
    for (uint32_t i = 0; i < values->n; i++) {
        values->at[i] = coset__eval_force_all(m, values->at[i]);
        if (!values->at[i])
            return NULL;
    }
    if (!sort(m, values->at, values->n))
        return NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < values->n; i++) {
        int order = -1;
        if (n && !coset__eval_compare(m, values->at[n - 1], values->at[i], &order))
            return NULL;
        if (order != 0)
            values->at[n++] = values->at[i];
    }
    return list_of(m, values->at, n);
}

/* ---- listing sets -------------------------------------------------------------------------------------------- */

/* All choices of one element from each list, in order. */
typedef struct {
    cspm_value *made; /* the value being filled */
    uint32_t from;    /* first cell of `made` that is chosen */
    cspm_values out;
} choice;

static bool choose(cspm_machine *m, cspm_value *const *lists, uint32_t n, uint32_t i, choice *c)
{
    if (i == n) {
        if (c->out.n >= m->limits.most_elements)
            return coset__eval_wrong(m, "a set with more than %llu elements",
                                     (unsigned long long)m->limits.most_elements);
        cspm_value *v = coset__value_new(m, (cspm_value_kind)c->made->kind, 0, c->made->n);
        if (v)
            memcpy(v->at, c->made->at, v->n * sizeof *v->at);
        *coset_vec_add(&c->out) = v;
        return v;
    }
    for (uint32_t k = 0; k < lists[i]->n; k++) {
        c->made->at[c->from + i].value = lists[i]->at[k].value;
        if (!choose(m, lists, n, i + 1, c))
            return false;
    }
    return true;
}

static bool lists_of(cspm_machine *m, const cspm_cell *sets, uint32_t n, cspm_values *out)
{
    for (uint32_t i = 0; i < n; i++) {
        cspm_value *list = coset__set_list(m, sets[i].value);
        if (!list)
            return false;
        *coset_vec_add(out) = list;
    }
    return true;
}

/* The product of the n sets as values of `kind` that begin with the cells of `head`. */
static bool list_product(cspm_machine *m, const cspm_cell *sets, uint32_t n, cspm_value_kind kind, cspm_symbol *symbol,
                         cspm_values *out)
{
    cspm_values lists = {0};
    choice c = {.from = symbol ? 1 : 0};
    c.made = coset__value_new(m, kind, 0, n + c.from);
    if (c.made && symbol)
        c.made->at[0].symbol = symbol;
    bool ok = c.made && lists_of(m, sets, n, &lists) && choose(m, lists.at, n, 0, &c);
    for (uint32_t i = 0; ok && i < c.out.n; i++)
        *coset_vec_add(out) = c.out.at[i];
    coset_vec_fini(&lists);
    coset_vec_fini(&c.out);
    return ok;
}

static bool list_data(cspm_machine *m, cspm_symbol *symbol, cspm_values *out)
{
    cspm_value *fields = coset__dot_fields(m, symbol);
    return fields && list_product(m, fields->at, symbol->fields, VALUE_DATA, symbol, out);
}

static bool list_type(cspm_machine *m, const cspm_symbol *datatype, cspm_values *out)
{
    const cspm_decl *d = datatype->decl;
    for (uint32_t i = 0; i < d->n_symbols; i++)
        if (d->symbols[i]->kind == SYMBOL_CONSTRUCTOR && !list_data(m, d->symbols[i], out))
            return false;
    return true;
}

static bool list_events(cspm_machine *m, cspm_values *out)
{
    const cspm_groups *g = m->program->groups;
    for (uint32_t i = 0; g->n && i < g->start[g->n]; i++)
        for (uint32_t k = 0; k < g->decls[i]->n_symbols; k++)
            if (g->decls[i]->symbols[k]->kind == SYMBOL_CHANNEL && !list_data(m, g->decls[i]->symbols[k], out))
                return false;
    return true;
}

/* Each subset is a choice of bits. */
static bool list_power(cspm_machine *m, cspm_value *base, cspm_values *out)
{
    cspm_value *list = coset__set_list(m, base);
    if (!list)
        return false;
    if (list->n >= 32 || ((uint64_t)1 << list->n) > m->limits.most_elements)
        return coset__eval_wrong(m, "the set of all subsets of %u elements is too large", list->n);
    for (uint32_t bits = 0; bits < (uint32_t)1 << list->n; bits++) {
        cspm_values chosen = {0};
        for (uint32_t i = 0; i < list->n; i++)
            if (bits >> i & 1)
                *coset_vec_add(&chosen) = list->at[i].value;
        *coset_vec_add(out) = list_of(m, chosen.at, chosen.n);
        coset_vec_fini(&chosen);
        if (m->failed)
            return false;
    }
    return true;
}

/* Each key is absent or has one of the values. */
static bool list_maps(cspm_machine *m, cspm_value *keys, cspm_value *values, cspm_values *out)
{
    cspm_value *k = coset__set_list(m, keys), *v = k ? coset__set_list(m, values) : NULL;
    if (!v)
        return false;
    uint64_t total = 1;
    for (uint32_t i = 0; i < k->n && total <= m->limits.most_elements; i++)
        total *= v->n + (uint64_t)1;
    if (total > m->limits.most_elements)
        return coset__eval_wrong(m, "the set of all maps is too large");
    for (uint64_t code = 0; code < total; code++) {
        cspm_values cells = {0};
        uint64_t rest = code;
        for (uint32_t i = 0; i < k->n; i++, rest /= v->n + (uint64_t)1) {
            uint64_t choice_of_key = rest % (v->n + (uint64_t)1);
            if (choice_of_key) {
                *coset_vec_add(&cells) = k->at[i].value;
                *coset_vec_add(&cells) = v->at[choice_of_key - 1].value;
            }
        }
        cspm_value *map = coset__value_new(m, VALUE_MAP, 0, cells.n);
        for (uint32_t i = 0; map && i < cells.n; i++)
            map->at[i].value = cells.at[i];
        *coset_vec_add(out) = map;
        coset_vec_fini(&cells);
        if (!map)
            return false;
    }
    return true;
}

static bool list_both(cspm_machine *m, const cspm_value *set, cspm_values *out)
{
    for (uint32_t i = 0; i < 2; i++) {
        cspm_value *list = coset__set_list(m, set->at[i].value);
        for (uint32_t k = 0; list && k < list->n; k++)
            *coset_vec_add(out) = list->at[k].value;
        if (!list)
            return false;
    }
    return true;
}

static bool list_chars(cspm_machine *m, cspm_values *out)
{
    for (int c = 0; c < 256; c++)
        *coset_vec_add(out) = coset__value_char(m, c);
    return !m->failed;
}

static bool list_elements(cspm_machine *m, cspm_value *set, cspm_values *out)
{
    switch (set->sub) {
    case SET_CHARS:
        return list_chars(m, out);
    case SET_TYPE:
        return list_type(m, set->at[0].symbol, out);
    case SET_EVENTS:
        return list_events(m, out);
    case SET_DATA:
        return list_product(m, set->at + 1, set->n - 2, VALUE_DATA, set->at[0].symbol, out);
    case SET_DOTS:
        return list_product(m, set->at, set->n - 1, VALUE_DOTS, NULL, out);
    case SET_TUPLES:
        return list_product(m, set->at, set->n - 1, VALUE_TUPLE, NULL, out);
    case SET_POWER:
        return list_power(m, set->at[0].value, out);
    case SET_SEQS:
        *coset_vec_add(out) = m->nil; /* over the empty set, because others are infinite */
        return true;
    case SET_MAPS:
        return list_maps(m, set->at[0].value, set->at[1].value, out);
    default:
        return list_both(m, set, out);
    }
}

cspm_value *coset__set_list(cspm_machine *m, cspm_value *set)
{
    if (set->sub == SET_LIST)
        return set;
    if (!coset__eval_room(m))
        return NULL;
    if (coset__set_infinite(m, set))
        return m->failed ? NULL : coset__eval_wrong(m, "this set is infinite: its elements cannot be listed");
    cspm_value **kept = set->sub == SET_CHARS ? NULL : &set->at[set->n - 1].value;
    if (kept && *kept)
        return *kept;
    cspm_values elements = {0};
    cspm_value *list = list_elements(m, set, &elements) ? coset__set_of(m, &elements) : NULL;
    coset_vec_fini(&elements);
    if (kept)
        *kept = list;
    return list;
}
