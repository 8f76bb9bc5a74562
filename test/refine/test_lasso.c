/* Divergence in a quotient: the loop of representatives becomes a loop of the model, and is replayed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "explore/bfs.h"
#include "trace/trace.h"
#include "wrap/quotient.h"

/* A row of different elements. First all are absent; one visible step places them; then, silently, the row shifts by
 * one and any element that is not in it enters at the end. Every state with a row diverges, but no step leads back to
 * the same row: only in the quotient, which has one row, is a step a loop. */
typedef struct {
    coset_model model;
    uint32_t n, width;
    bool shifts; /* else the row is only placed */
} rows;

typedef struct {
    const rows *r;
    coset_value row[8];
} worker;

static const rows *rows_of(const coset_model *m) { return (const rows *)(const void *)m; }

static coset_worker *worker_new(const coset_model *m)
{
    worker *w = coset_new(1, sizeof *w);
    w->r = rows_of(m);
    return (coset_worker *)w;
}

static void worker_free(coset_worker *w) { coset_delete(w); }

static coset_status starts(coset_worker *opaque, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    const coset_edge e = {.group = 0, .orbit = 1};
    memset(w->row, 0, sizeof w->row);
    return emit(ctx, &e, w->row);
}

static bool is_in(const coset_value *row, uint32_t n, coset_value v)
{
    for (uint32_t i = 0; i < n; i++)
        if (row[i] == v)
            return true;
    return false;
}

/* Fills the row from place i on with all choices of different elements. */
static coset_status fill(worker *w, uint32_t i, const coset_edge *e, coset_on_edge *emit, void *ctx)
{
    if (i == w->r->width)
        return emit(ctx, e, w->row);
    coset_status st = COSET_OK;
    for (coset_value v = 1; st == COSET_OK && v <= w->r->n; v++)
        if (!is_in(w->row, i, v)) {
            w->row[i] = v;
            st = fill(w, i + 1, e, emit, ctx);
        }
    return st;
}

static coset_status next(coset_worker *opaque, const coset_value *src, coset_on_edge *emit, void *ctx)
{
    worker *w = (worker *)opaque;
    uint32_t last = w->r->width - 1;
    if (!src[0]) {
        const coset_edge e = {.group = 1, .orbit = 1};
        return fill(w, 0, &e, emit, ctx);
    }
    const coset_edge e = {.group = 2, .orbit = 1, .silent = true};
    coset_status st = COSET_OK;
    for (coset_value v = 1; w->r->shifts && st == COSET_OK && v <= w->r->n; v++)
        if (!is_in(src, w->r->width, v)) {
            memcpy(w->row, src + 1, last * sizeof *src);
            w->row[last] = v;
            st = emit(ctx, &e, w->row);
        }
    return st;
}

static void value_text(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len)
{
    (void)m, (void)slot;
    snprintf(out, len, "%u", (unsigned)v);
}

static void edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len)
{
    (void)instance;
    snprintf(out, len, "%s", m->groups[group].name);
}

static void rows_init(rows *r, coset_arena *a, uint32_t n, uint32_t width)
{
    static const coset_model_ops ops = {.worker_new = worker_new,
                                        .worker_free = worker_free,
                                        .starts = starts,
                                        .next = next,
                                        .value_text = value_text,
                                        .edge_text = edge_text};
    static const coset_group groups[] = {{.name = "start", .is_start = true}, {.name = "place"}, {.name = "shift"}};
    static const coset_prop props[] = {{.name = "divergence", .kind = COSET_PROP_DIVERGENCE, .n_instances = 1}};
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
    coset_slot *slots = coset_arena_get(a, width, sizeof *slots);
    coset_symtype *type = coset_arena_get(a, 1, sizeof *type);
    coset_segment *segment = coset_arena_get(a, 1, sizeof *segment);
    coset_valclass *classes = coset_arena_get(a, 2, sizeof *classes);
    *type = (coset_symtype){.name = "T", .n = n, .elements = names};
    *segment = (coset_segment){.lo = 1, .n = n};
    classes[1] = (coset_valclass){1, segment};
    for (uint32_t i = 0; i < width; i++)
        slots[i] = (coset_slot){.name = "place", .max = n, .bits = 3, .valclass = 1};
    *r = (rows){.n = n, .width = width, .shifts = true};
    r->model = (coset_model){.ops = &ops,
                             .name = "rows",
                             .language = "test",
                             .n_slots = width,
                             .slots = slots,
                             .n_groups = 3,
                             .groups = groups,
                             .n_props = 1,
                             .props = props,
                             .symmetry = {.n_types = 1, .types = type, .n_valclasses = 2, .valclasses = classes}};
}

static coset_result *run(const coset_model *m, const char *store, uint64_t states, bool no_trace, coset_arena *a)
{
    const coset_engine_options o = {
        .threads = 2, .shares_all = true, .store = store, .max_states = states, .no_trace = no_trace};
    coset_result *r;
    coset_err err;
    assert_int_equal(coset_bfs(m, &o, a, &r, &err), COSET_OK);
    return r;
}

static void check(uint32_t n, uint32_t width, const char *strategy, const char *store, bool no_trace)
{
    coset_arena *a = coset_arena_new();
    coset_err err;
    rows r;
    rows_init(&r, a, n, width);
    coset_symgroup *g = coset_symgroup_full(&r.model, a);
    coset_canon *canon;
    assert_int_equal(coset_canon_new(&r.model, g, strategy, &canon, &err), COSET_OK);
    coset_model *q = coset_quotient_new(&r.model, g, canon, NULL);
    coset_result *result = run(q, store, 0, no_trace, a);
    assert_int_equal(result->props[0].verdict, COSET_VERDICT_FAILS);
    assert_non_null(result->props[0].path);
    assert_true(result->props[0].path->has_loop);
    const coset_trace_reduction reduction = {.canon = canon, .group = g, .prop_groups = NULL};
    const coset_trace *t = coset_trace_lift(&r.model, &reduction, result->props[0].path, 0, 0, a);
    if (coset_trace_replay(&r.model, t, COSET_DEADLOCK_OFF, &err) != COSET_OK)
        fail_msg("%u of %u, %s: %s", width, n, strategy, err.text);
    assert_true(t->has_loop && t->loop == 1);
    assert_true(t->n_states - t->loop > width); /* a row recurs after more steps than it has places */

    coset_trace wrong = *t; /* replay does check */
    wrong.loop = 0;
    assert_int_equal(coset_trace_replay(&r.model, &wrong, COSET_DEADLOCK_OFF, &err), COSET_INPUT);
    wrong.loop = t->n_states;
    assert_int_equal(coset_trace_replay(&r.model, &wrong, COSET_DEADLOCK_OFF, &err), COSET_INPUT);
    wrong = *t;
    wrong.n_states--;
    assert_int_equal(coset_trace_replay(&r.model, &wrong, COSET_DEADLOCK_OFF, &err), COSET_INPUT);
    wrong = *t;
    wrong.has_loop = false;
    assert_int_equal(coset_trace_replay(&r.model, &wrong, COSET_DEADLOCK_OFF, &err), COSET_INPUT);
    coset_model_free(q);
    coset_canon_free(canon);
    coset_arena_free(a);
}

static void loops_of_representatives_are_unrolled(void **state)
{
    (void)state;
    uint32_t n_strategies;
    const coset_strategy *all = coset_strategies(&n_strategies);
    for (uint32_t k = 0; k < n_strategies; k++)
        for (uint32_t n = 3; n <= 6 && strncmp(all[k].name, "pc-", 3) != 0; n++) /* places are no program counters */
            for (uint32_t width = 2; width < n; width++)
                for (uint32_t i = 0; i < 4; i++)
                    check(n, width, all[k].name, i & 1 ? "tree" : "packed", i & 2);
}

/* If the question cannot be decided, it is left open. */
static void undecided_is_not_holds(void **state)
{
    (void)state;
    coset_arena *a = coset_arena_new();
    rows r;
    rows_init(&r, a, 6, 4);
    assert_int_equal(run(&r.model, NULL, 0, false, a)->props[0].verdict, COSET_VERDICT_FAILS);
    assert_int_equal(run(&r.model, NULL, 5, false, a)->props[0].verdict, COSET_VERDICT_INCOMPLETE);
    coset_result *x = run(&r.model, "compact", 0, false, a);
    assert_int_equal(x->props[0].verdict, COSET_VERDICT_INCOMPLETE);
    assert_non_null(x->props[0].reason);
    r.shifts = false;
    assert_int_equal(run(&r.model, NULL, 0, false, a)->props[0].verdict, COSET_VERDICT_HOLDS);
    assert_int_equal(run(&r.model, "compact", 0, false, a)->props[0].verdict, COSET_VERDICT_INCOMPLETE);
    coset_arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(loops_of_representatives_are_unrolled),
                                       cmocka_unit_test(undecided_is_not_holds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
