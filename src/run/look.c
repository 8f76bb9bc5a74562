#include "run/look.h"

#include <string.h>

#include "explore/bfs.h"
#include "run/engines.h"
#include "run/por.h"

#define LEAST_TRIAL 0.1 /* seconds */
#define FIRST_TRIAL 0.3 /* of the first look */

/* Lower bound of the seconds of the search: those spent, plus the same time per state for the states in the
 * frontier. */
static double seconds_certain(const coset_search *s, double spent)
{
    uint64_t all = s->look.levels.at[s->look.levels.n - 1],
             expanded = s->look.levels.n > 1 ? s->look.levels.at[s->look.levels.n - 2] : 0;
    return expanded ? spent * (double)all / (double)expanded : spent;
}

/* Seconds that a look or a trial may take, in a search of so many seconds. */
static double seconds_for_trial(double search, double least)
{
    double share = search / COSET_AUTO_SHARE;
    return share > least ? share : least;
}

/* One more level of a trial. */
static bool note_level(void *ctx, uint64_t representatives, coset_count states, uint64_t steps)
{
    coset_search *s = ctx;
    (void)representatives, (void)states, (void)steps;
    s->look.tried++;
    return coset_engine_now() < s->look.tried_until;
}

/* Runs a small part of the search of the quotient while the other search waits, for a share of its time. Orbits grow
 * during a search, so if the trial gets as far in less time, it also will later. A trial that completes is the whole
 * search. */
static bool try_found(coset_search *s, double spent)
{
    coset_engine_options o = s->options;
    coset_result *result = NULL;
    coset_err err;
    double began = coset_engine_now(), most = seconds_for_trial(seconds_certain(s, spent), LEAST_TRIAL);
    o.kept = NULL;
    o.spent_seconds = 0;
    o.max_seconds = most;
    o.held_bytes = coset_memory_held();
    o.on_progress = NULL;
    o.goes_on = note_level;
    o.leaving = coset_por_leaving(s->look.partial, s->reduction->found->quotient, s->look.relations);
    s->look.tried = 0;
    s->look.tried_until = began + most;
    coset_auto_until(s->reduction->found, s->look.tried_until);
    coset_status status = coset_bfs(s->reduction->found->quotient, &o, s->session->arena, &result, &err);
    coset_auto_until(s->reduction->found, s->session->limit ? s->session->limit->until : 0);
    if (status != COSET_OK || coset_auto_refuted(s->reduction->found))
        return false;
    double took = coset_engine_now() - began;
    s->look.whole = result->exhaustive || took < most ? result : NULL;
    uint32_t reached = s->look.tried < s->look.levels.n ? s->look.tried : s->look.levels.n;
    uint64_t as_far = reached ? s->look.levels.at[reached - 1] : 0, all = s->look.levels.at[s->look.levels.n - 1];
    return s->look.whole || (double)as_far * spent >= COSET_AUTO_GAIN * took * (double)all;
}

/* Grants so many seconds of this thread for work on a group; the group checks this budget as long as it lives. */
static void allow(coset_search *s, double seconds)
{
    coset_budget *all = s->session->limit;
    s->look.budget =
        (coset_budget){.seconds = coset_budget_left(all), .most_bytes = all->most_bytes, .stop = all->stop};
    coset_budget_start(&s->look.budget);
    s->look.budget.thread_until = coset_clock_thread() + seconds;
}

/* Detects symmetry, for at most so many seconds of processor time. */
static bool find_within(coset_search *s, uint64_t budget, double seconds, coset_auto **f, coset_err *err)
{
    coset_budget *all = s->session->limit;
    allow(s, seconds);
    s->session->limit = &s->look.budget;
    coset_status status = coset_auto_make(s->reduction->unreduced, s->session, budget, NULL, f, err);
    s->session->limit = all;
    if (status == COSET_OK && (*f)->detected.failed && s->look.budget.met == COSET_LIMIT)
        (*f)->words.group = "none; stopped, because detection took more than a twentieth of the search time";
    return status == COSET_OK;
}

/* A search under partial order reduction keeps it, with relations that fit the group; any other search takes all
 * steps. */
static void fit_quotient(coset_search *s)
{
    const coset_reduction *r = s->reduction;
    coset_auto *f = r->found;
    coset_look *l = &s->look;
    if (!f->minimal || (r->partial != NULL) == (l->partial != NULL))
        return;
    coset_model_free(l->partial);
    l->partial = NULL;
    l->relations = NULL;
    if (r->partial) {
        l->relations = coset_por_under(r->relations, &f->detected, s->session);
        l->partial = coset_por_stubborn(s->session, r->unreduced, l->relations);
    }
    const coset_model *m = l->partial ? l->partial : r->unreduced;
    coset_model_free(coset_auto_exchange(f, coset_detect_quotient_new(m, r->unreduced, f->minimal)));
}

/* Between two levels of a search without symmetry: if it is due, detects symmetry and tries it. False: it pays. */
static bool look(void *ctx, uint64_t states, coset_count same, uint64_t steps)
{
    coset_search *s = ctx;
    coset_auto *f = NULL;
    coset_err err;
    if (s->look.before && !s->look.before(ctx, states, same, steps))
        return false;
    uint64_t budget = coset_auto_due(&s->look.looks, states, steps);
    double spent = coset_engine_now() - s->began;
    *coset_vec_add(&s->look.levels) = states;
    if (budget == 0)
        return true;
    double began = coset_clock_thread(); /* other threads continue to make machine code meanwhile */
    if (!s->reduction->found || s->reduction->found->detected.failed) {
        double least = s->reduction->found ? LEAST_TRIAL : FIRST_TRIAL;
        if (!find_within(s, budget, seconds_for_trial(seconds_certain(s, spent), least), &f, &err)) {
            coset_auto_free(f);
            return true;
        }
        coset_auto_free(s->reduction->found);
        s->reduction->found = f;
    }
    f = s->reduction->found;
    fit_quotient(s);
    bool may = coset_auto_may_pay(f);
    s->look.looks.seconds += coset_clock_thread() - began;
    began = coset_clock_processor();
    s->look.found_now = may && try_found(s, spent);
    s->look.looks.seconds += may ? coset_clock_processor() - began : 0;
    allow(s, LEAST_TRIAL); /* for words */
    if (!f->detected.failed)
        coset_auto_use(f, s->session->model, s->look.found_now, s->look.looks.seconds);
    if (!may && !f->detected.failed) /* else a larger budget, or larger orbits, may help later */
        s->look.looks.ended = true;
    return !s->look.found_now;
}

/* It has reached the levels of the earlier search in the same time; else it is given up. */
static bool keeps_up(void *ctx, uint64_t representatives, coset_count states, uint64_t steps)
{
    coset_search *s = ctx;
    (void)representatives, (void)states, (void)steps;
    if (++s->look.tried >= s->look.levels.n || coset_engine_now() < s->look.tried_until)
        return true;
    s->switched_off = "representatives took longer than a search of all states";
    return false;
}

/* ---- interface -------------------------------------------------------------------------------------------------- */

bool coset_look_wanted(const coset_search *s)
{
    const coset_settings *settings = s->session->settings;
    return strcmp(settings->strategy, "auto") == 0 && !settings->put && !s->reduction->quotient && !s->switched_off &&
           !s->session->declared && !(s->reduction->found && s->reduction->found->used);
}

/* Why this search cannot use detection, or NULL. */
static const char *never_looks(const coset_search *s)
{
    const coset_settings *settings = s->session->settings;
    const char *engine = coset_engine_for(settings)->never_looks;
    if (engine)
        return engine;
    if (settings->engine.store)
        return "not automatic with --store";
    if (s->reduction->partial && settings->por != COSET_POR_AUTO && settings->por != COSET_POR_STUBBORN)
        return "not automatic with --por=ample or --por=cluster";
    return s->session->formulas ? "not automatic with formulas" : NULL;
}

void coset_look_begin(coset_search *s)
{
    coset_look *l = &s->look;
    if (!coset_look_wanted(s) || never_looks(s))
        return;
    l->levels.n = 0;
    l->looks = (coset_looks){.ended = l->looks.ended, .seconds = l->looks.seconds};
    l->before = s->watch;
    s->watch = look;
}

const char *coset_look_missing(const coset_search *s)
{
    char count[COSET_COUNT_TEXT];
    const char *why = never_looks(s);
    if (!coset_look_wanted(s) || s->reduction->found || s->session->settings->search == COSET_BY_DIAGRAMS)
        return NULL;
    return why ? why
               : coset_arena_printf(s->session->arena, "the search ended at %s states, too early for detection to pay",
                                    coset_count_text(s->result->representatives, ',', count));
}

coset_status coset_look_give_up(coset_search *s, coset_err *err)
{
    coset_reduction *r = s->reduction;
    s->look.whole = NULL;
    r->detected = NULL;
    r->searched = r->partial ? r->partial : r->unreduced;
    return coset_search_again(s, NULL, s->result->seconds, err);
}

static void use_found(coset_search *s)
{
    coset_reduction *r = s->reduction;
    s->look.found_now = false;
    r->detected = &r->found->detected;
    r->relations = s->look.relations; /* other relations were not computed for this group */
    if (s->look.partial) {
        coset_model_free(r->partial);
        r->partial = s->look.partial;
        s->look.partial = NULL;
    }
    r->searched = r->found->quotient;
}

coset_status coset_look_search_found(coset_search *s, coset_err *err)
{
    double lost = coset_engine_now() - s->began;
    use_found(s);
    if (s->look.whole) {
        s->result = s->look.whole;
        s->result->seconds = lost;
        return COSET_OK;
    }
    s->look.tried = 0;
    s->look.tried_until = coset_engine_now() + lost;
    coset_status status = coset_search_further(s, keeps_up, lost, err);
    if (status != COSET_OK || !s->switched_off)
        return status;
    coset_auto_use(s->reduction->found, s->session->model, false, s->look.looks.seconds);
    return coset_look_give_up(s, err);
}

void coset_look_forget(coset_search *s)
{
    coset_model_free(s->look.partial);
    s->look.partial = NULL;
    s->look.relations = NULL;
    s->look.whole = NULL;
    s->look.levels.n = 0;
    s->look.looks = (coset_looks){0};
    s->look.found_now = false;
}
