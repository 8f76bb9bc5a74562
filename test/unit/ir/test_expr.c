/* Every operator, its value and its faults. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ir/element_map.h"
#include "program.h"

static void is(const coset_ir_expr *e, int64_t v)
{
    seen s = run_guard(node(COSET_E_EQ, e, num(v)));
    assert_int_equal(s.n_faults, 0);
    assert_int_equal(s.n, 1);
}

static void faults(const coset_ir_expr *e, coset_fault_kind kind, const char *text)
{
    seen s = run_guard(node(COSET_E_EQ, e, num(0)));
    assert_int_equal(s.n_faults, 1);
    assert_int_equal(s.fault.kind, kind);
    if (!strstr(s.fault.text, text))
        fail_msg("fault text: %s", s.fault.text);
}

/* Builds, then checks: each use of these builds and frees one program. */
#define IS(e, v)              (begin(), is((e), (v)))
#define FAULTS(e, kind, text) (begin(), faults((e), COSET_FAULT_##kind, (text)))
#define OP(op, a, b)          node(COSET_E_##op, num(a), num(b))

static void test_arithmetic(void **unused)
{
    (void)unused;
    IS(OP(ADD, 2, -5), -3);
    IS(OP(SUB, 2, 5), -3);
    IS(OP(MUL, -2, 5), -10);
    IS(OP(DIV, -7, 2), -3);
    IS(OP(MOD, -7, 2), -1);
    IS(node(COSET_E_NEG, num(4), NULL), -4);
    IS(OP(ADD, INT64_MAX, 0), INT64_MAX);
    FAULTS(OP(ADD, INT64_MAX, 1), ARITHMETIC, "overflow");
    FAULTS(OP(SUB, INT64_MIN, 1), ARITHMETIC, "overflow");
    FAULTS(OP(MUL, INT64_MAX, 2), ARITHMETIC, "overflow");
    FAULTS(OP(DIV, 1, 0), ARITHMETIC, "division by zero");
    FAULTS(OP(MOD, 1, 0), ARITHMETIC, "division by zero");
    FAULTS(OP(DIV, INT64_MIN, -1), ARITHMETIC, "overflow");
    FAULTS(OP(MOD, INT64_MIN, -1), ARITHMETIC, "overflow");
    FAULTS(node(COSET_E_NEG, num(INT64_MIN), NULL), ARITHMETIC, "overflow");
}

static void test_bits(void **unused)
{
    (void)unused;
    IS(OP(BITAND, 12, 10), 8);
    IS(OP(BITOR, 12, 10), 14);
    IS(OP(BITXOR, 12, 10), 6);
    IS(node(COSET_E_BITNOT, num(0), NULL), -1);
    IS(OP(SHL, 3, 2), 12);
    IS(OP(SHR, -8, 1), -4);
    IS(OP(SHL, 12, -2), 3);
    IS(OP(SHR, 3, -2), 12);
    IS(OP(SHL, 1, 64), 0);
    IS(OP(SHR, -1, 64), 0);
    IS(OP(SHL, 1, INT64_MIN), 0);
    IS(OP(SHR, 1, INT64_MIN), 0);
}

static void test_comparison(void **unused)
{
    (void)unused;
    IS(OP(LT, 1, 2), 1);
    IS(OP(LT, 2, 2), 0);
    IS(OP(LE, 2, 2), 1);
    IS(OP(GT, 2, 2), 0);
    IS(OP(GE, 2, 2), 1);
    IS(OP(NE, 2, 2), 0);
    IS(node(COSET_E_EQ, load(state(WHO, &t_who)), num(1001)), 1);
}

static void test_connectives(void **unused)
{
    (void)unused;
    IS(OP(AND, 1, 0), 0);
    IS(OP(AND, 1, 1), 1);
    IS(OP(OR, 0, 0), 0);
    IS(OP(OR, 0, 1), 1);
    IS(OP(IMPLIES, 1, 0), 0);
    IS(OP(IMPLIES, 0, 0), 1);
    IS(node(COSET_E_NOT, num(1), NULL), 0);
    IS(node(COSET_E_AND, num(0), OP(DIV, 1, 0)), 0);
    IS(node(COSET_E_OR, num(1), OP(DIV, 1, 0)), 1);
    IS(node(COSET_E_IMPLIES, num(0), OP(DIV, 1, 0)), 1);
    FAULTS(node(COSET_E_AND, num(1), OP(DIV, 1, 0)), ARITHMETIC, "division");
}

static void test_conditional(void **unused)
{
    (void)unused;
    begin();
    coset_ir_expr e = {.op = COSET_E_COND, .a = num(1), .b = num(5), .c = OP(DIV, 1, 0)};
    is(coset_arena_copy(arena, &e, 1, sizeof e), 5);
    begin();
    e = (coset_ir_expr){.op = COSET_E_COND, .a = num(0), .b = OP(DIV, 1, 0), .c = num(6)};
    is(coset_arena_copy(arena, &e, 1, sizeof e), 6);
}

static void test_load(void **unused)
{
    (void)unused;
    IS(load(state(X, &t_digit)), 3);
    IS(load(state(WHO, &t_who)), 1001);
    IS(load(dot(state(R, &t_r), 1)), 1000);
    IS(load(at(state(A, &t_a), num(1001))), 2);
    IS(load(at(state(BAG, &t_bag), num(0))), 7);
    FAULTS(load(state(U, &t_bool)), UNDEFINED, "`u`");
    FAULTS(load(at(state(A, &t_a), num(1002))), UNDEFINED, "`a[P_3]`");
    FAULTS(load(at(state(A, &t_a), num(1003))), INDEX, "index");
    FAULTS(load(at(state(A, &t_a), num(-1))), INDEX, "index");
    FAULTS(load(at(state(BAG, &t_bag), num(1))), BAG, "no entry");
    FAULTS(load(at(state(BAG, &t_bag), num(2))), INDEX, "index 2");
    FAULTS(load(dot(state(S, &t_r), 0)), UNDEFINED, "`s.f`");
    FAULTS(load(local(0, &t_bool)), UNDEFINED, "`local`");
}

/* The same place with its short form. */
static const coset_ir_place *shortened(const coset_ir_place *p)
{
    coset_ir_place *q = coset_arena_copy(arena, p, 1, sizeof *p);
    coset_ir_place_shorten(arena, q);
    return q;
}

/* m: array [union { E, P }] of 0..9, laid over a and bag: m[e0] is a[P_1]. */
static const coset_ir_type t_m = {.kind = COSET_T_ARRAY, .width = 5, .index = &t_who, .element = &t_digit};

static void test_short_places(void **unused)
{
    (void)unused;
    const coset_ir_place *p;
    begin();
    p = shortened(at(state(A, &t_a), num(1001)));
    assert_non_null(p->terms);
    is(load(p), 2);
    begin(); /* an index outside of the type has no short form */
    p = shortened(at(state(A, &t_a), num(1003)));
    assert_null(p->terms);
    faults(load(p), COSET_FAULT_INDEX, "index");
    begin(); /* r.g = P_1 is an index with its own steps: no short form */
    p = shortened(at(state(A, &t_a), load(dot(state(R, &t_r), 1))));
    assert_null(p->terms);
    is(load(p), 1);
    begin(); /* who = P_2 is the index type itself */
    p = shortened(at(state(A, &t_m), load(state(WHO, &t_who))));
    assert_int_equal(p->n_terms, 1);
    is(load(p), 0);
    begin(); /* a union as index of an array over one member: not always inside */
    p = shortened(at(state(A, &t_a), load(state(WHO, &t_who))));
    assert_null(p->terms);
    is(load(p), 2);
    begin(); /* a member's values start after those of the members before */
    p = shortened(at(state(A, &t_m), load(state(WHO, &t_p))));
    assert_int_equal(p->n_terms, 1);
    assert_int_equal(p->fixed, 2);
    coset_arena_free(arena);
    begin(); /* an undefined index is the fault that it is in the long form */
    p = shortened(at(state(A, &t_a), load(local(3, &t_p))));
    assert_int_equal(p->n_terms, 1);
    faults(load(p), COSET_FAULT_UNDEFINED, "`local`");
    begin();
    is(load(shortened(dot(state(R, &t_r), 1))), 1000);
    begin();
    faults(load(shortened(dot(state(S, &t_r), 0))), COSET_FAULT_UNDEFINED, "`s.f`");
}

static const coset_ir_expr *same(coset_ir_op op, const coset_ir_place *a, const coset_ir_place *b)
{
    coset_ir_expr e = {.op = op, .place = a, .other = b};
    return coset_arena_copy(arena, &e, 1, sizeof e);
}

static void test_whole_values(void **unused)
{
    (void)unused;
    IS(same(COSET_E_SAME, state(R, &t_r), state(R, &t_r)), 1);
    IS(same(COSET_E_SAME, state(S, &t_r), state(S, &t_r)), 1);
    IS(same(COSET_E_SAME, state(R, &t_r), state(S, &t_r)), 0);
    IS(same(COSET_E_DIFFERS, state(R, &t_r), state(S, &t_r)), 1);
}

static void test_undefined_and_members(void **unused)
{
    (void)unused;
    begin();
    coset_ir_expr e = {.op = COSET_E_ISUNDEFINED, .place = state(U, &t_bool)};
    is(coset_arena_copy(arena, &e, 1, sizeof e), 1);
    begin();
    e.place = state(X, &t_digit);
    is(coset_arena_copy(arena, &e, 1, sizeof e), 0);
    begin();
    e = (coset_ir_expr){.op = COSET_E_ISMEMBER, .a = load(state(WHO, &t_who)), .member = &t_p};
    is(coset_arena_copy(arena, &e, 1, sizeof e), 1);
    begin();
    e = (coset_ir_expr){.op = COSET_E_ISMEMBER, .a = load(state(WHO, &t_who)), .member = &t_e};
    is(coset_arena_copy(arena, &e, 1, sizeof e), 0);
}

static void test_quantifiers(void **unused)
{
    (void)unused;
    const coset_ir_expr *i;
    begin();
    i = load(local(0, &t_digit));
    is(quantified(COSET_E_FORALL, binder("i", 0, &t_digit), node(COSET_E_LE, i, num(9))), 1);
    begin();
    i = load(local(0, &t_digit));
    is(quantified(COSET_E_EXISTS, binder("i", 0, &t_digit), node(COSET_E_GT, i, num(9))), 0);
    begin();
    i = load(local(0, &t_int));
    is(quantified(COSET_E_FORALL, from_to(0, &t_int, num(3), num(2), NULL), node(COSET_E_DIV, i, num(0))), 1);
    begin();
    i = load(local(0, &t_int));
    is(quantified(COSET_E_EXISTS, from_to(0, &t_int, num(9), num(1), num(-4)), node(COSET_E_EQ, i, num(5))), 1);
    FAULTS(quantified(COSET_E_EXISTS, from_to(0, &t_int, num(1), num(2), num(0)), num(0)), LOOP, "step 0");
}

/* The first element decides, but over a scalarset the fault of a later one still counts. */
static void test_faults_do_not_depend_on_order(void **unused)
{
    (void)unused;
    begin();
    const coset_ir_expr *a_i = load(at(state(A, &t_a), load(local(0, &t_p))));
    faults(quantified(COSET_E_EXISTS, binder("i", 0, &t_p), node(COSET_E_EQ, a_i, num(1))), COSET_FAULT_UNDEFINED,
           "a[P_3]");
    begin();
    const coset_ir_expr *bad = node(COSET_E_DIV, num(1), node(COSET_E_SUB, num(4), load(local(0, &t_small))));
    is(quantified(COSET_E_EXISTS, binder("i", 0, &t_small), node(COSET_E_EQ, bad, num(0))), 1);
}

static void test_bag_count(void **unused)
{
    (void)unused;
    begin();
    const coset_ir_expr *entry = load(at(state(BAG, &t_bag), load(local(0, &t_entry))));
    is(quantified(COSET_E_BAGCOUNT, entries(0), node(COSET_E_EQ, entry, num(7))), 1);
    begin();
    is(quantified(COSET_E_BAGCOUNT, entries(0), num(0)), 0);
}

/* Two scalarsets are different types though their elements have the same numbers. */
static void test_types_with_the_same_numbers(void **state_)
{
    (void)state_;
    coset_ir_type t_q = t_p;
    t_q.symtype = t_p.symtype + 1;
    const coset_ir_type *const both[] = {&t_e, &t_q};
    const coset_ir_type t_either = {.kind = COSET_T_UNION, .width = 1, .n = 5, .n_members = 2, .members = both};
    assert_true(coset_ir_holds(&t_who, &t_p));
    assert_false(coset_ir_holds(&t_who, &t_q));
    assert_false(coset_ir_holds(&t_p, &t_q));
    assert_false(coset_ir_same_values(&t_p, &t_q));
    assert_false(coset_ir_same_values(&t_who, &t_either));
}

/* Arithmetic on numbers and elements rebuilds both, as one type with all of them. */
static void test_numbers_beside_elements(void **state_)
{
    (void)state_;
    begin();
    const coset_ir_type *const both[] = {&t_small, &t_p};
    const coset_ir_type t_either = {
        .kind = COSET_T_UNION, .width = 1, .lo = 2, .n = 6, .n_members = 2, .members = both};
    const int64_t all[] = {3, 4, 5, 1001, 1002, 1003};
    coset_ir_element_map m;
    assert_true(coset_ir_element_map_of(arena, node(COSET_E_ADD, load(state(WHO, &t_either)), num(1)), &m));
    assert_non_null(m.type);
    assert_int_equal(m.type->n, 6);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(coset_ir_unrank(m.type, i), all[i]);
    coset_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_comparison),
        cmocka_unit_test(test_connectives),
        cmocka_unit_test(test_conditional),
        cmocka_unit_test(test_load),
        cmocka_unit_test(test_short_places),
        cmocka_unit_test(test_whole_values),
        cmocka_unit_test(test_undefined_and_members),
        cmocka_unit_test(test_quantifiers),
        cmocka_unit_test(test_faults_do_not_depend_on_order),
        cmocka_unit_test(test_bag_count),
        cmocka_unit_test(test_types_with_the_same_numbers),
        cmocka_unit_test(test_numbers_beside_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
