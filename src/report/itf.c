/* report/itf.c - traces in the Informal Trace Format, out and in.
 *
 * One variable for each slot, named as the user writes it. Integers are {"#bigint": "..."}, truth values are JSON's,
 * everything else is a string. An infinite run has "loop": the last state is followed by that state again. Source:
 * Apalache ADR-015.
 */
#include "model/wording.h"
#include "report/report_int.h"

#include <errno.h>
#include <string.h>

/* ---- writing ------------------------------------------------------------------------------------------------ */

static bool is_integer(const char *text)
{
    if (*text == '-')
        text++;
    return *text && text[strspn(text, "0123456789")] == 0;
}

static json_t *value_json(const char *text)
{
    if (is_integer(text))
        return json_pack("{s:s}", "#bigint", text);
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return json_boolean(*text == 't');
    return coset__json_text(text);
}

/* Names of the slots; equal names (components of a system may have them) get a number. */
static const char **names_of(const coset_model *m, coset_arena *a)
{
    const char **names = coset_arena_get(a, m->n_slots, sizeof *names);
    json_t *seen = json_object();
    for (uint32_t s = 0; s < m->n_slots; s++) {
        names[s] = m->slots[s].name;
        for (uint32_t n = 2; json_object_get(seen, names[s]); n++)
            names[s] = coset_arena_printf(a, "%s#%u", m->slots[s].name, (unsigned)n);
        json_object_set_new(seen, names[s], json_null());
    }
    json_decref(seen);
    return names;
}

static json_t *action_json(const coset_model *m, coset_step step, coset_wording *words)
{
    return coset__json_text(coset_wording_edge(words, m, step.group, step.instance));
}

/* The context for writing the states of a trace. */
typedef struct {
    const coset_model *m;
    const coset_trace *t;
    const char *const *names;
    coset_wording words;
} itf_trace;

static json_t *state_json(void *ctx, uint64_t i)
{
    itf_trace *x = ctx;
    const coset_model *m = x->m;
    json_t *state = json_object();
    json_t *meta = json_pack("{s:I, s:o}", "index", (json_int_t)i, "action", action_json(m, x->t->steps[i], &x->words));
    json_object_set_new(state, "#meta", meta);
    for (uint32_t s = 0; s < m->n_slots; s++)
        json_object_set_new(state, x->names[s],
                            value_json(coset_wording_value(&x->words, m, s, x->t->states[(size_t)i * m->n_slots + s])));
    return state;
}

static json_t *meta_json(const coset_report *r, const coset_trace *t, coset_wording *words)
{
    const coset_prop *p = &r->model->props[t->prop];
    json_t *meta =
        json_pack("{s:s, s:s, s:o, s:s, s:o, s:I, s:s}", "format", "ITF", "format-description",
                  "https://apalache.informal.systems/docs/adr/015adr-trace.html", "source", coset__json_text(r->path),
                  "description", "made by coset", "property", coset__json_text(r->property ? r->property : p->name),
                  "instance", (json_int_t)t->instance, "kind", coset__report_kind(p->kind));
    if (p->kind == COSET_PROP_FORMULA ||
        p->kind == COSET_PROP_ACCEPTANCE) { /* not a property of the model: replay checks the run only */
        (void)json_object_del(meta, "property");
        json_object_set_new(meta, "formula", coset__json_text(p->name));
    }
    if (t->has_fault) {
        coset_step last = t->steps[t->n_states];
        bool in_step = last.group < r->model->n_groups;
        json_object_set_new(meta, "fault",
                            json_pack("{s:o, s:o}", "action",
                                      in_step ? action_json(r->model, last, words) : json_null(), "text",
                                      coset__json_text(t->fault.text)));
    }
    if (t->has_loop)
        json_object_set_new(meta, "loop",
                            json_pack("{s:o}", "action", action_json(r->model, t->steps[t->n_states], words)));
    return meta;
}

coset_status coset_report_itf(const coset_report *r, const coset_trace *t, FILE *out, coset_err *err)
{
    coset_arena *a = coset_arena_new();
    itf_trace x = {.m = r->model, .t = t, .names = names_of(r->model, a)};
    coset__json_rows *rows = NULL;
    json_t *vars = json_array();
    for (uint32_t s = 0; s < r->model->n_slots; s++)
        json_array_append_new(vars, coset__json_text(x.names[s]));
    json_t *states = coset__json_rows_add(&rows, a, t->n_states, state_json, &x);
    json_t *root = json_pack("{s:o, s:o, s:o}", "#meta", meta_json(r, t, &x.words), "vars", vars, "states", states);
    if (t->has_loop)
        json_object_set_new(root, "loop", json_integer((json_int_t)t->loop));
    coset_status status = coset__json_write_rows(root, rows, out, err);
    coset_wording_fini(&x.words);
    coset_arena_free(a);
    return status;
}

/* ---- reading ------------------------------------------------------------------------------------------------ */

/* Value in the notation of the model, or NULL if it is no ITF value for a slot. */
static const char *value_text(const json_t *v, coset_arena *a)
{
    if (json_is_boolean(v))
        return json_is_true(v) ? "true" : "false";
    if (json_is_string(v))
        return coset_arena_text(a, json_string_value(v));
    if (json_is_integer(v))
        return coset_arena_printf(a, "%lld", (long long)json_integer_value(v));
    const json_t *big = json_object_get(v, "#bigint");
    return json_is_string(big) ? coset_arena_text(a, json_string_value(big)) : NULL;
}

static const char *member_text(const json_t *object, const char *key, coset_arena *a)
{
    const json_t *v = json_object_get(object, key);
    return json_is_string(v) ? coset_arena_text(a, json_string_value(v)) : NULL;
}

/* Slots are searched by name in the order of the model, so a state costs O(n_slots). */
static coset_status read_state(const coset_model *m, const json_t *state, size_t number, const char **values,
                               coset_arena *a, coset_err *err)
{
    size_t known = 0;
    for (uint32_t s = 0; s < m->n_slots; s++) {
        const json_t *v = json_object_get(state, m->slots[s].name);
        if (!v)
            continue;
        known++;
        values[s] = value_text(v, a);
        if (!values[s])
            return coset_fail(err, COSET_INPUT, "state %zu: the value of \"%s\" is not a simple ITF value", number,
                              m->slots[s].name);
    }
    const char *key;
    json_t *v;
    json_t *all = json_deep_copy(state);
    for (uint32_t s = 0; s < m->n_slots; s++)
        json_object_del(all, m->slots[s].name);
    coset_status status = COSET_OK;
    json_object_foreach(all, key, v)
    {
        if (*key != '#' && status == COSET_OK)
            status = coset_fail(err, COSET_INPUT, "state %zu: the model has no variable \"%s\"", number, key);
    }
    json_decref(all);
    if (status == COSET_OK && known == 0)
        status = coset_fail(err, COSET_INPUT, "state %zu has no variable of the model", number);
    return status;
}

static coset_status read_states(const coset_model *m, const json_t *states, coset_itf *itf, coset_arena *a,
                                coset_err *err)
{
    size_t n = json_array_size(states);
    if (n > UINT32_MAX)
        return coset_fail(err, COSET_INPUT, "too many states");
    const char **actions = coset_arena_get(a, n + 1, sizeof *actions);
    const char *const **values = coset_arena_get(a, n + 1, sizeof *values);
    for (size_t i = 0; i < n; i++) {
        const json_t *state = json_array_get(states, i);
        const char **row = coset_arena_get(a, (size_t)m->n_slots + 1, sizeof *row);
        if (!json_is_object(state))
            return coset_fail(err, COSET_INPUT, "state %zu is not an object", i);
        coset_status status = read_state(m, state, i, row, a, err);
        if (status != COSET_OK)
            return status;
        actions[i] = member_text(json_object_get(state, "#meta"), "action", a);
        values[i] = row;
    }
    itf->n_states = (uint32_t)n;
    itf->actions = actions;
    itf->values = values;
    return COSET_OK;
}

static coset_status read_root(const coset_model *m, const json_t *root, const char *path, coset_itf *itf,
                              coset_arena *a, coset_err *err)
{
    const json_t *states = json_object_get(root, "states"), *meta = json_object_get(root, "#meta");
    if (!json_is_array(states))
        return coset_fail(err, COSET_INPUT, "%s is not an ITF trace: it has no array \"states\"", path);
    itf->property = member_text(meta, "property", a);
    itf->instance = (uint32_t)json_integer_value(json_object_get(meta, "instance"));
    itf->fault = member_text(json_object_get(meta, "fault"), "action", a);
    return read_states(m, states, itf, a, err);
}

coset_status coset_itf_read(const coset_model *m, const char *path, coset_arena *arena, const coset_itf **out,
                            coset_err *err)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return coset_fail(err, COSET_NOINPUT, "%s: %s", path, strerror(errno));
    json_error_t where;
    json_t *root = json_loadf(f, JSON_REJECT_DUPLICATES, &where);
    fclose(f);
    if (!root)
        return coset_fail(err, COSET_INPUT, "%s:%d:%d: %s", path, where.line, where.column, where.text);
    coset_itf *itf = coset_arena_get(arena, 1, sizeof *itf);
    coset_status status = read_root(m, root, path, itf, arena, err);
    json_decref(root);
    *out = status == COSET_OK ? itf : NULL;
    return status;
}

bool coset_report_has_itf(const coset_report *r) { return r->itf || coset_report_decisive_trace(r); }

coset_status coset_report_write_itf(const coset_report *r, FILE *out, coset_err *err)
{
    if (!r->itf)
        return coset_report_itf(r, coset_report_decisive_trace(r), out, err);
    return fputs(r->itf, out) >= 0 ? COSET_OK : coset_fail(err, COSET_IO, "the trace cannot be written");
}
