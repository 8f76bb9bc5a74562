/* run/csp_assert.c - one assertion: compile, normalise, search the product.
 *
 * --symmetry=auto follows run/search.h, but in another order. The symmetry of a model is proved from its source before
 * the search, which costs little. That of a script is verified on the compiled system, whose states must be labelled
 * for it: the script is compiled once more. So without a request the product is searched up to a bound first; a larger
 * system is compiled with labels, and its quotient is searched, and given up if its orbits are small. */
#include <string.h>

#include "base/budget.h"
#include "run/csp_job.h"
#include "run/engines.h"
#include "wrap/determinism.h"
#include "wrap/refine.h"

/* ---- the assertion ----------------------------------------------------------------------------------------------- */

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

static bool by_diagrams(const coset_csp_job *j) { return j->run->session->settings->search == COSET_BY_DIAGRAMS; }

void coset_csp_undecided(coset_csp_job *j, coset_verdict verdict, const char *reason)
{
    j->out->verdict = verdict;
    j->out->reason = coset_arena_text(j->arena, reason);
}

/* The mistake in the script that this assertion ran into, or NULL. */
static const char *first_error(const coset_csp_job *j)
{
    const coset_text *text = j->run->session->text;
    char where[512];
    for (uint32_t i = j->n_notes; i < coset_text_notes(text); i++) {
        const coset_text_note n = coset_text_note_at(text, i);
        if (n.severity != COSET_SEVERITY_ERROR || !n.pos.line)
            continue;
        coset_pos_text(text, n.pos, where, sizeof where);
        return coset_arena_printf(j->arena, "%s:%u: %s", where, (unsigned)n.pos.column, n.text);
    }
    return NULL;
}

/* The assertion cannot be checked: adds a message at the refinement or property. */
void coset_csp_refused(coset_csp_job *j, const char *code, const char *why, const char *help)
{
    coset_text *text = j->run->session->text;
    coset_message(text, COSET_SEVERITY_ERROR, code, j->assertion->asked, j->assertion->asked_len, "%s", why);
    coset_message_help(text, "%s", help);
    coset_csp_undecided(j, COSET_VERDICT_ERROR, first_error(j));
}

/* Properties of one process are checked in T, F and FD; refinement in other models needs explicit exploration. */
static bool is_no_model(coset_csp_job *j)
{
    if (j->assertion->question != COSET_CSPM_REFINES) {
        coset_csp_refused(j, "C500", "this property is not checked in the models of revivals and refusal testing",
                          "FDR4 does not check it either; use [T], [F] or [FD]");
        return true;
    }
    if (by_diagrams(j)) {
        coset_csp_refused(j, "C500",
                          "the symbolic engine does not check refinement in the models of revivals and refusal testing",
                          "use --engine=explore");
        return true;
    }
    return false;
}

/* False, with the result filled, if this kind of question is not supported. */
static bool choose_model(coset_csp_job *j)
{
    static const coset_csp_model models[] = {
        [COSET_CSPM_DEFAULT] = COSET_CSP_FD, [COSET_CSPM_T] = COSET_CSP_T,  [COSET_CSPM_F] = COSET_CSP_F,
        [COSET_CSPM_FD] = COSET_CSP_FD,      [COSET_CSPM_V] = COSET_CSP_V,  [COSET_CSPM_VD] = COSET_CSP_VD,
        [COSET_CSPM_R] = COSET_CSP_R,        [COSET_CSPM_RD] = COSET_CSP_RD};
    coset_cspm_model m = j->assertion->model;
    if (m > COSET_CSPM_FD && is_no_model(j))
        return false;
    j->model = models[m];
    if (j->assertion->question == COSET_CSPM_DEADLOCK_FREE && j->model == COSET_CSP_T) {
        coset_csp_refused(j, "C501", "deadlock is not visible in the traces model", "use [F] or [FD]");
        return false;
    }
    if (j->assertion->question == COSET_CSPM_DETERMINISTIC && j->model == COSET_CSP_T) {
        coset_csp_refused(j, "C501", "every process is deterministic in the traces model", "use [F] or [FD]");
        return false;
    }
    if (j->assertion->question == COSET_CSPM_HAS_TRACE && m == COSET_CSPM_DEFAULT)
        j->model = COSET_CSP_T;
    return true;
}

/* ---- verdicts -----------------------------------------------------------------------------------------------------
 */

static void decided(coset_csp_job *j, bool holds)
{
    j->out->verdict = holds != j->assertion->negated ? COSET_VERDICT_HOLDS : COSET_VERDICT_FAILS;
}

void coset_csp_failed(coset_csp_job *j, coset_status status, const coset_err *err)
{
    bool bound = status == COSET_LIMIT || status == COSET_MEMORY || status == COSET_STOPPED;
    const char *why = status == COSET_INPUT ? first_error(j) : NULL;
    coset_csp_undecided(j, bound ? COSET_VERDICT_INCOMPLETE : COSET_VERDICT_ERROR, why ? why : err->text);
}

static coset_status decide_symmetric(coset_csp_job *j, coset_err *err)
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

/* ---- the search ---------------------------------------------------------------------------------------------------
 */

static coset_status make_spec(coset_csp_job *j, coset_err *err)
{
    const coset_normal_limits limits = {.max_nodes = j->run->session->settings->engine.max_states,
                                        .max_bytes = j->run->session->settings->engine.max_bytes,
                                        .budget = j->run->session->limit};
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

/* --verbose: the sizes before the search, which show where a long compilation spends its time. */
static void tell_sizes(const coset_csp_job *j, double compiled, double normalised)
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

/* :[partial order reduce], in each of FDR's modes. */
static void take_lone(coset_csp_job *j)
{
    const bool kept = j->model == COSET_CSP_T || j->model == COSET_CSP_F || j->model == COSET_CSP_FD;
    if (!j->assertion->partial_order)
        return;
    if (j->assertion->question == COSET_CSPM_DETERMINISTIC)
        j->out->note = "checked without partial order reduction: determinism needs pairs of states";
    else if (!kept)
        j->out->note = "checked without partial order reduction, which is for traces, failures and divergences";
    else if (by_diagrams(j))
        j->out->note = "checked without partial order reduction, which is for --engine=explore";
    else if (!coset_super_take_lone(j->impl))
        j->out->note = "partial order reduction: no component is ever alone with an internal step";
}

static coset_status make_product(coset_csp_job *j, coset_err *err)
{
    coset_status status = coset_super_model(&j->compiled->impl, j->assertion->text, &j->impl, err);
    if (status != COSET_OK)
        return status;
    take_lone(j);
    j->twin = j->assertion->question == COSET_CSPM_DETERMINISTIC;
    if (j->twin) {
        bool settled = j->model == COSET_CSP_FD && !j->choices; /* a settled copy has no quotient */
        j->product = coset_determinism_new(j->impl, j->compiled->n_events, j->model, settled);
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

#define TRIAL_STATES 20000 /* searched without symmetry if nobody asked for it */
#define LEAST_MOVES  3     /* elements of a type: with fewer, canonical forms cost more than they save */

static bool pays(const coset_symgroup *g)
{
    for (uint32_t t = 0; t < g->n_types; t++)
        if (g->n_moves[t] >= LEAST_MOVES)
            return true;
    return false;
}

/* If the script or the command line asks for symmetry and there is some, the quotient is searched. */
static coset_status reduce(coset_csp_job *j, coset_err *err)
{
    const char *strategy = j->run->session->settings->strategy;
    if (!j->choices)
        return COSET_OK;
    coset_status status = coset_csp_symmetry_new(j->product, &j->compiled->impl, j->spec, 0, j->choices, strategy,
                                                 j->arena, &j->symmetry, err);
    if (status != COSET_OK)
        return status;
    const coset_reduction *r = &j->symmetry.reduction;
    if (j->by_itself && !pays(r->group))
        coset_reduction_free(&j->symmetry.reduction);
    if (!j->by_itself || r->quotient)
        j->out->group = coset_csp_symmetry_tell(&j->symmetry, &j->compiled->impl, j->arena);
    if (!r->quotient && !j->by_itself)
        j->out->note = "nothing is symmetric here; `coset symmetry` shows why";
    return COSET_OK;
}

/* A settled twin has at most as many pairs as the system has states; a quotient needs the unsettled twin, whose pairs
 * can be the square of that. */
static bool is_better_unreduced(const coset_csp_job *j)
{
    return j->assertion->question == COSET_CSPM_DETERMINISTIC && j->model == COSET_CSP_FD && !j->run->only_symmetry;
}

static coset_status choose_symmetry(coset_csp_job *j, coset_err *err)
{
    const char *strategy = j->run->session->settings->strategy;
    bool asked = j->assertion->symmetry || strcmp(strategy, "auto") != 0;
    if (is_better_unreduced(j)) {
        if (asked && strcmp(strategy, "off") != 0)
            j->out->note = "checked without symmetry reduction: determinism would need pairs of states";
        return COSET_OK;
    }
    j->trial = !asked && strcmp(strategy, "auto") == 0 && !j->run->only_symmetry && !by_diagrams(j) &&
               j->assertion->question != COSET_CSPM_DETERMINISTIC && j->assertion->question != COSET_CSPM_HAS_TRACE;
    if (by_diagrams(j)) /* the symbolic engine computes its own representatives */
        asked = j->run->session->settings->symb.symmetry != COSET_SYMB_NONE;
    if (!j->run->only_symmetry && (strcmp(strategy, "off") == 0 || !asked))
        return COSET_OK;
    return coset_cspm_choose(j->run->script, j->number, true, &j->choices, err);
}

/* The representatives of the symbolic engine differ from those of the quotient. */
static void name_strategy(coset_csp_job *j)
{
    const coset_strategy *strategy = coset_search_strategy(&j->search);
    coset_csp_group *group = strategy ? coset_arena_copy(j->arena, j->out->group, 1, sizeof *group) : NULL;
    if (!group)
        return;
    group->strategy = strategy->name;
    group->exact = j->result->exact;
    j->out->group = group;
}

/* The components of the product, for engines that do not step through it. */
static coset_symb_system system_of(const coset_csp_job *j)
{
    return (coset_symb_system){.super = &j->compiled->impl,
                               .spec = j->spec,
                               .traces = coset_refine_prop_of(j->product, COSET_REFINE_TRACES),
                               .refusals = coset_refine_prop_of(j->product, COSET_REFINE_REFUSALS),
                               .refusal_group = j->impl->n_groups};
}

static coset_status run_engine(coset_csp_job *j, coset_err *err)
{
    coset_symb_system system;
    if (!j->twin) { /* a twin is not such a product */
        system = system_of(j);
        j->search.system = &system;
    }
    coset_status status = coset_search_engine(&j->search, err);
    j->search.system = NULL;
    j->result = j->search.result;
    return status;
}

/* Orbits were too small: searches the product itself in the remaining time. */
static coset_status search_unreduced(coset_csp_job *j, coset_err *err)
{
    j->out->group = NULL;
    if (!j->out->note)
        j->out->note = coset_arena_printf(j->arena, "symmetry reduction off: %s", j->search.switched_off);
    coset_reduction_free(&j->symmetry.reduction);
    j->symmetry.reduction.searched = j->product;
    coset_status status = coset_search_again(&j->search, NULL, j->result->seconds, err);
    j->result = j->search.result;
    return status;
}

static coset_status search(coset_csp_job *j, uint32_t witnesses, coset_err *err)
{
    coset_reduction *r = &j->symmetry.reduction;
    coset_engine_options *o = &j->search.options;
    r->by_diagrams = by_diagrams(j);
    r->searched = r->quotient && !r->by_diagrams ? r->quotient : j->product;
    j->search = (coset_search){.session = j->run->session, .model = j->product, .reduction = r};
    if (j->twin && r->by_diagrams)
        return coset_fail(err, COSET_UNSUPPORTED,
                          "the symbolic engine does not check determinism: use --engine=explore");
    coset_search_begin(&j->search);
    o->deadlock = COSET_DEADLOCK_OFF;
    o->max_witnesses = witnesses;
    if (o->max_errors)
        o->max_errors = witnesses;
    if (j->trial && (o->max_states == 0 || o->max_states > TRIAL_STATES))
        o->max_states = TRIAL_STATES;
    o->max_seconds = coset_budget_left(j->run->session->limit);
    if (j->by_itself)
        coset_search_watch_gain(&j->search);
    coset_status status = run_engine(j, err);
    if (status == COSET_OK && j->search.switched_off)
        status = search_unreduced(j, err);
    coset_search_end(&j->search);
    if (status == COSET_OK && r->by_diagrams)
        name_strategy(j);
    return status;
}

#define MOST_TIMES 16 /* factor of the wanted counterexamples: maximal number to inspect */

static uint64_t n_failures(const coset_csp_job *j)
{
    uint64_t n = 0;
    for (uint32_t p = 0; p < j->product->n_props; p++)
        n += j->result->props[p].verdict == COSET_VERDICT_FAILS ? 1 + (uint64_t)j->result->props[p].n_more : 0;
    return n;
}

/* Failures at different states may be equal externally: then more of them are searched. */
static coset_status search_all(coset_csp_job *j, bool *fails, coset_err *err)
{
    uint64_t wanted = coset_csp_wanted(j);
    for (uint64_t most = wanted;; most *= 4) {
        coset_status status = search(j, (uint32_t)most, err);
        if (status != COSET_OK)
            return status;
        *fails = coset_csp_examples(j);
        bool enough = wanted == 1 || j->out->n_found >= wanted || n_failures(j) < most;
        if (enough || most >= MOST_TIMES * wanted || j->code != COSET_EXIT_HOLDS)
            return COSET_OK;
    }
}

/* Why a property of the product is not decided. */
static const char *why_undecided(const coset_csp_job *j)
{
    if (j->result->stopped)
        return j->result->stopped;
    for (uint32_t p = 0; p < j->product->n_props; p++)
        if (j->result->props[p].verdict == COSET_VERDICT_INCOMPLETE && j->result->props[p].reason)
            return j->result->props[p].reason;
    return "the search does not answer this";
}

void coset_csp_not_answered(coset_csp_job *j)
{
    coset_err err;
    if (coset_budget_look(j->run->session->limit)) /* in the wording of the whole run */
        coset_csp_failed(j, coset_budget_fail(j->run->session->limit, "states were searched", &err), &err);
    else
        coset_csp_undecided(j, COSET_VERDICT_INCOMPLETE, why_undecided(j));
}

static void free_product(coset_csp_job *j)
{
    coset_reduction_free(&j->symmetry.reduction);
    coset_model_free(j->product);
    coset_model_free(j->impl);
    coset_normal_free(j->spec);
    j->product = j->impl = NULL;
    j->spec = NULL;
}

/* Some type has enough elements that may move, and the system is small enough that the proof takes no longer than the
 * search. */
static bool is_worth_a_look(const coset_csp_job *j, const coset_cspm_choices *choices)
{
    uint64_t n_states = coset_csp_n_states(&j->compiled->impl), n_compared = 0;
    bool enough = false;
    for (uint32_t i = 0; i < choices->n; i++) {
        const coset_cspm_choice *c = &choices->types[i];
        uint32_t n = coset_csp_n_compared(c, n_states);
        n_compared += n;
        enough = enough || (n > c->n_moves ? c->n_tried : c->n_moves) >= LEAST_MOVES;
    }
    return enough && n_states * n_compared <= COSET_CSP_MOST_VERIFIED;
}

coset_status coset_csp_compile(coset_csp_job *j, coset_err *err)
{
    coset_status status = coset_cspm_compile(j->run->script, j->number, j->choices, &j->compiled, err);
    if (status != COSET_OK)
        return status;
    j->out->n_events = j->compiled->n_events;
    j->out->event_names = j->compiled->event_names;
    return COSET_OK;
}

/* Nobody asked for symmetry, and the bound of the trial was reached: compiles the allowed symmetry with labels and
 * verifies it. */
static coset_status look_for_symmetry(coset_csp_job *j, coset_err *err)
{
    const coset_cspm_choices *choices;
    coset_status status = coset_cspm_choose(j->run->script, j->number, false, &choices, err);
    if (status != COSET_OK || j->compiled->composed || !is_worth_a_look(j, choices))
        return status;
    free_product(j);
    coset_cspm_compiled_free(j->run->script, j->compiled);
    j->compiled = NULL;
    j->by_itself = true;
    j->choices = choices;
    status = coset_csp_compile(j, err);
    if (status == COSET_OK)
        status = make_product(j, err);
    return status == COSET_OK ? reduce(j, err) : status;
}

/* The trial ended because of its own bound. */
static bool was_too_small(const coset_csp_job *j, bool fails)
{
    uint64_t most = j->run->session->settings->engine.max_states;
    return j->trial && !fails && j->code == COSET_EXIT_HOLDS && (most == 0 || most > TRIAL_STATES) &&
           j->result->stopped && j->result->representatives >= TRIAL_STATES &&
           !coset_budget_look(j->run->session->limit);
}

static coset_status search_states(coset_csp_job *j, bool *fails, coset_err *err)
{
    coset_status status = search_all(j, fails, err);
    if (status != COSET_OK || !was_too_small(j, *fails))
        return status;
    j->trial = false;
    status = look_for_symmetry(j, err);
    return status == COSET_OK ? search_all(j, fails, err) : status;
}

static coset_status decide_by_search(coset_csp_job *j, coset_err *err)
{
    coset_status status = make_product(j, err);
    if (status == COSET_OK)
        status = reduce(j, err);
    bool fails = false;
    if (status == COSET_OK && !j->run->only_symmetry)
        status = search_states(j, &fails, err);
    if (status != COSET_OK || j->run->only_symmetry)
        return status;
    j->out->counts = *j->result;
    if (fails)
        decided(j, false);
    else if (coset_result_verdict(j->result, j->product) == COSET_VERDICT_HOLDS)
        decided(j, true);
    else
        coset_csp_not_answered(j);
    return COSET_OK;
}

/* ---- has trace ------------------------------------------------------------------------------------------------------
 */

/* The process that does everything except complete the trace. States: the length of the performed prefix, then one for
 * runs that left the trace and one for those that ended. */
static coset_lts *all_but_trace(uint32_t n_events, const uint32_t *trace, uint32_t n)
{
    coset_lts_builder *b = coset_lts_builder_new();
    for (uint32_t s = 0; s < n + 2; s++)
        (void)coset_lts_add_state(b);
    for (uint32_t s = 0; s <= n; s++) {
        coset_lts_add_edge(b, s, COSET_TICK, n + 1);
        for (uint32_t e = COSET_TICK + 1; e < n_events; e++)
            if (s == n || e != trace[s])
                coset_lts_add_edge(b, s, e, n);
            else if (s + 1 < n)
                coset_lts_add_edge(b, s, e, s + 1);
    }
    return coset_lts_build(b, n_events);
}

/* The operators have too many states after the trace: the compiled system is searched instead. */
static coset_status search_trace(coset_csp_job *j, coset_err *err)
{
    const coset_normal_limits limits = {.budget = j->run->session->limit};
    coset_lts *spec = all_but_trace(j->compiled->n_events, j->compiled->trace, j->compiled->n_trace);
    coset_status status = coset_normalise(spec, j->compiled->n_events, COSET_CSP_T, &limits, &j->spec, err);
    coset_lts_free(spec);
    if (status == COSET_OK)
        status = coset_super_model(&j->compiled->impl, j->assertion->text, &j->impl, err);
    if (status != COSET_OK)
        return status;
    j->product = coset_refine_new(j->impl, j->spec);
    status = search(j, 1, err);
    if (status != COSET_OK)
        return status;
    coset_verdict v = coset_result_verdict(j->result, j->product);
    if (v != COSET_VERDICT_HOLDS && v != COSET_VERDICT_FAILS) {
        coset_csp_not_answered(j);
        return COSET_OK;
    }
    j->out->counts = *j->result;
    decided(j, v == COSET_VERDICT_FAILS);
    j->out->note =
        "found by a search of the compiled system: the operators alone have too many states after this trace";
    return COSET_OK;
}

static coset_status decide_trace(coset_csp_job *j, coset_err *err)
{
    bool can;
    const coset_cspm_behaviour b = {
        .events = j->compiled->trace, .n_events = j->compiled->n_trace, .end = COSET_CSPM_ENDS};
    if (b.n_events == 0 && j->model != COSET_CSP_FD) { /* every process can do nothing */
        decided(j, true);
        return COSET_OK;
    }
    coset_status status = coset_cspm_can(j->run->script, j->compiled, &b, &can, err);
    if (status == COSET_LIMIT && !coset_budget_is_spent(j->run->session->limit) && j->model == COSET_CSP_T)
        return search_trace(j, err);
    if (status != COSET_OK)
        return status;
    const char *doubt = NULL;
    if (j->model != COSET_CSP_T)
        status = coset_csp_trace_doubt(j, can, &doubt, err);
    if (status != COSET_OK)
        return status;
    if (doubt) {
        coset_csp_refused(j, "C502",
                          coset_arena_printf(j->arena,
                                             "the process %s perform this trace, but %s: what FDR says then in this "
                                             "model is not published",
                                             can ? "can" : "cannot", doubt),
                          "use [T], which asks whether the process can perform it");
        return COSET_OK;
    }
    decided(j, can);
    return can || j->assertion->negated ? COSET_OK : coset_csp_trace_example(j, err);
}

/* ---- all together ---------------------------------------------------------------------------------------------------
 */

static coset_status decide(coset_csp_job *j, coset_err *err)
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
    if (coset_budget_look(j->run->session->limit))
        return coset_budget_fail(j->run->session->limit, "earlier assertions were checked", err);
    coset_status status = choose_symmetry(j, err);
    if (status != COSET_OK)
        return status;
    status = coset_csp_compile(j, err);
    if (status != COSET_OK)
        return status;
    if (j->compiled->failures_only && (coset_csp_has_revivals(j->model) || coset_csp_tests_refusals(j->model))) {
        coset_csp_refused(j, "C500",
                          coset_arena_printf(j->arena,
                                             "%s preserves failures and divergences, but not this semantic model",
                                             j->compiled->failures_only),
                          "leave it out of this script, or use sbisim");
        return COSET_OK;
    }
    return j->assertion->question == COSET_CSPM_HAS_TRACE ? decide_trace(j, err) : decide_by_search(j, err);
}

/* The names of events live as long as the script, but not their table. */
static void keep_names(coset_csp_job *j)
{
    if (j->out->n_events)
        j->out->event_names =
            coset_arena_copy(j->arena, j->out->event_names, j->out->n_events, sizeof *j->out->event_names);
}

void coset_csp_close(coset_csp_job *j)
{
    keep_names(j);
    j->out->seconds = coset_engine_now() - j->began;
    free_product(j);
    coset_cspm_compiled_free(j->run->script, j->compiled);
}

coset_csp_result coset_csp_asked(const coset_csp_run *run, uint32_t i)
{
    const coset_cspm_assertion *a = coset_cspm_assertion_at(run->script, i);
    return (coset_csp_result){.assertion = a->text,
                              .spec = a->spec,
                              .impl = a->impl,
                              .kind = kind_of(a->question),
                              .pos = a->pos,
                              .negated = a->negated,
                              .verdict = COSET_VERDICT_INCOMPLETE,
                              .exit = exit_of(a->question)};
}

int coset_csp_assert(coset_csp_run *run, uint32_t i, coset_csp_result *out)
{
    coset_csp_job j = {.run = run,
                       .number = i,
                       .assertion = coset_cspm_assertion_at(run->script, i),
                       .out = out,
                       .arena = run->session->arena,
                       .n_notes = coset_text_notes(run->session->text),
                       .began = coset_engine_now(),
                       .code = COSET_EXIT_HOLDS};
    coset_err err = {0};
    if (run->only_symmetry) /* nothing is checked */
        out->verdict = COSET_VERDICT_HOLDS;
    if (j.assertion->symmetry && strcmp(run->session->settings->strategy, "off") == 0)
        out->note = "checked without symmetry reduction";
    coset_status status = decide(&j, &err);
    if (status != COSET_OK)
        coset_csp_failed(&j, status, &err);
    coset_csp_close(&j);
    return j.code;
}
