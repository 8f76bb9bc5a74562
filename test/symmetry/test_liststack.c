/* The stack of Gibson-Robinson and Lowe by all strategies: exact ones give orbits, whose sizes add up to the unreduced
 * system; figures from an independent program.
 * With arguments NODES DATA THREADS STRATEGY [THREADS [STATES]]: one run with its figures, for measurements, of at most
 * STATES states. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "explore/bfs.h"
#include "liststack.h"
#include "lts/super_symm.h"
#include "wrap/quotient.h"
#include "wrap/refine.h"
#include "wrap/refine_symm.h"

typedef struct {
    uint64_t representatives;
    coset_count states, transitions;
    bool holds, exact;
    uint32_t moving;
    double prepare, search;
} outcome;

static outcome check_some(uint32_t nodes, uint32_t data, uint32_t threads, const char *strategy, uint32_t workers,
                          uint64_t most)
{
    double start = coset_engine_now();
    liststack *l = liststack_new(nodes, data, threads);
    coset_model *system, *searched;
    assert_int_equal(coset_super_model(&l->super, "liststack", &system, NULL), COSET_OK);
    coset_model *product = coset_refine_new(system, l->spec);
    outcome o = {0};
    const coset_super_symmetry *y = coset_super_symmetry_find(&l->super, l->spec, NULL, l->arena);
    for (uint32_t i = 0; i < y->n_refusals; i++)
        print_message("%s\n", y->refusals[i].reason);
    const bool *const *moves;
    coset_refine_symmetry(product, &l->super, y, &moves, l->arena);
    const coset_symgroup *g = coset_symgroup_moving(product, moves, l->arena);
    for (uint32_t t = 0; t < 3; t++)
        o.moving += g->n_moves[t];
    coset_canon *canon = NULL;
    coset_model *quotient = NULL;
    searched = product;
    if (strategy) {
        coset_err err;
        coset_status status = coset_canon_new(product, g, strategy, &canon, &err);
        if (status)
            print_message("%s\n", err.text);
        assert_int_equal(status, COSET_OK);
        quotient = coset_quotient_new(product, g, canon, NULL);
        searched = quotient;
    }
    o.prepare = coset_engine_now() - start;
    coset_engine_options options = {.threads = workers, .shares_all = true, .max_states = most};
    coset_result *result;
    assert_int_equal(coset_bfs(searched, &options, l->arena, &result, NULL), COSET_OK);
    assert_true(result->exhaustive || most);
    o.representatives = result->representatives;
    o.states = result->states;
    o.transitions = result->full_transitions;
    o.holds = coset_result_verdict(result, searched) == COSET_VERDICT_HOLDS;
    o.exact = result->exact;
    o.search = result->seconds;
    coset_model_free(quotient);
    coset_canon_free(canon);
    coset_model_free(product);
    coset_model_free(system);
    liststack_free(l);
    return o;
}

static outcome check(uint32_t nodes, uint32_t data, uint32_t threads, const char *strategy, uint32_t workers)
{
    return check_some(nodes, data, threads, strategy, workers, 0);
}

/* Small sizes: the unreduced system, and every strategy against it. */
static void strategies_agree(void **unused)
{
    (void)unused;
    static const uint32_t sizes[][3] = {{2, 2, 2}, {3, 2, 2}, {3, 2, 1}, {2, 1, 3}, {1, 3, 2}};
    for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const uint32_t *n = sizes[i];
        outcome full = check(n[0], n[1], n[2], NULL, 1);
        assert_true(full.holds);
        uint32_t n_strategies;
        const coset_strategy *all = coset_strategies(&n_strategies);
        uint64_t orbits = 0;
        for (uint32_t s = 0; s < n_strategies; s++) {
            if (strncmp(all[s].name, "pc-", 3) == 0)
                continue; /* no control states of processes */
            outcome o = check(n[0], n[1], n[2], all[s].name, 1);
            assert_true(o.holds && o.exact == all[s].exact);
            assert_true(o.representatives < full.representatives);
            if (!o.exact) {
                assert_true(o.representatives >= orbits);
                continue;
            }
            assert_true(orbits == 0 || o.representatives == orbits);
            orbits = o.representatives;
            assert_true(o.states == full.states && o.transitions == full.transitions);
        }
    }
}

/* Figures of the independent program. */
static void known_figures(void **unused)
{
    (void)unused;
    outcome o = check(6, 4, 3, "search", 1);
    assert_true(o.holds && o.exact);
    assert_int_equal(o.moving, 13);
    assert_int_equal(o.representatives, 99429);
    assert_true(o.states == UINT64_C(7770400092));
    assert_true(o.transitions == UINT64_C(21402680904));
    if (!getenv("COSET_LONG"))
        return;
    o = check(6, 3, 4, "search", 2);
    assert_int_equal(o.representatives, 108900);
    assert_true(o.states == UINT64_C(5951795125) && o.transitions == UINT64_C(20877065800));
    o = check(8, 2, 4, "label", 2);
    assert_int_equal(o.representatives, 75326);
    assert_true(o.states == UINT64_C(60992399360) && o.transitions == UINT64_C(205849347776));
}

static int measure(int argc, char **argv)
{
    uint32_t n[3];
    for (int i = 0; i < 3; i++)
        n[i] = (uint32_t)atoi(argv[i + 1]);
    const char *strategy = argc > 4 && strcmp(argv[4], "off") != 0 ? argv[4] : NULL;
    uint64_t most = argc > 6 ? (uint64_t)atoll(argv[6]) : 0;
    outcome o = check_some(n[0], n[1], n[2], strategy, argc > 5 ? (uint32_t)atoi(argv[5]) : 1, most);
    char states[COSET_COUNT_TEXT], transitions[COSET_COUNT_TEXT];
    printf("%s: %llu representatives, %s states, %s transitions; prepared in %.2f s, searched in %.2f s\n",
           o.holds ? "holds" : "fails", (unsigned long long)o.representatives, coset_count_text(o.states, ',', states),
           coset_count_text(o.transitions, ',', transitions), o.prepare, o.search);
    return !o.holds;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strategies_agree),
        cmocka_unit_test(known_figures),
    };
    return argc > 3 ? measure(argc, argv) : cmocka_run_group_tests(tests, NULL, NULL);
}
