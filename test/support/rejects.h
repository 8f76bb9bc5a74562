/* rejects.h - texts that a front end must refuse. Each states in its first lines, as comments, with which messages:
 *     expect: <code> <line>:<column> <part of the message>
 *     help: <part of the help>            (of the expectation above)
 * Exactly these errors must occur. */
#ifndef COSET_TEST_REJECTS_H
#define COSET_TEST_REJECTS_H

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/text.h"

typedef struct {
    const char *folder, *ending;
    const char *comment; /* starts a line of expectations: two characters and a blank */
    coset_status (*read)(coset_text *text, uint16_t file, coset_arena *arena, coset_err *err);
} rejects;

/* What coset_text_print prints about the file. */
static char *report_of(const rejects *r, const char *name, const char *bytes, size_t len, uint32_t *errors)
{
    coset_text *text = coset_text_new();
    coset_arena *arena = coset_arena_new();
    coset_err err;
    uint16_t file = coset_text_add(text, name, bytes, len);
    assert_int_equal(r->read(text, file, arena, &err), COSET_INPUT);
    *errors = coset_text_errors(text);
    char *report = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&report, &size);
    assert_non_null(out);
    coset_text_print(text, out, false, 0);
    (void)fclose(out);
    coset_arena_free(arena);
    coset_text_free(text);
    return report;
}

/* The line of the report that starts with `start` and contains `part` and `code`, or NULL. */
static const char *find_line(const char *report, const char *start, const char *part, const char *code)
{
    for (const char *line = report; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        size_t len = strcspn(line, "\n");
        char *copy = coset_new(len + 1, 1);
        memcpy(copy, line, len);
        bool found = strncmp(copy, start, strlen(start)) == 0 && strstr(copy, part) && strstr(copy, code);
        coset_delete(copy);
        if (found)
            return line;
    }
    return NULL;
}

static void check_expectation(const char *name, const char *report, const char *line, const char **at)
{
    char code[8], place[32], tag[12], start[400];
    int rest = 0;
    assert_int_equal(sscanf(line + 3, "expect: %7s %31s %n", code, place, &rest), 2);
    (void)snprintf(start, sizeof start, "%s:%s: error: ", name, place);
    (void)snprintf(tag, sizeof tag, "[%s]", code);
    *at = find_line(report, start, line + 3 + rest, tag);
    if (!*at)
        fail_msg("%s: expected \"%s\" in\n%s", name, line, report);
}

/* Returns how many errors are expected. */
static uint32_t check_expectations(const rejects *r, const char *name, char *bytes, const char *report)
{
    uint32_t n = 0;
    const char *at = report;
    for (char *line = bytes; strncmp(line, r->comment, 3) == 0;) {
        char *end = line + strcspn(line, "\n"), kept = *end;
        *end = '\0';
        if (strncmp(line + 3, "expect:", 7) == 0) {
            n++;
            check_expectation(name, report, line, &at);
        } else if (strncmp(line + 3, "help: ", 6) == 0 && !find_line(at, "  help: ", line + 9, "")) {
            fail_msg("%s: expected \"%s\" in\n%s", name, line, report);
        }
        *end = kept;
        line = end + (kept != '\0');
    }
    return n;
}

static void check_file(const rejects *r, const char *path, const char *name)
{
    coset_text *text = coset_text_new();
    uint16_t file;
    coset_err err;
    assert_int_equal(coset_text_read(text, path, &file, &err), COSET_OK);
    size_t len;
    const char *bytes = coset_text_bytes(text, file, &len);
    uint32_t errors;
    char *report = report_of(r, name, bytes, len, &errors), *copy = coset_copy_text(bytes);
    uint32_t expected = check_expectations(r, name, copy, report);
    if (expected == 0 || expected != errors)
        fail_msg("%s: %u errors are expected, but there are %u:\n%s", name, expected, errors, report);
    coset_delete(copy);
    free(report);
    coset_text_free(text);
}

/* Every file of the folder; there must be more than `least`. */
static void check_folder(const rejects *r, uint32_t least)
{
    DIR *folder = opendir(r->folder);
    assert_non_null(folder);
    uint32_t n = 0;
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        size_t len = strlen(entry->d_name), ending = strlen(r->ending);
        if (len <= ending || strcmp(entry->d_name + len - ending, r->ending) != 0)
            continue;
        char path[1000];
        (void)snprintf(path, sizeof path, "%s/%s", r->folder, entry->d_name);
        check_file(r, path, entry->d_name);
        n++;
    }
    (void)closedir(folder);
    assert_true(n > least);
}

#endif
