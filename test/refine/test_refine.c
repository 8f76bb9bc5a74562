/* Random pairs: results of the search for refinement, deadlock, divergence and determinism against the slow way;
 * threads agree, and every counterexample is replayed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "csp_random.h"
#include "explore/bfs.h"
#include "lts/super.h"
#include "rounds.h"
#include "trace/trace.h"
#include "wrap/determinism.h"
#include "wrap/refine.h"

#define N_EVENTS 4

static const char *const names[] = {"tau", "tick", "a", "b"};

/* ---- one LTS as a model ---- */

typedef struct {
    coset_super super;
    coset_super_component component;
    coset_super_part parts[N_EVENTS];
    coset_super_rule rules[N_EVENTS];
    coset_model *model;
} single;

static void single_init(single *x, const coset_lts *l)
{
    coset_err err;
    *x = (single){.component = {.name = "it", .lts = l, .is_on = true}};
    for (uint32_t e = 0; e < N_EVENTS; e++) {
        x->parts[e] = (coset_super_part){0, e};
        x->rules[e] = (coset_super_rule){.n_parts = 1, .parts = &x->parts[e], .event = e};
    }
    x->super = (coset_super){.n_events = N_EVENTS,
                             .event_names = names,
                             .n_local_events = N_EVENTS,
                             .n_components = 1,
                             .components = &x->component,
                             .n_rules = N_EVENTS,
                             .rules = x->rules};
    assert_int_equal(coset_super_model(&x->super, "single", &x->model, &err), COSET_OK);
}

/* ---- results of the search ---- */

static void check_trace(const coset_model *m, const coset_result *r, uint32_t prop, coset_arena *arena)
{
    coset_err err = {0};
    assert_non_null(r->props[prop].path);
    const coset_trace *t = coset_trace_lift(m, NULL, r->props[prop].path, prop, 0, arena);
    if (coset_trace_replay(m, t, COSET_DEADLOCK_OFF, &err) != COSET_OK)
        fail_msg("%s: %s", m->props[prop].name, err.text);
    assert_int_equal(t->has_loop, m->props[prop].kind == COSET_PROP_DIVERGENCE);
}

static void assert_same_path(const coset_model *m, const coset_path *a, const coset_path *b)
{
    assert_int_equal(a->n_states, b->n_states);
    assert_int_equal(a->has_loop, b->has_loop);
    assert_int_equal(a->loop, b->loop);
    assert_int_equal(a->has_fault, b->has_fault);
    assert_memory_equal(a->states, b->states, (size_t)a->n_states * m->n_slots * sizeof *a->states);
    if (a->has_fault)
        assert_string_equal(a->fault.text, b->fault.text);
}

/* True if nothing fails. Some runs are repeated with 2 and 8 threads, which agree. */
static bool holds(const coset_model *m)
{
    static uint32_t calls;
    uint32_t most = calls++ % 32 ? 1 : 8;
    coset_arena *arena = coset_arena_new();
    coset_result *first = NULL;
    bool ok = true;
    for (uint32_t threads = 1; threads <= most; threads = threads == 1 ? 2 : threads * 4) {
        const coset_engine_options o = {.threads = threads, .shares_all = true};
        coset_result *r;
        coset_err err;
        assert_int_equal(coset_bfs(m, &o, arena, &r, &err), COSET_OK);
        assert_true(r->exhaustive);
        first = first ? first : r;
        for (uint32_t p = 0; p < m->n_props; p++) {
            assert_true(r->props[p].verdict == COSET_VERDICT_HOLDS || r->props[p].verdict == COSET_VERDICT_FAILS);
            assert_int_equal(r->props[p].verdict, first->props[p].verdict);
            if (r->props[p].verdict == COSET_VERDICT_HOLDS)
                continue;
            ok = false;
            check_trace(m, r, p, arena);
            assert_same_path(m, r->props[p].path, first->props[p].path);
        }
    }
    coset_arena_free(arena);
    return ok;
}

static bool refines(const coset_normal *spec, const coset_lts *impl)
{
    single x;
    single_init(&x, impl);
    coset_model *product = coset_refine_new(x.model, spec);
    bool ok = holds(product);
    coset_model_free(product);
    coset_model_free(x.model);
    return ok;
}

static coset_normal *normal_of(const coset_lts *l, coset_csp_model model)
{
    coset_normal *n;
    coset_err err;
    assert_int_equal(coset_normalise(l, N_EVENTS, model, NULL, &n, &err), COSET_OK);
    return n;
}

/* ---- refinement ---- */

static void random_pairs(coset_csp_model model, uint32_t n)
{
    dice d = {model + 10};
    uint32_t yes = 0;
    for (uint32_t i = 0; i < n; i++) {
        coset_lts *spec = random_lts(&d, 1 + i % 7, N_EVENTS, i % 5),
                  *impl = random_lts(&d, 1 + i % 5, N_EVENTS, i % 6);
        coset_normal *s = normal_of(spec, model);
        bool want = ref_refines(spec, impl, N_EVENTS, model);
        yes += want;
        if (refines(s, impl) != want) {
            coset_arena *a = coset_arena_new();
            fail_msg("pair %u in model %d, expected %d:\n%s\n%s", i, (int)model, want, coset_lts_text(spec, names, a),
                     coset_lts_text(impl, names, a));
        }
        assert_true(refines(s, spec));
        coset_normal_free(s);
        coset_lts_free(spec);
        coset_lts_free(impl);
    }
    assert_true(yes > n / 20 && yes < n - n / 20);
}

static void traces(void **state)
{
    (void)state;
    random_pairs(COSET_CSP_T, rounds(1500));
}

static void failures(void **state)
{
    (void)state;
    random_pairs(COSET_CSP_F, rounds(1500));
}

static void divergences(void **state)
{
    (void)state;
    random_pairs(COSET_CSP_FD, rounds(1500));
}

/* ---- properties ---- */

/* After some trace without tick, a state refuses everything. */
static bool deadlocks(const coset_lts *l)
{
    uint32_t seen = ref_closure(l, 1);
    for (uint32_t old = 0; old != seen;) {
        old = seen;
        for (uint32_t e = 2; e < N_EVENTS; e++)
            seen |= ref_closure(l, ref_step(l, seen, e));
    }
    return ref_refuses(l, seen, (1u << N_EVENTS) - 2);
}

static bool reaches_divergence(const coset_lts *l)
{
    uint32_t seen = 1;
    for (uint32_t old = 0; old != seen;) {
        old = seen;
        for (uint32_t e = 0; e < N_EVENTS; e++)
            seen |= ref_step(l, seen, e);
    }
    return ref_diverges(l, seen);
}

static void properties(void **state)
{
    (void)state;
    dice d = {20};
    coset_normal *f = coset_normal_deadlock_free(N_EVENTS, COSET_CSP_F);
    coset_normal *fd = coset_normal_deadlock_free(N_EVENTS, COSET_CSP_FD);
    coset_normal *live = coset_normal_divergence_free(N_EVENTS);
    const uint32_t n = rounds(2000);
    uint32_t found[3] = {0};
    for (uint32_t i = 0; i < n; i++) {
        coset_lts *l = random_lts(&d, 1 + i % 7, N_EVENTS, i % 6);
        bool dead = deadlocks(l), diverges = reaches_divergence(l);
        assert_int_equal(refines(f, l), !dead);
        assert_int_equal(refines(fd, l), !dead && !diverges);
        assert_int_equal(refines(live, l), !diverges);
        found[0] += !dead;
        found[1] += !diverges;
        found[2] += !dead && !diverges;
        coset_lts_free(l);
    }
    assert_true(found[0] > n / 40 && found[1] > n / 40 && found[2] > n / 100);
    coset_normal_free(f);
    coset_normal_free(fd);
    coset_normal_free(live);
}

static bool deterministic(const coset_lts *l, coset_csp_model model, bool settled)
{
    single x;
    single_init(&x, l);
    coset_model *twin = coset_determinism_new(x.model, N_EVENTS, model, settled);
    bool ok = holds(twin);
    coset_model_free(twin);
    coset_model_free(x.model);
    return ok;
}

static void determinism(void **state)
{
    (void)state;
    dice d = {30};
    const uint32_t n = rounds(3000);
    uint32_t yes = 0;
    for (uint32_t i = 0; i < n; i++) {
        coset_lts *l = random_lts(&d, 1 + i % 6, N_EVENTS, i % 5);
        bool f = ref_deterministic(l, N_EVENTS, COSET_CSP_F), fd = ref_deterministic(l, N_EVENTS, COSET_CSP_FD);
        assert_int_equal(deterministic(l, COSET_CSP_F, false), f);
        assert_int_equal(deterministic(l, COSET_CSP_FD, false), fd);
        assert_int_equal(deterministic(l, COSET_CSP_FD, true), fd);
        yes += fd;
        coset_lts_free(l);
    }
    assert_true(yes > n / 15);
}

/* ---- what a state offers ---- */

static void offers(void **state)
{
    (void)state;
    dice d = {40};
    for (uint32_t i = 0; i < rounds(500); i++) {
        coset_lts *l = random_lts(&d, 5, N_EVENTS, 3);
        single x;
        single_init(&x, l);
        for (coset_value v = 1; v <= l->n_states; v++) {
            uint32_t events[N_EVENTS], n, set = 0;
            bool stable = coset_refine_offers(x.model, &v, events, &n);
            for (uint32_t k = 0; k < n; k++) {
                assert_true(k == 0 || events[k - 1] < events[k]);
                set |= 1u << events[k];
            }
            assert_int_equal(stable, ref_refuses(l, 1u << (v - 1), 0));
            for (uint32_t refused = 0; stable && refused < 1u << N_EVENTS; refused += 2)
                assert_int_equal(!(set & refused), ref_refuses(l, 1u << (v - 1), refused));
        }
        coset_model_free(x.model);
        coset_lts_free(l);
    }
}

/* ---- the product as a model ---- */

static void groups_are_those_of_the_implementation(void **state)
{
    (void)state;
    dice d = {50};
    coset_lts *l = random_lts(&d, 3, N_EVENTS, 3);
    coset_normal *s = normal_of(l, COSET_CSP_F);
    single x;
    single_init(&x, l);
    coset_model *product = coset_refine_new(x.model, s);
    assert_int_equal(product->n_groups, x.model->n_groups + 1);
    for (uint32_t g = 0; g < x.model->n_groups; g++) {
        assert_ptr_equal(product->groups[g].name, x.model->groups[g].name);
        assert_int_equal(product->groups[g].is_start, x.model->groups[g].is_start);
    }
    coset_model_free(product);
    coset_model_free(x.model);
    coset_normal_free(s);
    coset_lts_free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(traces),
                                       cmocka_unit_test(failures),
                                       cmocka_unit_test(divergences),
                                       cmocka_unit_test(properties),
                                       cmocka_unit_test(determinism),
                                       cmocka_unit_test(offers),
                                       cmocka_unit_test(groups_are_those_of_the_implementation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
