/* Normal forms, and the partitions below them, against the slow way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "csp_random.h"
#include "lts/partition.h"

#define N_EVENTS 4

static void partition_is_bisimilarity(void **state)
{
    (void)state;
    dice d = {3};
    for (int i = 0; i < 3000; i++) {
        coset_lts *l = random_lts(&d, 16, N_EVENTS, roll(&d, 8));
        uint32_t *of = coset_new(l->n_states, sizeof *of), n = coset__partition(l, of, NULL);
        coset_lts *q = coset_lts_quotient(l, of, n, true);
        uint32_t *of_q = coset_new(n, sizeof *of_q);
        assert_true(ref_bisimilar(l, q));
        assert_int_equal(coset__partition(q, of_q, NULL), n); /* nothing is left to merge */
        coset_delete(of);
        coset_delete(of_q);
        coset_lts_free(l);
        coset_lts_free(q);
    }
}

/* Classes that are given are never joined, and the result is the coarsest within them. */
static void partition_keeps_classes_apart(void **state)
{
    (void)state;
    dice d = {5};
    for (int i = 0; i < 3000; i++) {
        coset_lts *l = random_lts(&d, 12, N_EVENTS, roll(&d, 8));
        uint32_t n = l->n_states, *given = coset_new(n, sizeof *given), *of = coset_new(n, sizeof *of);
        for (uint32_t s = 0; s < n; s++)
            of[s] = given[s] = roll(&d, n < 3 ? n : 3);
        uint32_t n_classes = coset__partition(l, of, NULL);
        coset_lts *q = coset_lts_quotient(l, of, n_classes, true);
        uint32_t *of_q = coset_new(n_classes, sizeof *of_q);
        for (uint32_t s = 0; s < n; s++) {
            for (uint32_t t = 0; t < s; t++)
                assert_true(of[s] != of[t] || given[s] == given[t]);
            of_q[of[s]] = given[s] < n_classes ? given[s] : 0;
        }
        assert_true(ref_bisimilar(l, q));
        if (n_classes > 2)
            assert_int_equal(coset__partition(q, of_q, NULL), n_classes);
        coset_delete(given);
        coset_delete(of);
        coset_delete(of_q);
        coset_lts_free(l);
        coset_lts_free(q);
    }
}

static uint32_t mask_of(const coset_normal *n, uint32_t p)
{
    uint32_t set = 0;
    for (uint64_t i = n->pre_first[p]; i < n->pre_first[p + 1]; i++)
        set |= 1u << n->pre_states[i];
    return set;
}

/* A node describes what its pre-nodes' states do. */
static void check_pre_node(const coset_lts *l, const coset_normal *n, uint32_t p)
{
    uint32_t set = mask_of(n, p), v = n->of_pre[p];
    assert_int_equal(set, ref_closure(l, set));
    bool marks = n->model == COSET_CSP_FD || n->model == COSET_CSP_ALL;
    assert_int_equal(n->diverges[v], marks && ref_diverges(l, set));
    if (n->model == COSET_CSP_FD && n->diverges[v]) {
        assert_true(n->first[v] == n->first[v + 1] && n->acc_first[v] == n->acc_first[v + 1]);
        return;
    }
    for (uint32_t e = 1; e < N_EVENTS; e++) {
        uint32_t after = ref_closure(l, ref_step(l, set, e)), to = coset_normal_after(n, v, e);
        assert_int_equal(after == 0, to == UINT32_MAX);
        if (n->model == COSET_CSP_T)
            continue;
        for (uint32_t x = 0; x < 1u << N_EVENTS; x += 2) {
            bool refuses = false;
            for (uint64_t a = n->acc_first[v]; a < n->acc_first[v + 1]; a++) {
                uint32_t accepted = 0;
                for (uint32_t k = 0; k < n->sets[n->acc[a]].n; k++)
                    accepted |= 1u << n->sets[n->acc[a]].events[k];
                refuses = refuses || !(accepted & x);
            }
            assert_int_equal(refuses, ref_refuses(l, set, x));
        }
    }
}

static void normal_forms_say_what_is(void **state)
{
    (void)state;
    dice d = {4};
    for (int i = 0; i < 4000; i++) {
        coset_lts *l = random_lts(&d, 9, N_EVENTS, roll(&d, 8));
        coset_csp_model model = (coset_csp_model)(i % 4);
        coset_normal *n;
        coset_err err;
        assert_int_equal(coset_normalise(l, N_EVENTS, model, NULL, &n, &err), COSET_OK);
        for (uint32_t p = 0; p < n->n_pre; p++)
            check_pre_node(l, n, p);
        coset_lts *back = coset_normal_lts(n);
        if (back->n_states <= 32)
            for (coset_csp_model m = COSET_CSP_T; m <= COSET_CSP_FD; m++)
                if (m == model || model == COSET_CSP_ALL)
                    assert_true(ref_equal(l, back, N_EVENTS, m));
        coset_lts_free(back);
        coset_normal_free(n);
        coset_lts_free(l);
    }
}

static void equivalent_systems_have_one_normal_form(void **state)
{
    (void)state;
    dice d = {5};
    uint32_t equal = 0;
    for (int i = 0; i < 4000; i++) {
        coset_lts *a = random_lts(&d, 3, 3, 5), *b = random_lts(&d, 3, 3, 5);
        coset_csp_model model = (coset_csp_model)(i % 3);
        coset_normal *x, *y;
        coset_err err;
        assert_int_equal(coset_normalise(a, 3, model, NULL, &x, &err), COSET_OK);
        assert_int_equal(coset_normalise(b, 3, model, NULL, &y, &err), COSET_OK);
        if (ref_equal(a, b, 3, model)) {
            equal++;
            assert_int_equal(x->n_nodes, y->n_nodes);
        }
        coset_normal_free(x);
        coset_normal_free(y);
        coset_lts_free(a);
        coset_lts_free(b);
    }
    assert_true(equal > 200);
}

static void bounds_are_errors(void **state)
{
    (void)state;
    coset_lts_builder *b = coset_lts_builder_new();
    for (uint32_t s = 0; s <= 20; s++) /* the set of states stores the last 20 events */
        (void)coset_lts_add_state(b);
    coset_lts_add_edge(b, 0, 2, 0);
    coset_lts_add_edge(b, 0, 3, 0);
    coset_lts_add_edge(b, 0, 2, 1);
    for (uint32_t s = 1; s < 20; s++) {
        coset_lts_add_edge(b, s, 2, s + 1);
        coset_lts_add_edge(b, s, 3, s + 1);
    }
    coset_lts *l = coset_lts_build(b, N_EVENTS);
    coset_normal *n;
    coset_err err;
    atomic_bool stop = true;
    coset_budget given_up = {.stop = &stop};
    const coset_normal_limits nodes = {.max_nodes = 1000}, bytes = {.max_bytes = 100000},
                              stopped = {.budget = &given_up};
    assert_int_equal(coset_normalise(l, N_EVENTS, COSET_CSP_T, &nodes, &n, &err), COSET_LIMIT);
    assert_null(n);
    assert_int_equal(coset_normalise(l, N_EVENTS, COSET_CSP_T, &bytes, &n, &err), COSET_LIMIT);
    assert_true(coset_budget_look(&given_up));
    assert_int_equal(coset_normalise(l, N_EVENTS, COSET_CSP_T, &stopped, &n, &err), COSET_STOPPED);
    coset_lts_free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partition_is_bisimilarity), cmocka_unit_test(partition_keeps_classes_apart),
        cmocka_unit_test(normal_forms_say_what_is), cmocka_unit_test(equivalent_systems_have_one_normal_form),
        cmocka_unit_test(bounds_are_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
