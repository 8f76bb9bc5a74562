/* Dotted values. */
#include "lang/cspm/eval/eval_int.h"

bool coset__dot_complete(const cspm_value *v)
{
    if (v->kind == VALUE_DOTS)
        return coset__dot_complete(v->at[v->n - 1].value);
    if (v->kind != VALUE_DATA)
        return true;
    if (v->n - 1 < v->at[0].symbol->fields)
        return false;
    return v->n == 1 || coset__dot_complete(v->at[v->n - 1].value);
}

/* ---- joining ------------------------------------------------------------------------------------------------- */

/* Checks that a complete field is in its set; not while the sets are being computed. */
static bool check_field(cspm_machine *m, cspm_symbol *symbol, uint32_t i, cspm_value *v)
{
    if (!coset__dot_complete(v) || m->fields[symbol->slot] == m->nil)
        return true;
    cspm_value *fields = coset__dot_fields(m, symbol);
    int member = fields ? coset__set_member(m, fields->at[i].value, v) : -1;
    if (member != 0)
        return member == 1;
    char *text = coset__eval_show(m, v);
    if (text)
        (void)coset__eval_wrong(m, "%s is not a value of field %u of %s", text, i + 1, symbol->name);
    coset_delete(text);
    return false;
}

static cspm_value *with_field(cspm_machine *m, const cspm_value *data, cspm_value *field, bool replaces)
{
    uint32_t n = data->n + !replaces;
    cspm_value *v = coset__value_new(m, VALUE_DATA, 0, n);
    for (uint32_t i = 0; v && i < data->n; i++)
        v->at[i] = data->at[i];
    if (!v)
        return NULL;
    v->at[n - 1].value = field;
    return check_field(m, v->at[0].symbol, n - 2, field) ? v : NULL;
}

/* Puts `part` into the first open field of incomplete data. */
static cspm_value *fill(cspm_machine *m, cspm_value *data, cspm_value *part)
{
    if (!coset__eval_room(m))
        return NULL;
    cspm_value *last = data->n > 1 ? data->at[data->n - 1].value : NULL;
    if (!last || coset__dot_complete(last))
        return with_field(m, data, part, false);
    cspm_value *filled = fill(m, last, part);
    return filled ? with_field(m, data, filled, true) : NULL;
}

static cspm_value *push(cspm_machine *m, cspm_value *v, cspm_value *part)
{
    if (v->kind == VALUE_DATA && !coset__dot_complete(v))
        return fill(m, v, part);
    bool list = v->kind == VALUE_DOTS, open = list && !coset__dot_complete(v);
    uint32_t n = list ? v->n : 1;
    cspm_value *last = open ? fill(m, v->at[n - 1].value, part) : part;
    cspm_value *dots = last ? coset__value_new(m, VALUE_DOTS, 0, n + !open) : NULL;
    for (uint32_t i = 0; dots && i < n; i++)
        dots->at[i].value = list ? v->at[i].value : v;
    if (dots)
        dots->at[dots->n - 1].value = last;
    return dots;
}

cspm_value *coset__dot_join(cspm_machine *m, cspm_value *a, cspm_value *b)
{
    if (b->kind != VALUE_DOTS)
        return push(m, a, b);
    for (uint32_t i = 0; a && i < b->n; i++)
        a = push(m, a, b->at[i].value);
    return a;
}

/* ---- productions and extensions ------------------------------------------------------------------------------ */

/* `start`, which may be incomplete, is a prefix of `whole`: 1, 0, or -1 = failed. */
static int begins(cspm_machine *m, const cspm_value *whole, const cspm_value *start)
{
    if (whole->kind != VALUE_DATA || start->kind != VALUE_DATA || whole->at[0].symbol != start->at[0].symbol ||
        start->n > whole->n)
        return 0;
    for (uint32_t i = 1; i < start->n; i++) {
        int same = 0;
        if (i + 1 == start->n && !coset__dot_complete(start->at[i].value))
            return begins(m, whole->at[i].value, start->at[i].value);
        if (!coset__eval_compare(m, whole->at[i].value, start->at[i].value, &same))
            return -1;
        if (same != 0)
            return 0;
    }
    return 1;
}

/* All values of field i that complete an incomplete one. */
static bool complete_field(cspm_machine *m, cspm_value *set, cspm_value *start, cspm_values *out)
{
    cspm_value *list = coset__set_list(m, set);
    for (uint32_t i = 0; list && i < list->n; i++) {
        int yes = begins(m, list->at[i].value, start);
        if (yes < 0)
            return false;
        if (yes)
            *coset_vec_add(out) = list->at[i].value;
    }
    return list;
}

static bool produce(cspm_machine *m, const cspm_value *fields, cspm_value *v, cspm_values *out)
{
    if (!coset__eval_room(m))
        return false;
    if (coset__dot_complete(v)) {
        if (out->n >= m->limits.most_elements)
            return coset__eval_wrong(m, "a set with more than %llu elements",
                                     (unsigned long long)m->limits.most_elements);
        *coset_vec_add(out) = v;
        return true;
    }
    cspm_value *last = v->n > 1 ? v->at[v->n - 1].value : NULL;
    bool unfinished = last && !coset__dot_complete(last);
    cspm_values choices = {0};
    bool ok;
    if (unfinished) {
        ok = complete_field(m, fields->at[v->n - 2].value, last, &choices);
    } else {
        cspm_value *list = coset__set_list(m, fields->at[v->n - 1].value);
        for (uint32_t i = 0; list && i < list->n; i++)
            *coset_vec_add(&choices) = list->at[i].value;
        ok = list;
    }
    for (uint32_t i = 0; ok && i < choices.n; i++) {
        cspm_value *longer = with_field(m, v, choices.at[i], unfinished);
        ok = longer && produce(m, fields, longer, out);
    }
    coset_vec_fini(&choices);
    return ok;
}

bool coset__dot_productions(cspm_machine *m, cspm_value *v, cspm_values *out)
{
    if (v->kind != VALUE_DATA || coset__dot_complete(v)) {
        *coset_vec_add(out) = v;
        return true;
    }
    cspm_value *fields = coset__dot_fields(m, v->at[0].symbol);
    return fields && produce(m, fields, v, out);
}

/* The parts of `whole` that `start` lacks. */
static void missing_parts(const cspm_value *whole, const cspm_value *start, cspm_values *out)
{
    uint32_t next = start->n;
    if (start->n > 1 && !coset__dot_complete(start->at[start->n - 1].value))
        missing_parts(whole->at[start->n - 1].value, start->at[start->n - 1].value, out);
    for (; next < whole->n; next++)
        *coset_vec_add(out) = whole->at[next].value;
}

bool coset__dot_extensions(cspm_machine *m, cspm_value *v, cspm_values *out)
{
    cspm_values whole = {0}, parts = {0};
    bool ok = coset__dot_productions(m, v, &whole);
    for (uint32_t i = 0; ok && i < whole.n; i++) {
        parts.n = 0;
        if (v->kind == VALUE_DATA)
            missing_parts(whole.at[i], v, &parts);
        cspm_value *missing = parts.n ? parts.at[0] : NULL;
        if (parts.n > 1) {
            missing = coset__value_new(m, VALUE_DOTS, 0, parts.n);
            for (uint32_t k = 0; missing && k < parts.n; k++)
                missing->at[k].value = parts.at[k];
        }
        if (missing)
            *coset_vec_add(out) = missing;
        ok = !m->failed;
    }
    coset_vec_fini(&whole);
    coset_vec_fini(&parts);
    return ok;
}
