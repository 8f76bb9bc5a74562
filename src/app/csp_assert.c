/* app/csp_assert.c - one assertion: compile, normalise, search the product, show that counterexamples are real. */
#include <string.h>

#include "app/csp.h"
#include "app/csp_symm.h"
#include "app/machine.h"
#include "app/progress.h"
#include "explore/bfs.h"
#include "trace/trace.h"
#include "wrap/refine.h"
#include "wrap/twin.h"

#define LEAST_FOR_SEARCH ((uint64_t)16 << 20) /* bytes */

typedef struct {
    coset_csp_run *run;
    uint32_t number;
    const coset_cspm_assertion *assertion;
    const coset_cspm_choices *choices; /* NULL: no symmetry reduction */
    coset_csp_symmetry symmetry;
    const coset_cspm_compiled *compiled;
    coset_csp_model model;
    coset_model *impl, *product;
    coset_normal *spec;
    coset_result *result;
    coset_csp_result *out;
    coset_csp_counterexample *counterexamples;
    coset_arena *arena;
    bool twin;
    double began;
    int code; /* an exit status that ends the program */
} job;

/* ---- what is asked ----------------------------------------------------------------------------------------------- */

static const char *kind_of(coset_cspm_question q)
{
    static const char *const kinds[] = {"refinement", "deadlock", "divergence", "determinism", "trace", "symmetric"};
    return kinds[q];
}

static uint32_t exit_of(coset_cspm_question q)
{
    return q == COSET_CSPM_DEADLOCK_FREE     ? COSET_EXIT_DEADLOCK
           : q == COSET_CSPM_DIVERGENCE_FREE ? COSET_EXIT_LIVENESS
                                             : COSET_EXIT_REFINEMENT;
}

static void undecided(job *j, coset_verdict verdict, const char *reason)
{
    j->out->verdict = verdict;
    j->out->reason = coset_arena_text(j->arena, reason);
}

/* False, with the result filled, where the question is none that is answered. */
static bool choose_model(job *j)
{
    static const coset_csp_model models[] = {[COSET_CSPM_DEFAULT] = COSET_CSP_FD,
                                             [COSET_CSPM_T] = COSET_CSP_T,
                                             [COSET_CSPM_F] = COSET_CSP_F,
                                             [COSET_CSPM_FD] = COSET_CSP_FD};
    coset_cspm_model m = j->assertion->model;
    if (m > COSET_CSPM_FD) {
        undecided(j, COSET_VERDICT_ERROR, "the revivals and refusal testing models are not checked");
        return false;
    }
    j->model = models[m];
    if (j->assertion->question == COSET_CSPM_DEADLOCK_FREE && j->model == COSET_CSP_T) {
        undecided(j, COSET_VERDICT_ERROR, "the traces model cannot tell deadlock; use [F] or [FD]");
        return false;
    }
    if (j->assertion->question == COSET_CSPM_HAS_TRACE && m != COSET_CSPM_T && m != COSET_CSPM_DEFAULT) {
        undecided(j, COSET_VERDICT_ERROR, "whether a process has a trace is checked in the traces model only");
        return false;
    }
    return true;
}

/* ---- verdicts -----------------------------------------------------------------------------------------------------
 */

static void decided(job *j, bool holds)
{
    j->out->verdict = holds != j->assertion->negated ? COSET_VERDICT_HOLDS : COSET_VERDICT_FAILS;
}

static void failed(job *j, coset_status status, const coset_err *err)
{
    bool bound = status == COSET_LIMIT || status == COSET_MEMORY || status == COSET_STOPPED;
    undecided(j, bound ? COSET_VERDICT_INCOMPLETE : COSET_VERDICT_ERROR, err->text);
}

static coset_status decide_symmetric(job *j, coset_err *err)
{
    bool holds;
    const char *reason;
    coset_status status = coset_cspm_decide(j->run->script, j->number, &holds, &reason, err);
    if (status != COSET_OK)
        return status;
    j->out->verdict = holds ? COSET_VERDICT_HOLDS : COSET_VERDICT_FAILS;
    if (!holds && reason)
        j->out->reason = reason;
    return COSET_OK;
}

static coset_status decide_trace(job *j, coset_err *err)
{
    bool can;
    const coset_cspm_behaviour b = {
        .events = j->compiled->trace, .n_events = j->compiled->n_trace, .end = COSET_CSPM_ENDS};
    coset_status status = coset_cspm_can(j->run->script, j->compiled, &b, &can, err);
    if (status == COSET_OK)
        decided(j, can);
    return status;
}

/* ---- the search ---------------------------------------------------------------------------------------------------
 */

static coset_status make_spec(job *j, coset_err *err)
{
    const coset_normal_limits limits = {.max_nodes = j->run->session->settings->engine.max_states,
                                        .max_bytes = j->run->session->settings->engine.max_bytes,
                                        .budget = &j->run->budget};
    switch (j->assertion->question) {
    case COSET_CSPM_REFINES:
        return coset_normalise(j->compiled->spec, j->compiled->n_events, j->model, &limits, &j->spec, err);
    case COSET_CSPM_DEADLOCK_FREE:
        j->spec = coset_normal_deadlock_free(j->compiled->n_events, j->model);
        return COSET_OK;
    default:
        j->spec = coset_normal_divergence_free(j->compiled->n_events);
        return COSET_OK;
    }
}

/* --verbose: what was made before the search, so that one sees where a long compilation spends its time. */
static void tell_sizes(const job *j, double compiled, double normalised)
{
    const coset_super *s = &j->compiled->impl;
    uint64_t states = 0;
    for (uint32_t i = 0; i < s->n_components; i++)
        states += s->components[i].lts->n_states;
    fprintf(stderr, "  system: %u components with %llu states together, %u rules, %u events; %.2f s\n",
            (unsigned)s->n_components, (unsigned long long)states, (unsigned)s->n_rules, (unsigned)s->n_events,
            compiled);
    if (j->compiled->spec)
        fprintf(stderr, "  specification: %u states, %u sets of states, %u nodes; %.2f s\n",
                (unsigned)j->compiled->spec->n_states, (unsigned)j->spec->n_pre, (unsigned)j->spec->n_nodes,
                normalised);
}

static coset_status make_product(job *j, coset_err *err)
{
    coset_status status = coset_super_model(&j->compiled->impl, j->assertion->text, &j->impl, err);
    if (status != COSET_OK)
        return status;
    j->twin = j->assertion->question == COSET_CSPM_DETERMINISTIC;
    if (j->twin) {
        if (j->model == COSET_CSP_T)
            return coset_fail(err, COSET_UNSUPPORTED, "every process is deterministic in the traces model");
        bool settled = j->model == COSET_CSP_FD && !j->choices; /* a settled copy is for no quotient */
        j->product = coset_twin_new(j->impl, j->compiled->n_events, j->model, settled);
        return COSET_OK;
    }
    double began = coset_engine_now();
    status = make_spec(j, err);
    if (status == COSET_OK && j->run->session->settings->verbose)
        tell_sizes(j, began - j->began, coset_engine_now() - began);
    if (status == COSET_OK)
        j->product = coset_refine_new(j->impl, j->spec);
    return status;
}

/* Where the script, or the command line, asks for symmetry and there is one: the quotient is searched. */
static coset_status reduce(job *j, coset_err *err)
{
    const char *strategy = j->run->session->settings->strategy;
    if (!j->choices)
        return COSET_OK;
    coset_status status = coset_csp_symmetry_new(j->product, &j->compiled->impl, j->spec, j->choices, strategy,
                                                 j->arena, &j->symmetry, err);
    if (status != COSET_OK)
        return status;
    j->out->group = coset_csp_symmetry_tell(&j->symmetry, &j->compiled->impl, j->arena);
    if (!j->symmetry.quotient)
        j->out->note = "nothing is symmetric here; `coset symmetry` tells why";
    return COSET_OK;
}

static coset_status choose_symmetry(job *j, coset_err *err)
{
    const char *strategy = j->run->session->settings->strategy;
    bool asked = j->assertion->symmetry || strcmp(strategy, "auto") != 0;
    if (!j->run->only_symmetry && (strcmp(strategy, "off") == 0 || !asked))
        return COSET_OK;
    return coset_cspm_choose(j->run->script, j->number, &j->choices, err);
}

/* What the script and its machines take is no longer there for the search. */
static uint64_t memory_left(const coset_budget *b)
{
    uint64_t held = coset_memory_held();
    if (!b->most_bytes)
        return 0;
    return held + LEAST_FOR_SEARCH < b->most_bytes ? b->most_bytes - held : LEAST_FOR_SEARCH;
}

static coset_status search(job *j, coset_err *err)
{
    coset_engine_options options = j->run->session->settings->engine;
    coset_progress_line progress;
    coset_progress_start(&progress, j->run->session->settings, j->symmetry.quotient != NULL);
    options.deadlock = COSET_DEADLOCK_OFF;
    if (j->run->session->settings->counterexamples > 1)
        options.max_errors = 0;
    options.stop = coset_machine_stop();
    options.max_seconds = coset_budget_left(&j->run->budget);
    options.max_bytes = memory_left(&j->run->budget);
    options.on_progress = coset_progress_show;
    options.progress_ctx = &progress;
    const coset_model *searched = j->symmetry.quotient ? j->symmetry.quotient : j->product;
    coset_status status = coset_bfs(searched, &options, j->arena, &j->result, err);
    coset_progress_end(&progress);
    return status;
}

static void count(job *j)
{
    const coset_result *r = j->result;
    j->out->states = r->representatives;
    j->out->transitions = r->edges;
    j->out->full_states = r->exact ? r->states : 0;
    j->out->full_transitions = r->exact ? r->full_transitions : 0;
    j->out->depth = r->depth;
    j->out->peak_bytes = r->peak_bytes;
    j->out->bytes_per_state = r->bytes_per_state;
}

/* ---- counterexamples ----------------------------------------------------------------------------------------------
 */

/* The failure of least depth that is not in `done`. */
static uint32_t next_failure(const job *j, const bool *done)
{
    uint32_t best = COSET_NO_PROP;
    for (uint32_t p = 0; p < j->product->n_props; p++) {
        const coset_prop_result *r = &j->result->props[p];
        if (!done[p] && r->verdict == COSET_VERDICT_FAILS && r->path &&
            (best == COSET_NO_PROP || r->depth < j->result->props[best].depth))
            best = p;
    }
    return best;
}

static coset_csp_failure failure_of(const job *j, uint32_t prop, const coset_csp_counterexample *c)
{
    if (j->product->props[prop].kind == COSET_PROP_DIVERGENCE)
        return COSET_CSP_DIVERGES;
    if (j->twin)
        return COSET_CSP_BOTH_WAYS;
    if (prop == coset_refine_prop_of(j->product, COSET_REFINE_TRACES))
        return COSET_CSP_BAD_EVENT;
    return c->n_offers ? COSET_CSP_BAD_REFUSAL : COSET_CSP_DEADLOCK;
}

static void read_steps(job *j, const coset_trace *t, coset_csp_counterexample *c)
{
    uint32_t n = t->n_states ? t->n_states - 1 : 0;
    uint32_t extra = t->has_loop ? 1 : 0;
    uint32_t *steps = coset_arena_get(j->arena, n + extra + 1, sizeof *steps);
    for (uint32_t i = 0; i < n + extra; i++)
        steps[i] = (uint32_t)t->steps[i + 1].instance;
    c->n_steps = n + extra;
    c->steps = steps;
    c->loop = t->has_loop ? t->loop : c->n_steps;
    c->event = t->has_fault ? (uint32_t)t->steps[t->n_states].instance : COSET_CSP_NO_EVENT;
}

static void read_offers(job *j, const coset_trace *t, coset_csp_counterexample *c)
{
    uint32_t n = 0, *offers = coset_arena_get(j->arena, j->compiled->n_events, sizeof *offers);
    const coset_value *last = t->states + (size_t)(t->n_states - 1) * j->product->n_slots;
    if (!j->twin && coset_refine_offers(j->impl, last, offers, &n)) {
        c->offers = offers;
        c->n_offers = n;
    }
}

/* What each component does: its own events, also where the whole hides them. */
static void read_parts(job *j, const coset_trace *t, coset_csp_counterexample *c)
{
    const coset_super *s = &j->compiled->impl;
    if (s->n_components < 2 || j->twin)
        return;
    uint32_t n = c->n_steps + 1, *doing = coset_arena_get(j->arena, s->n_components, sizeof *doing);
    coset_csp_part *parts = coset_arena_get(j->arena, s->n_components, sizeof *parts);
    uint32_t *events = coset_arena_get(j->arena, (size_t)n * s->n_components, sizeof *events);
    memset(events, 0xff, sizeof *events * n * s->n_components);
    for (uint32_t i = 0; i + 1 < t->n_states; i++) {
        const coset_value *src = t->states + (size_t)i * j->product->n_slots;
        if (coset_super_explain(j->impl, src, c->steps[i], src + j->product->n_slots, doing) == UINT32_MAX)
            continue;
        for (uint32_t k = 0; k < s->n_components; k++)
            events[(size_t)k * n + i] = doing[k];
    }
    for (uint32_t k = 0; k < s->n_components; k++)
        parts[k] = (coset_csp_part){coset_arena_text(j->arena, s->components[k].name), events + (size_t)k * n};
    c->n_parts = s->n_components;
    c->parts = parts;
}

/* ---- counterexamples again: the operational semantics must agree ----------------------------------------------------
 */

/* Where the semantics alone would take too long to say, the replay on the compiled system has to do. */
static bool agrees(job *j, const coset_cspm_behaviour *b, bool wanted)
{
    bool can = false;
    coset_err err = {0};
    coset_status status = coset_cspm_can(j->run->script, j->compiled, b, &can, &err);
    if (status == COSET_LIMIT)
        j->out->note = "the counterexample was replayed on the compiled system only";
    return status == COSET_LIMIT || (status == COSET_OK && can == wanted);
}

/* What the step was before the outermost hidings, as the components tell; NO_EVENT where they do not agree. */
static uint32_t inner_event(const coset_csp_counterexample *c, uint32_t i, uint32_t event)
{
    uint32_t inner = COSET_CSP_NO_EVENT;
    for (uint32_t k = 0; k < c->n_parts; k++) {
        uint32_t own = c->parts[k].events[i];
        if (own == COSET_CSP_NO_EVENT)
            continue;
        if (inner != COSET_CSP_NO_EVENT && inner != own)
            return COSET_CSP_NO_EVENT;
        inner = own;
    }
    return event != COSET_TAU ? event : inner == COSET_TICK ? COSET_TAU : inner;
}

static coset_cspm_behaviour exact_run(job *j, const coset_csp_counterexample *c)
{
    uint32_t n = c->n_steps + (c->kind == COSET_CSP_BAD_EVENT);
    uint32_t *events = coset_arena_get(j->arena, n + 1, sizeof *events);
    uint32_t *inner = coset_arena_get(j->arena, n + 1, sizeof *inner);
    bool known = c->n_parts > 1;
    for (uint32_t i = 0; i < n; i++) {
        events[i] = i < c->n_steps ? c->steps[i] : c->event;
        inner[i] = i < c->n_steps ? inner_event(c, i, events[i]) : events[i];
        known &= inner[i] != COSET_CSP_NO_EVENT;
    }
    return (coset_cspm_behaviour){.exact = true, .events = events, .inner = known ? inner : NULL, .n_events = n};
}

/* Only what is seen. */
static coset_cspm_behaviour visible_run(job *j, const coset_csp_counterexample *c)
{
    uint32_t n = 0, *trace = coset_arena_get(j->arena, c->n_steps + 2, sizeof *trace);
    for (uint32_t i = 0; i < c->n_steps; i++)
        if (c->steps[i] != COSET_TAU)
            trace[n++] = c->steps[i];
    if (c->event != COSET_CSP_NO_EVENT)
        trace[n++] = c->event;
    return (coset_cspm_behaviour){.events = trace, .n_events = n};
}

static void set_end(const coset_csp_counterexample *c, coset_cspm_behaviour *b)
{
    b->end = c->kind == COSET_CSP_BAD_EVENT  ? COSET_CSPM_ENDS
             : c->kind == COSET_CSP_DIVERGES ? COSET_CSPM_DIVERGES
                                             : COSET_CSPM_REFUSES;
    b->offers = c->offers;
    b->n_offers = c->n_offers;
}

/* After the trace the event can happen, and it can be refused. */
static bool both_ways(job *j, const coset_csp_counterexample *c)
{
    uint32_t n = 0, *others = coset_arena_get(j->arena, j->compiled->n_events, sizeof *others);
    coset_cspm_behaviour b = visible_run(j, c);
    if (!agrees(j, &b, true))
        return false;
    for (uint32_t e = COSET_TICK; e < j->compiled->n_events; e++)
        if (e != c->event)
            others[n++] = e;
    b.n_events--;
    b.end = COSET_CSPM_REFUSES;
    b.offers = others;
    b.n_offers = n;
    return agrees(j, &b, true);
}

static bool is_real(job *j, const coset_csp_counterexample *c)
{
    if (c->kind == COSET_CSP_BOTH_WAYS)
        return both_ways(j, c);
    coset_cspm_behaviour b = j->twin ? visible_run(j, c) : exact_run(j, c);
    set_end(c, &b);
    bool real = agrees(j, &b, true);
    if (!real && b.inner) { /* renamed on the way: as it is seen from outside */
        b.inner = NULL;
        real = agrees(j, &b, true);
    }
    if (!real) { /* components may take fewer taus than the operators that they stand for */
        b = visible_run(j, c);
        set_end(c, &b);
        real = agrees(j, &b, true);
    }
    if (!real || j->assertion->question != COSET_CSPM_REFINES)
        return real;
    b = visible_run(j, c);
    set_end(c, &b);
    b.of_spec = true;
    return agrees(j, &b, false);
}

static void found(job *j, uint32_t prop)
{
    coset_csp_counterexample *c = &j->counterexamples[j->out->n_found];
    const coset_prop_result *r = &j->result->props[prop];
    coset_err err = {0};
    const coset_trace *t = coset_trace_lift(j->product, j->symmetry.quotient ? &j->symmetry.reduction : NULL, r->path,
                                            prop, r->instance, j->arena);
    coset_status status = coset_trace_replay(j->product, t, COSET_DEADLOCK_OFF, &err);
    if (status == COSET_OK) {
        read_steps(j, t, c);
        read_offers(j, t, c);
        c->kind = failure_of(j, prop, c);
        if (c->kind != COSET_CSP_BAD_EVENT && c->kind != COSET_CSP_BOTH_WAYS)
            c->event = COSET_CSP_NO_EVENT;
        read_parts(j, t, c);
        if (!is_real(j, c))
            status = coset_fail(&err, COSET_INPUT, "the operational semantics does not show it");
    }
    if (status != COSET_OK) {
        j->code = coset_complain(COSET_EXIT_INTERNAL,
                                 "internal error: the counterexample of \"%s\" does not replay (%s). This is a bug in "
                                 "coset and no verdict is given; please report it with the script",
                                 j->assertion->text, err.text);
        return;
    }
    j->out->n_found += !j->assertion->negated;
}

/* Each way of failing has a counterexample of its own. */
static bool find_all(job *j)
{
    uint64_t most = j->run->session->settings->counterexamples;
    bool *done = coset_arena_get(j->arena, j->product->n_props, sizeof *done);
    j->counterexamples = coset_arena_get(j->arena, (size_t)j->product->n_props + 1, sizeof *j->counterexamples);
    j->out->found = j->counterexamples;
    uint32_t prop = next_failure(j, done);
    bool fails = prop != COSET_NO_PROP;
    for (uint64_t n = 0; prop != COSET_NO_PROP && n < most && j->code == COSET_EXIT_HOLDS; n++) {
        found(j, prop);
        done[prop] = true;
        prop = next_failure(j, done);
    }
    return fails;
}

static void not_answered(job *j)
{
    coset_err err;
    if (coset_budget_look(&j->run->budget)) /* in the words of the whole run: the search had what was left */
        failed(j, coset_budget_fail(&j->run->budget, "states were searched", &err), &err);
    else
        undecided(j, COSET_VERDICT_INCOMPLETE,
                  j->result->stopped ? j->result->stopped : "the search does not answer this");
}

static coset_status decide_by_search(job *j, coset_err *err)
{
    coset_status status = make_product(j, err);
    if (status == COSET_OK)
        status = reduce(j, err);
    if (status == COSET_OK && !j->run->only_symmetry)
        status = search(j, err);
    if (status != COSET_OK || j->run->only_symmetry)
        return status;
    count(j);
    if (find_all(j))
        decided(j, false);
    else if (coset_result_verdict(j->result, j->product) == COSET_VERDICT_HOLDS)
        decided(j, true);
    else
        not_answered(j);
    return COSET_OK;
}

/* ---- all together ---------------------------------------------------------------------------------------------------
 */

static coset_status decide(job *j, coset_err *err)
{
    bool searched = j->assertion->question != COSET_CSPM_SYMMETRIC && j->assertion->question != COSET_CSPM_HAS_TRACE;
    if (j->run->only_symmetry && !searched) {
        j->out->reason = "nothing is searched for this assertion, so no symmetry is used";
        return COSET_OK;
    }
    if (j->assertion->question == COSET_CSPM_SYMMETRIC)
        return decide_symmetric(j, err);
    if (!choose_model(j))
        return COSET_OK;
    if (coset_budget_look(&j->run->budget))
        return coset_budget_fail(&j->run->budget, "earlier assertions were checked", err);
    coset_status status = choose_symmetry(j, err);
    if (status != COSET_OK)
        return status;
    status = coset_cspm_compile(j->run->script, j->number, j->choices, &j->compiled, err);
    if (status != COSET_OK)
        return status;
    j->out->n_events = j->compiled->n_events;
    j->out->event_names = j->compiled->event_names;
    return j->assertion->question == COSET_CSPM_HAS_TRACE ? decide_trace(j, err) : decide_by_search(j, err);
}

/* The names of events live as long as the script, but not their table. */
static void keep_names(job *j)
{
    if (j->out->n_events)
        j->out->event_names =
            coset_arena_copy(j->arena, j->out->event_names, j->out->n_events, sizeof *j->out->event_names);
}

int coset_csp_assert(coset_csp_run *run, uint32_t i, coset_csp_result *out)
{
    job j = {.run = run,
             .number = i,
             .assertion = coset_cspm_assertion_at(run->script, i),
             .out = out,
             .arena = run->session->arena,
             .began = coset_engine_now(),
             .code = COSET_EXIT_HOLDS};
    coset_err err = {0};
    *out = (coset_csp_result){.assertion = j.assertion->text,
                              .kind = kind_of(j.assertion->question),
                              .pos = j.assertion->pos,
                              .negated = j.assertion->negated,
                              .exit = exit_of(j.assertion->question)};
    if (j.assertion->symmetry && strcmp(run->session->settings->strategy, "off") == 0)
        out->note = "checked without symmetry reduction";
    coset_status status = decide(&j, &err);
    if (status != COSET_OK)
        failed(&j, status, &err);
    keep_names(&j);
    out->seconds = coset_engine_now() - j.began;
    coset_csp_symmetry_free(&j.symmetry);
    coset_model_free(j.product);
    coset_model_free(j.impl);
    coset_normal_free(j.spec);
    coset_cspm_compiled_free(run->script, j.compiled);
    return j.code;
}
