/* Invented results, rendered: exit statuses, large counts, traces out and in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "report/report.h"

/* ---- a model of two slots --------------------------------------------------------------------------------------- */

static void value_text(const coset_model *m, uint32_t slot, coset_value v, char *out, size_t len)
{
    (void)m;
    static const char *const names[] = {"undefined", "low", "high"};
    if (slot == 0)
        snprintf(out, len, "%s", names[v]);
    else
        snprintf(out, len, "%d", (int)v - 1);
}

static void edge_text(const coset_model *m, uint32_t group, uint64_t instance, char *out, size_t len)
{
    snprintf(out, len, "%s(%llu)", m->groups[group].name, (unsigned long long)instance);
}

static const coset_model_ops ops = {.value_text = value_text, .edge_text = edge_text};
static const coset_slot slots[] = {{.name = "level", .max = 2, .bits = 2}, {.name = "n", .max = 9, .bits = 4}};
static const coset_group groups[] = {{.name = "start", .is_start = true}, {.name = "go"}};
static const coset_prop props[] = {
    {.name = "inv", .kind = COSET_PROP_INVARIANT, .n_instances = 1},
    {.name = "live", .kind = COSET_PROP_LIVENESS, .n_instances = 1},
    {.name = "cov", .kind = COSET_PROP_COVER, .n_instances = 1},
    {.name = "ass", .kind = COSET_PROP_ASSERTION, .n_instances = 1},
    {.name = "dead", .kind = COSET_PROP_DEADLOCK, .n_instances = 1},
    {.name = "fault", .kind = COSET_PROP_FAULT, .n_instances = 1},
    {.name = "asm", .kind = COSET_PROP_ASSUMPTION, .n_instances = 1},
};
#define N_PROPS 7
static const coset_model model = {.ops = &ops,
                                  .name = "toy",
                                  .language = "toy",
                                  .n_slots = 2,
                                  .slots = slots,
                                  .n_groups = 2,
                                  .groups = groups,
                                  .n_props = N_PROPS,
                                  .props = props};

/* ---- results ---------------------------------------------------------------------------------------------------- */

typedef struct {
    coset_prop_result props[N_PROPS];
    coset_count group_edges[2];
    coset_result result;
    coset_engine_options options;
    coset_text *text;
    coset_report report;
} made;

static made *make(void)
{
    made *x = coset_new(1, sizeof *x);
    x->result = (coset_result){.props = x->props,
                               .exhaustive = true,
                               .representatives = 5,
                               .exact = true,
                               .states = 10,
                               .group_edges = x->group_edges,
                               .threads = 1,
                               .seconds = 1};
    x->text = coset_text_new();
    x->report =
        (coset_report){.model = &model, .path = "toy.m", .text = x->text, .result = &x->result, .options = &x->options};
    return x;
}

static void drop(made *x)
{
    coset_text_free(x->text);
    coset_delete(x);
}

/* All text written to a stream. */
static char *contents(FILE *f)
{
    long n = ftell(f);
    char *text = coset_new((size_t)n + 1, 1);
    rewind(f);
    assert_int_equal(fread(text, 1, (size_t)n, f), (size_t)n);
    fclose(f);
    return text;
}

static void worst_failure_decides(void **state)
{
    (void)state;
    static const struct {
        uint32_t failed[3];
        int exit;
    } cases[] = {
        {{0, 0, 0}, 12}, {{1, 1, 1}, 13}, {{2, 2, 2}, 16}, {{3, 3, 3}, 14}, {{4, 4, 4}, 11},
        {{5, 5, 5}, 12}, {{1, 4, 2}, 11}, {{3, 0, 4}, 12}, {{3, 4, 1}, 14}, {{6, 0, 1}, 10},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        made *x = make();
        for (int k = 0; k < 3; k++)
            x->props[cases[i].failed[k]].verdict = COSET_VERDICT_FAILS;
        assert_int_equal(coset_report_exit_code(&model, &x->result), cases[i].exit);
        drop(x);
    }
}

static void a_cut_search_is_no_pass(void **state)
{
    (void)state;
    made *x = make();
    assert_int_equal(coset_report_exit_code(&model, &x->result), 0);
    x->result.exhaustive = false;
    assert_int_equal(coset_report_exit_code(&model, &x->result), 20);
    x->props[0].verdict = COSET_VERDICT_FAILS;
    assert_int_equal(coset_report_exit_code(&model, &x->result), 12);
    drop(x);
}

static void nothing_to_check_is_an_assumption(void **state)
{
    (void)state;
    made *x = make();
    x->result.exhaustive = false;
    x->result.representatives = 0;
    x->props[6].hits = 3;
    assert_int_equal(coset_report_exit_code(&model, &x->result), 10);
    drop(x);
}

static void large_counts_are_strings(void **state)
{
    (void)state;
    made *x = make();
    x->result.states = (coset_count)1 << 53;
    x->result.full_transitions = (coset_count)1 << 100;
    FILE *f = tmpfile();
    assert_int_equal(coset_report_json(&x->report, f, NULL), COSET_OK);
    char *text = contents(f);
    assert_non_null(strstr(text, "\"states\": 9007199254740992,"));
    assert_non_null(strstr(text, "\"full_transitions\": \"1267650600228229401496703205376\""));
    coset_delete(text);
    x->result.exact = false;
    f = tmpfile();
    assert_int_equal(coset_report_json(&x->report, f, NULL), COSET_OK);
    text = contents(f);
    assert_non_null(strstr(text, "\"states\": null"));
    coset_delete(text);
    drop(x);
}

static const coset_value states[] = {0, 1, 2, 5};
static const coset_step steps[] = {{0, 0}, {1, 7}, {1, 8}};

static void text_of_a_trace(void **state)
{
    (void)state;
    made *x = make();
    const coset_trace t = {
        .n_states = 2, .states = states, .steps = steps, .has_fault = true, .fault = {.text = "out of range"}};
    const coset_text_style style = {0};
    FILE *f = tmpfile();
    coset_trace_text(&model, x->text, &t, &style, f);
    char *text = contents(f);
    assert_non_null(strstr(text, "start(0)"));
    assert_non_null(strstr(text, "the rest: 1 undefined"));
    assert_non_null(strstr(text, "level: undefined -> high"));
    assert_non_null(strstr(text, "n: 0 -> 4"));
    assert_non_null(strstr(text, "go(8)"));
    assert_non_null(strstr(text, "fault: out of range"));
    coset_delete(text);
    drop(x);
}

static void itf_goes_out_and_in(void **state)
{
    (void)state;
    made *x = make();
    const coset_trace t = {.n_states = 2,
                           .states = states,
                           .steps = steps,
                           .has_fault = true,
                           .prop = 5,
                           .instance = 3,
                           .fault = {.text = "out of range"}};
    char path[] = "/tmp/coset-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "w");
    assert_int_equal(coset_report_itf(&x->report, &t, f, NULL), COSET_OK);
    fclose(f);
    coset_arena *a = coset_arena_new();
    const coset_itf *itf = NULL;
    assert_int_equal(coset_itf_read(&model, path, a, &itf, NULL), COSET_OK);
    assert_string_equal(itf->property, "fault");
    assert_int_equal(itf->instance, 3);
    assert_string_equal(itf->fault, "go(8)");
    assert_int_equal(itf->n_states, 2);
    assert_string_equal(itf->actions[1], "go(7)");
    assert_string_equal(itf->values[0][0], "undefined");
    assert_string_equal(itf->values[0][1], "0");
    assert_string_equal(itf->values[1][0], "high");
    assert_string_equal(itf->values[1][1], "4");
    coset_arena_free(a);
    unlink(path);
    drop(x);
}

static void wrong_itf_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "[]",
        "{\"states\": 3}",
        "{\"states\": [1]}",
        "{\"states\": [{}]}",
        "{\"states\": [{\"m\": 1}]}",
        "{\"states\": [{\"n\": []}]}",
        "{\"states\": [{\"n\": 1, \"n\": 2}]}",
        "{\"states\": [{\"n\": 1}]",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char path[] = "/tmp/coset-test-XXXXXX";
        int fd = mkstemp(path);
        assert_true(fd >= 0);
        FILE *f = fdopen(fd, "w");
        fputs(texts[i], f);
        fclose(f);
        coset_arena *a = coset_arena_new();
        const coset_itf *itf = NULL;
        coset_err err = {0};
        assert_int_equal(coset_itf_read(&model, path, a, &itf, &err), COSET_INPUT);
        assert_true(err.text[0] != 0);
        coset_arena_free(a);
        unlink(path);
    }
}

/* A run that a limit ends lists them, maybe after the model was rebuilt. */
static void a_listing_outlives_the_model(void **state)
{
    (void)state;
    char name[] = "inv";
    const coset_prop one = {.name = name, .kind = COSET_PROP_INVARIANT, .n_instances = 1};
    coset_model m = model;
    coset_arena *arena = coset_arena_new();
    uint32_t n;
    m.n_props = 1;
    m.props = &one;
    const coset_listed *listed = coset_listed_of(&m, arena, &n);
    memset(name, '?', strlen(name));
    assert_int_equal(n, 1);
    assert_string_equal(listed[0].name, "inv");
    coset_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_listing_outlives_the_model), cmocka_unit_test(worst_failure_decides),
        cmocka_unit_test(a_cut_search_is_no_pass),      cmocka_unit_test(nothing_to_check_is_an_assumption),
        cmocka_unit_test(large_counts_are_strings),     cmocka_unit_test(text_of_a_trace),
        cmocka_unit_test(itf_goes_out_and_in),          cmocka_unit_test(wrong_itf_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
