/* Trees and types of small scripts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "lang/cspm/check/check.h"
#include "lang/cspm/check/symmetric.h"

typedef struct {
    coset_text *text;
    coset_arena *arena;
    cspm_names *names;
    cspm_script script;
    cspm_program program;
    cspm_reports reports;
} front;

static front parse(const char *source)
{
    front f = {.text = coset_text_new(), .arena = coset_arena_new()};
    f.names = coset__cspm_names_new(f.arena);
    f.script = coset__cspm_parse(f.text, coset_text_add(f.text, "s", source, strlen(source)), f.arena, f.names);
    if (coset_text_errors(f.text))
        coset_text_print(f.text, stdout, false, 0);
    assert_int_equal(coset_text_errors(f.text), 0);
    return f;
}

static void done(front *f)
{
    coset_vec_fini(&f->reports.places);
    coset_arena_free(f->arena);
    coset_text_free(f->text);
}

/* ---- trees --------------------------------------------------------------------------------------------------- */

/* The tree with all its parentheses: kinds that matter for precedence get one. */
static void show(FILE *out, const cspm_node *node)
{
    if (node->n == 0 || node->kind == CSPM_PAREN) {
        coset__cspm_print_node(out, node);
        return;
    }
    (void)fprintf(out, "(");
    for (uint32_t i = 0; i < node->n; i++) {
        (void)fprintf(out, i ? " " : "");
        show(out, node->kid[i]);
    }
    (void)fprintf(out, ")");
}

static void tree_is(const char *expression, const char *expected)
{
    char source[200], *shown = NULL;
    size_t len;
    (void)snprintf(source, sizeof source, "x = %s\n", expression);
    front f = parse(source);
    FILE *out = open_memstream(&shown, &len);
    show(out, f.script.decls[0]->kid[1]);
    (void)fclose(out);
    if (strcmp(shown, expected) != 0)
        fail_msg("%s: %s, not %s", expression, shown, expected);
    free(shown);
    done(&f);
}

static void precedence(void **state)
{
    (void)state;
    tree_is("a + b * c", "(a (b c))");
    tree_is("a - b - c", "((a b) c)");
    tree_is("-a * b", "((a b))");
    tree_is("-a + b", "((a) b)");
    tree_is("# s ^ t", "((s t))");
    tree_is("not a == b and c", "(((a b)) c)");
    tree_is("c.x + 1", "(c (x 1))");
    tree_is("a.b.c", "(a b c)");
    tree_is("a -> P ; Q", "((a P) Q)");
    tree_is("a -> b -> P", "(a (b P))");
    tree_is("b & a -> P", "(b (a P))");
    tree_is("P [] Q ||| R", "((P Q) R)");
    tree_is("P |~| Q [] R", "(P (Q R))");
    tree_is("P [> Q ; R", "(P (Q R))");
    tree_is("P \\ A [] Q", "((P A) Q)");
    tree_is("P [] Q \\ A", "((P Q) A)");
    tree_is("P \\ A ||| Q \\ B", "(((P A) Q) B)");
    tree_is("P [|A|] Q ||| R", "((P Q A) R)");
    tree_is("P [A||B] Q", "(P Q A B)");
    tree_is("|| x:S @ [A] P ||| Q", "(((x S) P A) Q)");
    tree_is("[] x:S @ P [] Q", "((x S) (P Q))");
    tree_is("c?x:A.B!y -> P", "(c (x (A B)) (y) P)");
    tree_is("c!not b -> P", "(c ((b)) P)");
    tree_is("if a then b else c + 1", "(a b (c 1))");
    tree_is("f(x)(y)", "((f x) y)");
    tree_is("P[[a <- b, c <- d]]", "(P ((a b) (c d)))");
}

/* Cases in which `>` ends a sequence. */
static void sequences(void **state)
{
    (void)state;
    tree_is("<1> > <1>", "((1) (1))");
    tree_is("<2,1> < <1,2>", "((2 1) (1 2))");
    tree_is("< > > <>", "(<> <>)");
    tree_is("<x | x <- s, x < 2>", "(x (x s) ((x 2)))");
    tree_is("<(x > 2)>", "((x > 2))");
    tree_is("<<1>,<2>>", "((1) (2))");
    tree_is("<1>==s", "((1) s)");
    tree_is("{x | x <- S, x > 2}", "(x (x S) ((x 2)))");
}

static void declarations_are(const char *source, uint32_t n)
{
    front f = parse(source);
    assert_int_equal(f.script.n_decls, n);
    done(&f);
}

/* What a line end ends. */
static void lines(void **state)
{
    (void)state;
    declarations_are("P = a\n  []\nb\nQ = c", 2);
    declarations_are("P = a\n\n  [] b\n\nQ = c\n", 2);
    declarations_are("x = 1-\n2\ny = 3", 2);
    declarations_are("x = 1\n<y> = <2>\n", 2);
    declarations_are("f(0) = 1\nf(n) = n\n\nf'(x) = x", 2);
    declarations_are("P = let x = 1\n y = 2\nwithin x\nQ = 2", 2);
    declarations_are("-- only a comment", 0);
    declarations_are("{- a {- nested -} one -} x = 1 -- end", 1);
    declarations_are("print 1 + 1\nx = 2\r\ny = 3\r\n", 3);
    declarations_are("assert P [T= Q\nassert not P :[deadlock free [F]]\n :[tau priority over]: {}\nx = 1", 3);
    declarations_are("assert P [T= Q :[symmetry reduce]:\n\nassert P :[has trace]: <\n a >\n", 2);
    declarations_are("endmodule' = 2\nifx = 3\ntrue' = 4", 3);
}

/* ---- types --------------------------------------------------------------------------------------------------- */

static void type_is(const char *script, const char *name, const char *expected)
{
    front f = parse(script);
    f.reports.text = f.text;
    coset__cspm_resolve(&f.reports, f.arena, f.names, f.script, &f.program);
    coset__cspm_check(&f.program);
    if (coset_text_errors(f.text))
        coset_text_print(f.text, stdout, false, 0);
    assert_int_equal(coset_text_errors(f.text), 0);
    cspm_types ts;
    coset__type_init(&ts, f.arena);
    bool found = false;
    const cspm_groups *g = f.program.groups;
    for (uint32_t i = 0; i < g->start[g->n]; i++)
        for (uint32_t k = 0; k < g->decls[i]->n_symbols; k++) {
            const cspm_symbol *symbol = g->decls[i]->symbols[k];
            if (strcmp(symbol->name, name) != 0)
                continue;
            found = true;
            const char *text = coset__type_text(&ts, symbol->scheme.type);
            if (strcmp(text, expected) != 0)
                fail_msg("%s: %s has type %s, not %s", script, name, text, expected);
        }
    assert_true(found);
    coset__type_fini(&ts);
    done(&f);
}

static const char data[] = "datatype A = B.{0..1} | X.{0..1}.{0..1} | N\n"
                           "channel c : Bool.A.Bool\nchannel d : {0..2}.{0..2}\nchannel e\n";

static void in_data(const char *script, const char *name, const char *expected)
{
    char source[600];
    (void)snprintf(source, sizeof source, "%s%s", data, script);
    type_is(source, name, expected);
}

static void types(void **state)
{
    (void)state;
    type_is("f(x) = x", "f", "(a) -> a");
    type_is("f(x, y) = x + y", "f", "(Int, Int) -> Int");
    type_is("f(x)(y) = <x, y>", "f", "(a) -> (a) -> <a>");
    type_is("f(<>) = 0\nf(<x>^xs) = 1 + f(xs)", "f", "(<a>) -> Int");
    type_is("even(0) = true\neven(n) = odd(n-1)\nodd(n) = not even(n)", "odd", "(Int) -> Bool");
    type_is("(x, y) = (1, true)", "y", "Bool");
    type_is("m = (| 1 => true |)", "m", "(| Int => Bool |)");
    in_data("", "c", "Bool => A => Bool => Event");
    in_data("", "X", "Int => Int => A");
    in_data("x = c.true", "x", "A => Bool => Event");
    in_data("x = c.true.X.0", "x", "Int => Bool => Event");
    in_data("x = c.true.X.0.1.false", "x", "Event");
    in_data("f(x) = d.x -> STOP", "f", "(Int.Int) -> Proc");
    in_data("f(x) = d.0.x -> STOP", "f", "(Int) -> Proc");
    in_data("f(x) = d.x.0 -> STOP", "f", "(Int) -> Proc");
    in_data("f(d.x) = x", "f", "(Event) -> Int.Int");
    in_data("f(c.x.y) = (x, y)", "f", "(Event) -> (Bool, A.Bool)");
    in_data("f(a, x) = a.x -> STOP", "f", "(a => Event, a) -> Proc");
    in_data("f(a) = a?x -> f(a)", "f", "(a => Event) -> Proc");
    in_data("f(x) = {| x |}", "f", "(a =>* b) -> {b}");
    in_data("f(x, y) = STOP [[ x.0 <- y.1 ]]", "f", "(Int => a =>* Event, Int => a =>* Event) -> Proc");
    in_data("s = {| d.0, e |}", "s", "{Event}");
    in_data("s = {B, X.0}", "s", "{Int => A}");
    in_data("nametype T = {0..1}.Bool", "T", "{Int.Bool}");
    in_data("subtype S = N | X.{0}", "S", "{A}");
    type_is("module M(x)\nexports\nf(y) = (x, y)\nendmodule\ninstance I = M(1)\ng = I::f(true)", "g", "(Int, Bool)");
}

/* ---- symmetry ------------------------------------------------------------------------------------------------ */

static const char symmetric_data[] = "datatype T = T1 | T2 | T3\ndatatype U = K.T | L\ndatatype V = V1 | V2\n"
                                     "channel c : T.V\nchannel d\nexternal deter\ntransparent normal\n";

static void symmetric_is(const char *script, bool expected, uint32_t line)
{
    char source[900];
    (void)snprintf(source, sizeof source, "%s%s\n", symmetric_data, script);
    front f = parse(source);
    f.reports.text = f.text;
    coset__cspm_resolve(&f.reports, f.arena, f.names, f.script, &f.program);
    coset__cspm_check(&f.program);
    assert_int_equal(coset_text_errors(f.text), 0);
    const cspm_obstacle *reason;
    bool holds = coset__cspm_decide_symmetric(&f.program, f.program.asserts[0], &reason);
    if (holds != expected || (reason ? reason->node->pos.line : 0) != (line ? line + 7 : 0))
        fail_msg("%s: %d, line %u", script, holds, reason ? reason->node->pos.line - 7 : 0);
    done(&f);
}

/* The script, whether its assertion holds, and the line of the reason against full symmetry (0 = none). */
static void symmetry(void **state)
{
    (void)state;
    symmetric_is("P(x) = c.x?v -> P(x)\nassert P :[symmetric]: T, V", true, 0);
    symmetric_is("P(x) = c.x!V1 -> P(x)\nassert P :[symmetric]: T", true, 0);
    symmetric_is("P(x) = c.x!V1 -> P(x)\nassert P :[symmetric]: V", false, 1);
    symmetric_is("P(x) = c.x!V1 -> P(x)\nassert P :[symmetric]: diff(V, {| V1 |})", true, 0);
    symmetric_is("f(T1) = 1\nf(_) = 2\nP = if f(T2) == 1 then STOP else SKIP\nassert P :[symmetric]: diff(T, {| T2 |})",
                 false, 1);
    symmetric_is("g = h\nh = {x | x <- T, x != T3}\nassert not g :[symmetric]: T", true, 2);
    symmetric_is("g(s) = head(seq(s))\nassert g(V) :[symmetric]: T", true, 0);
    symmetric_is("g(s) = head(seq(s))\nassert g(T) :[symmetric]: T", false, 1);
    symmetric_is("g(s) = head(seq(s))\nassert g(U) :[symmetric]: T", false, 1);
    symmetric_is("g(s) = head(seq(s))\nassert g({| c |}) :[symmetric]: T", false, 1);
    symmetric_is("g :: Eq a => ({a}) -> <a>\ng(s) = seq(s)\nassert g({T}) :[symmetric]: T", false, 2);
    symmetric_is("g(s) =\nlet k :: Eq b => ({b}) -> <b>\nk(x) = seq(x)\nwithin k(s)\nassert g(T) :[symmetric]: T",
                 false, 3);
    symmetric_is("g(s) =\nlet k :: Eq b => ({b}) -> <b>\nk(x) = seq(x)\nwithin (k(V), s)\nassert g(T) :[symmetric]: T",
                 true, 0);
    symmetric_is("assert error(show(T1)) :[symmetric]: T", true, 0);
    symmetric_is("assert deter(STOP) :[symmetric]: T", false, 1);
    symmetric_is("assert normal(STOP) :[symmetric]: T", true, 0);
    symmetric_is("subtype W = T1 | T2\nassert W :[symmetric]: diff(T, {| T1, T2 |})", true, 0);
    symmetric_is("subtype W = T1 | T2\nassert W :[symmetric]: T", false, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(precedence), cmocka_unit_test(sequences), cmocka_unit_test(lines),
        cmocka_unit_test(types),      cmocka_unit_test(symmetry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
