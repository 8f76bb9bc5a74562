/* Hash compaction: added states are found, with any tables; the limit; states that are taken for others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "rounds.h"
#include "store/compaction.h"
#include "store/set.h"

static coset_stored add(coset__compaction *c, uint64_t i)
{
    coset_stored how;
    while ((how = coset__compaction_add(c, coset_mix(i))) == COSET_STORE_FULL)
        if (!coset__compaction_grow(c))
            return COSET_STORE_FULL;
    return how;
}

static void hashes_are_found_in_all_tables(void **ctx)
{
    (void)ctx;
    const uint64_t n = rounds(400000);
    coset__budget budget = {0};
    coset__compaction c;
    uint64_t taken = 0;
    assert_true(coset__compaction_init(&c, &budget, 0));
    for (uint64_t i = 0; i < n; i++) {
        taken += coset__compaction_has(&c, coset_mix(i));
        taken += add(&c, i) != COSET_STORE_NEW;
        assert_true(coset__compaction_has(&c, coset_mix(i)));
        assert_int_equal(add(&c, i / 2), COSET_STORE_OLD);
    }
    assert_true((double)taken <= 1 + 2 * (double)n * coset__compaction_false(&c));
    assert_true(c.n > 1);
    for (uint64_t i = 0; i < n; i++)
        assert_true(coset__compaction_has(&c, coset_mix(i)));
    coset__compaction_fini(&c);
    assert_int_equal(budget.bytes, 0);
}

static void most_of_the_limit_is_used(void **ctx)
{
    (void)ctx;
    enum { LIMIT = 6 << 20, SPARED = 1 << 20 };
    coset__budget budget = {.max = LIMIT};
    coset__compaction c;
    uint64_t n = 0;
    assert_true(coset__compaction_init(&c, &budget, SPARED));
    while (add(&c, n) != COSET_STORE_FULL)
        assert_true(++n < LIMIT);
    assert_true(budget.bytes <= LIMIT - SPARED);
    assert_true(n * 16 / 3 > (LIMIT - SPARED) / 100 * 85);
    assert_true(c.wanting);
    for (uint64_t i = 0; i < n; i++)
        assert_true(coset__compaction_has(&c, coset_mix(i)));
    coset__compaction_fini(&c);
}

/* Only 64 bits of a hash are known: in a table of 2^28 lines 36 of them are left for the finger. */
static void very_large_tables_tell_fewer_hashes_apart(void **ctx)
{
    (void)ctx;
    coset__compaction c = {.n = 1, .tables = {{NULL, UINT64_C(1) << 20}}};
    const double small = coset__compaction_false(&c);
    c.tables[0].n = UINT64_C(1) << 28;
    assert_true(coset__compaction_false(&c) >= (double)COSET__FINGERS / (double)(UINT64_C(1) << 36));
    assert_true(small < coset__compaction_false(&c) / 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_found_in_all_tables),
        cmocka_unit_test(most_of_the_limit_is_used),
        cmocka_unit_test(very_large_tables_tell_fewer_hashes_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
