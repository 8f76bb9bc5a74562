/* Transition systems: sorting, labels, merging, divergence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "csp_random.h"

static void edges_are_sorted_and_distinct(void **state)
{
    (void)state;
    coset_lts_builder *b = coset_lts_builder_new();
    for (int i = 0; i < 3; i++)
        (void)coset_lts_add_state(b);
    coset_lts_add_edge(b, 1, 3, 2);
    coset_lts_add_edge(b, 0, 2, 1);
    coset_lts_add_edge(b, 0, 2, 0);
    coset_lts_add_edge(b, 0, 2, 1);
    coset_lts_add_edge(b, 0, 0, 2);
    coset_lts *l = coset_lts_build(b, 4);
    coset_arena *a = coset_arena_new();
    const char *const names[] = {"tau", "tick", "a", "b"};
    assert_string_equal(coset_lts_text(l, names, a), "0 tau 2\n0 a 0\n0 a 1\n1 b 2\n");
    assert_string_equal(coset_lts_text(l, NULL, a), "0 0 2\n0 2 0\n0 2 1\n1 3 2\n");
    uint64_t from, to;
    assert_true(coset_lts_edges_with(l, 0, 2, &from, &to));
    assert_int_equal(to - from, 2);
    assert_false(coset_lts_edges_with(l, 0, 1, &from, &to));
    assert_false(coset_lts_is_stable(l, 0));
    assert_true(coset_lts_is_stable(l, 1) && coset_lts_is_stable(l, 2));
    coset_arena_free(a);
    coset_lts_free(l);
}

static void labels_become_aliases(void **state)
{
    (void)state;
    coset_lts_builder *b = coset_lts_builder_new();
    for (uint32_t s = 0; s < 4; s++) {
        coset_element end = {0, s};
        coset_label_edge edge = {7, 1, &end};
        coset_label label = {s, 1, &edge};
        (void)coset_lts_add_state(b);
        coset_lts_add_label(b, s, &label);
    }
    coset_lts_add_edge(b, 0, 2, 1);
    coset_lts_add_edge(b, 0, 2, 3);
    coset_lts *l = coset_lts_build(b, 3);
    const uint32_t of[] = {0, 1, 0, 1};
    coset_lts *q = coset_lts_quotient(l, of, 2, true), *r = coset_lts_reachable(q);
    assert_int_equal(q->n_states, 2);
    assert_int_equal(coset_lts_n_edges(q), 1);
    assert_int_equal(r->n_aliases, 2);
    assert_int_equal(r->labels[1].control, 1);
    assert_int_equal(r->aliases[1].label.edges[0].ends[0].element, 3);
    assert_int_equal(r->aliases[1].state, 1);
    coset_lts_free(l);
    coset_lts_free(q);
    coset_lts_free(r);
}

static void divergence_is_as_the_slow_way_says(void **state)
{
    (void)state;
    dice d = {1};
    for (int i = 0; i < 2000; i++) {
        coset_lts *l = random_lts(&d, 10, 4, roll(&d, 10)), *r = coset_lts_reachable(l);
        bool *diverges = coset_lts_divergent(l);
        for (uint32_t s = 0; s < l->n_states; s++)
            assert_int_equal(diverges[s], ref_diverges(l, 1u << s));
        assert_true(ref_bisimilar(l, r));
        coset_delete(diverges);
        coset_lts_free(l);
        coset_lts_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(edges_are_sorted_and_distinct),
                                       cmocka_unit_test(labels_become_aliases),
                                       cmocka_unit_test(divergence_is_as_the_slow_way_says)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
