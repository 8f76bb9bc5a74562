/* Scripts by others: the test suite of FDR's front end, and other public scripts. Skipped if ../shared is absent
 * (COSET_SHARED names another folder). */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "lang/cspm/check/check.h"
#include "lang/cspm/check/symmetric.h"

typedef enum { FAILS_PARSE, FAILS_CHECK, FAILS_FORMS, PASSES } stage;

static const char *const stage_names[] = {"parser", "type checker", "forms", "accepted"};

typedef struct {
    coset_text *text;
    coset_arena *arena;
    cspm_names *names;
    cspm_script script;
} parsed;

static parsed parse_file(const char *path)
{
    parsed p = {.text = coset_text_new(), .arena = coset_arena_new()};
    uint16_t file;
    coset_err err;
    assert_int_equal(coset_text_read(p.text, path, &file, &err), COSET_OK);
    p.names = coset__cspm_names_new(p.arena);
    p.script = coset__cspm_parse(p.text, file, p.arena, p.names);
    return p;
}

static void done(parsed *p)
{
    coset_arena_free(p->arena);
    coset_text_free(p->text);
}

/* Everything before the forms can be checked even if the types are wrong: stop at the first stage with errors. */
static stage stage_of(parsed *p)
{
    if (coset_text_errors(p->text))
        return FAILS_PARSE;
    cspm_reports reports = {.text = p->text};
    cspm_program program;
    stage result = FAILS_CHECK;
    coset__cspm_resolve(&reports, p->arena, p->names, p->script, &program);
    coset__cspm_check(&program);
    if (!coset_text_errors(p->text)) {
        coset__cspm_check_forms(&program);
        result = coset_text_errors(p->text) ? FAILS_FORMS : PASSES;
    }
    coset_vec_fini(&reports.places);
    return result;
}

static const char *shared(void)
{
    const char *folder = getenv("COSET_SHARED");
    return folder && *folder ? folder : COSET_TEST_DIR "/../../shared";
}

typedef void visitor(const char *path, const char *name, void *ctx);

/* Calls `visit` for each script of a folder of the CSPM corpus; the number of them. */
static uint32_t each_script(const char *folder, visitor *visit, void *ctx)
{
    char path[1200];
    (void)snprintf(path, sizeof path, "%s/corpus/cspm/%s", shared(), folder);
    DIR *dir = opendir(path);
    if (!dir) {
        print_message("no corpus at %s: skipped\n", path);
        skip();
    }
    uint32_t n = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || (strcmp(dot, ".csp") != 0 && strcmp(dot, ".fdr2") != 0))
            continue;
        char script[1600];
        (void)snprintf(script, sizeof script, "%s/%s", path, entry->d_name);
        visit(script, entry->d_name, ctx);
        n++;
    }
    (void)closedir(dir);
    return n;
}

/* The expected outcome of a group of scripts, except for those named. */
typedef struct {
    stage least, most;
    const char *const *except;
    uint32_t excepted;
} expectation;

static bool is_excepted(expectation *e, const char *name)
{
    for (const char *const *x = e->except; x && *x; x++)
        if (strcmp(*x, name) == 0) {
            e->excepted++;
            return true;
        }
    return false;
}

static void expect_stage(const char *path, const char *name, void *ctx)
{
    expectation *e = ctx;
    parsed p = parse_file(path);
    stage got = stage_of(&p);
    if ((got < e->least || got > e->most) && !is_excepted(e, name)) {
        coset_text_print(p.text, stdout, false, 5);
        fail_msg("%s: %s", name, stage_names[got]);
    }
    done(&p);
}

static void group(const char *folder, uint32_t n, stage least, stage most, const char *const *except)
{
    expectation e = {.least = least, .most = most, .except = except};
    assert_int_equal(each_script(folder, expect_stage, &e), n);
    for (const char *const *x = except; x && *x; x++)
        e.excepted--;
    assert_int_equal(e.excepted, 0); /* an obsolete exception must be removed */
}

/* `instance` in a let: FDR's parser refuses it in one of its own tests and should accept it in this one. */
static const char *const refused_earlier[] = {"module_instances_6.csp", NULL};

static void front_end_suite(void **state)
{
    (void)state;
    group("libcspm-tests/parser/should_pass", 48, FAILS_CHECK, PASSES, NULL);
    group("libcspm-tests/parser/should_fail", 36, FAILS_PARSE, FAILS_PARSE, NULL);
    group("libcspm-tests/typechecker/should_pass", 90, PASSES, PASSES, NULL);
    group("libcspm-tests/typechecker/should_fail", 141, FAILS_CHECK, FAILS_CHECK, refused_earlier);
    group("libcspm-tests/desugar/should_fail", 5, FAILS_FORMS, FAILS_FORMS, NULL);
    group("libcspm-tests/evaluator/should_pass", 87, PASSES, PASSES, NULL);
    group("libcspm-tests/evaluator/should_fail", 25, PASSES, PASSES, NULL);
}

static void symmetry_suite(void **state)
{
    (void)state;
    group("libcspm-symmetry/parser/should_pass", 2, FAILS_CHECK, PASSES, NULL);
    group("libcspm-symmetry/parser/should_fail", 4, FAILS_PARSE, FAILS_PARSE, NULL);
    group("libcspm-symmetry/typechecker/should_pass", 3, PASSES, PASSES, NULL);
    group("libcspm-symmetry/typechecker/should_fail", 4, FAILS_CHECK, FAILS_CHECK, NULL);
    group("libcspm-symmetry/static_assertions/should_pass", 6, PASSES, PASSES, NULL);
}

/* Scripts for other tools that FDR's typed language refuses: untyped ones, unknown names. */
static const char *const untyped[] = {
    "Andrew.csp",       /* a sequence and a datatype from one function */
    "RepWithGuard.csp", /* ranges over a number */
    "SequentialRouter.csp",
    "oopseq.csp", /* a set of a channel and an event */
    "crossing.csp",
    "t1.csp", /* transparent normalise */
    "exp.csp",
    "oopsla.csp",       /* names that are defined nowhere */
    "prioProb.csp",     /* an unparenthesised `if` between a field and its arrow */
    "protocol.fix.csp", /* other use of tuples and dots */
    "peterson2.fdr2",   /* {| false, true |} */
    NULL,
};

static void wild_scripts(void **state)
{
    (void)state;
    group("rova", 8, PASSES, PASSES, NULL);
    group("frontend", 53, PASSES, PASSES, untyped);
    group("inline/papers-we-love", 6, PASSES, PASSES, NULL);
    group("inline/concurrency-models", 1, PASSES, PASSES, NULL);
}

/* ---- static symmetry ----------------------------------------------------------------------------------------- */

/* Each `assert [not] .. :[symmetric]:` holds as it is written. */
static void static_assertions(const char *path, const char *name, void *ctx)
{
    parsed p = parse_file(path);
    cspm_reports reports = {.text = p.text};
    cspm_program program;
    coset__cspm_resolve(&reports, p.arena, p.names, p.script, &program);
    coset__cspm_check(&program);
    assert_int_equal(coset_text_errors(p.text), 0);
    for (uint32_t i = 0; i < program.n_asserts; i++) {
        const cspm_obstacle *reason;
        if (program.asserts[i]->op != CSPM_IS_SYMMETRIC)
            continue;
        ++*(uint32_t *)ctx;
        if (!coset__cspm_decide_symmetric(&program, program.asserts[i], &reason))
            fail_msg("%s:%u: wrong", name, program.asserts[i]->pos.line);
    }
    coset_vec_fini(&reports.places);
    done(&p);
}

static void symmetry_assertions(void **state)
{
    (void)state;
    uint32_t n = 0;
    each_script("libcspm-symmetry/static_assertions/should_pass", static_assertions, &n);
    assert_int_equal(n, 48);
}

/* ---- printing ------------------------------------------------------------------------------------------------ */

static char *printed(const parsed *p, size_t *len)
{
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, len);
    assert_non_null(out);
    coset__cspm_print(out, p->script.decls, p->script.n_decls);
    (void)fclose(out);
    return bytes;
}

/* What is printed parses to an equal tree. */
static void round_trip(const char *path, const char *name, void *ctx)
{
    (void)ctx;
    parsed p = parse_file(path);
    if (!coset_text_errors(p.text)) {
        size_t len;
        char *bytes = printed(&p, &len);
        cspm_script again = coset__cspm_parse(p.text, coset_text_add(p.text, "printed", bytes, len), p.arena, p.names);
        if (coset_text_errors(p.text)) {
            coset_text_print(p.text, stdout, false, 5);
            fail_msg("%s: the printed text does not parse", name);
        }
        if (again.n_decls != p.script.n_decls)
            fail_msg("%s: %u declarations, then %u", name, p.script.n_decls, again.n_decls);
        for (uint32_t i = 0; i < again.n_decls; i++)
            if (!coset__cspm_equal(again.decls[i], p.script.decls[i]))
                fail_msg("%s: another tree for the declaration in line %u", name, p.script.decls[i]->pos.line);
        free(bytes);
    }
    done(&p);
}

static void printing(void **state)
{
    (void)state;
    static const char *const folders[] = {
        "libcspm-tests/prettyprinter/should_pass",
        "libcspm-tests/parser/should_pass",
        "libcspm-tests/typechecker/should_pass",
        "libcspm-tests/evaluator/should_pass",
        "libcspm-symmetry/parser/should_pass",
        "rova",
        "frontend",
        "inline/papers-we-love",
    };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        assert_true(each_script(folders[i], round_trip, NULL) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(front_end_suite),     cmocka_unit_test(symmetry_suite), cmocka_unit_test(wild_scripts),
        cmocka_unit_test(symmetry_assertions), cmocka_unit_test(printing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
