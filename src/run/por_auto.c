/* run/por_auto.c - see run/por_auto.h. */
#include "run/por_auto.h"

#include "explore/bfs.h"
#include "run/engines.h"
#include "run/por.h"
#include "wrap/quotient.h"
#include "wrap/stubborn.h"

#define FIRST_TRIAL   20000U /* states */
#define SHARE         50U    /* a trial has one part in so many of the states, and of the time */
#define LATER         2U     /* times as many states, before the next trial */
#define LEAST_GAIN    2U     /* of states, */
#define TIME_GAIN     2.0    /* and of time, at least: half of the work may be done */
#define LEAST_SEEN    1000U  /* states without reduction, up to the levels that are compared */
#define COMPARE_SHARE 40.0   /* comparing transitions takes one part in so many of the time */
#define LEAST_TIME    0.002  /* seconds that this, or a trial, has in any case */

/* ---- one trial -------------------------------------------------------------------------------------------------- */

/* What is known of transitions, found within a share of the time that the search takes; NULL: it is not, and may be
 * later unless *why says why never. */
static const coset_relations *compare(coset_search *s, double spent, const char **why)
{
    coset_session *x = s->session;
    coset_budget *all = x->limit,
                 part = {.seconds = coset_budget_left(all), .most_bytes = all->most_bytes, .stop = all->stop};
    const double share = spent / COMPARE_SHARE, most = share > LEAST_TIME ? share : LEAST_TIME;
    if (most < LATER * s->por.compared) /* so long was too short */
        return NULL;
    s->por.compared = most;
    coset_budget_start(&part);
    part.thread_until = coset_clock_thread() + most;
    x->limit = &part;
    const coset_relations *r = coset_por_relate(s->reduction, x, why);
    x->limit = all;
    if (!r && part.met != COSET_OK)
        *why = NULL;
    return r;
}

/* The models of a reduced search. */
static void make_models(coset_search *s)
{
    coset_reduction *r = s->reduction;
    coset_por_trial *t = &s->por;
    t->partial = coset_stubborn_new(r->unreduced, r->relations);
    if (r->quotient)
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
    return s->por.tried < s->por.levels.n;
}

/* Nothing is left of it, or it ended with a violation: then it was the whole search. */
static bool is_whole(const coset_search *s, const coset_result *r)
{
    return r->exhaustive || coset_result_verdict(r, s->session->model) == COSET_VERDICT_FAILS;
}

/* Seconds for a state of the last level. */
static double seconds_each(const coset_por_trial *t, double now)
{
    const uint64_t n = t->levels.n;
    const uint64_t all = t->levels.at[n - 1], before = n > 1 ? t->levels.at[n - 2] : 0;
    return all > before ? (now - t->level_began) / (double)(all - before) : 0;
}

static void note_gain(coset_search *s, uint64_t full, bool slow)
{
    s->por.words = coset_arena_printf(s->session->arena,
                                      slow ? "sets took too long to find: %.1f times as few states"
                                           : "it would spare too little: %.1f times as few states",
                                      s->por.tried_states ? (double)full / (double)s->por.tried_states : 1.0);
}

/* The search with reduction, beside the one that waits. */
static bool try_reduced(coset_search *s, double each, double spent)
{
    coset_por_trial *t = &s->por;
    coset_engine_options o = s->options;
    coset_result *result = NULL;
    coset_err err;
    const uint64_t all = t->levels.at[t->levels.n - 1], most = all / SHARE;
    const double began = coset_clock_processor();
    o.kept = NULL;
    o.spent_seconds = 0;
    o.max_states = o.max_states && o.max_states < most ? o.max_states : most;
    o.max_seconds = spent / SHARE + LEAST_TIME;
    o.held_bytes = coset_memory_held();
    o.on_progress = NULL;
    o.goes_on = note_level;
    o.goes_on_ctx = s;
    o.leaving = coset_por_leaving(t->partial, t->quotient, s->reduction->relations);
    t->tried = 0;
    t->tried_states = 0;
    if (coset_bfs(t->quotient ? t->quotient : t->partial, &o, s->session->arena, &result, &err) != COSET_OK)
        return false;
    const double took = coset_clock_processor() - began;
    t->whole = is_whole(s, result) ? result : NULL;
    const uint32_t reached = t->tried < t->levels.n ? t->tried : t->levels.n;
    const uint64_t full = reached > 1 ? t->levels.at[reached - 2] : 0; /* what is put off comes a level later */
    const bool fewer = full >= LEAST_SEEN && full >= LEAST_GAIN * t->tried_states;
    const bool slow = fewer && TIME_GAIN * took > each * (double)full;
    note_gain(s, full, slow);
    return t->whole || (fewer && !slow);
}

/* ---- when ------------------------------------------------------------------------------------------------------- */

static bool is_due(coset_por_trial *t)
{
    const uint64_t states = t->levels.at[t->levels.n - 1];
    const uint64_t level = states - (t->levels.n > 1 ? t->levels.at[t->levels.n - 2] : 0);
    const bool largest = level >= t->largest;
    t->largest = largest ? level : t->largest;
    if (!largest || states < FIRST_TRIAL || states < t->from)
        return false;
    t->from = states * LATER;
    return true;
}

static bool try_now(coset_search *s)
{
    coset_por_trial *t = &s->por;
    coset_reduction *r = s->reduction;
    const double now = coset_clock_processor(), each = seconds_each(t, now);
    const char *why = NULL;
    if (!r->relations)
        r->relations = compare(s, now - t->began, &why);
    t->words = r->relations ? t->words : "comparing transitions takes too long";
    if (why) {
        t->words = why;
        t->ended = true;
    }
    if (!r->relations)
        return false;
    make_models(s);
    t->pays = try_reduced(s, each, now - t->began);
    if (!t->pays)
        free_models(t);
    return t->pays;
}

/* Between two levels of the search without reduction. */
static bool watch(void *ctx, uint64_t representatives, coset_count states, uint64_t steps)
{
    coset_search *s = ctx;
    coset_por_trial *t = &s->por;
    if (t->before && !t->before(ctx, representatives, states, steps))
        return false;
    *coset_vec_add(&t->levels) = representatives;
    const bool pays = !t->ended && is_due(t) && try_now(s);
    t->level_began = coset_clock_processor();
    return !pays;
}

/* ---- with reduction --------------------------------------------------------------------------------------------- */

static void exchange(coset_search *s)
{
    coset_reduction *r = s->reduction;
    coset_por_trial *t = &s->por;
    coset_model *partial = r->partial, *quotient = r->quotient;
    r->partial = t->partial;
    r->quotient = t->quotient;
    t->partial = partial;
    t->quotient = quotient;
    r->searched = r->quotient ? r->quotient : r->partial ? r->partial : r->unreduced;
}

/* At each level that is known it has far fewer states; else it is given up. */
static bool stays_smaller(void *ctx, uint64_t representatives, coset_count states, uint64_t steps)
{
    coset_search *s = ctx;
    coset_por_trial *t = &s->por;
    (void)states, (void)steps;
    if (++t->tried >= t->levels.n || representatives < FIRST_TRIAL)
        return true;
    t->pays = 3 * representatives <= 2 * t->levels.at[t->tried - 1];
    return t->pays;
}

coset_status coset_por_auto_search(coset_search *s, coset_err *err)
{
    coset_por_trial *t = &s->por;
    const double lost = coset_engine_now() - s->began;
    exchange(s);
    if (t->whole) {
        s->result = t->whole;
        s->result->seconds = lost;
        return COSET_OK;
    }
    t->tried = 0;
    coset_status status = coset_search_again(s, stays_smaller, lost, err);
    if (status != COSET_OK || t->pays)
        return status;
    exchange(s);
    t->ended = true;
    t->words = "it did not stay smaller";
    return coset_search_again(s, NULL, s->result->seconds, err);
}

/* ---- begin and end ---------------------------------------------------------------------------------------------- */

/* What keeps the search from trials, or NULL. */
static const char *never_tries(const coset_search *s)
{
    const coset_settings *o = s->session->settings;
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
    if (s->session->settings->por != COSET_POR_AUTO)
        return;
    t->words = never_tries(s);
    if (t->words)
        return;
    t->levels.n = 0;
    t->whole = NULL;
    t->pays = t->ended = false;
    t->largest = t->from = 0;
    t->compared = 0;
    t->before = s->watch;
    t->level_began = t->began = coset_clock_processor();
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
    if (r->found && r->found->used)
        s->por.words = "it is not known together with detected symmetry";
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
