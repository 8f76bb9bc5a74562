/* The evaluator: values of expressions, failures within bounds, the front end's own tests. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "lang/cspm/check/check.h"
#include "lang/cspm/eval/eval.h"

typedef struct {
    coset_text *text;
    coset_arena *arena;
    cspm_reports *reports; /* in the arena, as the program: the machine borrows it */
    cspm_machine *machine;
} loaded;

static loaded load(coset_text *text, uint16_t file, const cspm_eval_limits *limits)
{
    loaded l = {.text = text, .arena = coset_arena_new()};
    l.reports = coset_arena_get(l.arena, 1, sizeof *l.reports);
    l.reports->text = text;
    cspm_program *program = coset_arena_get(l.arena, 1, sizeof *program);
    cspm_names *names = coset__cspm_names_new(l.arena);
    cspm_script script = coset__cspm_parse(text, file, l.arena, names);
    if (!coset_text_errors(text)) {
        coset__cspm_resolve(l.reports, l.arena, names, script, program);
        coset__cspm_check(program);
    }
    if (coset_text_errors(text))
        coset_text_print(text, stdout, false, 0);
    assert_int_equal(coset_text_errors(text), 0);
    l.machine = coset__eval_new(program, limits);
    return l;
}

static void unload(loaded *l)
{
    coset__eval_free(l->machine);
    coset_vec_fini(&l->reports->places);
    coset_arena_free(l->arena);
    coset_text_free(l->text);
}

static const char definitions[] = "datatype A = B.{0..1} | X.{0..1}.{0..2} | N\n"
                                  "datatype T = Leaf.{0..9} | Node.T.T\n"
                                  "channel c : Bool.A\nchannel d : {0..2}.{0..1}\nchannel e\n"
                                  "external transpose, mtransclose, relational_image\n"
                                  "fac(0) = 1\nfac(n) = n * fac(n - 1)\n"
                                  "sum(<>) = 0\nsum(<x>^xs) = x + sum(xs)\n"
                                  "last(_^<x>) = x\nlast(<>) = 0\n"
                                  "add(x)(y) = x + y\n"
                                  "flat(Leaf.n) = <n>\nflat(Node.l.r) = flat(l)^flat(r)\n"
                                  "fields(d.x.y) = (x, y)\nfields(_) = (0, 0)\n"
                                  "module M(k)\nexports\nchannel m : {k}\nf(x) = x + k\nendmodule\ninstance I = M(5)\n"
                                  "subtype S = B.{1} | N\nnametype P = {0..1}.{0..1}\n";

static const struct {
    const char *expression, *value;
} values[] = {
    {"1 + 2 * 3 - 4", "3"},
    {"(-7) / 2", "-4"},
    {"(-7) % 2", "1"},
    {"7 % (-2)", "-1"},
    {"if true and not false or false then 1 else 2", "1"},
    {"false and (1 / 0 == 0)", "false"},
    {"fac(20)", "2432902008176640000"},
    {"<1..3>^<7>", "<1, 2, 3, 7>"},
    {"<x * y | x <- <1..3>, x != 2, y <- <x..3>>", "<1, 2, 3, 9>"},
    {"<x..y | (x, y) <- <(1, 2), (5, 6)>>", "<1, 2, 5, 6>"},
    {"head(tail(<1..>))", "2"},
    {"# <1, 2, 3>", "3"},
    {"sum(<1..100>)", "5050"},
    {"last(<1..9>)", "9"},
    {"concat(<<1>, <>, <2, 3>>)", "<1, 2, 3>"},
    {"\"ab\"^<'c'>", "\"abc\""},
    {"show((1, {true}, <>))", "\"(1, {true}, <>)\""},
    {"{3, 1, 2, 1}", "{1, 2, 3}"},
    {"{x + y | x <- {0..2}, y <- {0..2}}", "{0, 1, 2, 3, 4}"},
    {"{(x, y) | x <- {1, 2}, y <- {x..2}}", "{(1, 1), (1, 2), (2, 2)}"},
    {"union({1}, {0, 2})", "{0, 1, 2}"},
    {"diff({1..5}, {2, 4})", "{1, 3, 5}"},
    {"inter({1..}, {(-1), 3})", "{3}"},
    {"diff({1..}, {2, 7})", "union({1, 3, 4, 5, 6}, {8..})"},
    {"union({3, 4}, {5..})", "{3..}"},
    {"Union({{1}, {2}, {}})", "{1, 2}"},
    {"Inter({{1, 2}, {2, 3}})", "{2}"},
    {"Set({1, 2})", "{{}, {1}, {2}, {1, 2}}"},
    {"card(Set({1..10}))", "1024"},
    {"member(<1, 1>, Seq({1}))", "true"},
    {"{1} <= {1, 2}", "true"},
    {"{1} < {2}", "false"},
    {"<1> <= <1, 2>", "true"},
    {"(1, 2) < (1, 3)", "true"},
    {"seq({3, 1})", "<1, 3>"},
    {"(\\ x, <y>^_ @ x + y)(1, <2, 3>)", "3"},
    {"add(1)(2)", "3"},
    {"let f = add(1) within <f(x) | x <- <1, 2>>", "<2, 3>"},
    {"let (a, b) = (b + 1, 2) within a", "3"},
    {"let even(0) = true\n even(n) = odd(n-1)\n odd(0) = false\n odd(n) = even(n-1)\n within even(10)", "true"},
    {"B.1", "B.1"},
    {"{| c.true.X.1 |}", "{c.true.X.1.0, c.true.X.1.1, c.true.X.1.2}"},
    {"card({| c |})", "18"},
    {"card(Events)", "26"},
    {"extensions(c.true.X)", "{0.0, 0.1, 0.2, 1.0, 1.1, 1.2}"},
    {"productions(X.1)", "{X.1.0, X.1.1, X.1.2}"},
    {"A", "{B.0, B.1, X.0.0, X.0.1, X.0.2, X.1.0, X.1.1, X.1.2, N}"},
    {"S", "{B.1, N}"},
    {"P", "{0.0, 0.1, 1.0, 1.1}"},
    {"flat(Node.(Leaf.1).(Node.(Leaf.2).(Leaf.3)))", "<1, 2, 3>"},
    {"member(Node.(Leaf.1).(Leaf.2), T)", "true"},
    {"fields(d.2.1)", "(2, 1)"},
    {"{x | d.x._ <- {| d.1, d.2 |}}", "{1, 2}"},
    {"I::f(1)", "6"},
    {"{| I::m |}", "{I::m.5}"},
    {"(| 2 => 'b', 1 => 'a' |)", "(| 1 => 'a', 2 => 'b' |)"},
    {"mapLookup(mapUpdate((| 1 => 2 |), 1, 3), 1)", "3"},
    {"mapToList(mapDelete((| 1 => 2, 3 => 4 |), 1))", "<(3, 4)>"},
    {"card(Map({1, 2}, {0, 1}))", "9"},
    {"transpose({(1, true)})", "{(true, 1)}"},
    {"relational_image({(1, 2), (1, 3), (2, 4)})(1)", "{2, 3}"},
    {"mtransclose({(2, 1), (3, 2)}, {1, 2, 3})", "{(1, 2), (1, 3)}"},
    {"empty({1..})", "false"},
    {"{1..} == union({1, 2}, {3..})", "true"},
};

/* The result of an evaluation. Nothing is asserted on its own stack: a failed assertion could not leave it. */
typedef struct {
    char *text[4]; /* at first; after everything has moved; and both again */
} shown;

static void show_print(cspm_machine *m, void *ctx)
{
    shown *s = ctx;
    const cspm_program *program = coset__eval_program(m);
    for (int round = 0; round < 4; round += 2) {
        cspm_value *v = coset__eval_expr(m, program->prints[0]->kid[0]);
        s->text[round] = v ? coset__eval_show(m, v) : NULL;
        if (!s->text[round])
            return;
        uint32_t kept = coset__eval_keep(m, v);
        coset__eval_collect(m);
        s->text[round + 1] = coset__eval_show(m, coset__eval_kept(m, kept));
    }
}

static void value_is(const char *source, const char *expression, const char *expected)
{
    coset_text *text = coset_text_new();
    cspm_eval_limits limits = COSET__EVAL_LIMITS;
    limits.always_collect = true;
    loaded l = load(text, coset_text_add(text, "s", source, strlen(source)), &limits);
    shown s = {0};
    coset_err err;
    assert_int_equal(coset__eval_run(l.machine, show_print, &s, &err), COSET_OK);
    for (int i = 0; i < 4; i++) {
        if (!s.text[i])
            coset_text_print(text, stdout, false, 0);
        if (!s.text[i] || strcmp(s.text[i], expected) != 0)
            fail_msg("%s is %s, not %s", expression, s.text[i], expected);
        coset_delete(s.text[i]);
    }
    unload(&l);
}

static void values_of_expressions(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char source[3000];
        (void)snprintf(source, sizeof source, "%svalue = %s\nprint value\n", definitions, values[i].expression);
        value_is(source, values[i].expression, values[i].value);
    }
}

/* ---- failures ------------------------------------------------------------------------------------------------ */

static const struct {
    const char *script, *message; /* the message belongs to `print value` */
} failures[] = {
    {"value = 1 / 0", "1:9: error: division by zero"},
    {"value = 9223372036854775807 + 1", "1:9: error: the number is too large"},
    {"value = head(<>)", "1:9: error: the empty sequence has no head"},
    {"f(0) = 1\nvalue = f(7)", "2:9: error: no clause of f matches the arguments (7)"},
    {"value = error(\"so \"^show(1))", "1:9: error: so 1"},
    {"value = value + 1", "1:9: error: this value needs itself"},
    {"f(n) = 1 + f(n + 1)\nvalue = f(0)", "error: the recursion is too deep"},
    {"f(n) = f(n + 1)\nvalue = f(0) + 0", "error: the evaluation needs more than"},
    {"value = card({1..})", "1:9: error: this set is infinite"},
    {"value = card({1..100000})", "error: a set with more than 10000 elements"},
    {"value = length(<1..>)", "1:9: error: a sequence with more than 10000 elements"},
    {"value = card(Set({1..40}))", "error: the set of all subsets of 40 elements is too large"},
    {"datatype T = L | N.T\nvalue = card(T)", "2:9: error: this set is infinite"},
    {"channel c : {0..1}\nvalue = card({c.2})", "2:15: error: 2 is not a value of field 1 of c"},
    {"datatype T = K.{0.1, 1.0}\nvalue = card(T)",
     "1:16: error: this set of fields is not a product of sets: it has no 0.0"},
    {"value = mapLookup((| 1 => 2 |), 3)", "1:9: error: the map has no key 3"},
    {"<x> = <1, 2>\nvalue = x", "1:1: error: the value does not match the pattern"},
    {"value = <1..>", "error: a sequence with more than"},
    {"value = inter(Seq({0}), Seq({0..}))", "error: the intersection of these infinite sets"},
};

static void fail_print(cspm_machine *m, void *ctx)
{
    cspm_value *v = coset__eval_expr(m, coset__eval_program(m)->prints[0]->kid[0]);
    *(char **)ctx = v ? coset__eval_show(m, v) : NULL;
}

static void failures_have_messages(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        char source[700], script[600];
        (void)snprintf(script, sizeof script, "%s", failures[i].script);
        (void)snprintf(source, sizeof source, "%s\nprint value\n", script);
        coset_text *text = coset_text_new();
        cspm_eval_limits limits = {.most_bytes = 64 << 20, .most_stack = 8 << 20, .most_elements = 10000};
        loaded l = load(text, coset_text_add(text, "s", source, strlen(source)), &limits);
        coset_err err;
        char *value = NULL;
        assert_int_equal(coset__eval_run(l.machine, fail_print, &value, &err), COSET_OK);
        if (value)
            fail_msg("%s has the value %s", script, value);
        assert_true(coset__eval_failed(l.machine));
        char *report = NULL;
        size_t len = 0;
        FILE *out = open_memstream(&report, &len);
        coset_text_print(text, out, false, 0);
        (void)fclose(out);
        if (!strstr(report, failures[i].message))
            fail_msg("%s: expected \"%s\" in\n%s", script, failures[i].message, report);
        free(report);
        unload(&l);
    }
}

/* ---- recursion ----------------------------------------------------------------------------------------------- */

static const char deep[] = "sum(<>) = 0\nsum(<x>^xs) = x + sum(xs)\n"
                           "count(0, a) = a\ncount(n, a) = count(n - 1, a + 1)\n"
                           "zip(<>, _) = <>\nzip(_, <>) = <>\nzip(<a>^s, <b>^t) = <(a, b)>^zip(s, t)\n"
                           "fibs = <0, 1>^<a + b | (a, b) <- zip(fibs, tail(fibs))>\n"
                           "nth(0, s) = head(s)\nnth(n, s) = nth(n - 1, tail(s))\n"
                           "sieve(<x>^xs) = <x>^sieve(<y | y <- xs, y % x != 0>)\n"
                           "print (sum(<1..100000>), count(300000, 0), nth(80, fibs), nth(50, sieve(<2..>)))\n";

static void deep_recursion(void **state)
{
    (void)state;
    value_is(deep, "deep", "(5000050000, 300000, 23416728348467685, 233)");
}

/* ---- the front end's tests ----------------------------------------------------------------------------------- */

typedef struct {
    const char *file;
    uint32_t right, wrong;
} tally;

/* Each top-level value whose name starts with `test` is true. */
static void check_tests(cspm_machine *m, void *ctx)
{
    tally *t = ctx;
    const cspm_groups *g = coset__eval_program(m)->groups;
    for (uint32_t i = 0; g->n && i < g->start[g->n]; i++) {
        const cspm_decl *d = g->decls[i];
        for (uint32_t k = 0; k < d->n_symbols && d->node->kind == CSPM_VALUE && !d->instance; k++) {
            if (strncmp(d->symbols[k]->name, "test", 4) != 0)
                continue;
            const cspm_value *v = coset__eval_global(m, d->symbols[k]);
            bool right = v && v->at[0].integer;
            t->right += right;
            t->wrong += !right;
            coset__eval_recover(m);
            coset__eval_collect(m);
        }
    }
}

static tally test_script(const char *path)
{
    coset_text *text = coset_text_new();
    uint16_t file;
    coset_err err;
    tally t = {.file = path};
    cspm_eval_limits limits = COSET__EVAL_LIMITS;
    limits.always_collect = true;
    assert_int_equal(coset_text_read(text, path, &file, &err), COSET_OK);
    loaded l = load(text, file, &limits);
    assert_int_equal(coset__eval_run(l.machine, check_tests, &t, &err), COSET_OK);
    unload(&l);
    return t;
}

static tally test_folder(const char *folder)
{
    const char *shared = getenv("COSET_SHARED");
    char path[1200];
    (void)snprintf(path, sizeof path, "%s/corpus/cspm/libcspm-tests/evaluator/%s",
                   shared && *shared ? shared : COSET_TEST_DIR "/../../shared", folder);
    DIR *dir = opendir(path);
    if (!dir) {
        print_message("no corpus at %s: skipped\n", path);
        skip();
    }
    tally all = {0};
    for (struct dirent *entry; (entry = readdir(dir));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, ".csp") != 0)
            continue;
        char script[1600];
        (void)snprintf(script, sizeof script, "%s/%s", path, entry->d_name);
        tally t = test_script(script);
        all.right += t.right;
        all.wrong += t.wrong;
        if (strcmp(folder, "should_pass") == 0 && t.wrong)
            fail_msg("%s: %u tests are not true", entry->d_name, t.wrong);
        if (strcmp(folder, "should_fail") == 0 && t.right && !t.wrong)
            fail_msg("%s: all tests are true", entry->d_name);
    }
    (void)closedir(dir);
    return all;
}

static void front_end_suite(void **state)
{
    (void)state;
    tally pass = test_folder("should_pass"), fail = test_folder("should_fail");
    assert_int_equal(pass.right, 287);
    assert_int_equal(pass.wrong, 0);
    assert_int_equal(fail.wrong, 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_expressions),
        cmocka_unit_test(failures_have_messages),
        cmocka_unit_test(deep_recursion),
        cmocka_unit_test(front_end_suite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
