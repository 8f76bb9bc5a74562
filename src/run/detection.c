#include "run/detection.h"

#include "detect/explain/blame.h"
#include "detect/explain/missing.h"
#include "detect/explain/name.h"
#include "detect/use/sample.h"
#include "engine/engine.h"
#include "ir/interp.h"

#define SAMPLED    300
#define MOST_TOLD  12  /* generators */
#define MOST_TEXT  300 /* bytes of each */
#define MOST_PROPS 40  /* whose cost is determined, one by one */
#define MOST_RULE  512

#define SMALL_BUDGET UINT64_C(20000)

/* ---- what properties cost --------------------------------------------------------------------------------------- */

typedef COSET_VEC(coset_report_loss) losses;

static void tell_bindings(const coset_session *s, coset_detect_bindings b, coset_report_loss *to)
{
    coset_report_binding *all = coset_arena_get(s->arena, b.n, sizeof *all);
    for (uint32_t i = 0; i < b.n; i++)
        all[i] = (coset_report_binding){b.at[i].word, b.at[i].name, b.at[i].pos};
    to->n_bindings = b.n;
    to->bindings = all;
}

/* The order of the detected group. *out is to be freed. */
static coset_order detect_with(const coset_session *s, uint32_t only_prop, uint64_t budget, coset_detected *out)
{
    uint32_t *keeps = coset_arena_get(s->arena, s->model->n_props, sizeof *keeps);
    const coset_detect_options o = {.budget = budget, .keeps = keeps, .truth = true, .limit = s->limit};
    for (uint32_t p = 0; p < s->model->n_props; p++)
        keeps[p] = p == only_prop ? COSET_KEEP_ALL : COSET_KEEP_NONE;
    coset_detect(s->model, &o, s->arena, out);
    return out->failed ? coset_order_of(1, s->arena) : coset_permgroup_order(out->group, s->arena);
}

static coset_order order_with(const coset_session *s, uint32_t only_prop, uint64_t budget)
{
    coset_detected d;
    coset_order order = detect_with(s, only_prop, budget, &d);
    coset_detected_fini(&d);
    return order;
}

static void tell_cost(const coset_session *s, const coset_detected *steps, uint32_t p, coset_order all,
                      coset_order kept, losses *to)
{
    const coset_model *m = s->model;
    *coset_vec_add(to) =
        (coset_report_loss){m->props[p].pos, coset_arena_printf(s->arena, "property \"%s\"", m->props[p].name),
                            coset_arena_printf(s->arena, "keeps %s of the %s symmetries of the steps",
                                               coset_order_text(kept, s->arena), coset_order_text(all, s->arena)),
                            0, NULL};
    tell_bindings(s, coset_detect_blame(m, steps, p, s->arena), &to->at[to->n - 1]);
}

/* If no symmetry is found with all properties, only little work goes into finding a property that causes this. */
static void find_costs(const coset_detection *d, const coset_session *s, losses *all)
{
    const coset_model *m = s->model;
    uint64_t budget = d->group.failed ? SMALL_BUDGET : 0;
    coset_detected steps;
    coset_order plain = detect_with(s, COSET_NO_PROP, budget, &steps);
    coset_order now = d->group.failed ? coset_order_of(1, s->arena) : coset_permgroup_order(d->group.group, s->arena);
    for (uint32_t p = 0; !coset_order_same(plain, now) && p < m->n_props && p < MOST_PROPS; p++) {
        if (!coset_prop_is_state(&m->props[p]))
            continue;
        coset_order one = order_with(s, p, budget);
        if (coset_order_compare(one, plain) < 0 && !coset_budget_is_spent(s->limit))
            tell_cost(s, &steps, p, plain, one, all);
    }
    coset_detected_fini(&steps);
}

/* ---- words ------------------------------------------------------------------------------------------------------ */

static void take_losses(const coset_detection *d, const coset_session *s, losses *all)
{
    for (uint32_t i = 0; i < d->group.n_losses; i++) {
        const coset_detect_loss *l = &d->group.losses[i];
        *coset_vec_add(all) = (coset_report_loss){
            l->pos, l->what,
            coset_arena_printf(s->arena, "%s; %u more variable%s stay%s fixed", l->reason, (unsigned)l->n_slots,
                               l->n_slots == 1 ? "" : "s", l->n_slots == 1 ? "s" : ""),
            0, NULL};
        tell_bindings(s, coset_detect_bindings_at(coset_model_ir(s->model), l->pos, s->arena), &all->at[all->n - 1]);
    }
}

static void find_missing(const coset_detection *d, const coset_session *s, losses *all)
{
    const coset_detect_missing *missing;
    uint32_t n = coset_detect_find_missing(s->model, &d->group, s->arena, &missing);
    for (uint32_t i = 0; i < n; i++)
        *coset_vec_add(all) = (coset_report_loss){missing[i].pos, missing[i].what, missing[i].reason, 0, NULL};
}

static void find_words(coset_detection *d, const coset_session *s)
{
    coset_report_detection *w = &d->words;
    const coset_detect_factor *factors;
    coset_detect_factors(s->model, &d->group, s->arena, &w->n_factors, &factors);
    coset_report_factor *told = coset_arena_get(s->arena, w->n_factors, sizeof *told);
    for (uint32_t i = 0; i < w->n_factors; i++)
        told[i] = (coset_report_factor){factors[i].name, factors[i].order, factors[i].on};
    w->factors = told;
    w->n_generators = d->group.n_generators < MOST_TOLD ? d->group.n_generators : MOST_TOLD;
    const char **generators = coset_arena_get(s->arena, w->n_generators, sizeof *generators);
    for (uint32_t i = 0; i < w->n_generators; i++)
        generators[i] = coset_detect_generator_text(s->model, &d->group, i, MOST_TEXT, s->arena);
    w->generators = generators;
    w->group = coset_detect_group_text(s->model, &d->group, s->arena);
    w->order = coset_order_text(coset_permgroup_order(d->group.group, s->arena), s->arena);
}

static int test_generators(coset_detection *d, const coset_session *s)
{
    coset_sample_result r;
    const coset_sample_options o = {.seed = 1, .states = SAMPLED};
    coset_status status = coset_detect_sample(s->model, &d->group, &o, true, &r);
    if (status != COSET_OK)
        return coset_complain(coset_exit_of(status), "the detected symmetries could not be tested");
    if (!r.agrees)
        d->group.failed = coset_sample_refusal(&r, s->arena);
    d->words.states = r.states;
    d->words.comparisons = r.comparisons;
    return COSET_EXIT_HOLDS;
}

static const char *limit_words(const coset_budget *limit, char *out, size_t len)
{
    coset_budget_words(limit, out, len);
    return out;
}

int coset_detection_make(coset_detection *d, const coset_session *s)
{
    const coset_detect_options o = {.truth = !s->settings->certificate && !s->settings->generators, .limit = s->limit};
    losses all = {0};
    char words[100];
    int code = COSET_EXIT_HOLDS;
    double began = coset_engine_now();
    *d = (coset_detection){.words = {.group = "none", .order = "1"}};
    coset_detect(s->model, &o, s->arena, &d->group);
    d->words.vertices = d->group.vertices;
    d->words.edges = d->group.edges;
    d->words.instances = d->group.n_instances;
    d->words.runs = d->group.runs;
    if (!d->group.failed)
        code = test_generators(d, s);
    if (!d->group.failed && coset_budget_is_spent(s->limit)) /* its generators were not tested */
        d->group.failed = coset_arena_text(s->arena, limit_words(s->limit, words, sizeof words));
    d->words.failed = d->group.failed;
    d->words.seconds = coset_engine_now() - began;
    if (!d->group.failed && code == COSET_EXIT_HOLDS)
        find_words(d, s);
    if (code == COSET_EXIT_HOLDS && !coset_budget_is_spent(s->limit))
        find_costs(d, s, &all);
    take_losses(d, s, &all);
    if (code == COSET_EXIT_HOLDS && !coset_budget_is_spent(s->limit))
        find_missing(d, s, &all);
    d->cut = coset_budget_is_spent(s->limit);
    d->words.n_losses = all.n;
    d->words.losses = coset_arena_copy(s->arena, all.at, all.n, sizeof *all.at);
    coset_vec_fini(&all);
    return code;
}

void coset_detection_fini(coset_detection *d) { coset_detected_fini(&d->group); }
