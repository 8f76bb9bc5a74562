#include "run/verify.h"

#include "run/limits.h"
#include "run/por.h"
#include "run/temporal.h"
#include "run/witness.h"
#include "wrap/quotient.h"

/* ---- traces ----------------------------------------------------------------------------------------------------- */

/* Every path becomes a run of the model itself and is replayed before anyone sees it. Returns an exit status. */
static int make_traces(coset_verification *v)
{
    const coset_model *m = v->session->model;
    coset_limits_doing(v->session->settings, "traces were computed");
    v->traces = coset_arena_get(v->session->arena, (size_t)m->n_props + 1, sizeof *v->traces);
    for (uint32_t p = 0; p < m->n_props; p++) {
        const coset_prop_result *r = &v->search.result->props[p];
        coset_err err = {0};
        if (!r->path)
            continue;
        if (coset_search_trace(&v->search, r->path, p, r->instance, &v->traces[p], &err) != COSET_OK)
            return coset_session_fail(
                v->session, COSET_EXIT_INTERNAL,
                "internal error: the trace of \"%s\" does not replay (%s). This is a bug in coset and "
                "no verdict is given; please report it with the model",
                m->props[p].name, err.text);
    }
    return COSET_EXIT_HOLDS;
}

/* ---- report ----------------------------------------------------------------------------------------------------- */

static void make_report(coset_verification *v)
{
    const coset_reduction *r = &v->reduction;
    coset_quotient_cost cost = {0};
    if (r->quotient)
        cost = coset_quotient_costs(r->quotient);
    v->report = (coset_report){
        .model = v->session->model,
        .path = v->session->path,
        .text = v->session->text,
        .result = v->search.result,
        .group = r->group,
        .n_losses = r->losses.n,
        .losses = r->losses.at,
        .n_checked = r->order && r->group ? r->order->n_loops : 0,
        .n_orders = v->orders.n,
        .orders = v->orders.at,
        .strategy = coset_search_strategy(&v->search),
        .canon_calls = cost.calls,
        .canon_ns = cost.ns_each,
        .found = r->found ? &r->found->words : NULL,
        .switched_off = v->search.switched_off,
        .por = coset_por_told(v->session, r),
        .n_por_reasons = r->n_por_reasons,
        .por_reasons = r->por_reasons,
        .partial = r->partial != NULL,
        .renamed = v->search.renamed,
        .not_looked = v->search.not_looked,
        .traces = v->traces,
        .no_traces = v->session->settings->trace == COSET_TRACE_OFF,
        .options = &v->search.options,
        .exit_code =
            coset_settings_exit(v->session->settings, (int)coset_report_exit_code(v->session->model, v->search.result)),
    };
    v->report.fired =
        coset_auto_fired(r->found, v->session->model, v->search.result, v->session->arena, &v->report.n_unsure);
}

/* ---- attempts --------------------------------------------------------------------------------------------------- */

/* There are more processes than the model has room for: the results are not about the model itself. */
static bool lacks_room(const coset_verification *v)
{
    const coset_model *m = v->session->model;
    bool lacks = false;
    for (uint32_t p = 0; p < m->n_props; p++)
        lacks = lacks || (m->props[p].assumed == COSET_ASSUMED_ROOM &&
                          v->search.result->props[p].verdict == COSET_VERDICT_FAILS);
    return lacks;
}

/* The same if the model assumes a step that some reachable state does not have. */
static bool is_refuted(const coset_verification *v)
{
    const coset_model *m = v->session->model;
    for (uint32_t p = 0; p < m->n_props; p++) {
        if (m->props[p].assumed != COSET_ASSUMED_STEP || v->search.result->props[p].verdict != COSET_VERDICT_FAILS)
            continue;
        if (!v->session->settings->quiet)
            (void)coset_complain(
                COSET_EXIT_HOLDS,
                "%s:%u: in a reachable state there is no %s, so others may move between its iterations; "
                "searching again without taking it as one step",
                v->session->path, m->props[p].pos.line, m->props[p].name);
        return true;
    }
    return false;
}

/* All results about a variant of the model. */
static void forget(coset_verification *v)
{
    coset_reduction_free(&v->reduction);
    v->lost = v->search.result ? v->search.result->seconds : v->lost;
    v->orders.n = 0;
    coset_search_forget(&v->search);
}

/* Switches from a variant of the model to one with less symmetry. */
static bool step_back(coset_verification *v)
{
    if (!v->session->sure && !v->session->plain)
        return false;
    forget(v);
    return coset_session_step_back(v->session);
}

static int look_at_formulas(coset_verification *v)
{
    coset_search *s = &v->search;
    const coset_temporals *t = v->session->temporals;
    s->with_formulas = t && t->all.n > 0;
    s->enough = 0;
    s->code = COSET_EXIT_HOLDS;
    s->formulas = (coset_temporal_looks){0};
    if (!s->with_formulas)
        return COSET_EXIT_HOLDS;
    int code = coset_temporals_look(v->session, &v->reduction, &v->seen);
    for (uint32_t i = 0; code == COSET_EXIT_HOLDS && i < t->all.n; i++)
        if (v->seen[i].row && v->session->settings->engine.max_errors == 1)
            s->enough = COSET_ENOUGH_STATES;
    if (!s->enough)
        s->formulas.seen = v->seen;
    return code;
}

/* Searches until all checked loops commute; each that does not is excluded from the next group. */
static coset_status search_checked(coset_verification *v, int *code, coset_err *err)
{
    for (;;) {
        coset_status status = coset_reduction_make(&v->reduction, v->session, err);
        *code = status == COSET_OK ? coset_reduction_audit(&v->reduction, v->session) : COSET_EXIT_HOLDS;
        if (status != COSET_OK || *code != COSET_EXIT_HOLDS)
            return status;
        if (!coset_reduction_reduces(&v->reduction) && step_back(v))
            continue;
        *code = look_at_formulas(v);
        if (*code != COSET_EXIT_HOLDS)
            return COSET_OK;
        status = coset_search_run(&v->search, err);
        *code = v->search.code;
        if (*code != COSET_EXIT_HOLDS)
            return COSET_OK;
        if (status == COSET_OK && v->search.result)
            v->search.result->seconds += v->lost;
        if (status == COSET_OK && v->search.result && lacks_room(v)) {
            forget(v);
            *code = coset_session_widen(v->session, false);
            if (*code != COSET_EXIT_HOLDS)
                return COSET_OK;
            continue;
        }
        if (status == COSET_OK && v->search.result && is_refuted(v) && step_back(v))
            continue;
        if (status != COSET_OK || !coset_search_broken(&v->search))
            return status;
        v->lost = v->search.result->seconds;
        *coset_vec_add(&v->orders) = coset_order_witness(&v->reduction, v->session);
        *coset_vec_add(&v->session->broken) = v->reduction.order->loops[v->reduction.order->first.loop].stmt;
        v->search.renamed = false;
        coset_reduction_free(&v->reduction);
    }
}

/* A violation was found, and its trace is for coset replay: its channel numbers depend on the room for processes, and
 * the model does not have room for all. */
static bool needs_all_room(const coset_verification *v)
{
    const coset_settings *s = v->session->settings;
    const coset_model *m = v->session->model;
    bool guesses = false, writes = false;
    for (uint32_t p = 0; p < m->n_props; p++)
        guesses = guesses || m->props[p].assumed == COSET_ASSUMED_ROOM;
    for (uint32_t i = 0; i < s->outputs.n; i++)
        writes = writes || s->outputs.at[i].itf;
    return guesses && writes && coset_result_verdict(v->search.result, m) == COSET_VERDICT_FAILS;
}

static int find_all(coset_verification *v)
{
    coset_err err = {0};
    int code;
    coset_status status = search_checked(v, &code, &err);
    if (code != COSET_EXIT_HOLDS)
        return code;
    if (status == COSET_UNSUPPORTED)
        return coset_session_fail(v->session, COSET_EXIT_USAGE, "%s", err.text);
    if (status != COSET_OK)
        return coset_session_fail(v->session, coset_exit_of(status), "%s", err.text);
    code = make_traces(v);
    if (code != COSET_EXIT_HOLDS)
        return code;
    coset_engine_options options = v->search.options;
    options.max_seconds = v->session->settings->engine.max_seconds;
    return coset_temporals_judge(v->session, &v->reduction, &options, v->seen, v->search.result, v->traces);
}

int coset_verify(coset_verification *v)
{
    v->search.loaded = v->session->settings->limits->began;
    coset_limits_doing(v->session->settings, "symmetry was proved");
    coset_session_limit(v->session);
    int code = find_all(v);
    if (code == COSET_EXIT_HOLDS && needs_all_room(v)) {
        forget(v);
        code = coset_session_widen(v->session, true);
        code = code == COSET_EXIT_HOLDS ? find_all(v) : code;
    }
    if (code == COSET_EXIT_HOLDS)
        make_report(v);
    return code;
}

void coset_verification_fini(coset_verification *v)
{
    coset_vec_fini(&v->orders);
    coset_vec_fini(&v->session->broken);
    coset_reduction_free(&v->reduction);
    coset_search_fini(&v->search);
}
