/* Options as names and values have the meaning of the command line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "options/options.h"

static coset_status take(coset_settings *s, const char *key, const char *value, coset_err *err)
{
    const coset_option_pair pair = {key, value};
    *s = coset_settings_new();
    return coset_options_take(&pair, 1, "model.m", s, err);
}

static void test_values(void **state)
{
    (void)state;
    coset_settings s;
    coset_err err;
    assert_int_equal(take(&s, "symmetry", "off", &err), COSET_OK);
    assert_string_equal(s.strategy, "off");
    assert_string_equal(s.files[0], "model.m");
    coset_settings_fini(&s);
    assert_int_equal(take(&s, "j", "3", &err), COSET_OK);
    assert_int_equal(s.engine.threads, 3);
    coset_settings_fini(&s);
    assert_int_equal(take(&s, "D", "N=4", &err), COSET_OK);
    assert_int_equal(s.defines.n, 1);
    assert_string_equal(s.defines.at[0].value, "4");
    coset_settings_fini(&s);
}

static void test_flags(void **state)
{
    (void)state;
    static const char *const on[] = {NULL, "", "on"};
    coset_settings s;
    coset_err err;
    for (size_t i = 0; i < sizeof on / sizeof *on; i++) {
        assert_int_equal(take(&s, "no-trace", on[i], &err), COSET_OK);
        assert_true(s.engine.no_trace);
        coset_settings_fini(&s);
    }
    assert_int_equal(take(&s, "no-trace", "off", &err), COSET_OK);
    assert_false(s.engine.no_trace);
    coset_settings_fini(&s);
}

static void wrong(const char *key, const char *value, const char *words)
{
    coset_settings s;
    coset_err err = {0};
    assert_int_equal(take(&s, key, value, &err), COSET_USAGE);
    assert_non_null(strstr(err.text, words));
    coset_settings_fini(&s);
}

static void test_errors(void **state)
{
    (void)state;
    wrong("symetry", "auto", "did you mean --symmetry");
    wrong("", "auto", "there is no option");
    wrong("no-trace", "3", "takes no argument");
    wrong("symmetry", NULL, "needs an argument");
    wrong("threads", "0", "--threads: the number of threads");
    wrong("seed", "3", "coset check has no option --seed");
    wrong("max-nodes", "1M", "belongs to --engine=symbolic");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values), cmocka_unit_test(test_flags),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
