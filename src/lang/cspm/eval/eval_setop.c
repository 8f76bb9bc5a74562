/* Membership, comparison and combination of sets, explicit or symbolic. */
#include "lang/cspm/eval/eval_int.h"

/* ---- infinite sets ------------------------------------------------------------------------------------------- */

/* A product is infinite if one factor is, unless another one is empty; this is ignored: fields are rarely empty. */
static bool any_infinite(cspm_machine *m, const cspm_cell *sets, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (coset__set_infinite(m, sets[i].value))
            return true;
    return false;
}

static bool data_infinite(cspm_machine *m, cspm_symbol *symbol)
{
    cspm_value *fields = coset__dot_fields(m, symbol);
    return !fields || any_infinite(m, fields->at, symbol->fields);
}

/* A datatype that is reachable from its own fields is infinite. */
static bool type_infinite(cspm_machine *m, const cspm_symbol *datatype)
{
    const cspm_decl *d = datatype->decl;
    for (uint32_t i = 0; i < m->inspected.n; i++)
        if (m->inspected.at[i] == datatype)
            return true;
    *coset_vec_add(&m->inspected) = datatype;
    bool infinite = false;
    for (uint32_t i = 0; !infinite && i < d->n_symbols; i++)
        infinite = d->symbols[i]->kind == SYMBOL_CONSTRUCTOR && data_infinite(m, d->symbols[i]);
    m->inspected.n--;
    return infinite;
}

static bool events_infinite(cspm_machine *m)
{
    const cspm_groups *g = m->program->groups;
    for (uint32_t i = 0; g->n && i < g->start[g->n]; i++)
        for (uint32_t k = 0; k < g->decls[i]->n_symbols; k++)
            if (g->decls[i]->symbols[k]->kind == SYMBOL_CHANNEL && data_infinite(m, g->decls[i]->symbols[k]))
                return true;
    return false;
}

bool coset__set_infinite(cspm_machine *m, cspm_value *set)
{
    if (set->sub == SET_LIST)
        return false;
    if (!coset__eval_room(m))
        return true;
    bool listed = set->sub >= SET_TYPE && set->at[set->n - 1].value;
    if (listed)
        return false;
    switch (set->sub) {
    case SET_CHARS:
        return false;
    case SET_INTS:
    case SET_FROM:
    case SET_PROCS:
        return true;
    case SET_TYPE:
        return type_infinite(m, set->at[0].symbol);
    case SET_EVENTS:
        return events_infinite(m);
    case SET_DATA:
        return any_infinite(m, set->at + 1, set->n - 2);
    case SET_SEQS: {
        if (coset__set_infinite(m, set->at[0].value))
            return true;
        const cspm_value *base = coset__set_list(m, set->at[0].value);
        return !base || base->n > 0;
    }
    default:
        return any_infinite(m, set->at, set->n - 1);
    }
}

/* ---- membership ---------------------------------------------------------------------------------------------- */

static int in_list(cspm_machine *m, const cspm_value *list, cspm_value *v)
{
    uint32_t from = 0, to = list->n;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        int order;
        if (!coset__eval_compare(m, list->at[middle].value, v, &order))
            return -1;
        if (order == 0)
            return 1;
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return 0;
}

static int all_members(cspm_machine *m, const cspm_cell *sets, const cspm_cell *values, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        int yes = coset__set_member(m, sets[i].value, values[i].value);
        if (yes != 1)
            return yes;
    }
    return 1;
}

static int seq_member(cspm_machine *m, cspm_value *base, cspm_value *seq)
{
    for (seq = coset__eval_force(m, seq); seq && seq->kind == VALUE_CONS;
         seq = coset__eval_force(m, seq->at[1].value)) {
        int yes = coset__set_member(m, base, seq->at[0].value);
        if (yes != 1)
            return yes;
    }
    return seq ? 1 : -1;
}

static int map_member(cspm_machine *m, const cspm_value *set, const cspm_value *map)
{
    for (uint32_t i = 0; i < map->n; i++) {
        int yes = coset__set_member(m, set->at[i % 2].value, map->at[i].value);
        if (yes != 1)
            return yes;
    }
    return 1;
}

int coset__set_member(cspm_machine *m, cspm_value *set, cspm_value *v)
{
    v = coset__eval_force(m, v);
    if (!v || !coset__eval_room(m))
        return -1;
    switch (set->sub) {
    case SET_LIST:
        return in_list(m, set, v);
    case SET_FROM:
        return v->at[0].integer >= set->at[0].integer;
    case SET_INTS:
    case SET_CHARS:
    case SET_PROCS:
    case SET_EVENTS: /* events are checked when they are created */
        return 1;
    case SET_TYPE:
        return v->kind == VALUE_DATA && v->at[0].symbol->owner == set->at[0].symbol;
    case SET_DATA:
        return v->kind == VALUE_DATA && v->at[0].symbol == set->at[0].symbol && v->n == set->n - 1
                   ? all_members(m, set->at + 1, v->at + 1, v->n - 1)
                   : 0;
    case SET_DOTS:
        return v->kind == VALUE_DOTS && v->n == set->n - 1 ? all_members(m, set->at, v->at, v->n) : 0;
    case SET_TUPLES:
        return all_members(m, set->at, v->at, v->n);
    case SET_POWER:
        return coset__set_subset(m, v, set->at[0].value);
    case SET_SEQS:
        return seq_member(m, set->at[0].value, v);
    case SET_MAPS:
        return map_member(m, set, v);
    default: {
        int first = coset__set_member(m, set->at[0].value, v);
        return first ? first : coset__set_member(m, set->at[1].value, v);
    }
    }
}

/* ---- comparison ---------------------------------------------------------------------------------------------- */

static int list_subset(cspm_machine *m, cspm_value *a, cspm_value *b)
{
    const cspm_value *list = coset__set_list(m, a);
    if (!list)
        return -1;
    for (uint32_t i = 0; i < list->n; i++) {
        int yes = coset__set_member(m, b, list->at[i].value);
        if (yes != 1)
            return yes;
    }
    return 1;
}

/* Infinite sets of equal structure are equal; no other case is decided. */
static bool alike(const cspm_value *a, const cspm_value *b)
{
    if (a == b)
        return true;
    if (a->kind != VALUE_SET || b->kind != VALUE_SET || a->sub != b->sub || a->n != b->n || a->sub == SET_LIST)
        return false;
    switch (a->sub) {
    case SET_INTS:
    case SET_PROCS:
    case SET_EVENTS:
        return true;
    case SET_FROM:
        return a->at[0].integer == b->at[0].integer;
    case SET_TYPE:
        return a->at[0].symbol == b->at[0].symbol;
    default:
        break;
    }
    uint32_t from = a->sub == SET_DATA;
    if (from && a->at[0].symbol != b->at[0].symbol)
        return false;
    for (uint32_t i = from; i + 1 < a->n; i++)
        if (!alike(a->at[i].value, b->at[i].value))
            return false;
    return true;
}

int coset__set_subset(cspm_machine *m, cspm_value *a, cspm_value *b)
{
    if (alike(a, b) || b->sub == SET_INTS || b->sub == SET_PROCS)
        return 1;
    if (!coset__set_infinite(m, a))
        return list_subset(m, a, b);
    if (m->failed)
        return -1;
    if (a->sub == SET_UNION) {
        int first = coset__set_subset(m, a->at[0].value, b);
        return first == 1 ? coset__set_subset(m, a->at[1].value, b) : first;
    }
    if (a->sub == SET_FROM && b->sub == SET_FROM)
        return a->at[0].integer >= b->at[0].integer;
    if ((a->sub == SET_INTS && b->sub == SET_FROM) || !coset__set_infinite(m, b))
        return m->failed ? -1 : 0;
    (void)coset__eval_wrong(m, "these infinite sets cannot be compared");
    return -1;
}

/* ---- combination --------------------------------------------------------------------------------------------- */

static bool is_list(const cspm_value *set) { return set->sub == SET_LIST; }

static cspm_value *from(cspm_machine *m, int64_t first)
{
    cspm_value *set = coset__value_new(m, VALUE_SET, SET_FROM, 1);
    if (set)
        set->at[0].integer = first;
    return set;
}

static cspm_value *merged(cspm_machine *m, const cspm_value *a, const cspm_value *b)
{
    cspm_values all = {0};
    for (uint32_t i = 0; i < a->n; i++)
        *coset_vec_add(&all) = a->at[i].value;
    for (uint32_t i = 0; i < b->n; i++)
        *coset_vec_add(&all) = b->at[i].value;
    cspm_value *set = coset__set_of(m, &all);
    coset_vec_fini(&all);
    return set;
}

/* {n..} united with a list of numbers: those from n on are already members, those just below extend it. */
static cspm_value *extend_from(cspm_machine *m, const cspm_value *infinite, cspm_value *list)
{
    int64_t first = infinite->at[0].integer;
    uint32_t below = 0;
    while (below < list->n && list->at[below].value->at[0].integer < first)
        below++;
    while (below > 0 && list->at[below - 1].value->at[0].integer == first - 1) {
        first--;
        below--;
    }
    cspm_value *numbers = from(m, first);
    if (below == 0 || !numbers)
        return numbers;
    cspm_value *rest = coset__value_new(m, VALUE_SET, SET_LIST, below);
    cspm_value *set = rest ? coset__value_new(m, VALUE_SET, SET_UNION, 3) : NULL;
    for (uint32_t i = 0; rest && i < below; i++)
        rest->at[i] = list->at[i];
    if (set) {
        set->at[0].value = rest;
        set->at[1].value = numbers;
    }
    return set;
}

cspm_value *coset__set_union(cspm_machine *m, cspm_value *a, cspm_value *b)
{
    if ((is_list(b) && b->n == 0) || alike(a, b))
        return a;
    if (is_list(a) && a->n == 0)
        return b;
    if (is_list(a) && is_list(b))
        return merged(m, a, b);
    if (a->sub == SET_INTS || b->sub == SET_INTS)
        return a->sub == SET_INTS ? a : b;
    if (a->sub == SET_FROM && b->sub == SET_FROM)
        return a->at[0].integer <= b->at[0].integer ? a : b;
    if (a->sub == SET_FROM && is_list(b))
        return extend_from(m, a, b);
    if (b->sub == SET_FROM && is_list(a))
        return extend_from(m, b, a);
    cspm_value *set = coset__value_new(m, VALUE_SET, SET_UNION, 3);
    if (set) {
        set->at[0].value = a;
        set->at[1].value = b;
    }
    return set;
}

/* The elements of `list` that are, or are not, members of `other`. */
static cspm_value *filtered(cspm_machine *m, const cspm_value *list, cspm_value *other, int wanted)
{
    cspm_values kept = {0};
    int yes = 1;
    for (uint32_t i = 0; list && i < list->n && yes >= 0; i++) {
        yes = coset__set_member(m, other, list->at[i].value);
        if (yes == wanted)
            *coset_vec_add(&kept) = list->at[i].value;
    }
    cspm_value *set = list && yes >= 0 ? coset__value_new(m, VALUE_SET, SET_LIST, kept.n) : NULL;
    for (uint32_t i = 0; set && i < kept.n; i++)
        set->at[i].value = kept.at[i];
    coset_vec_fini(&kept);
    return set;
}

cspm_value *coset__set_inter(cspm_machine *m, cspm_value *a, cspm_value *b)
{
    if (alike(a, b) || b->sub == SET_INTS || b->sub == SET_PROCS)
        return a;
    if (a->sub == SET_INTS || a->sub == SET_PROCS)
        return b;
    if (is_list(b) && !is_list(a))
        return filtered(m, b, a, 1);
    if (!coset__set_infinite(m, a))
        return filtered(m, coset__set_list(m, a), b, 1);
    if (!m->failed && !coset__set_infinite(m, b))
        return filtered(m, coset__set_list(m, b), a, 1);
    if (m->failed)
        return NULL;
    if (a->sub == SET_FROM && b->sub == SET_FROM)
        return a->at[0].integer >= b->at[0].integer ? a : b;
    return coset__eval_wrong(m, "the intersection of these infinite sets cannot be found");
}

/* {n..} minus a finite set: the numbers up to its largest element one by one, then all greater ones. */
static cspm_value *diff_from(cspm_machine *m, const cspm_value *infinite, cspm_value *removed)
{
    int64_t first = infinite->at[0].integer;
    int64_t last = removed->n ? removed->at[removed->n - 1].value->at[0].integer : first - 1;
    if (last < first)
        return from(m, first);
    if ((uint64_t)last - (uint64_t)first >= m->limits.most_elements)
        return coset__eval_wrong(m, "the difference of these sets is too large to be written out");
    cspm_values kept = {0};
    int yes = 0;
    for (int64_t i = first; i <= last && yes >= 0; i++) {
        cspm_value *number = coset__value_int(m, i);
        yes = number ? coset__set_member(m, removed, number) : -1;
        if (yes == 0)
            *coset_vec_add(&kept) = number;
    }
    cspm_value *list = yes >= 0 ? coset__set_of(m, &kept) : NULL;
    cspm_value *rest = list ? from(m, last + 1) : NULL;
    coset_vec_fini(&kept);
    return rest ? coset__set_union(m, rest, list) : NULL;
}

/* The numbers from first up to, but not including, end. */
static cspm_value *between(cspm_machine *m, int64_t first, int64_t end)
{
    if (end <= first)
        return m->empty;
    if ((uint64_t)end - (uint64_t)first > m->limits.most_elements)
        return coset__eval_wrong(m, "the difference of these sets is too large to be written out");
    cspm_value *list = coset__value_new(m, VALUE_SET, SET_LIST, (uint32_t)(end - first));
    for (uint32_t i = 0; list && i < list->n; i++)
        list->at[i].value = coset__value_int(m, first + i);
    return m->failed ? NULL : list;
}

cspm_value *coset__set_diff(cspm_machine *m, cspm_value *a, cspm_value *b)
{
    if (alike(a, b) || b->sub == SET_INTS || b->sub == SET_PROCS)
        return m->empty;
    if (!coset__set_infinite(m, a))
        return filtered(m, coset__set_list(m, a), b, 0);
    if (m->failed)
        return NULL;
    if (a->sub == SET_FROM && b->sub == SET_FROM)
        return between(m, a->at[0].integer, b->at[0].integer);
    if (a->sub == SET_FROM && !coset__set_infinite(m, b)) {
        cspm_value *list = coset__set_list(m, b);
        return list ? diff_from(m, a, list) : NULL;
    }
    if (m->failed)
        return NULL;
    if (is_list(b) && b->n == 0)
        return a;
    return coset__eval_wrong(m, "the difference of these infinite sets cannot be found");
}
