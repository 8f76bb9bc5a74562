/* Sorting short and long lists of numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/numbers.h"

enum { MOST = 200 };

static void sorts_any_length(void **ctx)
{
    (void)ctx;
    uint32_t at[MOST], seed = 1;
    for (size_t n = 0; n <= MOST; n++) {
        uint64_t sum = 0, sorted = 0;
        for (size_t i = 0; i < n; i++) {
            seed = seed * 1664525U + 1013904223U;
            at[i] = i % 3 ? seed : seed % 10; /* some are equal */
            sum += at[i];
        }
        coset_numbers_sort(at, n);
        for (size_t i = 0; i < n; i++) {
            sorted += at[i];
            assert_true(i == 0 || at[i - 1] <= at[i]);
        }
        assert_true(sum == sorted);
    }
    coset_numbers_sort(NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sorts_any_length)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
