#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "alg/arrange.h"
#include "alg/factorial.h"

/* All arrangements of 3 + 1 + 4 positions appear once, and each step exchanges two items. */
static void each_arrangement_once(void **unused)
{
    (void)unused;
    const coset_block blocks[] = {{0, 3}, {3, 1}, {4, 4}};
    uint32_t items[8] = {0, 1, 2, 3, 4, 5, 6, 7}, before[8], counters[8];
    static bool seen[1u << 24];
    memset(seen, 0, sizeof seen);
    coset_arrange a = {3, blocks, counters};
    coset_arrange_start(&a);
    uint32_t n = 0;
    do {
        uint32_t code = 0;
        for (uint32_t i = 0; i < 8; i++) {
            assert_true(i < 3 ? items[i] < 3 : i < 4 ? items[i] == 3 : items[i] > 3);
            code = code * 8 + items[i];
        }
        assert_false(seen[code]);
        seen[code] = true;
        uint32_t differ = 0;
        for (uint32_t i = 0; n && i < 8; i++)
            differ += before[i] != items[i];
        assert_true(n == 0 || differ == 2);
        memcpy(before, items, sizeof before);
        n++;
    } while (coset_arrange_next(&a, items));
    assert_int_equal(n, 6 * 24);
}

static void no_blocks(void **unused)
{
    (void)unused;
    coset_arrange a = {0, NULL, NULL};
    coset_arrange_start(&a);
    assert_false(coset_arrange_next(&a, NULL));
}

static void factorials(void **unused)
{
    (void)unused;
    coset_count n = 7;
    assert_true(coset_factorials((uint32_t[]){4, 0, 3}, 3, &n) && n == 144);
    assert_true(coset_factorials(NULL, 0, &n) && n == 1);
    assert_true(coset_factorials((uint32_t[]){34}, 1, &n));
    coset_count before = n;
    assert_false(coset_factorials((uint32_t[]){35}, 1, &n));
    assert_true(n == before);
    coset_arena *a = coset_arena_new();
    assert_string_equal(coset_factorials_text((uint32_t[]){25}, 1, a), "15511210043330985984000000");
    coset_arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_arrangement_once), cmocka_unit_test(no_blocks),
                                       cmocka_unit_test(factorials)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
