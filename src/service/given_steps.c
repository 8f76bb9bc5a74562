/* service/given_steps.c - the steps of a model given by callbacks. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "service/given_int.h"

/* A start state or step, as the callback emitted it. */
typedef struct {
    uint32_t group, order; /* order: position among those of the state */
    uint64_t instance;
    bool fails;
    coset_fault fault;
    size_t state; /* offset of its values; unused for a fault */
} row;

struct coset_worker {
    const coset__given_model *m;
    COSET_VEC(row) rows;
    COSET_VEC(coset_value) values;
    bool starts; /* collecting start states */
};

static coset_worker *worker_new(const coset_model *m)
{
    coset_worker *w = coset_new(1, sizeof *w);
    w->m = coset__given_of(m);
    return w;
}

static void worker_free(coset_worker *w)
{
    coset_vec_fini(&w->rows);
    coset_vec_fini(&w->values);
    coset_delete(w);
}

/* ---- output of the callback -------------------------------------------------------------------------------------- */

static row *add_row(coset_worker *w, uint32_t group)
{
    row *r = coset_vec_add(&w->rows);
    *r = (row){.group = group, .order = w->rows.n};
    return r;
}

static void fail_row(row *r, coset_fault_kind kind, const char *text)
{
    r->fails = true;
    r->fault = (coset_fault){.kind = kind, .prop = COSET_NO_PROP};
    (void)snprintf(r->fault.text, sizeof r->fault.text, "%s", text);
}

/* The instance number of the parameters; false: one of them is not a value. */
static bool read_params(const coset__given_model *m, row *r, const coset_given_rule *rule, const uint32_t *params)
{
    for (uint32_t i = 0; i < rule->n_params; i++) {
        const uint32_t size = coset__given_size(m->given, &rule->params[i]);
        if (!params || params[i] >= size)
            return false;
        r->instance = r->instance * size + params[i];
    }
    return true;
}

static void read_state(coset_worker *w, row *r, const uint32_t *state)
{
    const coset_model *m = &w->m->model;
    for (uint32_t s = 0; s < m->n_slots; s++) {
        char text[sizeof r->fault.text];
        if (state[s] <= m->slots[s].max)
            continue;
        (void)snprintf(text, sizeof text, "value %u of %s is larger than %u", (unsigned)state[s], m->slots[s].name,
                       (unsigned)m->slots[s].max);
        fail_row(r, COSET_FAULT_RANGE, text);
        return;
    }
    r->state = w->values.n;
    memcpy(coset_vec_add_n(&w->values, m->n_slots), state, m->n_slots * sizeof *state);
}

static void collect(void *sink, uint32_t rule, const uint32_t *params, const uint32_t *state)
{
    coset_worker *w = sink;
    const coset__given_model *m = w->m;
    const bool known = w->starts || rule < m->given->n_rules;
    row *r = add_row(w, w->starts ? 0 : known ? rule + 1 : m->model.n_groups - 1);
    if (!known)
        fail_row(r, COSET_FAULT_INDEX, "the callback emits a rule that the model does not have");
    else if (!w->starts && !read_params(m, r, &m->given->rules[rule], params)) {
        r->instance = 0;
        fail_row(r, COSET_FAULT_INDEX, "the callback emits a parameter that is not in its range");
    } else if (!state)
        fail_row(r, COSET_FAULT_ASSERTION, "the step fails");
    else
        read_state(w, r, state);
}

/* ---- steps in their order ---------------------------------------------------------------------------------------- */

static int compare_rows(const void *x, const void *y)
{
    const row *a = x, *b = y;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->instance != b->instance)
        return a->instance < b->instance ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static coset_status emit_rows(const coset_worker *w, coset_on_edge *emit, void *ctx)
{
    coset_status status = COSET_OK;
    for (uint32_t i = 0; i < w->rows.n && status == COSET_OK; i++) {
        const row *r = &w->rows.at[i];
        const coset_edge edge = {
            .group = r->group, .instance = r->instance, .fault = r->fails ? &r->fault : NULL, .orbit = 1};
        status = emit(ctx, &edge, r->fails ? NULL : w->values.at + r->state);
    }
    return status;
}

static void check_code(coset_worker *w, int code)
{
    char text[100];
    if (code == 0)
        return;
    (void)snprintf(text, sizeof text, "the callback returns %d", code);
    fail_row(add_row(w, w->starts ? 0 : w->m->model.n_groups - 1), COSET_FAULT_ASSERTION, text);
}

static void forget(coset_worker *w, bool starts)
{
    w->rows.n = w->values.n = 0;
    w->starts = starts;
}

static coset_status starts(coset_worker *w, coset_on_edge *emit, void *ctx)
{
    forget(w, true);
    check_code(w, w->m->given->starts(w->m->given->ctx, collect, w));
    return emit_rows(w, emit, ctx);
}

static coset_status next(coset_worker *w, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    forget(w, false);
    check_code(w, w->m->given->successors(w->m->given->ctx, src, collect, w));
    if (w->rows.n > 1)
        qsort(w->rows.at, w->rows.n, sizeof *w->rows.at, compare_rows);
    return emit_rows(w, emit, ctx);
}

static coset_eval eval(coset_worker *w, uint32_t prop, uint32_t instance, const coset_value *state, coset_fault *fault)
{
    const int answer = w->m->given->holds(w->m->given->ctx, prop, state);
    (void)instance;
    if (answer == 0 || answer == 1)
        return answer ? COSET_EVAL_TRUE : COSET_EVAL_FALSE;
    *fault = (coset_fault){.kind = COSET_FAULT_ASSERTION, .prop = COSET_NO_PROP};
    (void)snprintf(fault->text, sizeof fault->text, "the callback for \"%s\" returns %d", w->m->model.props[prop].name,
                   answer);
    return COSET_EVAL_FAULT;
}

static bool may_end(coset_worker *w, const coset_value *state)
{
    const coset_given *g = w->m->given;
    return g->may_end && g->may_end(g->ctx, state) == 1;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static void value_text(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len)
{
    const coset_valclass *class = &m->symmetry.valclasses[m->slots[slot].valclass];
    const coset_segment *s = class->segments;
    if (class->n_segments && v >= s->lo && v - s->lo < s->n)
        (void)snprintf(out, len, "%s", m->symmetry.types[s->type].elements[v - s->lo]);
    else
        (void)snprintf(out, len, "%u", (unsigned)v);
}

/* "take(proc_2, 3)" */
static void edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len)
{
    const coset_group *g = &m->groups[group];
    uint64_t below = g->n_instances;
    size_t used = (size_t)snprintf(out, len, "%s", g->name);
    for (uint32_t i = 0; i < g->n_digits && used < len; i++) {
        const coset_digit *d = &g->digits[i];
        below /= d->n;
        const uint64_t v = instance / below % d->n;
        const char *sign = i ? ", " : "(", *end = i + 1 == g->n_digits ? ")" : "";
        used += (size_t)(d->n_segments ? snprintf(out + used, len - used, "%s%s%s", sign,
                                                  m->symmetry.types[d->segments->type].elements[v], end)
                                       : snprintf(out + used, len - used, "%s%" PRIu64 "%s", sign, v, end));
    }
}

static void instance_text(const coset_model *m, uint32_t prop, uint32_t instance, char *out, size_t len)
{
    (void)m, (void)prop, (void)instance;
    if (len)
        out[0] = '\0';
}

/* It lives in the arena of the session. */
static void do_not_free(coset_model *m) { (void)m; }

const coset_model_ops coset__given_ops = {.worker_new = worker_new,
                                          .worker_free = worker_free,
                                          .starts = starts,
                                          .next = next,
                                          .eval = eval,
                                          .may_end = may_end,
                                          .value_text = value_text,
                                          .edge_text = edge_text,
                                          .instance_text = instance_text,
                                          .free = do_not_free};
