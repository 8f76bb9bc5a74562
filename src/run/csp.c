/* run/csp.c - the assertions of a script, one after the other. */
#include "run/csp.h"

#include <string.h>

#include "engine/engine.h"
#include "run/formulas.h"
#include "run/limits.h"
#include "run/outcome.h"
#include "run/problems.h"

static void show_messages(coset_session *s)
{
    coset_text_print(s->text, stderr, coset_settings_colour(s->settings, stderr), 20);
}

static void run_prints(coset_csp_run *run)
{
    for (uint32_t i = 0; i < coset_cspm_n_prints(run->script); i++) {
        coset_err err = {0};
        char *value = NULL;
        coset_csp_print p = {.text = coset_cspm_print_text(run->script, i)};
        coset_status status = coset_cspm_print(run->script, i, &value, &err);
        if (status == COSET_OK)
            p.value = coset_arena_text(run->session->arena, value);
        coset_delete(value);
        show_messages(run->session);
        p.cut = status == COSET_LIMIT || status == COSET_MEMORY || status == COSET_STOPPED;
        if (p.cut)
            (void)coset_complain(COSET_EXIT_INCOMPLETE, "print %s: %s", p.text, err.text);
        *coset_vec_add(&run->prints) = p;
    }
}

static int no_such_assertion(const coset_csp_run *run)
{
    uint32_t n = coset_cspm_n_assertions(run->script);
    return coset_complain(COSET_EXIT_USAGE, "there is no assertion %u: %s has %u",
                          (unsigned)run->session->settings->assertion, run->session->path, (unsigned)n);
}

/* The report, with a result for each of `n` assertions from `first` on. */
static void begin_report(coset_csp_run *run, uint32_t first, uint32_t n)
{
    const coset_settings *settings = run->session->settings;
    bool diagrams = settings->search == COSET_BY_DIAGRAMS;
    for (uint32_t i = 0; i < n; i++)
        *coset_vec_add(&run->results) = coset_csp_asked(run, first + i);
    for (uint32_t i = 0; i < run->claims.n; i++)
        *coset_vec_add(&run->results) = coset_csp_claimed(run, &run->claims.at[i]);
    run->answers = (coset_csp_results){
        .language = run->session->language->name,
        .n_results = run->results.n,
        .results = run->results.at,
        .n_prints = run->prints.n,
        .prints = run->prints.at,
        .unreduced = diagrams && settings->symb.symmetry == COSET_SYMB_NONE,
        .reveal_taus = settings->reveal_taus,
    };
    run->sums =
        (coset_result){.engine = diagrams ? "symbolic" : "explore", .threads = diagrams ? 1 : settings->engine.threads};
    run->report = (coset_report){
        .path = run->session->path, .text = run->session->text, .script = &run->answers, .result = &run->sums};
    if (run->listener)
        run->listener->begun(run->listener->ctx, &run->report);
}

static int run_assertions(coset_csp_run *run)
{
    uint32_t n = coset_cspm_n_assertions(run->script);
    uint64_t only = run->session->settings->assertion;
    if (only > n)
        return no_such_assertion(run);
    uint32_t first = only ? (uint32_t)only - 1 : 0;
    n = only ? 1 : n;
    int code = coset_csp_claim_all(run, first, n);
    if (code != COSET_EXIT_HOLDS)
        return code;
    begin_report(run, first, n);
    for (uint32_t i = 0; i < run->results.n; i++) {
        code = i < n ? coset_csp_assert(run, first + i, &run->results.at[i])
                     : coset_csp_judge(run, &run->claims.at[i - n], &run->results.at[i]);
        show_messages(run->session);
        if (code != COSET_EXIT_HOLDS)
            return code;
        if (run->listener)
            run->listener->ended(run->listener->ctx, &run->report, i);
    }
    return COSET_EXIT_HOLDS;
}

static coset_status open_script(coset_csp_run *run, uint32_t n_conditions, const char *const *conditions,
                                coset_err *err)
{
    const coset_settings *settings = run->session->settings;
    coset_cspm_options options = COSET_CSPM_OPTIONS;
    options.compile = (coset_cspm_compile_how)settings->compile;
    if (settings->engine.max_states && settings->engine.max_states < options.most_states)
        options.most_states = settings->engine.max_states;
    if (settings->engine.max_states && settings->engine.max_states < options.most_composed)
        options.most_composed = settings->engine.max_states;
    options.budget = run->session->limit;
    options.n_conditions = n_conditions;
    options.conditions = conditions;
    coset_status status = coset_cspm_open(run->session->text, run->session->file, &options, &run->script, err);
    show_messages(run->session);
    return status;
}

int coset_csp_open(coset_csp_run *run, coset_session *session)
{
    coset_err err = {0};
    run->session = session;
    coset_session_limit(session);
    if (session->settings->defines.n)
        return coset_session_fail(session, COSET_EXIT_USAGE, "CSPM scripts have no constants that -D could replace");
    uint32_t n_conditions;
    const char *const *conditions;
    int code = coset_csp_formulas_open(run, &n_conditions, &conditions);
    if (code != COSET_EXIT_HOLDS)
        return code;
    coset_status status = open_script(run, n_conditions, conditions, &err);
    return status == COSET_OK ? COSET_EXIT_HOLDS : coset_session_fail(session, coset_exit_of(status), "%s", err.text);
}

static const char *stopped(const coset_csp_run *run)
{
    if (coset_csp_is_empty(&run->report))
        return "the script has no assertions";
    for (uint32_t i = 0; i < run->results.n; i++)
        if (run->results.at[i].verdict >= COSET_VERDICT_INCOMPLETE)
            return run->results.at[i].reason ? run->results.at[i].reason : "an assertion could not be decided";
    return NULL;
}

/* Sums over all assertions; for depth and memory the maximum. */
static void add_up(coset_csp_run *run)
{
    coset_result *all = &run->sums;
    all->stopped = stopped(run);
    all->exhaustive = all->stopped == NULL;
    all->exact = true;
    for (uint32_t i = 0; i < run->results.n; i++) {
        const coset_result *one = &run->results.at[i].counts;
        all->representatives += one->representatives;
        all->edges += one->edges;
        all->states += one->states;
        all->full_transitions += one->full_transitions;
        all->exact &= one->exact || !one->representatives;
        all->depth = one->depth > all->depth ? one->depth : all->depth;
        if (one->peak_bytes < all->peak_bytes)
            continue;
        all->peak_bytes = one->peak_bytes;
        all->bytes_per_state = one->bytes_per_state;
    }
    all->exact &= all->representatives > 0;
}

int coset_csp_check(coset_csp_run *run, coset_session *session)
{
    double began = coset_engine_now();
    int opened = coset_csp_open(run, session);
    if (opened != COSET_EXIT_HOLDS)
        return opened;
    if (!run->only_symmetry)
        run_prints(run);
    int code = run_assertions(run);
    if (code != COSET_EXIT_HOLDS)
        return code;
    add_up(run);
    run->sums.seconds = coset_engine_now() - began;
    run->report.exit_code = coset_settings_exit(run->session->settings, (int)coset_csp_exit_code(&run->report));
    return code;
}

void coset_csp_check_free(coset_csp_run *run)
{
    coset_cspm_close(run->script);
    coset_csp_formulas_close(run);
    coset_vec_fini(&run->results);
    coset_vec_fini(&run->prints);
    coset_delete(run->itf);
}

/* ---- coset check, coset symmetry -------------------------------------------------------------------------------- */

static coset_status symmetry_json(void *of, FILE *out, coset_err *err) { return coset_csp_symmetry_json(of, out, err); }

static void symmetry_text(void *of, const coset_text_style *style, FILE *out)
{
    coset_csp_symmetry_text(of, style, out);
}

/* Prints text assertion by assertion; `ctx` is its style. */
static void text_begun(void *ctx, const coset_report *r) { coset_csp_text_begin(r, ctx, stdout); }
static void text_ended(void *ctx, const coset_report *r, uint32_t i) { coset_csp_text_result(r, i, ctx, stdout); }

/* The first option given that the symbolic engine would have to ignore, or NULL. */
static const char *not_by_diagrams(const coset_settings *s)
{
    const struct {
        bool given;
        const char *name;
    } all[] = {{s->symb.symmetry == COSET_SYMB_COUNTER, "--symbolic-symmetry=counter"},
               {s->symb.backward, "--direction=backward"},
               {s->symb.chaining, "--chaining"},
               {s->counterexamples > 1, "--max-counterexamples"},
               {strcmp(s->strategy, "auto") != 0 && strcmp(s->strategy, "off") != 0, "--symmetry"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].given)
            return all[i].name;
    return NULL;
}

static int check_and_tell(coset_csp_run *run, coset_session *session)
{
    coset_text_style style = coset_settings_style(session->settings, stdout);
    const coset_csp_listener listener = {text_begun, text_ended, &style};
    if (!session->settings->json_on_stdout && !run->only_symmetry)
        run->listener = &listener;
    int code = coset_csp_check(run, session);
    const coset_outcome outcome = {.of = &run->report, .text = symmetry_text, .json = symmetry_json};
    run->report.itf = run->itf;
    if (code == COSET_EXIT_HOLDS)
        code = run->only_symmetry ? coset_outcome_write(&outcome, session->settings)
                                  : coset_outcome_report(&run->report, session->settings);
    code = code == COSET_EXIT_HOLDS ? run->report.exit_code : code;
    coset_csp_check_free(run);
    return code;
}

static int check(coset_session *s)
{
    const char *option = s->settings->search == COSET_BY_DIAGRAMS ? not_by_diagrams(s->settings) : NULL;
    coset_csp_run run = {0};
    int code = coset_formulas_open(s);
    if (code != COSET_EXIT_HOLDS)
        return code;
    if (option)
        return coset_complain(COSET_EXIT_USAGE, "the symbolic engine does not have %s for CSPM scripts: leave it out%s",
                              option,
                              s->settings->symb.symmetry == COSET_SYMB_COUNTER
                                  ? " (components that are exchanged may differ and mention others, so they are not "
                                    "counted), or use --symbolic-symmetry=dynamic"
                                  : "");
    coset_limits_doing(s->settings, "the script's assertions were compiled and checked");
    return check_and_tell(&run, s);
}

static int symmetry(coset_session *s)
{
    coset_csp_run run = {.only_symmetry = true};
    if (s->settings->certificate || s->settings->generators)
        return coset_session_fail(s, COSET_EXIT_USAGE,
                                  "what a script declares is proved, not detected: leave out --certificate and "
                                  "--generators");
    return check_and_tell(&run, s);
}

static int list(coset_session *s, const coset_listed **out, uint32_t *n)
{
    coset_csp_run run = {0};
    int code = coset_formulas_open(s);
    code = code == COSET_EXIT_HOLDS ? coset_csp_open(&run, s) : code;
    *n = code == COSET_EXIT_HOLDS ? coset_cspm_n_assertions(run.script) : 0;
    coset_listed *all = coset_arena_get(s->arena, *n, sizeof *all);
    *out = all;
    for (uint32_t i = 0; i < *n; i++) {
        const coset_csp_result one = coset_csp_asked(&run, i);
        all[i] = (coset_listed){coset_arena_text(s->arena, one.assertion), one.kind, one.pos};
    }
    coset_csp_check_free(&run);
    return code;
}

const coset_problems coset_script_problems = {
    .check = check,
    .symmetry = symmetry,
    .list = list,
    .no_formulas = "formulas are about states, which a CSPM script does not have: leave out --ctl, --mu and --fair",
    .no_comparison = "CSPM scripts are compared by their assertions: use coset check",
};
