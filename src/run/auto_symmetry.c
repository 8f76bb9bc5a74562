#include "run/auto_symmetry.h"

#include <string.h>

#include "detect/detect.h"
#include "detect/explain/name.h"
#include "detect/use/fired.h"
#include "detect/use/sample.h"

#define SAMPLED      200 /* states on which the generators are tested */
#define SAMPLED_SOON 40  /* the same, if nobody asked for detection */

static const coset_strategy strategies[] = {
    {"detect", true, "find symmetries that nobody declared; the cheapest of the following that is exact"},
    {"detect-types", true, "the same group; its symmetric types as if they were declared, and cosets of them"},
    {"detect-elements", true, "the same group; tries all its elements, if they are few"},
    {"detect-label", true, "the same group; canonical labelling of a graph by nauty"},
    {"detect-local", false, "the same group; local search over its generators"},
};
static const coset_minimal_way ways[] = {COSET_MINIMAL_BEST, COSET_MINIMAL_TYPES, COSET_MINIMAL_ELEMENTS,
                                         COSET_MINIMAL_LABEL, COSET_MINIMAL_LOCAL};

const coset_strategy *coset_auto_strategies(uint32_t *n)
{
    *n = sizeof strategies / sizeof *strategies;
    return strategies;
}

static coset_minimal_way way_of(const coset_settings *settings)
{
    for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++)
        if (strcmp(settings->strategy, strategies[i].name) == 0)
            return ways[i];
    return COSET_MINIMAL_BEST;
}

bool coset_auto_wanted(const coset_settings *settings)
{
    return strncmp(settings->strategy, "detect", strlen("detect")) == 0;
}

/* ---- lifting traces -------------------------------------------------------------------------------------------- */

static void *scratch_new(const void *of) { return coset_minimal_scratch_new(((const coset_auto *)of)->minimal); }
static void scratch_free(void *scratch) { coset_minimal_scratch_free(scratch); }

static void represent(void *scratch, const coset_value *src, coset_value *dst, uint32_t *perm)
{
    coset_minimal_apply(scratch, src, dst, perm, NULL);
}

static void permute(const void *of, const uint32_t *perm, const coset_value *src, coset_value *dst)
{
    coset_literals_permute(&((const coset_auto *)of)->detected.literals, perm, src, dst);
}

/* ---- making ---------------------------------------------------------------------------------------------------- */

/* A group that steps or properties of the model itself refute is not used. */
static void refuse(coset_auto *f, const coset_sample_result *r)
{
    f->detected.failed = coset_sample_refusal(r, f->arena);
    f->detected.n_generators = 0;
    (void)coset_complain(COSET_EXIT_HOLDS, "%s", f->detected.failed);
}

/* The states on which the generators are tested also serve to measure the cost of representatives. */
static coset_status test_and_choose(coset_auto *f, const coset_session *s, uint32_t n_states)
{
    coset_sample_result r;
    coset_value *kept = coset_new((size_t)n_states * s->model->n_slots, sizeof *kept);
    const coset_sample_options o = {.seed = 1, .states = n_states, .kept = kept};
    coset_status status = coset_detect_sample(s->model, &f->detected, &o, true, &r);
    if (status == COSET_OK && !r.agrees) {
        refuse(f, &r);
        coset_delete(kept);
        return status;
    }
    uint32_t n = status == COSET_OK ? (uint32_t)r.states : 0;
    f->minimal = coset_minimal_new(&f->detected, way_of(s->settings), n, kept);
    if (!f->minimal)
        f->minimal = coset_minimal_new(&f->detected, COSET_MINIMAL_BEST, n, kept);
    coset_delete(kept);
    return status;
}

/* The budget ended the tests of the generators, or the choice of how to compute representatives. */
static void give_up(coset_auto *f, const coset_budget *limit)
{
    char words[100];
    coset_budget_words(limit, words, sizeof words);
    f->detected.failed = coset_arena_text(f->arena, words);
    coset_minimal_free(f->minimal);
    f->minimal = NULL;
}

static const char *order_text(const coset_auto *f)
{
    return coset_order_text(coset_permgroup_order(f->detected.group, f->arena), f->arena);
}

static void describe(coset_auto *f)
{
    f->words.seconds = f->seconds;
    f->words.order = f->detected.group ? order_text(f) : "1";
    f->words.exact = !f->minimal || coset_minimal_exact(f->minimal);
    f->words.strategy = f->minimal ? coset_minimal_name(f->minimal) : NULL;
    f->used = f->minimal != NULL;
}

coset_status coset_auto_make(const coset_model *searched, const coset_session *s, uint64_t budget,
                             const uint32_t *keeps, coset_auto **out, coset_err *err)
{
    coset_auto *f = coset_new(1, sizeof *f);
    /* After the first violation no other property is reported. For the symbolic engine, their outcomes must be
     * preserved exactly. */
    bool first = s->settings->engine.max_errors == 1 && s->settings->search == COSET_BY_EXPLORING;
    const coset_detect_options o = {.budget = budget, .keeps = keeps, .truth = first, .limit = s->limit};
    coset_status status = COSET_OK;
    double began = coset_engine_now();
    *out = f;
    f->arena = coset_arena_new();
    coset_detect(s->model, &o, f->arena, &f->detected);
    if (!f->detected.failed && f->detected.n_generators)
        status = test_and_choose(f, s, budget ? SAMPLED_SOON : SAMPLED);
    if (coset_budget_is_spent(s->limit))
        give_up(f, s->limit);
    if (f->detected.failed) {
        f->seconds = coset_engine_now() - began;
        f->words = (coset_report_found){.group = coset_arena_printf(f->arena, "none; %s", f->detected.failed),
                                        .order = "1",
                                        .exact = true,
                                        .seconds = f->seconds};
        return COSET_OK;
    }
    if (f->detected.n_generators) {
        f->quotient = coset_detect_quotient_new(searched, searched, f->minimal);
        f->action = (coset_trace_action){.of = f,
                                         .n_points = f->detected.literals.n,
                                         .scratch_new = scratch_new,
                                         .scratch_free = scratch_free,
                                         .represent = represent,
                                         .permute = permute};
    }
    f->seconds = coset_engine_now() - began;
    describe(f);
    if (budget == 0 || !f->minimal)
        f->words.group = coset_detect_group_text(s->model, &f->detected, f->arena);
    f->seconds = f->words.seconds = coset_engine_now() - began;
    return status == COSET_OK ? status : coset_fail(err, status, "the model's steps cannot be computed");
}

coset_status coset_auto_for(coset_auto *f, const coset_session *s, const uint32_t *keeps, coset_auto **out,
                            coset_err *err)
{
    const size_t size = s->model->n_props * sizeof *keeps;
    for (uint32_t i = 0; i < f->of_formulas.n; i++)
        if (memcmp(f->of_formulas.at[i]->keeps, keeps, size) == 0) {
            *out = f->of_formulas.at[i];
            return COSET_OK;
        }
    uint32_t *kept = coset_new(s->model->n_props, sizeof *kept);
    memcpy(kept, keeps, size);
    coset_status status = coset_auto_make(s->model, s, 0, kept, out, err);
    (*out)->keeps = kept;
    *coset_vec_add(&f->of_formulas) = *out;
    return status;
}

coset_model *coset_auto_exchange(coset_auto *f, coset_model *quotient)
{
    coset_model *before = f->quotient;
    f->quotient = quotient;
    return before;
}

void coset_auto_refute(coset_auto *f, const char *what)
{
    refuse(f, &(coset_sample_result){.what = what});
    f->used = false;
    f->words.strategy = NULL;
    f->words.group = coset_arena_printf(f->arena, "none; %s", f->detected.failed);
}

bool coset_auto_refuted(coset_auto *f)
{
    const char *what = f && f->quotient ? coset_detect_quotient_refuted(f->quotient) : NULL;
    if (what)
        coset_auto_refute(f, what);
    return what != NULL;
}

void coset_auto_until(coset_auto *f, double until)
{
    if (f->minimal)
        coset_minimal_until(f->minimal, until);
}

const bool *coset_auto_fired(const coset_auto *f, const coset_model *m, const coset_result *result, coset_arena *arena,
                             uint32_t *n_unsure)
{
    if (!f || !f->used || !coset_detect_exchanges_rules(&f->detected))
        return NULL;
    bool *fired = coset_arena_get(arena, m->n_groups, sizeof *fired);
    for (uint32_t g = 0; g < m->n_groups; g++)
        fired[g] = result->group_edges[g] > 0;
    *n_unsure = coset_detect_fired(&f->detected, m->n_groups, fired);
    return fired;
}

/* ---- automatic use --------------------------------------------------------------------------------------------- */

#define FIRST_LOOK     20000U /* states */
#define LEAST_BUDGET   500U   /* less is not enough to find anything */
#define STEPS_FOR_RUN  100U   /* a run of a piece, with its follow-up work, may take as long as five steps */
#define LATER          2U     /* factor of states before the next look */
#define STEP_AND_STORE 150.0  /* nanoseconds, in machine code */

uint64_t coset_auto_due(coset_looks *l, uint64_t states, uint64_t steps)
{
    uint64_t level = states - l->states, budget = steps / STEPS_FOR_RUN;
    l->states = states;
    if (level < l->largest)
        return 0;
    l->largest = level;
    if (l->ended || states < FIRST_LOOK || states < l->from || budget < LEAST_BUDGET)
        return 0;
    l->from = states * LATER;
    return budget < COSET_DETECT_BUDGET ? budget : COSET_DETECT_BUDGET;
}

double coset_auto_cost(const coset_auto *f) { return 1 + (double)coset_minimal_cost(f->minimal) / STEP_AND_STORE; }

bool coset_auto_may_pay(const coset_auto *f)
{
    return f->minimal && coset_order_estimate(coset_permgroup_order(f->detected.group, f->arena)) >=
                             COSET_AUTO_GAIN * coset_auto_cost(f);
}

void coset_auto_use(coset_auto *f, const coset_model *m, bool used, double seconds)
{
    f->words.seconds = seconds;
    if (!f->minimal)
        return;
    f->used = used;
    f->words.strategy = used ? coset_minimal_name(f->minimal) : NULL;
    f->words.group = used ? coset_detect_group_text(m, &f->detected, f->arena)
                          : coset_arena_printf(f->arena, "off; a group of order %s does not pay", f->words.order);
}

void coset_auto_free(coset_auto *f)
{
    if (!f)
        return;
    for (uint32_t i = 0; i < f->of_formulas.n; i++)
        coset_auto_free(f->of_formulas.at[i]);
    coset_vec_fini(&f->of_formulas);
    coset_delete(f->keeps);
    coset_model_free(f->quotient);
    coset_minimal_free(f->minimal);
    coset_detected_fini(&f->detected);
    coset_arena_free(f->arena);
    coset_delete(f);
}
