/* Sets: comprehensions, type expressions, and writing sets out. */
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

/* ---- statements ---------------------------------------------------------------------------------------------- */

static bool elements_of(cspm_machine *m, const cspm_node *node, cspm_frame *frame, cspm_values *out)
{
    cspm_value *v = coset__eval_node(m, node, frame);
    if (!v)
        return false;
    if (v->kind != VALUE_SET)
        return coset__seq_elements(m, v, out);
    m->here = node;
    cspm_value *list = coset__set_list(m, v);
    for (uint32_t i = 0; list && i < list->n; i++)
        *coset_vec_add(out) = list->at[i].value;
    return list;
}

bool coset__set_statements(cspm_machine *m, const cspm_node *node, uint32_t from, uint32_t to, cspm_frame *frame,
                           cspm_each *each, void *ctx)
{
    if (from == to)
        return each(m, frame, ctx);
    const cspm_node *s = node->kid[from];
    if (s->kind == CSPM_CONDITION) {
        int yes = coset__eval_condition(m, s->kid[0], frame);
        return yes < 0 ? false : yes ? coset__set_statements(m, node, from + 1, to, frame, each, ctx) : true;
    }
    cspm_values elements = {0};
    bool ok = elements_of(m, s->kid[1], frame, &elements);
    for (uint32_t i = 0; ok && i < elements.n; i++) {
        cspm_frame *inner = coset__eval_frame_copy(m, frame);
        int matches = inner ? coset__eval_match(m, s->kid[0], elements.at[i], inner) : -1;
        ok = matches >= 0 && (!matches || coset__set_statements(m, node, from + 1, to, inner, each, ctx));
    }
    coset_vec_fini(&elements);
    return ok;
}

/* ---- expressions --------------------------------------------------------------------------------------------- */

typedef struct {
    const cspm_node *node;
    cspm_values values; /* elements found one by one */
    cspm_value *set;    /* union of the sets found */
} collection;

static bool add_heads(cspm_machine *m, cspm_frame *frame, void *ctx)
{
    collection *c = ctx;
    for (uint32_t i = 0; i < c->node->split; i++) {
        if (c->values.n >= m->limits.most_elements)
            return coset__eval_wrong(m, "a set with more than %llu elements",
                                     (unsigned long long)m->limits.most_elements);
        cspm_value *v = coset__eval_later(m, c->node->kid[i], frame);
        if (!v)
            return false;
        *coset_vec_add(&c->values) = v;
    }
    return true;
}

static cspm_value *range(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    int64_t first, last;
    if (!coset__eval_integer(m, node->kid[0], frame, &first))
        return NULL;
    if (node->split == 1) {
        cspm_value *from = new_set(m, SET_FROM, 1);
        if (from)
            from->at[0].integer = first;
        return from;
    }
    if (!coset__eval_integer(m, node->kid[1], frame, &last))
        return NULL;
    if (last < first)
        return m->empty;
    if ((uint64_t)last - (uint64_t)first >= m->limits.most_elements)
        return coset__eval_wrong(m, "a set with more than %llu elements", (unsigned long long)m->limits.most_elements);
    cspm_value *list = new_set(m, SET_LIST, (uint32_t)(last - first) + 1);
    for (uint32_t i = 0; list && i < list->n; i++)
        list->at[i].value = coset__value_int(m, first + i);
    return m->failed ? NULL : list;
}

static bool add_range(cspm_machine *m, cspm_frame *frame, void *ctx)
{
    collection *c = ctx;
    cspm_value *set = range(m, c->node, frame);
    c->set = set ? coset__set_union(m, c->set, set) : NULL;
    return c->set;
}

/* c.1.2 as {|c.1.2|}: with all fields so far complete, the sets of the others make it a product. */
static cspm_value *production_set(cspm_machine *m, cspm_value *v)
{
    cspm_values list = {0};
    cspm_value *set = NULL;
    bool open = v->kind == VALUE_DATA && !coset__dot_complete(v);
    if (open && (v->n == 1 || coset__dot_complete(v->at[v->n - 1].value))) {
        cspm_symbol *symbol = v->at[0].symbol;
        cspm_value *fields = coset__dot_fields(m, symbol);
        set = fields ? new_set(m, SET_DATA, symbol->fields + 2) : NULL;
        if (set)
            set->at[0].symbol = symbol;
        for (uint32_t i = 0; set && i < symbol->fields; i++)
            set->at[i + 1].value = i + 1 < v->n ? list_of(m, &v->at[i + 1].value, 1) : fields->at[i].value;
    } else if (coset__dot_productions(m, v, &list)) {
        set = coset__set_of(m, &list);
    }
    coset_vec_fini(&list);
    return m->failed ? NULL : set;
}

static bool add_events(cspm_machine *m, cspm_frame *frame, void *ctx)
{
    collection *c = ctx;
    for (uint32_t i = 0; i < c->node->split && c->set; i++) {
        cspm_value *v = coset__eval_node(m, c->node->kid[i], frame);
        m->here = m->failed ? m->here : c->node->kid[i];
        cspm_value *set = v ? production_set(m, v) : NULL;
        c->set = set ? coset__set_union(m, c->set, set) : NULL;
    }
    return c->set;
}

cspm_value *coset__set_eval(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    collection c = {.node = node, .set = m->empty};
    cspm_each *each = node->kind == CSPM_SET ? add_heads : node->kind == CSPM_EVENTS ? add_events : add_range;
    if (node->slots)
        frame = coset__eval_frame(m, frame, node->slots);
    bool ok = frame && coset__set_statements(m, node, node->split, node->n, frame, each, &c);
    cspm_value *set = NULL;
    if (ok)
        set = node->kind == CSPM_SET ? coset__set_of(m, &c.values) : c.set;
    coset_vec_fini(&c.values);
    return set;
}

/* ---- type expressions ---------------------------------------------------------------------------------------- */

static cspm_value *product(cspm_machine *m, cspm_set_kind kind, const cspm_values *sets)
{
    cspm_value *set = new_set(m, kind, sets->n + 1);
    for (uint32_t i = 0; set && i < sets->n; i++)
        set->at[i].value = sets->at[i];
    return set;
}

/* A tuple of sets is the set of tuples. */
static cspm_value *set_of_tuple(cspm_machine *m, cspm_value *v)
{
    cspm_values sets = {0};
    bool ok = v;
    if (!v || v->kind != VALUE_TUPLE)
        return v;
    for (uint32_t i = 0; ok && i < v->n; i++) {
        cspm_value *part = set_of_tuple(m, coset__eval_force(m, v->at[i].value));
        *coset_vec_add(&sets) = part;
        ok = part;
    }
    cspm_value *set = ok ? product(m, SET_TUPLES, &sets) : NULL;
    coset_vec_fini(&sets);
    return set;
}

cspm_value *coset__set_type(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    cspm_values sets = {0};
    cspm_value *set;
    bool ok = true;
    switch (node->kind) {
    case CSPM_PAREN:
        return coset__set_type(m, node->kid[0], frame);
    case CSPM_DOT:
        ok = coset__dot_field_sets(m, node, frame, &sets);
        set = ok ? product(m, SET_DOTS, &sets) : NULL;
        break;
    case CSPM_TUPLE:
        for (uint32_t i = 0; ok && i < node->n; i++) {
            cspm_value *part = coset__set_type(m, node->kid[i], frame);
            *coset_vec_add(&sets) = part;
            ok = part;
        }
        set = ok ? product(m, SET_TUPLES, &sets) : NULL;
        break;
    default:
        return set_of_tuple(m, coset__eval_node(m, node, frame));
    }
    coset_vec_fini(&sets);
    return set;
}

/* K.A of a subtype: the first fields come from A, the others are those of K. */
static cspm_value *subtype_clause(cspm_machine *m, const cspm_node *clause, cspm_frame *frame)
{
    cspm_symbol *symbol = clause->symbol;
    cspm_values sets = {0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < clause->n; i++)
        ok = coset__dot_field_sets(m, clause->kid[i], frame, &sets);
    cspm_value *fields = ok ? coset__dot_fields(m, symbol) : NULL;
    cspm_value *set = fields ? new_set(m, SET_DATA, symbol->fields + 2) : NULL;
    for (uint32_t i = 0; set && i < symbol->fields; i++)
        set->at[i + 1].value = i < sets.n ? sets.at[i] : fields->at[i].value;
    if (set)
        set->at[0].symbol = symbol;
    coset_vec_fini(&sets);
    return set;
}

cspm_value *coset__set_subtype(cspm_machine *m, const cspm_node *node, cspm_frame *frame)
{
    cspm_value *set = m->empty;
    for (uint32_t i = 0; i < node->n && set; i++) {
        cspm_value *clause = subtype_clause(m, node->kid[i], frame);
        set = clause ? coset__set_union(m, set, clause) : NULL;
    }
    return set;
}

/* ---- writing sets out ---------------------------------------------------------------------------------------- */

/* All ways to choose one element of each list, in order. */
typedef struct {
    cspm_value *made; /* what is being filled */
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
        *coset_vec_add(out) = m->nil; /* over the empty set, for others are infinite */
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
