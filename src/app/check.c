/* app/check.c - coset check: load, reduce, search, lift and replay, report. */
#include "app/verbs.h"
#include "lang/cspm/cspm.h"
#include "run/csp.h"
#include "run/formulas.h"
#include "run/limits.h"
#include "run/search.h"
#include "run/temporal.h"
#include "run/witness.h"
#include "symb/reach.h"
#include "symm/quotient.h"

typedef struct {
    coset_session session;
    coset_reduction reduction;
    coset_search search;
    const coset_trace **traces; /* [n_props] */
    coset_report report;
    COSET_VEC(coset_report_order) orders; /* loops that ended a search */
    double lost;                          /* seconds of those searches */
} check;

/* States of a path that diagrams found stand for their orbits. */
static const coset_path *canonical(const check *c, const coset_trace_reduction *r, const coset_path *path)
{
    if (!c->reduction.by_diagrams || !(r->canon || r->action))
        return path;
    return coset_trace_canonical(c->session.model, r, path, c->session.arena);
}

/* Every path becomes a run of the model itself and is replayed before anyone sees it. Returns an exit status. */
static int make_traces(check *c)
{
    const coset_model *m = c->session.model;
    coset_trace_reduction reduction = {
        .canon = c->reduction.canon,
        .group = c->reduction.group,
        .starts = c->reduction.starts,
        .prop_groups = c->reduction.props,
        .action = c->reduction.found && c->reduction.found->used ? &c->reduction.found->action : NULL,
    };
    if (coset_search_in_depth(&c->search)) /* its paths are runs already */
        reduction = (coset_trace_reduction){0};
    coset_limits_doing(c->session.settings, "traces were computed");
    c->traces = coset_arena_get(c->session.arena, (size_t)m->n_props + 1, sizeof *c->traces);
    for (uint32_t p = 0; p < m->n_props; p++) {
        const coset_prop_result *r = &c->search.result->props[p];
        coset_err err = {0};
        if (!r->path)
            continue;
        c->traces[p] =
            coset_trace_lift(m, &reduction, canonical(c, &reduction, r->path), p, r->instance, c->session.arena);
        if (coset_trace_replay(m, c->traces[p], c->search.options.deadlock, &err) != COSET_OK)
            return coset_session_fail(
                &c->session, COSET_EXIT_INTERNAL,
                "internal error: the trace of \"%s\" does not replay (%s). This is a bug in coset and "
                "no verdict is given; please report it with the model",
                m->props[p].name, err.text);
    }
    return COSET_EXIT_HOLDS;
}

/* How representatives were found, or NULL. */
static const coset_strategy *strategy_of(const check *c)
{
    if (!c->reduction.canon && !c->reduction.found_slotwise)
        return NULL;
    if (c->reduction.by_diagrams)
        return coset_symb_strategy(c->session.settings->symb.symmetry,
                                   c->search.result->exact || c->search.result->backward);
    return coset_canon_strategy(c->reduction.canon);
}

static void make_report(check *c)
{
    const coset_reduction *r = &c->reduction;
    coset_quotient_cost cost = {0};
    if (r->quotient)
        cost = coset_quotient_costs(r->quotient);
    c->report = (coset_report){
        .model = c->session.model,
        .path = c->session.path,
        .text = c->session.text,
        .result = c->search.result,
        .group = r->group,
        .n_losses = r->losses.n,
        .losses = r->losses.at,
        .n_checked = r->order && r->group ? r->order->n_loops : 0,
        .n_orders = c->orders.n,
        .orders = c->orders.at,
        .strategy = strategy_of(c),
        .canon_calls = cost.calls,
        .canon_ns = cost.ns_each,
        .found = r->found ? &r->found->words : NULL,
        .switched_off = c->search.switched_off,
        .por = r->por,
        .partial = r->partial != NULL,
        .renamed = c->search.renamed,
        .not_looked = c->search.not_looked,
        .traces = c->traces,
        .no_traces = c->session.settings->trace == COSET_TRACE_OFF,
        .options = &c->search.options,
        .exit_code =
            coset_settings_exit(c->session.settings, (int)coset_report_exit_code(c->session.model, c->search.result)),
    };
    c->report.fired =
        coset_auto_fired(r->found, c->session.model, c->search.result, c->session.arena, &c->report.n_unsure);
}

static coset_status write_json(void *ctx, FILE *out, coset_err *err)
{
    const check *c = ctx;
    return coset_report_json(&c->report, out, err);
}

static coset_status write_itf(void *ctx, FILE *out, coset_err *err)
{
    const check *c = ctx;
    return coset_report_itf(&c->report, c->traces[coset_report_decisive(c->session.model, c->search.result)], out, err);
}

/* Files asked for with -o, --json=FILE, --itf. Returns an exit status. */
static int write_outputs(check *c)
{
    const coset_settings *s = c->session.settings;
    uint32_t decisive = coset_report_decisive(c->session.model, c->search.result);
    bool has_trace = decisive != COSET_NO_PROP && c->traces[decisive];
    for (uint32_t i = 0; i < s->outputs.n; i++) {
        const coset_output *o = &s->outputs.at[i];
        int code = COSET_EXIT_HOLDS;
        if (!o->itf)
            code = coset_write_file(o->path, write_json, c);
        else if (has_trace)
            code = coset_write_file(o->path, write_itf, c);
        else
            coset_complain(COSET_EXIT_HOLDS, "there is no trace to write to %s", o->path);
        if (code != COSET_EXIT_HOLDS)
            return code;
    }
    return coset_write_trail(&c->session, has_trace ? c->traces[decisive] : NULL);
}

static int tell(check *c)
{
    const coset_settings *s = c->session.settings;
    int code = COSET_EXIT_HOLDS;
    coset_limits_claim(s);
    if (s->json_on_stdout) {
        code = coset_write_file("-", write_json, c);
    } else {
        coset_text_style style = coset_settings_style(s, stdout);
        coset_report_text(&c->report, &style, stdout);
    }
    if (code == COSET_EXIT_HOLDS)
        code = write_outputs(c);
    return code == COSET_EXIT_HOLDS ? c->report.exit_code : code;
}

/* There are more processes than the model has room for: what was found is not about the model itself. */
static bool lacks_room(const check *c)
{
    const coset_model *m = c->session.model;
    bool lacks = false;
    for (uint32_t p = 0; p < m->n_props; p++)
        lacks = lacks || (m->props[p].assumed == COSET_ASSUMED_ROOM &&
                          c->search.result->props[p].verdict == COSET_VERDICT_FAILS);
    return lacks;
}

/* Nor where a step that the model assumes is none. */
static bool is_refuted(const check *c)
{
    const coset_model *m = c->session.model;
    for (uint32_t p = 0; p < m->n_props; p++) {
        if (m->props[p].assumed != COSET_ASSUMED_STEP || c->search.result->props[p].verdict != COSET_VERDICT_FAILS)
            continue;
        if (!c->session.settings->quiet)
            (void)coset_complain(COSET_EXIT_HOLDS,
                                 "%s:%u: in a reachable state there is no %s, so others may move between its rounds; "
                                 "searching again without taking it as one step",
                                 c->session.path, m->props[p].pos.line, m->props[p].name);
        return true;
    }
    return false;
}

/* All that was found about a variant of the model. */
static void forget(check *c)
{
    coset_reduction_free(&c->reduction);
    c->lost = c->search.result ? c->search.result->seconds : c->lost;
    c->orders.n = 0;
    coset_search_forget(&c->search);
}

/* From a variant of the model to one with less symmetry. */
static bool step_back(check *c)
{
    if (!c->session.sure && !c->session.plain)
        return false;
    forget(c);
    return coset_session_step_back(&c->session);
}

/* Searches until all loops that are checked commute; each that does not is left out of the next group. */
static coset_status search_checked(check *c, int *code, coset_err *err)
{
    for (;;) {
        coset_status status = coset_reduction_make(&c->reduction, &c->session, err);
        *code = status == COSET_OK ? coset_reduction_audit(&c->reduction, &c->session) : COSET_EXIT_HOLDS;
        if (status != COSET_OK || *code != COSET_EXIT_HOLDS)
            return status;
        if (!coset_reduction_reduces(&c->reduction) && step_back(c))
            continue;
        status = coset_search_run(&c->search, err);
        if (status == COSET_OK && c->search.result)
            c->search.result->seconds += c->lost;
        if (status == COSET_OK && c->search.result && lacks_room(c)) {
            forget(c);
            *code = coset_session_widen(&c->session);
            if (*code != COSET_EXIT_HOLDS)
                return COSET_OK;
            continue;
        }
        if (status == COSET_OK && c->search.result && is_refuted(c) && step_back(c))
            continue;
        if (status != COSET_OK || !coset_search_broken(&c->search))
            return status;
        c->lost = c->search.result->seconds;
        *coset_vec_add(&c->orders) = coset_order_witness(&c->reduction, &c->session);
        *coset_vec_add(&c->session.broken) = c->reduction.order->loops[c->reduction.order->first.loop].stmt;
        c->search.renamed = false;
        coset_reduction_free(&c->reduction);
    }
}

static int run(check *c)
{
    coset_err err = {0};
    c->search.loaded = c->session.settings->limits->began;
    coset_limits_doing(c->session.settings, "symmetry was proved");
    coset_session_limit(&c->session);
    int code;
    coset_status status = search_checked(c, &code, &err);
    if (code != COSET_EXIT_HOLDS)
        return code;
    if (status == COSET_UNSUPPORTED)
        return coset_session_fail(&c->session, COSET_EXIT_USAGE, "%s", err.text);
    if (status != COSET_OK)
        return coset_session_fail(&c->session, coset_exit_of(status), "%s", err.text);
    code = make_traces(c);
    if (code != COSET_EXIT_HOLDS)
        return code;
    code = coset_temporals_judge(&c->session, &c->reduction, &c->search.options, c->search.result, c->traces);
    if (code != COSET_EXIT_HOLDS)
        return code;
    make_report(c);
    return tell(c);
}

int coset_verb_check(coset_settings *settings)
{
    check c = {0};
    c.search.session = &c.session;
    c.search.reduction = &c.reduction;
    settings->wants_formulas = settings->provisional = settings->may_vary = settings->may_assume = true;
    int code = coset_session_read(&c.session, settings);
    if (code == COSET_EXIT_HOLDS && c.session.language == &coset_cspm && !settings->typecheck_only) {
        code = coset_formulas_open(&c.session);
        if (code == COSET_EXIT_HOLDS)
            code = coset_csp_verb(&c.session);
        coset_session_close(&c.session);
        return code;
    }
    if (code == COSET_EXIT_HOLDS)
        code = coset_session_load(&c.session);
    if (code != COSET_EXIT_HOLDS)
        return code;
    if (settings->typecheck_only) {
        if (!settings->quiet)
            printf("%s: no errors\n", settings->files[0]);
    } else {
        code = run(&c);
    }
    settings->leaves = coset_reduction_leave(&c.reduction);
    if (settings->leaves)
        return code;
    coset_vec_fini(&c.orders);
    coset_vec_fini(&c.session.broken);
    coset_reduction_free(&c.reduction);
    coset_search_fini(&c.search);
    coset_session_close(&c.session);
    return code;
}
