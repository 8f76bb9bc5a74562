/* Words, places, trees and the guarantees of the checker on small models. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lang/promela/check/check.h"
#include "lang/promela/syntax/sym.h"

typedef struct {
    coset_text *text;
    coset_arena *arena;
    coset_pml_model *model;
    coset_status status;
} front;

static front read_with(const char *source, coset_load_options *options)
{
    front f = {.text = coset_text_new(), .arena = coset_arena_new()};
    uint16_t file = coset_text_add(f.text, "m", source, strlen(source));
    f.status = coset_pml_read(f.text, file, options, f.arena, &f.model, NULL);
    return f;
}

static front read_good(const char *source)
{
    front f = read_with(source, NULL);
    if (f.status != COSET_OK)
        coset_text_print(f.text, stdout, false, 0);
    assert_int_equal(f.status, COSET_OK);
    return f;
}

static void done(front *f)
{
    coset_arena_free(f->arena);
    coset_text_free(f->text);
}

static char *report_of(const front *f)
{
    char *report = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&report, &size);
    assert_non_null(out);
    coset_text_print(f->text, out, false, 0);
    (void)fclose(out);
    return report;
}

static const coset_pml_var *global(const front *f, const char *name)
{
    for (const coset_pml_var *v = f->model->globals; v; v = v->next)
        if (strcmp(v->name, name) == 0)
            return v;
    fail_msg("no variable %s", name);
    return NULL;
}

/* ---- statements as text -------------------------------------------------------------------------------------- */

static void show(FILE *out, coset_arena *arena, const coset_pml_stmt *s);

static void show_block(FILE *out, coset_arena *arena, const char *open, const coset_pml_stmt *s)
{
    (void)fprintf(out, "%s{ ", open);
    show(out, arena, s);
    (void)fputs(" }", out);
}

static void show_choice(FILE *out, coset_arena *arena, const coset_pml_stmt *s)
{
    (void)fputs(s->op == COSET_PML_S_IF ? "if" : "do", out);
    for (const coset_pml_option *o = s->options; o; o = o->next) {
        (void)fputs(" :: ", out);
        show(out, arena, o->body);
    }
    (void)fputs(s->op == COSET_PML_S_IF ? " fi" : " od", out);
}

static void show(FILE *out, coset_arena *arena, const coset_pml_stmt *s)
{
    for (bool first = true; s; s = s->next, first = false) {
        (void)fputs(first ? "" : "; ", out);
        for (const coset_pml_label *l = s->labels; l; l = l->next) {
            assert_ptr_equal(l->stmt, s);
            (void)fprintf(out, "%s: ", l->name);
        }
        if (s->op == COSET_PML_S_IF || s->op == COSET_PML_S_DO)
            show_choice(out, arena, s);
        else if (s->op == COSET_PML_S_ATOMIC || s->op == COSET_PML_S_D_STEP)
            show_block(out, arena, s->op == COSET_PML_S_ATOMIC ? "atomic " : "d_step ", s->body);
        else if (s->op == COSET_PML_S_BLOCK)
            show_block(out, arena, s->inlined ? s->inlined->name : "", s->body);
        else if (s->op == COSET_PML_S_UNLESS) {
            show_block(out, arena, "", s->body);
            show_block(out, arena, " unless ", s->escape);
        } else
            (void)fputs(coset_pml_stmt_text(arena, s), out);
    }
}

/* The body of the last process is `expected`, as text. */
static void becomes(const char *source, const char *expected)
{
    front f = read_good(source);
    const coset_pml_proc *q = f.model->procs;
    while (q->next)
        q = q->next;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    show(out, f.arena, q->body);
    (void)fclose(out);
    assert_string_equal(text, expected);
    free(text);
    done(&f);
}

static void separators(void **state)
{
    (void)state;
    becomes("byte x;\ninit {\n x = 1\n x = 2;;\n x = 3 -> x = 4;\n}", "x = 1; x = 2; x = 3; x = 4");
    becomes("byte x; init { if :: x -> x++ :: else x-- fi; x = 1 }", "if :: x; x++ :: else; x-- fi; x = 1");
    becomes("byte x; init { { x = 1 } x = 2 }", "{ x = 1 }; x = 2");
    becomes("byte x; init { (x == 1\n && x < 2) \n -> skip }", "(x == 1) && (x < 2); 1");
    becomes("chan q = [1] of { byte }; init { q?1\n q!2 }", "q?1; q!2");
    becomes("init { skip } /* a\n comment */", "1");
}

static void strengths(void **state)
{
    (void)state;
    becomes("byte x; init { x = 1 + 2 * x - 3 }", "x = (1 + (2 * x)) - 3");
    becomes("byte x; init { !x == 1 || x & 3 == 2 && x << 1 + 1 }", "(!x == 1) || ((x & (3 == 2)) && (x << (1 + 1)))");
    becomes("byte x; init { x = (x > 1 -> 2 : -x) }", "x = (x > 1 -> 2 : -x)");
    becomes("chan q = [2] of { byte, byte }; byte x; init { q!!x+1(2); q?\?<_,eval(x)>; q?[x,1] && nempty(q) }",
            "q!!x + 1, 2; q?\?<_, eval(x)>; q?[x, 1] && nempty(q)");
}

static void sugar(void **state)
{
    (void)state;
    becomes("byte x; init { L: for (x : 1 .. 3) { skip; break }; goto L }",
            "x = 1; L: do :: x <= 3; 1; break; x = x + 1 :: else; break od; goto L");
    becomes("byte x, a[4]; init { for (x in a) { skip } }", "x = 0; do :: x <= 3; 1; x = x + 1 :: else; break od");
    becomes("byte x; init { L: select (x : 1 .. 3); goto L }", "L: if :: x = 1 :: x = 2 :: x = 3 fi; goto L");
    becomes("byte x; init { select (x : 1 .. 50) }", "x = 1; do :: x < 50; x = x + 1 :: break od");
    becomes("byte x, y; init { select (x : y .. 3) }", "x = y; do :: break :: x < 3; x = x + 1 od");
    becomes("typedef T { byte a; bit b[2] }; chan q = [2] of { T }; init { T m; for (m in q) { skip } }",
            "T m; _for_1 = 0; do :: _for_1 < len(q); q?m.a, m.b[0], m.b[1]; q!m.a, m.b[0], m.b[1]; 1; "
            "_for_1 = _for_1 + 1 :: else; break od");
    becomes("byte x; init { if :: else -> skip :: x -> skip fi }", "if :: x; 1 :: else; 1 fi");
    becomes("init { atomic { skip } unless { skip } }", "{ atomic { 1 } } unless { { 1 } }");
    becomes("init { L: atomic { skip } unless { skip }; goto L }", "L: { atomic { 1 } } unless { { 1 } }; goto L");
}

static void declarations(void **state)
{
    (void)state;
    becomes("byte g; init { byte x = 2; g = 1; byte y = 3; { byte z, a[2] = 1; g = z } }",
            "byte x; g = 1; byte y; y = 3; { byte z, byte a; z = 0; a[0] = 1; g = z }");
    front f =
        read_good("mtype = { c, b, a };\nmtype = { d };\nmtype:f = { x };\nbyte n = a, m = 300\n;int v[3] = { 1, 2 };"
                  "init { skip }");
    assert_int_equal(global(&f, "n")->init->value, 1);
    assert_int_equal(global(&f, "v")->n, 3);
    assert_int_equal(f.model->width, 5);
    assert_int_equal(coset_text_warnings(f.text), 1);
    done(&f);
}

static void inlines(void **state)
{
    (void)state;
    becomes("inline swap(a, b) { byte t; t = a; a = b; b = t }\nbyte x, y; init { swap(x, y); skip }",
            "swap{ byte t; t = 0; t = x; x = y; y = t }; 1");
    becomes("inline f(a) { return a + 1 }\nbyte x; init { x = f(x * 2) }", "f{ x = (x * 2) + 1 }");
    becomes("inline g(a) { a = 1 }\ninline f(a) { g(a); a++ }\nbyte x[2]; init { f(x[1]) }",
            "f{ g{ x[1] = 1 }; x[1]++ }");
    becomes("inline f() { goto done; done: skip }\ninit { f(); f() }",
            "f{ goto done; done: 1 }; f{ goto done; done: 1 }");
}

/* Each jump goes to the label of its own copy. */
static void labels_of_inlines(void **state)
{
    (void)state;
    front f = read_good("inline f() { goto done; done: skip }\ninit { f(); f() }");
    const coset_pml_stmt *first = f.model->procs->body, *second = first->next;
    assert_ptr_equal(first->body->label->stmt, first->body->next);
    assert_ptr_equal(second->body->label->stmt, second->body->next);
    done(&f);
}

static void messages(void **state)
{
    (void)state;
    becomes("chan q = [1] of { byte, byte, byte }; byte x; init { q!1; q?x }", "q!1, 0, 0; q?x, _, _");
    becomes("typedef A { byte x, y }; typedef T { A a; byte b[2] }; proctype P(T p; byte n) { skip } T t[2];"
            "init { run P(t[1], 3) }",
            "run P(t[1].a.x, t[1].a.y, t[1].b[0], t[1].b[1], 3)");
    front f = read_good("chan q = [1] of { byte }, r = [1] of { chan }; chan s = q; init { q!1; r!s; r?s; s!1 }");
    const coset_pml_stmt *s = f.model->procs->body;
    assert_ptr_equal(s->target->chan, global(&f, "q")->chan);
    assert_null(s->next->next->next->target->chan);
    done(&f);
}

/* ---- macros -------------------------------------------------------------------------------------------------- */

static void says(const char *source, const char *expected)
{
    front f = read_with(source, NULL);
    assert_int_equal(f.status, COSET_INPUT);
    char *report = report_of(&f);
    if (!strstr(report, expected))
        fail_msg("expected \"%s\" in\n%s", expected, report);
    free(report);
    done(&f);
}

static void places_behind_macros(void **state)
{
    (void)state;
    says("#define N 2\nbyte a[N], b[N]; init { a[N - 1] = N; b[0] = wrong + N }", "m:2:46: error: `wrong` is not");
    says("#define SET(x, y) x = y\nbyte a;\ninit { a = 1; SET(a, wrong) }", "m:3:22: error: `wrong` is not");
    says("#define BAD wrong\nbyte a;\n\n#if 1\n\ninit { a = 1; a = BAD; a = 2 }\n#endif", "m:6:19: error: `wrong` is");
    says("#if 0\nthis is not 'Promela\n#endif\ninit { wrong }", "m:4:8: error: `wrong` is not");
    says("byte a;\ninit { a = \\\n 1 + wrong }", "error: `wrong` is not");
}

static void definitions(void **state)
{
    (void)state;
    coset_define d[] = {{.name = "N", .value = "3"}, {.name = "P", .value = "worker"}};
    coset_load_options options = {.n_defines = 2, .defines = d};
    front f = read_with("byte a[N];\nactive proctype P() { a[N - 1] = 1 }", &options);
    assert_int_equal(f.status, COSET_OK);
    assert_true(d[0].used && d[1].used);
    assert_int_equal(global(&f, "a")->n, 3);
    assert_string_equal(f.model->procs->name, "worker");
    done(&f);
    f = read_good("#ifdef __COSET__\nscalarset S[3];\n#else\n#define S byte\n#endif\nS x; byte a[S];\ninit { skip }");
    assert_string_equal(global(&f, "x")->type.scalarset->name, "S");
    assert_ptr_equal(global(&f, "a")->index, f.model->scalarsets);
    assert_int_equal(global(&f, "a")->n, 3);
    done(&f);
}

static void includes(void **state)
{
    (void)state;
    char folder[] = "/tmp/coset-test-XXXXXX", path[100], part[100];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/main.pml", folder);
    (void)snprintf(part, sizeof part, "%s/part.h", folder);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    (void)fputs("byte x;\n#include \"part.h\"\ninit { f(x) }\n", out);
    (void)fclose(out);
    out = fopen(part, "w");
    assert_non_null(out);
    (void)fputs("\ninline f(a) { a = wrong }\n", out);
    (void)fclose(out);
    front f = {.text = coset_text_new(), .arena = coset_arena_new()};
    uint16_t file;
    coset_err err;
    assert_int_equal(coset_text_read(f.text, path, &file, &err), COSET_OK);
    assert_int_equal(coset_pml_read(f.text, file, NULL, f.arena, &f.model, &err), COSET_INPUT);
    char *report = report_of(&f);
    assert_non_null(strstr(report, "part.h:2:19: error: `wrong` is not declared"));
    free(report);
    done(&f);
    (void)unlink(path);
    (void)unlink(part);
    (void)rmdir(folder);
}

/* ---- side files ---------------------------------------------------------------------------------------------- */

static void side_files(void **state)
{
    (void)state;
    char folder[] = "/tmp/coset-test-XXXXXX", path[100], side[100];
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/m.pml", folder);
    (void)snprintf(side, sizeof side, "%s/m.sym", folder);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    (void)fputs("byte flag[3]; byte turn = 3; chan q = [2] of { mtype, byte };\n"
                "proctype user(byte i) { byte k, last; flag[i] = 1; last = turn; k = 0 }\n"
                "init { atomic { run user(0); run user(1); run user(2) } }\n",
                out);
    (void)fclose(out);
    out = fopen(side, "w");
    assert_non_null(out);
    (void)fputs("scalarset Pid[3];\nbyte flag[Pid];\nPid turn;\nchan q = [2] of { mtype, Pid };\n"
                "proctype user(Pid i) { Pid last }\n",
                out);
    (void)fclose(out);
    front f = {.text = coset_text_new(), .arena = coset_arena_new()};
    uint16_t file;
    coset_err err;
    assert_int_equal(coset_text_read(f.text, path, &file, &err), COSET_OK);
    coset_status status = coset_pml_read(f.text, file, NULL, f.arena, &f.model, &err);
    if (status != COSET_OK)
        coset_text_print(f.text, stdout, false, 0);
    assert_int_equal(status, COSET_OK);
    const coset_pml_scalarset *pid = f.model->scalarsets;
    assert_int_equal(pid->n, 3);
    assert_ptr_equal(global(&f, "flag")->index, pid);
    assert_ptr_equal(global(&f, "turn")->type.scalarset, pid);
    assert_ptr_equal(global(&f, "q")->chan->fields[1].scalarset, pid);
    assert_ptr_equal(f.model->procs->vars->type.scalarset, pid);
    assert_null(f.model->procs->vars->next_own->type.scalarset);
    assert_ptr_equal(f.model->procs->vars->next_own->next_own->type.scalarset, pid);
    done(&f);
    (void)unlink(path);
    (void)unlink(side);
    (void)rmdir(folder);
}

/* ---- formulas ------------------------------------------------------------------------------------------------ */

static void formulas(void **state)
{
    (void)state;
    front f =
        read_good("ltl p { [] (x == 1 -> <> y) && !x U y }\nltl { always x implies eventually (y W x) }\nbyte x, y;"
                  "active proctype P() { L: skip }\nltl at { <> P@L }");
    const coset_pml_ltl *l = f.model->ltls;
    assert_string_equal(l->name, "p");
    assert_string_equal(coset_pml_expr_text(f.arena, l->formula),
                        "always ((x == 1) implies eventually y) && (!x until y)");
    assert_true(l->formula->is_temporal);
    l = l->next;
    assert_string_equal(l->name, "ltl_0");
    assert_string_equal(coset_pml_expr_text(f.arena, l->formula), "always x implies eventually (y weakuntil x)");
    assert_non_null(l->next->formula->a->label);
    done(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separators),  cmocka_unit_test(strengths),
        cmocka_unit_test(sugar),       cmocka_unit_test(declarations),
        cmocka_unit_test(inlines),     cmocka_unit_test(labels_of_inlines),
        cmocka_unit_test(messages),    cmocka_unit_test(places_behind_macros),
        cmocka_unit_test(definitions), cmocka_unit_test(includes),
        cmocka_unit_test(side_files),  cmocka_unit_test(formulas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
