/* run/por_auto.c - see run/por_auto.h. */
#include "run/por_auto.h"

#include "explore/bfs.h"
#include "run/engines.h"
#include "run/por.h"
#include "wrap/quotient.h"

#ifdef COSET_TEST_SMALL /* almost all models are tried; most trials succeed, some are given up */
#define FIRST_TRIAL 10U
#define TRIAL_SHARE 2U
#define LEAST_SEEN  5U
#define LEAST_WORK  UINT64_C(1000000000)
#define LEAST_GAIN  1U
#else
#define FIRST_TRIAL 20000U      /* states */
#define TRIAL_SHARE 100U        /* a trial has 1/100 of the states */
#define LEAST_SEEN  1000U       /* states without reduction, up to the levels that are compared */
#define LEAST_WORK  UINT64_C(0) /* minimal units of budget for comparing transitions, */
#define LEAST_GAIN  3U          /* of states: one costs up to three times as much, and half of the work may be done */
#endif
#define WORK_A_STEP 3U /* and for each state and each step */
#define MORE_WORK   4U /* minimal factor of units if the last budget was too small */
#define LATER       4U /* factor of states before the next trial */

/* A trial may take this share of the processor time so far, plus so many seconds, of the leading thread: others make
 * machine code meanwhile. That is eight times the time for as many states without reduction, so other work on the
 * machine does not decide. */
#define MOST_TIME  0.08
#define LEAST_TIME 0.01

/* ---- one trial -------------------------------------------------------------------------------------------------- */

/* Computes the relations between transitions with the work that the search so far allows; NULL: not known; they may be
 * later unless *why says why not. */
static const coset_relations *compare(coset_search *s, uint64_t steps, const char **why)
{
    coset_session *x = s->session;
    coset_por_trial *t = &s->por;
    coset_budget *all = x->limit,
                 part = {.seconds = coset_budget_left(all), .most_bytes = all->most_bytes, .stop = all->stop};
    part.most_work = (t->levels.at[t->levels.n - 1] + steps) * WORK_A_STEP + LEAST_WORK;
    if (part.most_work < MORE_WORK * t->compared)
        return NULL;
    t->compared = part.most_work;
    coset_budget_start(&part);
    x->limit = &part;
    const coset_relations *r = coset_por_relate(s->reduction, x, why);
    x->limit = all;
    if (!r && part.met != COSET_OK)
        *why = NULL;
    return r;
}

static bool is_detected(const coset_reduction *r) { return r->found && r->found->used; }

/* The models of a reduced search. */
static void make_models(coset_search *s)
{
    coset_reduction *r = s->reduction;
    coset_por_trial *t = &s->por;
    t->partial = coset_por_stubborn(s->session, r->unreduced, r->relations);
    if (is_detected(r))
        t->quotient = coset_detect_quotient_new(t->partial, r->unreduced, r->found->minimal);
    else if (r->quotient)
        t->quotient = coset_quotient_new(t->partial, r->group, r->canon, r->props);
}

static void free_models(coset_por_trial *t)
{
    coset_model_free(t->quotient);
    coset_model_free(t->partial);
    t->quotient = t->partial = NULL;
}

/* One more level of a trial. */
static bool note_level(void *ctx, uint64_t representatives, coset_count states, uint64_t steps)
{
    coset_search *s = ctx;
    (void)states, (void)steps;
    s->por.tried++;
    s->por.tried_states = representatives;
    s->por.slow = coset_clock_thread() > s->por.until;
    return s->por.tried < s->por.levels.n && !s->por.slow;
}

/* The trial was exhaustive, or a violation ended it: then it was the whole search. */
static bool is_whole(const coset_search *s, const coset_result *r)
{
    return r->exhaustive ||
           (s->options.max_errors == 1 && coset_result_verdict(r, s->session->model) == COSET_VERDICT_FAILS);
}

static void note_gain(coset_search *s, uint64_t full)
{
    coset_por_trial *t = &s->por;
    t->words = t->slow ? "sets take too long to find"
                       : coset_arena_printf(s->session->arena, "it would spare too little: %.1f times as few states",
                                            t->tried_states ? (double)full / (double)t->tried_states : 1.0);
}

/* Options of the reduced search, while the other one waits. */
static coset_engine_options trial_options(coset_search *s)
{
    coset_por_trial *t = &s->por;
    coset_engine_options o = s->options;
    const uint64_t most = t->levels.at[t->levels.n - 1] / TRIAL_SHARE;
    o.kept = NULL;
    o.spent_seconds = 0;
    o.max_states = o.max_states && o.max_states < most ? o.max_states : most;
    o.max_seconds = coset_budget_left(s->session->limit);
    o.held_bytes = coset_memory_held();
    o.on_progress = NULL;
    o.goes_on = note_level;
    o.goes_on_ctx = s;
    o.leaving = coset_por_leaving(t->partial, t->quotient, s->reduction->relations);
    return o;
}

static bool try_reduced(coset_search *s)
{
    coset_por_trial *t = &s->por;
    const coset_engine_options o = trial_options(s);
    coset_result *result = NULL;
    coset_err err;
    const double now = coset_clock_thread();
    t->until = now + MOST_TIME * (now - t->began) + LEAST_TIME;
    t->tried = 0;
    t->tried_states = 0;
    if (coset_bfs(t->quotient ? t->quotient : t->partial, &o, s->session->arena, &result, &err) != COSET_OK)
        return false;
    if (is_detected(s->reduction) && coset_detect_quotient_refuted(t->quotient))
        return false;
    t->whole = is_whole(s, result) ? result : NULL;
    const uint32_t reached = t->tried < t->levels.n ? t->tried : t->levels.n;
    const uint64_t full = reached > 1 ? t->levels.at[reached - 2] : 0; /* postponed steps come a level later */
    note_gain(s, full);
    t->ended = t->slow;
    return t->whole || (!t->slow && full >= LEAST_SEEN && full >= LEAST_GAIN * t->tried_states);
}

/* ---- when ------------------------------------------------------------------------------------------------------- */

/* A trial is due: at the end of a level that is the largest so far. */
static bool is_due(coset_por_trial *t)
{
    const uint64_t states = t->levels.at[t->levels.n - 1];
    const uint64_t level = states - (t->levels.n > 1 ? t->levels.at[t->levels.n - 2] : 0);
    const bool largest = level >= t->largest;
    t->largest = largest ? level : t->largest;
    return largest && states >= FIRST_TRIAL && states >= t->from;
}

static bool try_now(coset_search *s, uint64_t steps)
{
    coset_por_trial *t = &s->por;
    coset_reduction *r = s->reduction;
    const char *why = NULL;
    if (!r->relations)
        r->relations = compare(s, steps, &why);
    t->words = r->relations ? t->words : "comparing transitions takes too long";
    if (why) {
        t->words = why;
        t->ended = true;
    }
    if (!r->relations)
        return false;
    t->from = LATER * t->levels.at[t->levels.n - 1];
    make_models(s);
    const bool pays = try_reduced(s);
    if (!pays)
        free_models(t);
    return pays;
}

/* Between two levels of the search without reduction. */
static bool watch(void *ctx, uint64_t representatives, coset_count states, uint64_t steps)
{
    coset_search *s = ctx;
    coset_por_trial *t = &s->por;
    if (t->before && !t->before(ctx, representatives, states, steps))
        return false;
    *coset_vec_add(&t->levels) = representatives;
    t->now = !t->ended && is_due(t) && try_now(s, steps);
    return !t->now;
}

/* ---- with reduction --------------------------------------------------------------------------------------------- */

static void exchange(coset_search *s)
{
    coset_reduction *r = s->reduction;
    coset_por_trial *t = &s->por;
    coset_model *partial = r->partial, *quotient = r->quotient;
    r->partial = t->partial;
    if (is_detected(r))
        quotient = coset_auto_exchange(r->found, t->quotient);
    else
        r->quotient = t->quotient;
    t->partial = partial;
    t->quotient = quotient;
    const coset_model *reduced = coset_reduction_quotient(r);
    r->searched = reduced ? reduced : r->partial ? r->partial : r->unreduced;
}

/* The reduced search has far fewer states at each known level; else it is given up. */
static bool stays_smaller(void *ctx, uint64_t representatives, coset_count states, uint64_t steps)
{
    coset_search *s = ctx;
    coset_por_trial *t = &s->por;
    (void)states, (void)steps;
    if (++t->tried >= t->levels.n || representatives < FIRST_TRIAL)
        return true;
    t->large = 3 * representatives > 2 * t->levels.at[t->tried - 1];
    return !t->large;
}

coset_status coset_por_auto_search(coset_search *s, coset_err *err)
{
    coset_por_trial *t = &s->por;
    const double lost = coset_engine_now() - s->began;
    t->now = false;
    exchange(s);
    if (t->whole) {
        s->result = t->whole;
        s->result->seconds = lost;
        return COSET_OK;
    }
    t->tried = 0;
    coset_status status = coset_search_further(s, stays_smaller, lost, err);
    if (status != COSET_OK || !t->large)
        return status;
    exchange(s);
    t->ended = true;
    t->words = "it did not stay smaller";
    return coset_search_further(s, NULL, s->result->seconds, err);
}

/* ---- begin and end ---------------------------------------------------------------------------------------------- */

/* The settings need counts of the model itself, such as Spin's, or a shortest trace. A reduction that is asked for is
 * used all the same. */
static bool wants_all(const coset_settings *o)
{
    bool writes = o->trail != NULL;
    for (uint32_t i = 0; i < o->outputs.n; i++)
        writes |= o->outputs.at[i].itf;
    return !o->por_given && (writes || o->stats || o->merge || o->reset || o->ended == COSET_ENDED_SPIN);
}

/* Why the search runs no trials, or NULL. */
static const char *never_tries(const coset_search *s)
{
    const coset_settings *o = s->session->settings;
    if (wants_all(o))
        return "what is asked for is about all states";
    if (o->audit)
        return "not automatic with --audit";
    if (coset_engine_for(o)->never_looks)
        return coset_engine_for(o)->never_looks;
    if (o->engine.store)
        return "not automatic with --store";
    if (s->session->sure)
        return "not automatic where the model rests on assumptions about states";
    return coset_por_why_not(s->reduction, s->session);
}

void coset_por_auto_begin(coset_search *s)
{
    coset_por_trial *t = &s->por;
    if (s->session->settings->por != COSET_POR_AUTO || s->reduction->partial || t->ended)
        return;
    t->words = never_tries(s);
    if (t->words)
        return;
    t->levels.n = 0;
    t->whole = NULL;
    t->now = t->large = t->slow = false;
    t->largest = t->from = 0;
    t->compared = 0;
    t->before = s->watch;
    t->began = coset_clock_thread();
    s->watch = watch;
}

/* No trial was due. */
static const char *why_not_tried(const coset_search *s)
{
    char count[COSET_COUNT_TEXT];
    if (s->result->representatives >= FIRST_TRIAL)
        return coset_result_verdict(s->result, s->session->model) == COSET_VERDICT_FAILS
                   ? "off (not tried once a violation is known)"
                   : "off (no level came at which to try it)";
    return coset_arena_printf(s->session->arena, "off (the search ended at %s states, too early for a trial)",
                              coset_count_text(s->result->representatives, ',', count));
}

void coset_por_auto_end(coset_search *s)
{
    coset_reduction *r = s->reduction;
    if (s->session->settings->por != COSET_POR_AUTO)
        return;
    free_models(&s->por);
    s->session->por_pays = r->partial != NULL;
    if (r->partial)
        r->por = coset_por_words(s->session, r->relations, "stubborn sets, chosen in a trial");
    else if (s->por.words)
        r->por = coset_arena_printf(s->session->arena, "off (%s)", s->por.words);
    else
        r->por = why_not_tried(s);
}

void coset_por_auto_forget(coset_search *s)
{
    free_models(&s->por);
    coset_vec_fini(&s->por.levels);
    s->por = (coset_por_trial){0};
    s->session->por_pays = false;
}
