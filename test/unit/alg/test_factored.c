/* Numbers as products, and their quotients. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "alg/factored.h"

static void quotients_are_exact(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 200; n++) /* n! / (n-4)! and a binomial, by numbers that fit */
        for (uint32_t k = 0; k <= 4 && k <= n; k++) {
            coset_count falling = 1, below = 1;
            for (uint32_t i = 0; i < k; i++) {
                falling *= n - i;
                below *= i + 1;
            }
            coset_factored all = coset_factored_factorial(n), part = coset_factored_factorial(n - k);
            assert_true(coset_factored_quotient(all, part) == falling);
            part = coset_factored_product(part, coset_factored_factorial(k));
            assert_true(coset_factored_quotient(all, part) == falling / below);
        }
}

static void what_does_not_fit_is_not_known(void **state)
{
    (void)state;
    const coset_factored one = coset_factored_of(1), none = coset_factored_of(0);
    assert_true(coset_factored_quotient(coset_factored_factorial(34), coset_factored_of(34)) ==
                coset_factored_quotient(coset_factored_factorial(33), one));
    assert_true(coset_factored_quotient(coset_factored_factorial(34), coset_factored_factorial(31)) == 32 * 33 * 34);
    assert_true(coset_factored_quotient(coset_factored_factorial(35), one) == 0);
    assert_true(coset_factored_quotient(coset_factored_factorial(1000), coset_factored_factorial(900)) == 0);
    assert_true(coset_factored_quotient(one, none) == 0);
    assert_true(coset_factored_quotient(none, one) == 0);
    assert_true(coset_factored_quotient(coset_factored_of(3), coset_factored_of(4)) == 0);
    assert_true(coset_factored_quotient(coset_factored_of((coset_count)3 << 120),
                                        coset_factored_of((coset_count)1 << 119)) == 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(quotients_are_exact),
                                       cmocka_unit_test(what_does_not_fit_is_not_known)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
