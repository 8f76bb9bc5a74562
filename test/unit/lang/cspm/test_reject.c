/* Wrong scripts: each is refused with exactly the messages it should get, at the right place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "lang/cspm/cspm.h"

typedef struct {
    const char *source;
    const char *message[3]; /* "line:column: error: text [code]" or "help: text"; parts of the report, in order */
    uint32_t errors;        /* 0 = the number of messages that are no help */
} wrong_script;

static const wrong_script scripts[] = {
    /* Characters and words. */
    {"x = 1 {- open", {"1:7: error: this comment is never closed [C001]"}, 0},
    {"x = 'ab'\n", {"1:5: error: a character is written"}, 0},
    {"x = \"abc\n", {"1:5: error: this string is not closed"}, 1},
    {"x = 99999999999999999999\n", {"1:5: error: this number is larger"}, 0},
    {"assert STOP :[deadlok free]\n",
     {"1:13: error: there is no property or option `deadlok free`", "help: did you mean `deadlock free`?"},
     1},
    {"assert STOP :[deadlock free [FX]]\n", {"1:13: error: the model is one of"}, 0},
    {"include file\n", {"1:1: error: the file to include is written in quotes"}, 0},
    {"include \"no/such/file\"\n", {"1:1: error: cannot read no/such/file"}, 0},
    {"x = 1 ~ 2\n", {"1:7: error: `~` has no meaning here"}, 0},
    {"{\\rtf1 }", {"1:1: error: this is a word processor's file"}, 0},
    /* Syntax. */
    {"P = (1\nQ = 2\n", {"1:7: error: a parenthesis needs `)` here, not the end of the line"}, 0},
    {"P = STOP [|{}|] STOP [|{}|] STOP\n", {"1:22: error: `[|` after an operator of the same strength"}, 0},
    {"P = 1 +\n\nQ = 2\nR = )\n",
     {"3:3: error: the declaration should end before `=`", "4:5: error: an expression is missing before `)`"},
     0},
    {"P = [] x : {} -> STOP\n", {"1:22: error: a replicated operator needs `@` here"}, 0},
    {"f(-true) = 1\n", {"1:3: error: in a pattern `-` is allowed before a number only"}, 0},
    {"f(x+1) = 1\n", {"1:3: error: this cannot be a pattern"}, 0},
    {"P = {0 | 0 <- _}\n", {"1:15: error: `_` is allowed in patterns only"}, 0},
    {"P = let channel c within STOP\n", {"1:9: error: `channel` is not allowed in a let"}, 0},
    {"module M\nexports\nprint 1\nendmodule\n", {"3:1: error: `print` is not allowed in a module"}, 0},
    {"f :: Int\n", {"1:1: error: `f` has a type annotation without a definition"}, 0},
    {"f :: Int\nf :: Int\nf = 1\n", {"2:1: error: `f` has a second type annotation"}, 0},
    {"f :: Eqs a => a\nf = 0\n", {"1:6: error: there is no constraint `Eqs`", "help: did you mean `Eq`?"}, 0},
    {"assert STOP [T= STOP :[partial order reduce] :[partial order reduce]\n",
     {"1:46: error: this option is given twice"},
     0},
    {"assert STOP :[symmetric]: f(x)\n", {"1:27: error: a symmetry specification is"}, 0},
    {"assert STOP\n", {"1:12: error: an assertion needs a refinement"}, 0},
    {"F = STOP\nassert STOP [F F\n",
     {"2:16: error: an alphabetised parallel needs `||` here, not `F`", "help: a refinement is written `P [T= Q`"},
     0},
    {"assert STOP [ FD = STOP\n", {"1:13: error: `[FD=` is written without spaces [C016]"}, 0},
    {"assert STOP [X= STOP\n", {"1:13: error: there is no refinement `[X=`: it is `[T=`, `[F=` or `[FD=`"}, 0},
    {"assert STOP [= STOP\n", {"1:13: error: there is no refinement `[=`"}, 0},
    {"assert STOP [T= STOP [T= STOP\n", {"1:22: error: an assertion has one refinement or property"}, 0},
    {"assert not not STOP [T= STOP\n", {"1:12: error: an assertion is negated once"}, 0},
    {"assert (STOP [T= STOP)\n", {"1:14: error: a parenthesis needs `)` here, not `[T=`"}, 0},
    {"assert STOP :[\n", {"1:13: error: `:[` without its `]`", "help: a property is written `:[deadlock free]`"}, 0},
    {"assert STOP :[deadlock]\n", {"1:13: error: there is no property", "help: did you mean `deadlock free`?"}, 0},
    {"assert STOP :[]\n", {"1:13: error: there is no property or option ``", "help: properties: deadlock free,"}, 0},
    {"assert STOP [deadlock free]\n",
     {"1:23: error: an alphabetised parallel", "help: a refinement is written `P [T= Q`, a property `P :"},
     0},
    {"assert STOP [T= STOP :[deadlock free]\n",
     {"1:22: error: a property must directly follow the process", "help: each property or refinement needs"},
     0},
    {"assert STOP :[tau priority over]: {}\n", {"1:13: error: an option must follow a property"}, 0},
    {"asert STOP [T= STOP\n",
     {"1:7: error: a definition needs `=` here, not `STOP`", "help: did you mean `assert`?"},
     0},
    /* Names. */
    {"channel chan1\nP = chan2 -> STOP\n", {"2:5: error: `chan2` is not in scope", "help: did you mean `chan1`?"}, 0},
    {"P = normal(STOP)\n", {"1:5: error: `normal` is not in scope", "help: declare it: transparent normal"}, 0},
    {"P = 1\nQ = 2\nP = 3\n", {"3:1: error: `P` is defined twice", "help: its first definition is at s:1"}, 0},
    {"f(x) = 1\nf(x, y) = 2\n", {"2:1: error: this clause of `f` takes other arguments"}, 0},
    {"f(x, x) = 1\n", {"1:6: error: `x` is defined twice"}, 0},
    {"external foo\n", {"1:10: error: there is no external function `foo`"}, 0},
    {"module M\nexports\ny = 1\nendmodule\nz = M::x\nw = M\n",
     {"5:5: error: `x` is not in scope", "6:5: error: `M` is a module, not a value"},
     0},
    {"module M(a)\nexports\nendmodule\ninstance I = M(1, 2)\n",
     {"4:1: error: module `M` has 1 parameters, but 2 arguments are given"},
     0},
    {"module M(a)\nexports\ninstance I = M(1)\nendmodule\ninstance J = M(1)\n", {"3:1: error: instance `I` needs"}, 0},
    /* Types. */
    {"x = 1 + true\n", {"1:9: error: this should have type Int, but has Bool [C200]"}, 0},
    {"channel c : {0..1}\nP = c!true -> STOP\n", {"2:5: error: this should have type Event"}, 0},
    {"channel c : {0..1}\nP = c!0!1 -> STOP\n", {"2:5: error: this should have type Event, but has Event.Int"}, 0},
    {"x = STOP == STOP\n", {"1:5: error: a value of type Proc cannot be compared for equality (Eq) [C201]"}, 0},
    {"x = true < false\n", {"1:5: error: a value of type Bool has no order (Ord)"}, 0},
    {"f(x) = x(x)\n", {"1:10: error: this should have type", "help: the type would contain itself"}, 1},
    {"f(x) = 1\ny = f(1, 2)\n", {"2:5: error: this function takes 1 argument, but 2 are given"}, 0},
    {"y = 1(2)\n", {"1:5: error: this is not a function, it has type Int"}, 0},
    {"channel c : {}\n", {"1:9: error: the type of `c` is not determined"}, 0},
    {"f :: (a) -> b\nf(x) = x\n", {"2:8: error: this should have type b, but has a"}, 0},
    {"f(x) = let g :: (a) -> a\n           g(y) = x within g(1)\n",
     {"2:19: error: this should have type a", "help: its type variable is known only inside"},
     0},
    {"datatype T = A | B\nU = T\nassert STOP :[symmetric]: U\n", {"3:27: error: `U` is not a datatype"}, 0},
    {"module M(X)\nexports\nf(x) = X == x\nendmodule\ninstance I = M(\\ y @ y)\n",
     {"3:8: error: a value of type (a) -> a cannot be compared", "help: in instance I, s:5"},
     0},
    {"Timed { P = STOP }\ntock = 1\n", {"1:1: error: a Timed section needs `tock` to be an event"}, 0},
    /* Forms. */
    {"f(xs^ys) = 1\n", {"1:3: error: two parts of this sequence pattern have no fixed length"}, 0},
    {"f({x, y}) = 1\n", {"1:3: error: a set pattern has one element at most"}, 0},
    {"channel c : {0}\nTimed { P = c$x -> STOP }\n", {"2:14: error: a `$` field has no meaning in a Timed section"}, 0},
};

static char *report_of(const char *source, uint32_t *errors)
{
    coset_text *text = coset_text_new();
    uint16_t file = coset_text_add(text, "s", source, strlen(source));
    coset_err err;
    if (coset_cspm_typecheck(text, file, NULL, &err) != COSET_INPUT)
        fail_msg("accepted: %s", source);
    *errors = coset_text_errors(text);
    char *report = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&report, &size);
    assert_non_null(out);
    coset_text_print(text, out, false, 0);
    (void)fclose(out);
    coset_text_free(text);
    return report;
}

static void check_script(const wrong_script *s)
{
    uint32_t errors, expected = 0;
    char *report = report_of(s->source, &errors);
    const char *at = report;
    for (uint32_t i = 0; i < 3 && s->message[i]; i++) {
        expected += strncmp(s->message[i], "help", 4) != 0;
        at = strstr(at, s->message[i]);
        if (!at)
            fail_msg("expected \"%s\" in\n%s", s->message[i], report);
    }
    if (errors != (s->errors ? s->errors : expected))
        fail_msg("%u errors in\n%s", errors, report);
    free(report);
}

static void wrong_scripts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
        check_script(&scripts[i]);
}

/* A text of n copies of `part` between `before` and `after`. */
static char *repeated(const char *before, const char *part, const char *after, uint32_t n)
{
    size_t len = strlen(part);
    char *text = coset_new(strlen(before) + len * n + strlen(after) + 1, 1);
    char *at = stpcpy(text, before);
    for (uint32_t i = 0; i < n; i++)
        at = stpcpy(at, part);
    stpcpy(at, after);
    return text;
}

/* Input that would nest too deeply ends in a message, not in a crash. */
static void deep_scripts(void **state)
{
    (void)state;
    static const char *const parts[][3] = {
        {"x = ", "(", "1"},
        {"x = ", "{", ""},
        {"x = 1", "+1", "\n"},
        {"x = ", "-", "1"},
        {"x = ", "not ", "true"},
        {"x = ", "\\ y @ ", "1"},
        {"x = ", "if true then ", ""},
        {"x = ", "<", ""},
        {"x = ", "let ", ""},
        {"P = ", "STOP -> ", "STOP"},
        {"x :: ", "{", ""},
        {"x :: ", "a => ", "a\nx = 1"},
        {"x = f", "(1)", "\n"},
        {"P = STOP", " [[a<-b]]", "\n"},
        {"P = STOP", " \\ {}", "\n"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        uint32_t errors;
        char *source = repeated(parts[i][0], parts[i][1], parts[i][2], 20000);
        free(report_of(source, &errors));
        assert_true(errors > 0);
        coset_delete(source);
    }
}

/* Types that double with each definition stay within their bound. */
static void large_types(void **state)
{
    (void)state;
    char *source = coset_new(100000, 1), *at = source;
    at += sprintf(at, "x0 = 1\n");
    for (int i = 1; i < 2000; i++)
        at += sprintf(at, "x%d = (x%d, x%d)\n", i, i - 1, i - 1);
    coset_text *text = coset_text_new();
    uint16_t file = coset_text_add(text, "s", source, strlen(source));
    coset_err err;
    (void)coset_cspm_typecheck(text, file, NULL, &err);
    coset_text_free(text);
    coset_delete(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_scripts),
        cmocka_unit_test(deep_scripts),
        cmocka_unit_test(large_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
