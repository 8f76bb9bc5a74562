#include "run/search.h"

#include <string.h>

#include "explore/bfs.h"
#include "logic/explicit.h"
#include "run/engines.h"
#include "run/limits.h"
#include "run/look.h"
#include "run/por_auto.h"
#include "run/recount.h"

/* On stderr if stdout gets a JSON result. */
static void print_output(void *ctx, const char *text)
{
    fputs(text, ((const coset_search *)ctx)->session->settings->json_on_stdout ? stderr : stdout);
}

/* ---- step 1: the proved group ----------------------------------------------------------------------------------- */

/* With --symmetry=auto: a representative costs up to two and a half times as much as a state. So if a representative
 * stands for fewer states, on average over enough of them, the reduction does not pay. Orbits grow during a search: the
 * first check requires less. */
static bool pays(void *ctx, uint64_t representatives, coset_count states, uint64_t steps)
{
    static const struct {
        uint64_t from;
        double least;
    } looks[] = {{2000, 1.2}, {20000, 1.6}};
    coset_search *s = ctx;
    double gain = (double)states / (double)representatives;
    (void)steps;
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (representatives >= looks[i].from && gain < looks[i].least) {
            s->switched_off = coset_arena_printf(
                s->session->arena, "too little gain: each of the first %llu representatives represents %.2f states",
                (unsigned long long)representatives, gain);
            return false;
        }
    return true;
}

void coset_search_watch_gain(coset_search *s)
{
    const coset_settings *settings = s->session->settings;
    if (!s->reduction->quotient || strcmp(settings->strategy, "auto") != 0 || settings->put || coset_search_in_depth(s))
        return;
    s->watch = pays;
}

/* ---- between levels --------------------------------------------------------------------------------------------- */

static bool goes_on(void *ctx, uint64_t representatives, coset_count states, uint64_t steps)
{
    coset_search *s = ctx;
    if (s->watch && !s->watch(s, representatives, states, steps))
        return false;
    if (!s->formulas.seen)
        return true;
    s->code = coset_temporals_look_more(s->session, s->reduction, &s->options, representatives, &s->formulas);
    return s->code == COSET_EXIT_HOLDS && !(s->formulas.found && s->session->settings->engine.max_errors == 1);
}

coset_status coset_search_engine(coset_search *s, coset_err *err)
{
    s->options.goes_on = s->watch || s->formulas.seen ? goes_on : NULL;
    s->options.goes_on_ctx = s;
    return coset_engine_for(s->session->settings)->run(s, err);
}

/* ---- step 4: the model itself ----------------------------------------------------------------------------------- */

coset_status coset_search_again(coset_search *s, coset_search_watch *watch, double lost, coset_err *err)
{
    s->watch = watch;
    s->options.spent_seconds += lost;
    coset_status status = coset_search_engine(s, err);
    if (status == COSET_OK)
        s->result->seconds += lost;
    return status;
}

static void decide_meanwhile(coset_search *s)
{
    coset_look_begin(s);
    coset_por_auto_begin(s);
}

coset_status coset_search_further(coset_search *s, coset_search_watch *watch, double lost, coset_err *err)
{
    s->watch = watch;
    decide_meanwhile(s);
    return coset_search_again(s, s->watch, lost, err);
}

static coset_status search_unreduced(coset_search *s, coset_err *err)
{
    coset_reduction_switch_off(s->reduction, s->session);
    return coset_search_further(s, NULL, s->result->seconds, err);
}

/* ---- all steps -------------------------------------------------------------------------------------------------- */

void coset_search_begin(coset_search *s)
{
    const coset_settings *settings = s->session->settings;
    coset_progress_start(&s->progress, settings, s->reduction->canon != NULL);
    s->began = coset_engine_now();
    s->options = settings->engine;
    s->options.remembers = settings->code != COSET_CODE_INTERP;
    s->options.held_bytes = coset_memory_held();
    s->options.judged = s->reduction->judged;
    s->options.stop = s->session->limit->stop;
    s->options.on_progress = coset_progress_show;
    s->options.progress_ctx = &s->progress;
    if (settings->put) {
        s->options.on_output = print_output;
        s->options.output_ctx = s;
    }
    s->options.spent_seconds = s->loaded > 0 ? s->began - s->loaded : 0;
    if (s->with_formulas && s->options.max_seconds > 0)
        s->options.max_seconds = (s->options.max_seconds + s->options.spent_seconds) / 2;
    s->options.enough_states = s->enough;
    s->options.kept = s->with_formulas ? &s->kept : NULL;
}

/* Describes an internal bound in terms of the user's limit. */
static void tell_why(const coset_search *s)
{
    const coset_engine_options *asked = &s->session->settings->engine;
    if (s->result->exhaustive || !s->with_formulas)
        return;
    if (asked->max_seconds > 0 && coset_engine_late(&s->options, s->began))
        s->result->stopped = coset_arena_printf(s->session->arena,
                                                "half of the time limit of %g seconds was reached; "
                                                "the other half is for formulas",
                                                asked->max_seconds);
}

void coset_search_end(coset_search *s) { coset_progress_end(&s->progress); }

static coset_status take_steps(coset_search *s, coset_err *err)
{
    coset_status status = coset_search_engine(s, err);
    if (status == COSET_OK && s->switched_off)
        status = search_unreduced(s, err);
    while (status == COSET_OK && (s->look.found_now || s->por.now))
        status = s->por.now ? coset_por_auto_search(s, err) : coset_look_search_found(s, err);
    if (status == COSET_OK && !coset_search_in_depth(s) && coset_auto_refuted(s->reduction->found))
        status = coset_look_give_up(s, err);
    return status;
}

/* Searches only some of the states, as if a violation of a formula had been found before. */
static coset_status search_enough(coset_search *s, coset_err *err)
{
    s->options.enough_states = s->enough = COSET_ENOUGH_STATES;
    s->formulas.seen = NULL;
    return coset_search_again(s, NULL, s->result->seconds, err);
}

/* The parts of the result that need all states, or a second search. */
static void complete_result(coset_search *s)
{
    const coset_settings *settings = s->session->settings;
    if (s->reduction->partial)
        s->result->exact = false;
    if (s->session->formulas && settings->search == COSET_BY_EXPLORING)
        coset_explicit_judge(s->reduction->searched, &s->options, s->session->formulas, settings->fixpoint,
                             s->session->arena, s->result);
    if (coset_reduction_renames_starts(s->reduction, s->session->model))
        s->renamed = !coset_recount(s->reduction, s->session, &s->options, s->result);
}

coset_status coset_search_run(coset_search *s, coset_err *err)
{
    s->model = s->session->model;
    s->watch = NULL;
    coset_limits_doing(s->session->settings, "states were searched");
    coset_search_begin(s);
    coset_search_watch_gain(s);
    decide_meanwhile(s);
    coset_status status = take_steps(s, err);
    if (status == COSET_OK && s->formulas.found && !s->enough && s->session->settings->engine.max_errors == 1)
        status = search_enough(s, err);
    if (s->code != COSET_EXIT_HOLDS)
        return COSET_OK;
    if (status == COSET_OK)
        coset_por_auto_end(s);
    if (status == COSET_OK && !coset_search_broken(s)) {
        complete_result(s);
        tell_why(s);
        s->not_looked = coset_look_missing(s);
    }
    coset_search_end(s);
    return status;
}

bool coset_search_broken(const coset_search *s) { return s->reduction->group && coset_reduction_broken(s->reduction); }

bool coset_search_in_depth(const coset_search *s) { return s->session->settings->order == COSET_IN_DEPTH; }

const coset_strategy *coset_search_strategy(const coset_search *s)
{
    const coset_reduction *r = s->reduction;
    if (!r->canon && !r->found_slotwise)
        return NULL;
    return r->by_diagrams
               ? coset_symb_strategy(s->session->settings->symb.symmetry, s->result->exact || s->result->backward)
               : coset_canon_strategy(r->canon);
}

void coset_search_forget(coset_search *s)
{
    coset_bfs_forget(&s->kept);
    s->result = NULL;
    coset_look_forget(s);
    coset_por_auto_forget(s);
    s->renamed = false;
    s->switched_off = s->not_looked = NULL;
}

void coset_search_fini(coset_search *s)
{
    coset_bfs_forget(&s->kept);
    coset_look_forget(s);
    coset_vec_fini(&s->look.levels);
    coset_por_auto_forget(s);
}
