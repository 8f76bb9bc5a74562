/* The temporary file: what was written is read; it is not put on a file system in memory or under a limit on file
 * sizes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "store/spill.h"

static void what_is_written_is_read(void **ctx)
{
    (void)ctx;
    coset__spill s;
    uint64_t first, second;
    char got[6];
    coset__spill_open(&s);
    if (!coset__spill_is_open(&s))
        skip(); /* no folder on a disk */
    assert_true(coset__spill_write(&s, "alpha", 6, &first));
    assert_true(coset__spill_write(&s, "beta", 5, &second));
    coset__spill_read(&s, second, got, 5);
    assert_string_equal(got, "beta");
    coset__spill_read(&s, first, got, 6);
    assert_string_equal(got, "alpha");
    assert_int_equal(s.bytes, 11);
    coset__spill_close(&s);
    assert_false(coset__spill_is_open(&s));
}

static void a_folder_that_cannot_be_used_is_passed_over(void **ctx)
{
    (void)ctx;
    static const char *const folders[] = {"/proc", "/dev/shm", "/nowhere/at/all", ""};
    coset__spill s, plain;
    coset__spill_open(&plain);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        assert_int_equal(setenv("TMPDIR", folders[i], 1), 0);
        coset__spill_open(&s);
        assert_int_equal(coset__spill_is_open(&s), coset__spill_is_open(&plain)); /* in /var/tmp */
        coset__spill_close(&s);
    }
    (void)unsetenv("TMPDIR");
    coset__spill_close(&plain);
}

static void a_limit_on_files_forbids_it(void **ctx)
{
    (void)ctx;
    struct rlimit before, few;
    coset__spill s;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    few = before;
    few.rlim_cur = 1 << 20;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    coset__spill_open(&s);
    assert_false(coset__spill_is_open(&s));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(a_folder_that_cannot_be_used_is_passed_over),
        cmocka_unit_test(a_limit_on_files_forbids_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
