/* Random systems with random specifications, searched with and without symmetry: the same verdicts by every strategy;
 * the orbits of the exact ones add up to the states of the unreduced search; twins (determinism) likewise;
 * counterexamples are lifted and replayed. */
#include "../unit/lts/random_super.h"
#include "explore/bfs.h"
#include "trace/trace.h"
#include "wrap/determinism.h"
#include "wrap/quotient.h"
#include "wrap/refine.h"
#include "wrap/refine_symm.h"

#define MOST_STATES 500

typedef struct {
    uint32_t reduced, failing, small, moving; /* how many rounds were so */
} tally;

/* The system with some edges removed: sometimes a specification that it satisfies, sometimes not, sometimes less
 * symmetric than the system. */
static coset_normal *random_spec(const coset_super *s, const coset_model *m, dice *d, coset_csp_model kind)
{
    const coset_normal_limits limits = {400, 0, NULL};
    coset_lts *l = NULL;
    coset_normal *n = NULL;
    if (coset_super_explicate(m, s->n_events, 300, NULL, NULL, &l, NULL, NULL) != COSET_OK)
        return NULL;
    coset_lts_builder *b = coset_lts_builder_new();
    uint32_t leave_out = roll(d, 3) ? 0 : 1 + roll(d, 12), left_out = roll(d, s->n_events);
    for (uint32_t i = 0; i < l->n_states; i++)
        (void)coset_lts_add_state(b);
    for (uint32_t i = 0; i < l->n_states; i++)
        for (uint64_t e = l->first[i]; e < l->first[i + 1]; e++)
            if (leave_out == 0 || (leave_out < 4 ? l->edges[e].event != left_out : roll(d, leave_out)))
                coset_lts_add_edge(b, i, l->edges[e].event, l->edges[e].dst);
    coset_lts *spec = coset_lts_build(b, s->n_events);
    if (coset_normalise(spec, s->n_events, kind, &limits, &n, NULL) != COSET_OK)
        n = NULL;
    coset_lts_free(spec);
    coset_lts_free(l);
    return n;
}

static coset_result *searched(const coset_model *m, coset_arena *a)
{
    const coset_engine_options options = {.threads = 1, .max_states = MOST_STATES};
    coset_result *r = NULL;
    assert_int_equal(coset_bfs(m, &options, a, &r, NULL), COSET_OK);
    return r;
}

static void check_paths(const coset_model *m, const coset_trace_reduction *reduction, const coset_result *r,
                        coset_arena *a)
{
    for (uint32_t p = 0; p < m->n_props; p++) {
        if (r->props[p].verdict != COSET_VERDICT_FAILS || !r->props[p].path)
            continue;
        const coset_trace *t = coset_trace_lift(m, reduction, r->props[p].path, p, r->props[p].instance, a);
        coset_err err = {0};
        if (coset_trace_replay(m, t, COSET_DEADLOCK_OFF, &err) != COSET_OK)
            fail_msg("%s", err.text);
    }
}

static void check_strategy(const coset_model *product, const coset_symgroup *g, const coset_strategy *strategy,
                           const coset_result *full, coset_arena *a)
{
    coset_canon *canon = NULL;
    coset_err err = {0};
    if (coset_canon_new(product, g, strategy->name, &canon, &err) != COSET_OK)
        fail_msg("%s: %s", strategy->name, err.text);
    coset_model *quotient = coset_quotient_new(product, g, canon, NULL);
    coset_result *r = searched(quotient, a);
    assert_true(r->exhaustive && r->representatives <= full->representatives);
    for (uint32_t p = 0; p < product->n_props; p++)
        assert_int_equal(r->props[p].verdict, full->props[p].verdict);
    if (strategy->exact && (r->states != full->states || r->full_transitions != full->full_transitions))
        fail_msg("%s: %llu states, %llu transitions; unreduced %llu, %llu", strategy->name,
                 (unsigned long long)r->states, (unsigned long long)r->full_transitions,
                 (unsigned long long)full->states, (unsigned long long)full->full_transitions);
    const coset_trace_reduction reduction = {.canon = canon, .group = g};
    check_paths(product, &reduction, r, a);
    coset_model_free(quotient);
    coset_canon_free(canon);
}

static void check_product(random_system *r, coset_model *product, const coset_normal *spec, tally *t)
{
    const coset_super_symmetry *y = coset_super_symmetry_find(&r->s, spec, NULL, r->arena);
    const bool *const *moves;
    uint32_t n_strategies;
    coset_refine_symmetry(product, &r->s, y, &moves, r->arena);
    const coset_symgroup *g = coset_symgroup_moving(product, moves, r->arena);
    coset_result *full = searched(product, r->arena);
    if (!full->exhaustive || coset_symgroup_is_trivial(g))
        return;
    t->reduced++;
    t->failing += coset_result_verdict(full, product) == COSET_VERDICT_FAILS;
    t->small += full->representatives < 20;
    check_paths(product, NULL, full, r->arena);
    const coset_strategy *all = coset_strategies(&n_strategies);
    for (uint32_t i = 0; i < n_strategies; i++)
        if (strncmp(all[i].name, "pc-", 3) != 0) /* no control states of processes */
            check_strategy(product, g, &all[i], full, r->arena);
}

static void round_of(uint64_t seed, bool twin, tally *t)
{
    static const coset_csp_model kinds[] = {COSET_CSP_T, COSET_CSP_F, COSET_CSP_FD};
    dice d = {seed};
    random_system *r = random_system_new(&d, roll(&d, 2), roll(&d, 4) == 0);
    coset_model *system = NULL, *product = NULL;
    coset_normal *spec = NULL;
    coset_csp_model kind = kinds[roll(&d, 3)];
    r->s.event_names = coset_arena_get(r->arena, r->s.n_events, sizeof(char *));
    for (uint32_t e = 0; e < r->s.n_events; e++)
        ((const char **)(uintptr_t)r->s.event_names)[e] = "event";
    assert_int_equal(coset_super_model(&r->s, "random", &system, NULL), COSET_OK);
    if (twin)
        product = coset_determinism_new(system, r->s.n_events, kind == COSET_CSP_T ? COSET_CSP_F : kind, false);
    else if ((spec = random_spec(&r->s, system, &d, kind)) != NULL)
        product = coset_refine_new(system, spec);
    if (product)
        check_product(r, product, spec, t);
    coset_model_free(product);
    coset_normal_free(spec);
    coset_model_free(system);
    random_system_free(r);
}

#ifdef __SANITIZE_ADDRESS__ /* a round takes four times as long */
#define SHARE 25
#else
#define SHARE 10
#endif

static uint32_t rounds_of(uint32_t n) { return getenv("COSET_LONG") ? n : n / SHARE; }

static void run(uint64_t seed, bool twin)
{
    tally t = {0};
    uint32_t n = rounds_of(2000);
    for (uint32_t i = 0; i < n; i++)
        round_of(seed + i, twin, &t);
    print_message("%u of %u rounds with symmetry: %u fail, %u have less than 20 states\n", t.reduced, n, t.failing,
                  t.small);
    assert_true(t.reduced > n / 4 && t.failing > n / 50);
}

static void refinement(void **unused)
{
    (void)unused;
    run(700000, false);
}

static void determinism(void **unused)
{
    (void)unused;
    run(900000, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refinement), cmocka_unit_test(determinism)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
