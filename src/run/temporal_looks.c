/* run/temporal_looks.c - short searches for runs that violate a formula, before and during the search for states. */
#include "run/temporal_looks.h"

#include "omega/automaton.h"
#include "run/limits.h"
#include "run/temporal_int.h"

#define LOOK_STATES  20000 /* of each formula, before the search */
#define LOOK_SECONDS 0.5   /* for all together; the last one may take as long again */

#define SHARE_OF_SEARCH 20   /* one state of looks for so many of the search */
#define STATES_OF_LOOK  1000 /* of the shortest look during the search */
#define STATES_A_RULE   6    /* preparing a look takes as long as so many states for each rule */
#define LOOKS_A_FORMULA 255  /* together they search a million states */

/* Searches for a run that violates the formula within the bounds of the options, with an exact store: enough for so few
 * states. */
static int look_at(coset_session *s, uint32_t i, const coset_reduction *base, const coset_engine_options *options,
                   coset_temporal_seen *seen)
{
    const bool provisional = s->settings->provisional;
    coset_engine_options o = *options;
    coset_temporal *x = &s->temporals->all.at[i];
    coset_prop_result one = {.verdict = COSET_VERDICT_INCOMPLETE};
    coset_fair_choice fairness;
    coset_err err = {0};
    coset_status status = COSET_OK;
    o.store = NULL;
    int code = coset_fair_choose(s, &fairness);
    if (code != COSET_EXIT_HOLDS)
        return code;
    s->settings->provisional = false; /* this search does not check loops */
    coset_temporal_translate(s->temporals, x);
    if (x->wrong)
        status = coset__judging_one(s, x, base, &o, &fairness, &one, &seen->trace, &err);
    s->settings->provisional = provisional;
    if (status != COSET_OK)
        return coset__judging_failed(s, x, status, &err);
    if (one.verdict == COSET_VERDICT_FAILS)
        seen->row = coset_arena_copy(s->arena, &one, 1, sizeof one);
    seen->settled = !x->wrong || one.verdict != COSET_VERDICT_INCOMPLETE;
    seen->states = o.max_states;
    return COSET_EXIT_HOLDS;
}

/* ---- before the search ------------------------------------------------------------------------------------------- */

static coset_engine_options options_before(const coset_session *s, double began)
{
    coset_engine_options o = s->settings->engine;
    double until = began - s->settings->limits->began + 2 * LOOK_SECONDS;
    if (!o.max_states || o.max_states > LOOK_STATES)
        o.max_states = LOOK_STATES;
    if (o.max_seconds <= 0 || o.max_seconds > until)
        o.max_seconds = until;
    o.threads = 1;
    o.remembers = s->settings->code != COSET_CODE_INTERP; /* else it would take steps in another order */
    o.stop = s->limit->stop;
    return o;
}

int coset_temporals_look(coset_session *s, const coset_reduction *base, coset_temporal_seen **out)
{
    const bool looks = s->settings->search == COSET_BY_EXPLORING && !s->settings->engine.shares_all;
    const uint32_t all = s->temporals->all.n, n = looks ? all : 0;
    const double began = coset_engine_now();
    const coset_engine_options o = options_before(s, began);
    coset_temporal_seen *seen = *out = coset_arena_get(s->arena, all, sizeof *seen);
    int code = COSET_EXIT_HOLDS;
    for (uint32_t i = n; i < all; i++)
        seen[i].settled = true; /* no looks during the search either */
    coset_limits_doing(s->settings, "runs that violate a formula were searched for");
    for (uint32_t i = 0; i < n && code == COSET_EXIT_HOLDS && coset_engine_now() - began < LOOK_SECONDS; i++)
        code = look_at(s, i, base, &o, &seen[i]);
    return code;
}

/* ---- during the search ------------------------------------------------------------------------------------------- */

/* The i-th number, from 1, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... */
static uint64_t luby(uint64_t i)
{
    for (;;) {
        uint64_t k = 1;
        while ((UINT64_C(1) << k) - 1 < i)
            k++;
        if ((UINT64_C(1) << k) - 1 == i)
            return UINT64_C(1) << (k - 1);
        i -= (UINT64_C(1) << (k - 1)) - 1;
    }
}

/* It, or another instance of its row, is decided. */
static bool is_known(const coset_temporals *t, const coset_temporal_seen *seen, uint32_t i)
{
    bool known = seen[i].settled;
    for (uint32_t k = 0; k < t->all.n && !known; k++)
        known = seen[k].row && t->all.at[k].prop == t->all.at[i].prop;
    return known;
}

/* States of its next look. Finite violations are searched breadth-first: each time further. */
static uint64_t states_of_next(const coset_temporal *x, const coset_temporal_seen *seen)
{
    if (seen->states && x->wrong && coset_omega_classify(x->wrong).terminal)
        return 2 * seen->states;
    return STATES_OF_LOOK * luby(seen->looks + 1);
}

/* The formula with the fewest searched states after one more look; or the number of formulas. */
static uint32_t next_of(const coset_temporals *t, const coset_temporal_seen *seen)
{
    uint32_t best = t->all.n;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < t->all.n; i++) {
        if (is_known(t, seen, i) || seen[i].looks >= LOOKS_A_FORMULA)
            continue;
        const uint64_t states = seen[i].searched + states_of_next(&t->all.at[i], &seen[i]);
        if (states < least) {
            best = i;
            least = states;
        }
    }
    return best;
}

static int look_again(coset_session *s, uint32_t i, const coset_reduction *base, const coset_engine_options *options,
                      uint64_t states, coset_temporal_seen *seen)
{
    coset_engine_options o = *options;
    o.threads = 1;
    if (!o.max_states || o.max_states > states)
        o.max_states = states;
    o.order = ++seen->looks;
    return look_at(s, i, base, &o, seen);
}

/* The cost of a look, in states of the search. */
static uint64_t price_of_next(const coset_session *s, const coset_temporal *x, const coset_temporal_seen *seen)
{
    return states_of_next(x, seen) + STATES_A_RULE * (uint64_t)s->model->n_groups;
}

/* Plans the next look: its formula, and the number of states at which it is due. */
static void plan_next(const coset_session *s, coset_temporal_looks *looks)
{
    const coset_temporals *t = s->temporals;
    const uint32_t i = looks->next = next_of(t, looks->seen);
    looks->due = i == t->all.n ? UINT64_MAX
                               : SHARE_OF_SEARCH * (looks->spent + price_of_next(s, &t->all.at[i], &looks->seen[i]));
}

int coset_temporals_look_more(coset_session *s, const coset_reduction *base, const coset_engine_options *options,
                              uint64_t states, coset_temporal_looks *looks)
{
    int code = COSET_EXIT_HOLDS;
    if (!looks->due)
        plan_next(s, looks);
    if (states < looks->due)
        return code;
    coset_limits_doing(s->settings, "runs that violate a formula were searched for");
    for (; code == COSET_EXIT_HOLDS && states >= looks->due; plan_next(s, looks)) {
        const coset_temporal *x = &s->temporals->all.at[looks->next];
        coset_temporal_seen *seen = &looks->seen[looks->next];
        const uint64_t next = states_of_next(x, seen);
        looks->spent += price_of_next(s, x, seen);
        seen->searched += next;
        code = look_again(s, looks->next, base, options, next, seen);
        looks->found = looks->found || seen->row;
    }
    coset_limits_doing(s->settings, "states were searched");
    return code;
}
