/* The values of a word: each has one number, in order of arrival, also while the table grows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "rounds.h"
#include "store/values.h"

/* Grows only if no number is left. */
static uint32_t number_of(coset__values *v, uint64_t x, bool *grows)
{
    uint32_t number;
    uint64_t hash;
    while (!coset__value_number(v, 0, x, &number, &hash)) {
        assert_int_equal(coset__values_of(v, 0), v->tables[0].limit);
        assert_int_equal(coset__values_grow(v, NULL), COSET_OK);
    }
    *grows |= v->tables[0].before != NULL;
    assert_int_equal(hash, coset__value_hash(0, x));
    return number;
}

static void numbers_go_up_while_the_table_grows(void **ctx)
{
    (void)ctx;
    const uint32_t n = rounds(1000000);
    coset__budget budget = {0};
    coset__values v;
    bool grows = false;
    assert_true(coset__values_init(&v, 1, &budget));
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(number_of(&v, coset_mix(i), &grows), i);
        assert_int_equal(number_of(&v, coset_mix(i / 2), &grows), i / 2);
    }
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(number_of(&v, coset_mix(i), &grows), i);
    assert_true(grows); /* values were found and added between the steps of growth */
    assert_int_equal(coset__values_of(&v, 0), n);
    coset__values_fini(&v);
}

/* Failed allocations: the tables themselves, or the first entries of the second word. */
static void a_budget_that_is_too_small_is_told(void **ctx)
{
    (void)ctx;
    coset__budget whole = {0};
    coset__values v;
    assert_true(coset__values_init(&v, 2, &whole));
    coset__values_fini(&v);
    for (uint64_t max = 1; max <= whole.bytes; max += max < whole.bytes / 2 ? whole.bytes / 8 : whole.bytes / 8 + 1) {
        coset__budget budget = {.max = max};
        assert_int_equal(coset__values_init(&v, 2, &budget), max == whole.bytes);
        coset__values_fini(&v);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_go_up_while_the_table_grows),
        cmocka_unit_test(a_budget_that_is_too_small_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
