/* Type expressions as sets, and the fields that declarations give to channels and constructors. */
#include "lang/cspm/check/slots.h"
#include "lang/cspm/eval/eval_int.h"

static bool field_sets(cspm_machine *m, const cspm_node *node, cspm_frame *frame, cspm_values *out);

/* ---- a set ---------------------------------------------------------------------------------------------------- */

static cspm_value *product(cspm_machine *m, cspm_set_kind kind, const cspm_values *sets)
{
    cspm_value *set = coset__value_new(m, VALUE_SET, kind, sets->n + 1);
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
        ok = field_sets(m, node, frame, &sets);
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

/* ---- a set for each field ------------------------------------------------------------------------------------- */

static cspm_value *part_of(cspm_value *v, uint32_t i) { return v->kind == VALUE_DOTS ? v->at[i].value : v; }

static cspm_value *projection(cspm_machine *m, const cspm_value *list, uint32_t i)
{
    cspm_values parts = {0};
    for (uint32_t k = 0; k < list->n; k++)
        *coset_vec_add(&parts) = part_of(list->at[k].value, i);
    cspm_value *set = coset__set_of(m, &parts);
    coset_vec_fini(&parts);
    return set;
}

/* The product of the projections has a value that the set lacks: report one. */
static cspm_value *report_gap(cspm_machine *m, cspm_value *list, cspm_value *const *sets, uint32_t n)
{
    cspm_value *product = coset__value_new(m, VALUE_SET, SET_DOTS, n + 1);
    for (uint32_t i = 0; product && i < n; i++)
        product->at[i].value = sets[i];
    cspm_value *all = product ? coset__set_list(m, product) : NULL;
    cspm_value *gap = all ? coset__set_diff(m, all, list) : NULL;
    char *text = gap && gap->n ? coset__eval_show(m, gap->at[0].value) : NULL;
    (void)coset__eval_wrong(m, "this set of fields is not a product of sets: it has no %s", text ? text : "gap");
    coset_delete(text);
    return NULL;
}

/* Splits a set of dotted values into a set for each field, whose product it has to be. */
static bool split(cspm_machine *m, cspm_value *set, uint32_t width, cspm_values *out)
{
    if (width == 1) {
        *coset_vec_add(out) = set;
        return true;
    }
    if (set->sub == SET_DOTS && set->n - 1 == width) {
        for (uint32_t i = 0; i < width; i++)
            *coset_vec_add(out) = set->at[i].value;
        return true;
    }
    cspm_value *list = coset__set_list(m, set);
    uint64_t product = 1;
    uint32_t from = out->n;
    for (uint32_t i = 0; list && i < width; i++) {
        cspm_value *field = projection(m, list, i);
        if (!field)
            return false;
        *coset_vec_add(out) = field;
        product *= field->n;
    }
    if (list && product != list->n)
        return report_gap(m, list, out->at + from, width);
    return list;
}

/* The sets of the fields of a type expression's members, added to `out`. */
static bool field_sets(cspm_machine *m, const cspm_node *node, cspm_frame *frame, cspm_values *out)
{
    if (node->kind == CSPM_PAREN)
        return field_sets(m, node->kid[0], frame, out);
    if (node->kind == CSPM_DOT) {
        for (uint32_t i = 0; i < node->n; i++)
            if (!field_sets(m, node->kid[i], frame, out))
                return false;
        return true;
    }
    cspm_value *set = coset__set_type(m, node, frame);
    m->here = m->failed ? m->here : node;
    return set && split(m, set, coset__cspm_width(node->type->at[0]), out);
}

/* ---- declarations --------------------------------------------------------------------------------------------- */

static const cspm_node *constructor_node(const cspm_symbol *symbol)
{
    const cspm_node *decl = symbol->decl->node;
    for (uint32_t i = 0; i < decl->n; i++)
        if (decl->kid[i]->symbol == symbol)
            return decl->kid[i];
    return NULL;
}

cspm_value *coset__declared_fields(cspm_machine *m, const cspm_symbol *symbol)
{
    const cspm_node *node = symbol->kind == SYMBOL_CHANNEL ? symbol->decl->node : constructor_node(symbol);
    uint32_t from = symbol->kind == SYMBOL_CHANNEL ? node->split : 0;
    cspm_values sets = {0};
    bool ok = true;
    for (uint32_t i = from; ok && i < node->n; i++)
        ok = field_sets(m, node->kid[i], m->globals, &sets);
    COSET_INVARIANT(!ok || sets.n == symbol->fields);
    cspm_value *fields = ok ? coset__value_tuple(m, sets.at, sets.n) : NULL;
    coset_vec_fini(&sets);
    return fields;
}

/* K.A of a subtype: the first fields come from A, the others are those of K. */
static cspm_value *subtype_clause(cspm_machine *m, const cspm_node *clause, cspm_frame *frame)
{
    cspm_symbol *symbol = clause->symbol;
    cspm_values sets = {0};
    bool ok = true;
    for (uint32_t i = 0; ok && i < clause->n; i++)
        ok = field_sets(m, clause->kid[i], frame, &sets);
    cspm_value *fields = ok ? coset__dot_fields(m, symbol) : NULL;
    cspm_value *set = fields ? coset__value_new(m, VALUE_SET, SET_DATA, symbol->fields + 2) : NULL;
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
