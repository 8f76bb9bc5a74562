/* Source files, messages and their rendering. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/text.h"

static char *printed(coset_text *t, uint32_t most)
{
    char *report = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&report, &size);
    assert_non_null(out);
    coset_text_print(t, out, false, most);
    (void)fclose(out);
    return report;
}

static void expect_report(coset_text *t, uint32_t most, const char *expected)
{
    char *report = printed(t, most);
    assert_string_equal(report, expected);
    free(report);
}

static void error_at(coset_text *t, uint16_t file, uint32_t line, uint16_t column, uint32_t len, const char *words)
{
    coset_message(t, COSET_SEVERITY_ERROR, "E001", (coset_pos){.line = line, .column = column, .file = file}, len, "%s",
                  words);
}

static void underlines_the_place(void **state)
{
    (void)state;
    coset_text *t = coset_text_new();
    uint16_t f = coset_text_add(t, "m", "one\nx := yy;\n", 13);
    error_at(t, f, 2, 6, 2, "yy is not declared");
    coset_message_help(t, "did you mean %s?", "y");
    expect_report(t, 0,
                  "m:2:6: error: yy is not declared [E001]\n"
                  "     2 | x := yy;\n"
                  "       |      ^~\n"
                  "  help: did you mean y?\n");
    assert_int_equal(coset_text_errors(t), 1);
    coset_text_free(t);
}

static void sorts_by_position_and_prints_once(void **state)
{
    (void)state;
    coset_text *t = coset_text_new();
    uint16_t f = coset_text_add(t, "m", "a\nb\n", 4);
    error_at(t, f, 2, 1, 1, "second");
    error_at(t, f, 1, 1, 1, "first");
    coset_message(t, COSET_SEVERITY_WARNING, "W001", (coset_pos){.file = f}, 0, "nowhere");
    expect_report(t, 0,
                  "m: warning: nowhere [W001]\n"
                  "m:1:1: error: first [E001]\n     1 | a\n       | ^\n"
                  "m:2:1: error: second [E001]\n     2 | b\n       | ^\n");
    expect_report(t, 0, "");
    assert_int_equal(coset_text_warnings(t), 1);
    coset_text_free(t);
}

static void counts_what_it_does_not_show(void **state)
{
    (void)state;
    coset_text *t = coset_text_new();
    uint16_t f = coset_text_add(t, "m", "a\nb\nc\n", 6);
    for (uint32_t line = 1; line <= 3; line++)
        error_at(t, f, line, 1, 1, "wrong");
    expect_report(t, 1, "m:1:1: error: wrong [E001]\n     1 | a\n       | ^\n2 more errors\n");
    coset_text_free(t);
}

static void shows_tabs_and_other_letters_in_line(void **state)
{
    (void)state;
    coset_text *t = coset_text_new();
    uint16_t f = coset_text_add(t, "m", "\t\u2200 x\r\n", 8);
    error_at(t, f, 1, 6, 1, "here");
    expect_report(t, 0, "m:1:6: error: here [E001]\n     1 |     \u2200 x\n       |       ^\n");
    coset_text_free(t);
}

static void survives_any_bytes(void **state)
{
    (void)state;
    char bytes[5000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i % 256 == '\n' ? 0 : i * 7 % 256);
    for (uint16_t column = 0; column < 5100; column = (uint16_t)(column + 77)) {
        coset_text *t = coset_text_new();
        uint16_t f = coset_text_add(t, "m", bytes, sizeof bytes);
        error_at(t, f, column % 30, column, 4000, bytes + 1);
        char *report = printed(t, 0);
        assert_null(strchr(report, '\033'));
        assert_true(strlen(report) < 20000);
        free(report);
        coset_text_free(t);
    }
}

static void cuts_an_enormous_line(void **state)
{
    (void)state;
    size_t len = 300000;
    char *bytes = coset_new(len, 1);
    memset(bytes, 'x', len);
    coset_text *t = coset_text_new();
    uint16_t f = coset_text_add(t, "m", bytes, len);
    error_at(t, f, 1, 60000, 5, "here");
    char *report = printed(t, 0);
    assert_true(strlen(report) < 500);
    assert_non_null(strstr(report, "^~~~~\n"));
    free(report);
    coset_text_free(t);
    coset_delete(bytes);
}

static void keeps_files_whole(void **state)
{
    (void)state;
    coset_text *t = coset_text_new();
    uint16_t f = coset_text_add(t, "m", "a\0b", 3);
    size_t len;
    const char *bytes = coset_text_bytes(t, f, &len);
    assert_int_equal(len, 3);
    assert_memory_equal(bytes, "a\0b", 4);
    assert_string_equal(coset_text_name(t, f), "m");
    coset_err err;
    assert_int_equal(coset_text_read(t, "no/such/file.m", &f, &err), COSET_NOINPUT);
    assert_non_null(strstr(err.text, "no/such/file.m"));
    assert_int_not_equal(err.os, 0);
    coset_text_free(t);
}

static void finds_the_nearest_word(void **state)
{
    (void)state;
    const char *words[] = {"counter", "state", "count", "x"};
    assert_string_equal(coset_nearest("conter", words, 4), "counter");
    assert_string_equal(coset_nearest("STATE", words, 4), "state");
    assert_string_equal(coset_nearest("tsate", words, 4), "state");
    assert_null(coset_nearest("elephant", words, 4));
    assert_null(coset_nearest("y", words, 4));
    assert_null(coset_nearest("", words, 4));
    assert_null(coset_nearest("counter", words, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(underlines_the_place),
        cmocka_unit_test(sorts_by_position_and_prints_once),
        cmocka_unit_test(counts_what_it_does_not_show),
        cmocka_unit_test(shows_tabs_and_other_letters_in_line),
        cmocka_unit_test(survives_any_bytes),
        cmocka_unit_test(cuts_an_enormous_line),
        cmocka_unit_test(keeps_files_whole),
        cmocka_unit_test(finds_the_nearest_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
