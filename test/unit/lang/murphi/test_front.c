/* Words, trees and the guarantees of the checker on small models. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lang/murphi/check.h"
#include "lang/murphi/lex.h"
#include "lang/murphi/parse.h"

typedef struct {
    coset_text *text;
    coset_arena *arena;
    coset_mu_model *model;
    coset_status status;
} front;

static front read_with(const char *source, coset_load_options *options)
{
    front f = {.text = coset_text_new(), .arena = coset_arena_new()};
    uint16_t file = coset_text_add(f.text, "m", source, strlen(source));
    f.status = coset_mu_read(f.text, file, options, f.arena, &f.model, NULL);
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

/* The declaration of that name at the top level. */
static const coset_mu_decl *global(const front *f, const char *name)
{
    for (const coset_mu_item *i = f->model->items; i; i = i->next) {
        if (i->decl && strcmp(i->decl->name, name) == 0)
            return i->decl;
    }
    fail_msg("no declaration of %s", name);
    return NULL;
}

static const coset_mu_rule *rule_of(const front *f, uint32_t number)
{
    for (const coset_mu_item *i = f->model->items; i; i = i->next) {
        if (i->rule && number-- == 0)
            return i->rule;
    }
    fail_msg("too few rules");
    return NULL;
}

#define START "startstate begin end;\n"

/* ---- words --------------------------------------------------------------------------------------------------- */

static void lexes_words_and_places(void **state)
{
    (void)state;
    coset_text *text = coset_text_new();
    coset_arena *arena = coset_arena_new();
    const char *source = "EndRule x_1 -- c\n0x1F 017 \"a\\\"b\" /* * / */ ==>==\u2264:TRUE\f..";
    uint16_t file = coset_text_add(text, "m", source, strlen(source));
    const coset_mu_token *t = coset_mu_lex(text, coset_text_whole(text, file), arena, COSET_MU_RUMUR);
    static const coset_mu_token_kind kinds[] = {
        COSET_MU_T_ENDRULE, COSET_MU_T_NAME, COSET_MU_T_NUMBER, COSET_MU_T_NUMBER, COSET_MU_T_STRING, COSET_MU_T_ARROW,
        COSET_MU_T_EQ,      COSET_MU_T_LE,   COSET_MU_T_COLON,  COSET_MU_T_NAME,   COSET_MU_T_DOTDOT, COSET_MU_T_EOF};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        assert_int_equal(t[i].kind, kinds[i]);
    assert_int_equal(t[2].value, 31);
    assert_int_equal(t[3].value, 15);
    assert_int_equal(t[2].pos.line, 2);
    assert_int_equal(t[3].pos.column, 6);
    assert_string_equal(t[4].text, "a\"b");
    assert_string_equal(t[9].text, "true");
    assert_int_equal(coset_text_errors(text), 0);
    assert_int_equal(coset_text_warnings(text), 1); /* 017 */
    coset_arena_free(arena);
    coset_text_free(text);
}

static void reads_numbers_by_dialect(void **state)
{
    (void)state;
    coset_load_options options = {.dialect = "cmurphi"};
    front f = read_with("const N: 017; M: 010;\n" START, &options);
    assert_int_equal(f.status, COSET_OK);
    assert_int_equal(global(&f, "N")->value, 17);
    assert_int_equal(global(&f, "M")->value, 10);
    done(&f);
}

/* ---- constants and operators --------------------------------------------------------------------------------- */

static void expect_number(const char *expression, int64_t value)
{
    char source[300];
    (void)snprintf(source, sizeof source, "const X: %s;\n" START, expression);
    front f = read_good(source);
    if (global(&f, "X")->value != value)
        fail_msg("%s is %lld", expression, (long long)global(&f, "X")->value);
    done(&f);
}

static void binds_operators_as_the_references(void **state)
{
    (void)state;
    expect_number("1 + 2 * 3 - 4 / 2", 5);
    expect_number("-1 * 2 + 7 % 4", 1);
    expect_number("-7 / 2", -3);
    expect_number("-7 % 3", -1);
    expect_number("1 << 1 + 1", 4);
    expect_number("~1 + 2", 0);
    expect_number("1 ^ 3 & 2", 3);
    expect_number("6 & 3 | 8", 10);
    expect_number("!1 = 2", 1);
    expect_number("!true | true", 1);
    expect_number("false && true | true", 0);
    expect_number("true || true && false", 1);
    expect_number("false -> true & false", 1);
    expect_number("1 < 2 ? 3 : 4 + 1", 3);
    expect_number("1 << 128", 0);
    expect_number("-8 >> 1", -4);
    expect_number("(-9223372036854775807 - 1) % -1", 0);
    expect_number("false & (1 / 1 = 0)", 0);
}

static void resolves_ambiguous_operators(void **state)
{
    (void)state;
    front f = read_good("var a: boolean; n: 0..7;\n" START "invariant a & (n | 1) = 1;\n");
    const coset_mu_expr *e = rule_of(&f, 1)->guard;
    assert_int_equal(e->op, COSET_MU_E_AND);
    assert_int_equal(e->b->op, COSET_MU_E_EQ);
    assert_int_equal(e->b->a->op, COSET_MU_E_BITOR);
    assert_ptr_equal(e->a->decl, global(&f, "a"));
    done(&f);
}

/* ---- types --------------------------------------------------------------------------------------------------- */

static void numbers_atoms_apart(void **state)
{
    (void)state;
    front f = read_good("type p: scalarset(3); e: enum {A, B}; u: union {p, e};\n"
                        "const C: B;\nvar x: array [u] of record a: p; b: multiset [2] of e; end;\n" START);
    const coset_mu_type *p = global(&f, "p")->type, *e = global(&f, "e")->type, *u = global(&f, "u")->type;
    assert_true(p->lo >= COSET_MU_ATOMS && e->lo == p->lo + 3);
    assert_int_equal(global(&f, "C")->value, e->lo + 1);
    assert_ptr_equal(global(&f, "C")->type, e);
    assert_int_equal(u->n, 5);
    assert_int_equal(u->n_parts, 2);
    const coset_mu_type *x = global(&f, "x")->type;
    assert_ptr_equal(x->index, u);
    assert_int_equal(x->element->width, 1 + 2 * 2);
    assert_int_equal(x->width, 25);
    assert_true(global(&f, "x")->is_global && global(&f, "x")->is_writable);
    done(&f);
}

static void compares_structures(void **state)
{
    (void)state;
    front f = read_good("var a: record x: 0..1; y: array [boolean] of 0..2; end;\n"
                        "b: record x: 0..1; y: array [boolean] of 0..2; end;\n"
                        "c: record x: 0..1; z: array [boolean] of 0..2; end;\n" START "rule begin a := b; end;\n");
    assert_true(coset_mu_type_same(global(&f, "a")->type, global(&f, "b")->type));
    assert_false(coset_mu_type_same(global(&f, "a")->type, global(&f, "c")->type));
    done(&f);
}

static void binds_loop_variables(void **state)
{
    (void)state;
    front f =
        read_good("var n: 0..9;\n" START "ruleset i := 5 to 1 by -2 do rule begin for k := 0 to n do end; end; end;\n");
    const coset_mu_rule *set = rule_of(&f, 1);
    assert_int_equal(set->binders->type->kind, COSET_MU_RANGE);
    assert_int_equal(set->binders->type->lo, 1);
    assert_int_equal(set->binders->type->n, 5);
    assert_false(set->binders->is_writable);
    assert_int_equal(set->rules->body->binders->type->kind, COSET_MU_INT);
    done(&f);
}

/* ---- names --------------------------------------------------------------------------------------------------- */

static void hides_outer_names(void **state)
{
    (void)state;
    front f = read_good("type t: 0..1;\nvar x: boolean;\n"
                        "function f(t: boolean): t; var x: 0..3; begin x := 2; return t ? 1 : 0; end;\n" START
                        "rule var X: boolean; begin X := x; x := f(x) = 1; end;\n");
    const coset_mu_stmt *first = rule_of(&f, 1)->body;
    assert_ptr_equal(first->target->decl, rule_of(&f, 1)->decls);
    assert_ptr_equal(first->e->decl, global(&f, "x"));
    assert_int_equal(first->next->e->a->decl->kind, COSET_MU_FUNCTION);
    done(&f);
}

static void takes_soft_keywords_as_names(void **state)
{
    (void)state;
    front f = read_good("var cover: boolean; assume, choose: boolean;\nprocedure multiset(undefined: boolean); begin\n"
                        "cover := undefined; end;\n" START "rule cover ==> begin cover := false; assume cover;\n"
                        "cover cover; assume := choose; multiset(true); end;\ncover cover\nassume assume\n");
    assert_int_equal(rule_of(&f, 1)->body->next->op, COSET_MU_S_ASSUME);
    assert_int_equal(rule_of(&f, 2)->kind, COSET_MU_R_COVER);
    assert_int_equal(rule_of(&f, 3)->kind, COSET_MU_R_ASSUME);
    done(&f);
}

static void follows_aliases(void **state)
{
    (void)state;
    front f = read_good("const N: 2;\nvar a: array [0..3] of 0..9;\n" START
                        "alias y: a[1]; z: N + 1; w: y + 1 do ruleset i: 0..z do rule begin y := w; end; end; end;\n");
    const coset_mu_decl *y = rule_of(&f, 1)->binders, *z = y->next, *w = z->next;
    assert_true(y->is_place && y->is_writable && !y->is_constant);
    assert_true(z->is_constant && z->value == 3);
    assert_true(!w->is_place && !w->is_writable);
    assert_int_equal(rule_of(&f, 1)->rules->binders->type->n, 4);
    done(&f);
}

static void knows_undefined(void **state)
{
    (void)state;
    front f = read_good("var n: 0..3;\nprocedure p(a: boolean); begin end;\n" START
                        "rule begin n := undefined; p(UNDEFINED); end;\n");
    const coset_mu_stmt *s = rule_of(&f, 1)->body;
    assert_int_equal(s->op, COSET_MU_S_UNDEFINE);
    assert_null(s->e);
    assert_int_equal(s->next->e->args->op, COSET_MU_E_UNDEFINED);
    done(&f);
}

static void reads_priorities(void **state)
{
    (void)state;
    front f = read_good("var n: 0..3;\n" START "rule 20 \"a\" n = 1 ==> begin end;\nrule 3 = n ==> begin end;\n"
                        "rule 4 n = 1 ==> begin end;\n");
    assert_int_equal(rule_of(&f, 1)->priority, 20);
    assert_int_equal(rule_of(&f, 2)->priority, 0);
    assert_int_equal(rule_of(&f, 2)->guard->op, COSET_MU_E_EQ);
    assert_int_equal(rule_of(&f, 3)->priority, 4);
    done(&f);
}

/* ---- definitions --------------------------------------------------------------------------------------------- */

static void replaces_constants(void **state)
{
    (void)state;
    coset_define defines[] = {{.name = "N", .value = "2 * M"}};
    coset_load_options options = {.n_defines = 1, .defines = defines};
    front f = read_with("const M: 4; N: 1;\nvar a: array [1..N] of boolean;\n" START, &options);
    assert_int_equal(f.status, COSET_OK);
    assert_true(defines[0].used);
    assert_int_equal(global(&f, "N")->value, 8);
    assert_int_equal(global(&f, "a")->type->width, 8);
    done(&f);
}

static void refuses_wrong_definitions(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {{"n", "1"}, {"N", "true"}, {"N", "x"}, {"N", "1 2"}, {"N", ""}};
    for (int i = 0; i < 5; i++) {
        coset_define define = {.name = wrong[i][0], .value = wrong[i][1]};
        coset_load_options options = {.n_defines = 1, .defines = &define};
        front f = read_with("const N: 1;\nvar a: array [1..N] of boolean;\n" START, &options);
        assert_int_equal(f.status, COSET_INPUT);
        assert_int_equal(coset_text_errors(f.text), 1);
        done(&f);
    }
}

static void refuses_unknown_dialects(void **state)
{
    (void)state;
    coset_load_options options = {.dialect = "pascal"};
    front f = read_with(START, &options);
    assert_int_equal(f.status, COSET_USAGE);
    done(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lexes_words_and_places),
        cmocka_unit_test(reads_numbers_by_dialect),
        cmocka_unit_test(binds_operators_as_the_references),
        cmocka_unit_test(resolves_ambiguous_operators),
        cmocka_unit_test(numbers_atoms_apart),
        cmocka_unit_test(compares_structures),
        cmocka_unit_test(binds_loop_variables),
        cmocka_unit_test(hides_outer_names),
        cmocka_unit_test(takes_soft_keywords_as_names),
        cmocka_unit_test(follows_aliases),
        cmocka_unit_test(knows_undefined),
        cmocka_unit_test(reads_priorities),
        cmocka_unit_test(replaces_constants),
        cmocka_unit_test(refuses_wrong_definitions),
        cmocka_unit_test(refuses_unknown_dialects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
