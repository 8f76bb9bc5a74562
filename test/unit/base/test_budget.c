/* Budgets: bounds are met, stay met, and say so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/budget.h"

static void no_bound_is_never_met(void **state)
{
    (void)state;
    coset_budget b = {0};
    coset_budget_start(&b);
    for (int i = 0; i < 100000; i++)
        assert_false(coset_budget_spend(&b, 100));
    assert_false(coset_budget_spend(NULL, UINT32_MAX));
    assert_false(coset_budget_is_spent(NULL));
    assert_true(coset_budget_left(&b) == 0);
}

static void time_ends(void **state)
{
    (void)state;
    coset_budget b = {.seconds = 0.05};
    double began = coset_clock_now();
    coset_budget_start(&b);
    assert_true(coset_budget_left(&b) > 0);
    while (!coset_budget_spend(&b, 1))
        assert_true(coset_clock_now() - began < 20);
    assert_true(coset_clock_now() - began >= 0.05);
    assert_true(coset_budget_is_spent(&b) && coset_budget_spend(&b, 0) && coset_budget_look(&b));
    coset_err err;
    assert_int_equal(coset_budget_fail(&b, "this was tested", &err), COSET_LIMIT);
    assert_string_equal(err.text, "the time limit of 0.05 seconds was reached while this was tested");
}

static void memory_ends(void **state)
{
    (void)state;
    uint64_t held = coset_memory_held();
    if (held == 0)
        skip();
    coset_budget b = {.most_bytes = held + ((uint64_t)1 << 30)};
    coset_budget_start(&b);
    assert_false(coset_budget_look(&b));
    b.most_bytes = held / 2;
    b.measured = 0;
    assert_true(coset_budget_look(&b));
    assert_int_equal(b.met, COSET_MEMORY);
    size_t n = (size_t)64 << 20;
    char *more = malloc(n);
    assert_non_null(more);
    memset(more, 1, n);
    assert_true(coset_memory_held() >= held + n / 2);
    free(more);
}

static void stop_ends(void **state)
{
    (void)state;
    atomic_bool stop = false;
    coset_budget b = {.stop = &stop};
    coset_budget_start(&b);
    assert_false(coset_budget_look(&b));
    stop = true;
    assert_true(coset_budget_look(&b));
    stop = false;
    assert_true(coset_budget_look(&b)); /* for ever */
    assert_int_equal(b.met, COSET_STOPPED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bound_is_never_met),
        cmocka_unit_test(time_ends),
        cmocka_unit_test(memory_ends),
        cmocka_unit_test(stop_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
