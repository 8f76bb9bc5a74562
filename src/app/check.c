/* app/check.c - coset check: load, reduce, search, lift and replay, report. */
#include <string.h>

#include "app/csp.h"
#include "app/formulas.h"
#include "app/limits.h"
#include "app/progress.h"
#include "app/recount.h"
#include "app/session.h"
#include "app/temporal.h"
#include "app/verbs.h"
#include "app/witness.h"
#include "base/budget.h"
#include "explore/bfs.h"
#include "explore/dfs.h"
#include "lang/cspm/cspm.h"
#include "logic/explicit.h"
#include "symb/reach.h"
#include "symm/quotient.h"

typedef struct {
    coset_session session;
    coset_reduction reduction;
    coset_engine_options options;
    coset_result *result;
    const coset_trace **traces; /* [n_props] */
    coset_report report;
    const char *switched_off;             /* why symmetry was, or NULL */
    COSET_VEC(coset_report_order) orders; /* loops that ended a search */
    double lost;                          /* seconds of those searches */
    bool renamed;                         /* counts are those of all renamings of the start states */
    double loaded, began;                 /* when the program began, and when the search did */
    coset_looks looks;                    /* for symmetry that nobody declared */
    COSET_VEC(uint64_t) levels;           /* states up to each level of the search that looks */
    uint32_t tried;                       /* levels of a trial */
    double tried_until;                   /* ended here, on the clock */
    coset_budget looking;                 /* the time for a look */
    bool found_now;                       /* there is some: begin anew with it */
    coset_result *whole;                  /* of a trial that was the whole search, or NULL */
} check;

/* Beside a JSON result on stdout, on stderr. */
static void print_output(void *ctx, const char *text)
{
    fputs(text, ((const check *)ctx)->session.settings->json_on_stdout ? stderr : stdout);
}

/* With --symmetry=auto: a representative costs up to two and a half times as much as a state. So where it stands for
 * fewer states, and that has been seen on enough of them, the reduction does not pay. Orbits grow during a search:
 * the first look asks for less. */
static bool pays(void *ctx, uint64_t representatives, coset_count states, uint64_t steps)
{
    static const struct {
        uint64_t from;
        double least;
    } looks[] = {{2000, 1.2}, {20000, 1.6}};
    check *c = ctx;
    double gain = (double)states / (double)representatives;
    (void)steps;
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (representatives >= looks[i].from && gain < looks[i].least) {
            c->switched_off = coset_arena_printf(
                c->session.arena, "too little gain: each of the first %llu representatives represents %.2f states",
                (unsigned long long)representatives, gain);
            return false;
        }
    return true;
}

/* With representatives of the user's choice; a state that has none is shown. */
static coset_status search_chosen(check *c, coset_symb_options *how, const coset_formula *by, coset_err *err)
{
    const coset_model *m = c->session.model;
    coset_symb_chosen chosen = {.whole_group = c->session.settings->whole_group};
    if (by->op != COSET_F_ATOM)
        return coset_fail(err, COSET_USAGE,
                          "--representatives is a condition on states, and true of some of them only");
    chosen.prop = by->predicate->prop;
    chosen.state = coset_arena_get(c->session.arena, (size_t)m->n_slots + 1, sizeof *chosen.state);
    how->chosen = &chosen;
    coset_status status = coset_symb_reach(c->reduction.searched, &c->options, how, c->session.arena, &c->result, err);
    if (chosen.lost) {
        fprintf(stderr, "state without a representative:\n");
        coset_state_text(m, NULL, chosen.state, stderr);
    }
    return status;
}

/* A detected group that turns out to be none in the reached states is given up: the search begins anew without it. */
static coset_status reach_by_diagrams(check *c, coset_symb_options *how, coset_err *err)
{
    const char *refuted = NULL;
    double began = coset_engine_now();
    how->refuted = &refuted;
    coset_status status = coset_symb_reach(c->reduction.searched, &c->options, how, c->session.arena, &c->result, err);
    if (!refuted)
        return status;
    coset_auto_refute(c->reduction.found, refuted);
    c->reduction.found_slotwise = how->found = NULL;
    c->reduction.by_diagrams = false;
    how->symmetry = COSET_SYMB_NONE;
    c->options.spent_seconds += coset_engine_now() - began;
    return coset_symb_reach(c->reduction.searched, &c->options, how, c->session.arena, &c->result, err);
}

static coset_status run_engine(check *c, coset_err *err)
{
    const coset_settings *settings = c->session.settings;
    if (settings->search == COSET_BY_EXPLORING)
        return coset_bfs(c->reduction.searched, &c->options, c->session.arena, &c->result, err);
    coset_symb_options how = settings->symb;
    how.formulas = c->session.formulas;
    how.fixpoint = settings->fixpoint;
    how.group = c->reduction.group;
    how.found = c->reduction.found_slotwise;
    how.props = c->reduction.props;
    const coset_formula *chooses = c->session.formulas ? c->session.formulas->representatives : NULL;
    if (!chooses)
        return reach_by_diagrams(c, &how, err);
    return search_chosen(c, &how, chooses, err);
}

/* Begins anew without symmetry; the time already spent counts. */
static coset_status search_unreduced(check *c, coset_err *err)
{
    double lost = c->result->seconds;
    coset_reduction_switch_off(&c->reduction, &c->session);
    c->options.goes_on = NULL;
    c->options.spent_seconds += lost;
    coset_status status = run_engine(c, err);
    if (status == COSET_OK)
        c->result->seconds += lost;
    return status;
}

/* ---- symmetry that nobody declared ---- */

#define LEAST_TRIAL 0.1 /* seconds */
#define FIRST_TRIAL 0.3 /* of the first look */

/* Seconds that the search takes at least: those spent, and for the states that wait as much for each as for those that
 * were expanded. */
static double seconds_certain(const check *c, double spent)
{
    uint64_t all = c->levels.at[c->levels.n - 1], expanded = c->levels.n > 1 ? c->levels.at[c->levels.n - 2] : 0;
    return expanded ? spent * (double)all / (double)expanded : spent;
}

/* What may be spent on a look or a trial, in a search of so many seconds. */
static double seconds_for_trial(double search, double least)
{
    double share = search / COSET_FOUND_SHARE;
    return share > least ? share : least;
}

/* One more level of a trial. */
static bool note_level(void *ctx, uint64_t representatives, coset_count states, uint64_t steps)
{
    check *c = ctx;
    (void)representatives, (void)states, (void)steps;
    c->tried++;
    return coset_engine_now() < c->tried_until;
}

/* A small part of the search with what was found, beside the one that waits, for a share of its time: what
 * representatives stand for grows during a search, so if the trial gets as far in less time, it does later. A trial
 * that comes to an end is the whole search. */
static bool try_found(check *c, double spent)
{
    coset_engine_options o = c->options;
    coset_result *result = NULL;
    coset_err err;
    double began = coset_engine_now(), most = seconds_for_trial(seconds_certain(c, spent), LEAST_TRIAL);
    o.spent_seconds = 0;
    o.max_seconds = most;
    o.held_bytes = coset_memory_held();
    o.on_progress = NULL;
    o.goes_on = note_level;
    c->tried = 0;
    c->tried_until = began + most;
    coset_auto_until(c->reduction.found, c->tried_until);
    coset_status status = coset_bfs(c->reduction.found->quotient, &o, c->session.arena, &result, &err);
    coset_auto_until(c->reduction.found, c->session.limit ? c->session.limit->until : 0);
    if (status != COSET_OK || coset_auto_refuted(c->reduction.found))
        return false;
    double took = coset_engine_now() - began;
    c->whole = result->exhaustive || took < most ? result : NULL;
    uint32_t reached = c->tried < c->levels.n ? c->tried : c->levels.n;
    uint64_t as_far = reached ? c->levels.at[reached - 1] : 0, all = c->levels.at[c->levels.n - 1];
    return c->whole || (double)as_far * spent >= COSET_FOUND_GAIN * took * (double)all;
}

/* Detection, for so many seconds of processor time at most. */
static bool find_within(check *c, uint64_t budget, double seconds, coset_auto **f, coset_err *err)
{
    coset_budget *all = c->session.limit;
    c->looking = (coset_budget){.seconds = coset_budget_left(all), .most_bytes = all->most_bytes, .stop = all->stop};
    coset_budget_start(&c->looking);
    c->looking.thread_until = coset_clock_thread() + seconds;
    c->session.limit = &c->looking;
    coset_status status = coset_auto_make(c->reduction.searched, &c->session, budget, f, err);
    c->session.limit = all;
    if (status == COSET_OK && (*f)->detected.failed && c->looking.met == COSET_LIMIT)
        (*f)->words.group = "none; stopped, because detection took more than a twentieth of the search time";
    return status == COSET_OK;
}

/* Between two levels of a search without symmetry: if it is time, looks for some, and tries it. False: it pays. */
static bool look(void *ctx, uint64_t states, coset_count same, uint64_t steps)
{
    check *c = ctx;
    coset_auto *f = NULL;
    coset_err err;
    uint64_t budget = coset_auto_due(&c->looks, states, steps);
    double spent = coset_engine_now() - c->began;
    (void)same;
    *coset_vec_add(&c->levels) = states;
    if (budget == 0)
        return true;
    double began = coset_clock_thread(); /* beside it other threads go on making machine code */
    if (!c->reduction.found || c->reduction.found->detected.failed) {
        double least = c->reduction.found ? LEAST_TRIAL : FIRST_TRIAL;
        if (!find_within(c, budget, seconds_for_trial(seconds_certain(c, spent), least), &f, &err)) {
            coset_auto_free(f);
            return true;
        }
        coset_auto_free(c->reduction.found);
        c->reduction.found = f;
    }
    f = c->reduction.found;
    bool may = coset_auto_may_pay(f);
    c->looks.seconds += coset_clock_thread() - began;
    began = coset_clock_processor();
    c->found_now = may && try_found(c, spent);
    c->looks.seconds += may ? coset_clock_processor() - began : 0;
    if (!f->detected.failed)
        coset_auto_use(f, c->session.model, c->found_now, c->looks.seconds);
    if (!may && !f->detected.failed) /* else a larger budget may help, or larger orbits, later */
        c->looks.ended = true;
    return !c->found_now;
}

/* It has got as far as the search before in the time that this took; else it is given up. */
static bool keeps_up(void *ctx, uint64_t representatives, coset_count states, uint64_t steps)
{
    check *c = ctx;
    (void)representatives, (void)states, (void)steps;
    if (++c->tried >= c->levels.n || coset_engine_now() < c->tried_until)
        return true;
    c->switched_off = "representatives took longer than a search of all states";
    return false;
}

/* Without it after all. */
static coset_status give_up_found(check *c, coset_err *err)
{
    double lost = c->result->seconds;
    c->whole = NULL;
    c->reduction.searched = c->reduction.native ? c->reduction.native : c->session.model;
    c->options.goes_on = NULL;
    c->options.spent_seconds += lost;
    coset_status status = run_engine(c, err);
    if (status == COSET_OK)
        c->result->seconds += lost;
    return status;
}

/* Begins anew with what was found; the time already spent counts. */
static coset_status search_with_found(check *c, coset_err *err)
{
    double lost = coset_engine_now() - c->began;
    c->reduction.searched = c->reduction.found->quotient;
    if (c->whole) {
        c->result = c->whole;
        c->result->seconds = lost;
        return COSET_OK;
    }
    c->tried = 0;
    c->tried_until = coset_engine_now() + lost;
    c->options.goes_on = keeps_up;
    c->options.spent_seconds += lost;
    coset_status status = run_engine(c, err);
    if (status == COSET_OK)
        c->result->seconds += lost;
    if (status != COSET_OK || !c->switched_off)
        return status;
    coset_auto_use(c->reduction.found, c->session.model, false, c->looks.seconds);
    return give_up_found(c, err);
}

/* ---- searches ---- */

static void represent(void *ctx, const coset_value *src, coset_value *dst, coset_count *orbit)
{
    coset_canon_apply(ctx, src, dst, NULL, orbit);
}

static void represent_found(void *ctx, const coset_value *src, coset_value *dst, coset_count *orbit)
{
    coset_minimal_apply(ctx, src, dst, NULL, orbit);
}

static coset_status search_found_in_depth(check *c, coset_err *err)
{
    const coset_reduction *r = &c->reduction;
    coset_minimal_scratch *scratch = coset_minimal_scratch_new(r->found->minimal);
    const coset_representer representer = {scratch, represent_found};
    coset_status status = coset_dfs(r->searched, &c->options, &representer, c->session.arena, &c->result, err);
    coset_minimal_scratch_free(scratch);
    return status;
}

static coset_status search_in_depth(check *c, coset_err *err)
{
    const coset_reduction *r = &c->reduction;
    if (r->found && r->found->minimal)
        return search_found_in_depth(c, err);
    coset_canon_scratch *scratch = r->canon ? coset_canon_scratch_new(r->canon) : NULL;
    const coset_representer representer = {scratch, represent};
    coset_status status =
        coset_dfs(r->searched, &c->options, scratch ? &representer : NULL, c->session.arena, &c->result, err);
    coset_canon_scratch_free(scratch);
    return status;
}

static bool in_depth(const check *c) { return c->session.settings->order == COSET_IN_DEPTH; }

/* --symmetry=auto, where nothing was proved. */
static bool may_look_for_symmetry(const check *c)
{
    const coset_settings *s = c->session.settings;
    return strcmp(s->strategy, "auto") == 0 && !s->put && !c->reduction.quotient && !c->switched_off;
}

/* What keeps this search from it, or NULL. */
static const char *never_looks(const check *c)
{
    const coset_settings *s = c->session.settings;
    if (s->search == COSET_BY_DIAGRAMS)
        return "not automatic with the symbolic engine";
    if (in_depth(c))
        return "not automatic with --search=dfs";
    if (s->engine.store)
        return "not automatic with --store";
    if (c->reduction.partial)
        return "not automatic with --por";
    return c->session.formulas ? "not automatic with formulas" : NULL;
}

static const char *not_looked(const check *c)
{
    char count[COSET_COUNT_TEXT];
    const char *why = never_looks(c);
    if (!may_look_for_symmetry(c) || c->reduction.found || c->session.settings->search == COSET_BY_DIAGRAMS)
        return NULL;
    return why ? why
               : coset_arena_printf(c->session.arena, "the search ended at %s states, too early for detection to pay",
                                    coset_count_text(c->result->representatives, ',', count));
}

/* What was searched is no quotient: a loop that was checked depends on the order of its iterations. */
static bool is_broken(const check *c) { return c->reduction.group && coset_reduction_broken(&c->reduction); }

static coset_status search(check *c, coset_err *err)
{
    coset_progress_line progress;
    coset_progress_start(&progress, c->session.settings, c->reduction.canon != NULL);
    c->options = c->session.settings->engine;
    c->options.remembers = c->session.settings->code != COSET_CODE_INTERP;
    c->options.held_bytes = coset_memory_held();
    c->options.judged = c->reduction.judged;
    c->options.stop = c->session.limit->stop;
    c->options.on_progress = coset_progress_show;
    c->options.progress_ctx = &progress;
    if (c->session.settings->put) {
        c->options.on_output = print_output;
        c->options.output_ctx = c;
    }
    if (c->reduction.quotient && strcmp(c->session.settings->strategy, "auto") == 0 && !c->session.settings->put &&
        !in_depth(c)) {
        c->options.goes_on = pays;
        c->options.goes_on_ctx = c;
    }
    coset_limits_doing(c->session.settings, "states were searched");
    c->began = coset_engine_now();
    c->options.spent_seconds = c->began - c->loaded;
    if (may_look_for_symmetry(c) && !never_looks(c)) {
        c->options.goes_on = look;
        c->options.goes_on_ctx = c;
    }
    coset_status status = in_depth(c) ? search_in_depth(c, err) : run_engine(c, err);
    if (status == COSET_OK && c->switched_off)
        status = search_unreduced(c, err);
    if (status == COSET_OK && c->found_now)
        status = search_with_found(c, err);
    if (status == COSET_OK && !in_depth(c) && coset_auto_refuted(c->reduction.found))
        status = give_up_found(c, err);
    if (status != COSET_OK || is_broken(c)) {
        coset_progress_end(&progress);
        return status;
    }
    if (c->reduction.partial)
        c->result->exact = false;
    if (status == COSET_OK && c->session.formulas && c->session.settings->search == COSET_BY_EXPLORING)
        coset_explicit_judge(c->reduction.searched, &c->options, c->session.formulas, c->session.settings->fixpoint,
                             c->session.arena, c->result);
    if (status == COSET_OK && coset_reduction_renames_starts(&c->reduction, c->session.model))
        c->renamed = !coset_recount(&c->reduction, &c->session, &c->options, c->result);
    coset_progress_end(&progress);
    return status;
}

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
    if (in_depth(c)) /* its paths are runs already */
        reduction = (coset_trace_reduction){0};
    coset_limits_doing(c->session.settings, "traces were computed");
    c->traces = coset_arena_get(c->session.arena, (size_t)m->n_props + 1, sizeof *c->traces);
    for (uint32_t p = 0; p < m->n_props; p++) {
        const coset_prop_result *r = &c->result->props[p];
        coset_err err = {0};
        if (!r->path)
            continue;
        c->traces[p] =
            coset_trace_lift(m, &reduction, canonical(c, &reduction, r->path), p, r->instance, c->session.arena);
        if (coset_trace_replay(m, c->traces[p], c->options.deadlock, &err) != COSET_OK)
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
        return coset_symb_strategy(c->session.settings->symb.symmetry, c->result->exact || c->result->backward);
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
        .result = c->result,
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
        .switched_off = c->switched_off,
        .por = r->por,
        .partial = r->partial != NULL,
        .renamed = c->renamed,
        .not_looked = not_looked(c),
        .traces = c->traces,
        .no_traces = c->session.settings->trace == COSET_TRACE_OFF,
        .options = &c->options,
        .exit_code = coset_settings_exit(c->session.settings, (int)coset_report_exit_code(c->session.model, c->result)),
    };
    c->report.fired = coset_auto_fired(r->found, c->session.model, c->result, c->session.arena, &c->report.n_unsure);
}

static coset_status write_json(void *ctx, FILE *out, coset_err *err)
{
    const check *c = ctx;
    return coset_report_json(&c->report, out, err);
}

static coset_status write_itf(void *ctx, FILE *out, coset_err *err)
{
    const check *c = ctx;
    return coset_report_itf(&c->report, c->traces[coset_report_decisive(c->session.model, c->result)], out, err);
}

/* Files asked for with -o, --json=FILE, --itf. Returns an exit status. */
static int write_outputs(check *c)
{
    const coset_settings *s = c->session.settings;
    uint32_t decisive = coset_report_decisive(c->session.model, c->result);
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
        lacks =
            lacks || (m->props[p].assumed == COSET_ASSUMED_ROOM && c->result->props[p].verdict == COSET_VERDICT_FAILS);
    return lacks;
}

/* Nor where a step that the model assumes is none. */
static bool is_refuted(const check *c)
{
    const coset_model *m = c->session.model;
    for (uint32_t p = 0; p < m->n_props; p++) {
        if (m->props[p].assumed != COSET_ASSUMED_STEP || c->result->props[p].verdict != COSET_VERDICT_FAILS)
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
    c->lost = c->result ? c->result->seconds : c->lost;
    c->result = c->whole = NULL;
    c->orders.n = c->levels.n = 0;
    c->looks = (coset_looks){0};
    c->renamed = c->found_now = false;
    c->switched_off = NULL;
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
        status = search(c, err);
        if (status == COSET_OK && c->result)
            c->result->seconds += c->lost;
        if (status == COSET_OK && c->result && lacks_room(c)) {
            forget(c);
            *code = coset_session_widen(&c->session);
            if (*code != COSET_EXIT_HOLDS)
                return COSET_OK;
            continue;
        }
        if (status == COSET_OK && c->result && is_refuted(c) && step_back(c))
            continue;
        if (status != COSET_OK || !is_broken(c))
            return status;
        c->lost = c->result->seconds;
        *coset_vec_add(&c->orders) = coset_order_witness(&c->reduction, &c->session);
        *coset_vec_add(&c->session.broken) = c->reduction.order->loops[c->reduction.order->first.loop].stmt;
        c->renamed = false;
        coset_reduction_free(&c->reduction);
    }
}

static int run(check *c)
{
    coset_err err = {0};
    c->loaded = c->session.settings->limits->began;
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
    code = coset_temporals_judge(&c->session, &c->reduction, &c->options, c->result, c->traces);
    if (code != COSET_EXIT_HOLDS)
        return code;
    make_report(c);
    return tell(c);
}

int coset_verb_check(coset_settings *settings)
{
    check c = {0};
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
    coset_vec_fini(&c.levels);
    coset_session_close(&c.session);
    return code;
}
