/* Conditions that are decided for all values of their variables, and those that must not be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ir/simplify.h"
#include "program.h"

enum { FALSE, TRUE, OPEN };

static const coset_ir_expr *cond(coset_ir_op op, const coset_ir_expr *a, const coset_ir_expr *b)
{
    coset_ir_expr e = *node(op, a, b);
    e.type = &t_bool;
    return coset_arena_copy(arena, &e, 1, sizeof e);
}

/* The guard after the program was simplified. */
static const coset_ir_expr *simplified(const coset_ir_expr *guard, uint32_t *n)
{
    const coset_ir_rule rule = {.name = "r", .guard = guard, .frame_size = FRAME};
    coset_ir ir = {.arena = arena,
                   .n_slots = N_SLOTS,
                   .n_vars = sizeof vars / sizeof *vars,
                   .vars = vars,
                   .n_symtypes = 1,
                   .symtypes = symtypes,
                   .n_rules = 1,
                   .rules = &rule};
    *n = coset_ir_simplify(&ir, NULL);
    return ir.rules[0].guard;
}

static void is(const coset_ir_expr *guard, int expected)
{
    uint32_t n;
    const coset_ir_expr *e = simplified(guard, &n);
    if (expected == OPEN)
        assert_int_equal(n, 0);
    else
        assert_int_equal(n, 1);
    assert_int_equal(e->op == COSET_E_CONST ? (int)e->value : OPEN, expected);
    assert_int_equal(e->op == COSET_E_CONST ? guard->op : e->op, guard->op);
    coset_arena_free(arena);
}

#define IS(e, v)       (begin(), is((e), (v)))
#define B(op, a, b)    cond(COSET_E_##op, (a), (b))
#define V(slot, type)  load(state((slot), (type)))
#define DIGIT          V(X, &t_digit)
#define LOCAL(f, type) load(local((f), (type)))

static void test_variables(void **unused)
{
    (void)unused;
    IS(B(LT, DIGIT, num(10)), TRUE);
    IS(B(LT, DIGIT, num(9)), OPEN);
    IS(B(GT, DIGIT, num(9)), FALSE);
    IS(B(EQ, DIGIT, DIGIT), TRUE);
    IS(B(EQ, V(R + 1, &t_p), V(S + 1, &t_p)), OPEN);
    IS(B(OR, V(U, &t_bool), B(NOT, V(U, &t_bool), NULL)), TRUE);
    IS(B(OR, V(U, &t_bool), B(NOT, V(R, &t_bool), NULL)), OPEN);
    IS(B(EQ, V(WHO, &t_who), V(WHO, &t_who)), TRUE);
    IS(B(GE, LOCAL(3, &t_small), num(2)), TRUE);
    IS(B(GE, LOCAL(3, &t_small), num(3)), OPEN);
    IS(B(EQ, node(COSET_E_BITXOR, node(COSET_E_BITXOR, DIGIT, num(5)), num(5)), DIGIT), TRUE);
}

/* a[p] and a[q] are one slot only if p = q. */
static void test_arrays(void **unused)
{
    (void)unused;
    IS(B(EQ, load(at(state(A, &t_a), LOCAL(0, &t_p))), load(at(state(A, &t_a), LOCAL(0, &t_p)))), TRUE);
    IS(B(EQ, load(at(state(A, &t_a), LOCAL(0, &t_p))), load(at(state(A, &t_a), LOCAL(1, &t_p)))), OPEN);
    IS(B(IMPLIES, B(EQ, LOCAL(0, &t_p), LOCAL(1, &t_p)),
         B(EQ, load(at(state(A, &t_a), LOCAL(0, &t_p))), load(at(state(A, &t_a), LOCAL(1, &t_p))))),
       TRUE);
}

static const coset_ir_expr *each(coset_ir_op op, const coset_ir_expr *body)
{
    return quantified(op, binder("i", 0, &t_p), body);
}

static void test_quantifiers(void **unused)
{
    (void)unused;
    IS(each(COSET_E_FORALL, B(LT, load(at(state(A, &t_a), LOCAL(0, &t_p))), num(10))), TRUE);
    IS(each(COSET_E_EXISTS, B(EQ, V(R + 1, &t_p), LOCAL(0, &t_p))), TRUE);
    IS(each(COSET_E_FORALL, B(EQ, V(R + 1, &t_p), LOCAL(0, &t_p))), FALSE);
    /* all small or all large is no tautology: each iteration reads another slot */
    IS(B(OR, each(COSET_E_FORALL, B(LT, load(at(state(A, &t_a), LOCAL(0, &t_p))), num(5))),
         each(COSET_E_FORALL, B(GE, load(at(state(A, &t_a), LOCAL(0, &t_p))), num(5)))),
       OPEN);
    IS(quantified(COSET_E_FORALL, from_to(0, &t_int, num(1), num(4), num(2)), B(NE, LOCAL(0, &t_int), num(2))), TRUE);
    IS(quantified(COSET_E_FORALL, from_to(0, &t_int, num(1), num(4), DIGIT), B(GE, LOCAL(0, &t_int), num(1))), OPEN);
}

/* A condition that could fault for some value in another way than by an undefined variable stays, and so does an
 * integer bound outside. */
static void test_faults(void **unused)
{
    (void)unused;
    IS(B(EQ, node(COSET_E_MOD, DIGIT, DIGIT), num(0)), OPEN);
    IS(B(EQ, node(COSET_E_MOD, LOCAL(0, &t_small), LOCAL(0, &t_small)), num(0)), TRUE);
    IS(B(GE, node(COSET_E_MUL, DIGIT, num(INT64_MAX)), num(0)), OPEN);
    IS(B(EQ, load(at(state(A, &t_a), V(WHO, &t_who))), load(at(state(A, &t_a), V(WHO, &t_who)))), OPEN);
    IS(B(EQ, LOCAL(0, &t_int), LOCAL(0, &t_int)), OPEN);
    IS(B(EQ, load(at(state(BAG, &t_bag), num(0))), load(at(state(BAG, &t_bag), num(0)))), OPEN);
}

/* Undefined values count in it, so nothing is replaced. */
static void test_undefined(void **unused)
{
    (void)unused;
    coset_ir_expr same = {.op = COSET_E_SAME, .type = &t_bool}, none = {.op = COSET_E_ISUNDEFINED, .type = &t_bool};
    begin();
    same.place = same.other = state(R, &t_r);
    is(&same, OPEN);
    begin();
    none.place = state(X, &t_digit);
    is(&none, OPEN);
    /* each element of the multiset satisfies it, but there may be none */
    IS(B(EQ, quantified(COSET_E_BAGCOUNT, entries(0), B(GE, load(at(state(BAG, &t_bag), LOCAL(0, &t_entry))), num(0))),
         num(0)),
       OPEN);
}

/* The target of a reference is a separate value. */
static void test_references(void **unused)
{
    (void)unused;
    IS(B(LE, load(place(COSET_P_REF, 2, &t_digit, "d")), num(9)), TRUE);
    IS(B(EQ, load(place(COSET_P_REF, 2, &t_digit, "d")), DIGIT), OPEN);
    IS(B(EQ, load(at(place(COSET_P_REF, 2, &t_a, "v"), LOCAL(0, &t_p))),
         load(at(place(COSET_P_REF, 2, &t_a, "v"), LOCAL(0, &t_p)))),
       TRUE);
}

/* x < 10 inside of a condition that stays. */
static void test_parts(void **unused)
{
    (void)unused;
    uint32_t n;
    begin();
    const coset_ir_expr *e = simplified(B(AND, V(U, &t_bool), B(LT, DIGIT, num(10))), &n);
    assert_int_equal(n, 1);
    assert_int_equal(e->op, COSET_E_AND);
    assert_int_equal(e->b->op, COSET_E_CONST);
    assert_int_equal(e->b->value, 1);
    coset_arena_free(arena);
}

/* Too many combinations: it stays, without delay. */
static void test_bound(void **unused)
{
    (void)unused;
    static const coset_ir_type wide = {.kind = COSET_T_RANGE, .width = 1, .n = COSET_IR_COMBINATIONS};
    static const coset_ir_type half = {.kind = COSET_T_RANGE, .width = 1, .n = COSET_IR_COMBINATIONS / 2};
    IS(B(GE, V(X, &wide), num(0)), OPEN);
    IS(B(GE, V(X, &half), num(0)), TRUE);
}

static void test_functions(void **unused)
{
    (void)unused;
    begin();
    const coset_ir_stmt *body = stmt((coset_ir_stmt){.op = COSET_S_RETURN, .expr = B(LE, DIGIT, num(9))});
    const coset_ir_function f = {.name = "f", .result = &t_bool, .frame_size = 4, .body = body};
    const coset_ir_function *const list[] = {&f};
    const coset_ir_rule rule = {.name = "r", .guard = call(&f, NULL), .frame_size = FRAME};
    coset_ir ir = {
        .arena = arena, .n_slots = N_SLOTS, .n_rules = 1, .rules = &rule, .n_functions = 1, .functions = list};
    assert_int_equal(coset_ir_simplify(&ir, NULL), 1);
    assert_ptr_equal(ir.rules[0].guard->function, ir.functions[0]);
    assert_int_equal(ir.functions[0]->body->expr->op, COSET_E_CONST);
    coset_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variables), cmocka_unit_test(test_arrays),    cmocka_unit_test(test_quantifiers),
        cmocka_unit_test(test_faults),    cmocka_unit_test(test_undefined), cmocka_unit_test(test_references),
        cmocka_unit_test(test_parts),     cmocka_unit_test(test_bound),     cmocka_unit_test(test_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
