/* Walks reach every part of expressions and statements, in order, and end at the requested place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "ir/build.h"
#include "ir/visit.h"

typedef struct {
    char seen[64];
    char last; /* the walk ends there; 0: nowhere */
} notes;

static const coset_ir_type number = {.kind = COSET_T_RANGE, .n = 100, .width = 1};

/* Constants are named by their values. */
static coset_ir_expr *leaf(coset_arena *a, char name)
{
    coset_ir_expr *e = coset_ir_make(a, COSET_E_CONST, &number, (coset_pos){0});
    e->value = name;
    return e;
}

static bool note(const coset_ir_visit *v, const coset_ir_expr *e)
{
    notes *n = v->ctx;
    if (e->op != COSET_E_CONST)
        return coset_ir_visit_parts(v, e);
    n->seen[strlen(n->seen)] = (char)e->value;
    return e->value == n->last;
}

/* An element of an array at the index. */
static coset_ir_place *place_at(coset_arena *a, const coset_ir_expr *index)
{
    coset_ir_step *step = coset_arena_get(a, 1, sizeof *step);
    coset_ir_place *p = coset_ir_whole(a, COSET_P_STATE, 0, &number, "v", (coset_pos){0});
    step->index = index;
    p->steps = step;
    p->n_steps = 1;
    return p;
}

static const coset_ir_expr *call(coset_arena *a, char by_value, char by_place)
{
    static const coset_ir_function f = {.name = "f", .n_params = 2};
    coset_ir_arg *args = coset_arena_get(a, 2, sizeof *args);
    coset_ir_expr *e = coset_ir_make(a, COSET_E_CALL, &number, (coset_pos){0});
    args[0].expr = leaf(a, by_value);
    args[1].place = place_at(a, leaf(a, by_place));
    e->function = &f;
    e->args = args;
    return e;
}

static const coset_ir_stmt *everything(coset_arena *a)
{
    coset_ir_list list = {0}, body = {0}, other = {0};
    coset_ir_binder *b = coset_arena_get(a, 1, sizeof *b);
    coset_ir_expr *e = coset_ir_make(a, COSET_E_FORALL, &number, (coset_pos){0});
    *b = (coset_ir_binder){.type = &number, .from = leaf(a, 'a'), .to = leaf(a, 'b'), .step = leaf(a, 'c')};
    b->bag = place_at(a, leaf(a, 'd'));
    e->binder = b;
    e->a = leaf(a, 'e');
    e->b = call(a, 'f', 'g');
    e->c = leaf(a, 'h');
    e->place = place_at(a, leaf(a, 'i'));
    e->other = place_at(a, leaf(a, 'j'));
    coset_ir_add(a, &body, COSET_S_ASSERT, (coset_pos){0})->expr = leaf(a, 'm');
    coset_ir_add(a, &other, COSET_S_ASSERT, (coset_pos){0})->expr = leaf(a, 'n');
    coset_ir_stmt *s = coset_ir_add(a, &list, COSET_S_IF, (coset_pos){0});
    s->expr = e;
    s->place = place_at(a, leaf(a, 'k'));
    s->source = place_at(a, leaf(a, 'l'));
    s->body = body.first;
    s->other = other.first;
    coset_ir_add(a, &list, COSET_S_RETURN, (coset_pos){0})->expr = leaf(a, 'o');
    return list.first;
}

static void test_all_parts(void **state)
{
    (void)state;
    coset_arena *a = coset_arena_new();
    notes n = {.last = 0};
    const coset_ir_visit v = {.expr = note, .ctx = &n};
    assert_false(coset_ir_visit_stmts(&v, everything(a)));
    assert_string_equal(n.seen, "abcdefghijklmno");
    coset_arena_free(a);
}

static void test_end(void **state)
{
    (void)state;
    coset_arena *a = coset_arena_new();
    const coset_ir_stmt *all = everything(a);
    for (char last = 'a'; last <= 'o'; last++) {
        notes n = {.last = last};
        const coset_ir_visit v = {.expr = note, .ctx = &n};
        assert_true(coset_ir_visit_stmts(&v, all));
        assert_int_equal(strlen(n.seen), last - 'a' + 1);
    }
    coset_arena_free(a);
}

static void test_has_call(void **state)
{
    (void)state;
    coset_arena *a = coset_arena_new();
    coset_ir_binder b = {.type = &number, .from = call(a, 'a', 'b'), .to = leaf(a, 'c')};
    coset_ir_expr *e = coset_ir_make(a, COSET_E_EXISTS, &number, (coset_pos){0});
    e->binder = &b;
    e->a = leaf(a, 'd');
    assert_true(coset_ir_has_call(e));
    b.from = leaf(a, 'a');
    assert_false(coset_ir_has_call(e));
    e->place = place_at(a, call(a, 'a', 'b'));
    assert_true(coset_ir_has_call(e));
    coset_arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_parts),
        cmocka_unit_test(test_end),
        cmocka_unit_test(test_has_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
