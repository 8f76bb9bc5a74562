/* Ranges of expressions, for machine code: by brute force, each result is in its range, and an expression that may
 * fault has none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ir/arith.h"
#include "jit/range.h"

static const coset_ir_op arithmetic[] = {COSET_E_ADD, COSET_E_SUB, COSET_E_MUL, COSET_E_DIV, COSET_E_MOD};
enum { N_ARITHMETIC = sizeof arithmetic / sizeof *arithmetic };

/* Tested at the ends of ranges, and between. */
static const int64_t numbers[] = {INT64_MIN,
                                  INT64_MIN + 1,
                                  -(int64_t)UINT32_MAX,
                                  INT32_MIN,
                                  -7,
                                  -3,
                                  -2,
                                  -1,
                                  0,
                                  1,
                                  2,
                                  3,
                                  4,
                                  7,
                                  INT32_MAX - 1,
                                  UINT32_MAX,
                                  1LL << 32,
                                  1LL << 62,
                                  INT64_MAX - 1,
                                  INT64_MAX};
enum { N = sizeof numbers / sizeof *numbers };

static void assert_inside(coset_jit_range r, int64_t v)
{
    assert_true(r.lo <= v);
    assert_true(v <= r.hi);
}

static void look_at(coset_ir_op op, coset_jit_range a, coset_jit_range b)
{
    coset_jit_range all;
    if (!coset_jit_range_apply(op, a, b, &all))
        return;
    for (uint32_t i = 0; i < N; i++)
        for (uint32_t k = 0; k < N; k++) {
            int64_t x = numbers[i], y = numbers[k], v;
            if (x < a.lo || x > a.hi || y < b.lo || y > b.hi)
                continue;
            assert_null(coset_ir_arithmetic(op, x, y, &v));
            assert_inside(all, v);
        }
}

static void arithmetic_stays_in_its_range(void **ctx)
{
    (void)ctx;
    for (uint32_t o = 0; o < N_ARITHMETIC; o++)
        for (uint32_t a = 0; a < N; a++)
            for (uint32_t b = a; b < N; b++)
                for (uint32_t c = 0; c < N; c++)
                    for (uint32_t d = c; d < N; d++)
                        look_at(arithmetic[o], (coset_jit_range){numbers[a], numbers[b]},
                                (coset_jit_range){numbers[c], numbers[d]});
}

static void ranges_are_not_wider_than_they_need_be(void **ctx)
{
    (void)ctx;
    coset_jit_range all, byte = {0, 255}, five = {5, 5}, sign = {-7, 7};
    assert_true(coset_jit_range_apply(COSET_E_ADD, byte, five, &all));
    assert_true(all.lo == 5 && all.hi == 260);
    assert_true(coset_jit_range_apply(COSET_E_MOD, all, five, &all));
    assert_true(all.lo == 0 && all.hi == 4);
    assert_true(coset_jit_range_apply(COSET_E_MOD, sign, five, &all));
    assert_true(all.lo == -4 && all.hi == 4);
    assert_true(coset_jit_range_apply(COSET_E_DIV, byte, five, &all));
    assert_true(all.lo == 0 && all.hi == 51);
    assert_false(coset_jit_range_apply(COSET_E_DIV, byte, sign, &all));
}

/* x of a type, and a constant. */
static coset_jit_range of_bits(coset_ir_op op, const coset_ir_type *t, int64_t c)
{
    coset_ir_place place = {.type = t};
    coset_ir_expr load = {.op = COSET_E_LOAD, .place = &place}, constant = {.op = COSET_E_CONST, .value = c};
    coset_ir_expr e = {.op = op, .a = &load, .b = &constant};
    return coset_jit_range_of(&e);
}

static void operators_on_bits_stay_in_their_range(void **ctx)
{
    (void)ctx;
    static const coset_ir_op ops[] = {COSET_E_BITAND, COSET_E_BITOR, COSET_E_BITXOR, COSET_E_SHL, COSET_E_SHR};
    for (uint32_t o = 0; o < 5; o++)
        for (int64_t lo = -9; lo < 9; lo++)
            for (uint64_t n = 1; n < 20; n++)
                for (int64_t c = -9; c < 40; c++) {
                    coset_ir_type t = {.kind = COSET_T_RANGE, .width = 1, .lo = lo, .n = n};
                    coset_jit_range all = of_bits(ops[o], &t, c);
                    for (int64_t x = lo, v; x < lo + (int64_t)n; x++) {
                        assert_null(coset_ir_arithmetic(ops[o], x, c, &v));
                        assert_inside(all, v);
                    }
                }
}

static void what_fits_a_type(void **ctx)
{
    (void)ctx;
    const coset_ir_type digit = {.kind = COSET_T_RANGE, .lo = 0, .n = 10}, none = {.kind = COSET_T_RANGE, .lo = 0};
    const coset_ir_type integer = {.kind = COSET_T_INT}, some = {.kind = COSET_T_UNION, .n = 10};
    assert_true(coset_jit_range_fits((coset_jit_range){0, 9}, &digit));
    assert_false(coset_jit_range_fits((coset_jit_range){0, 10}, &digit));
    assert_false(coset_jit_range_fits((coset_jit_range){-1, 9}, &digit));
    assert_false(coset_jit_range_fits((coset_jit_range){0, 0}, &none));
    assert_false(coset_jit_range_fits((coset_jit_range){0, 0}, &integer));
    assert_false(coset_jit_range_fits((coset_jit_range){0, 0}, &some));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_stays_in_its_range),
        cmocka_unit_test(ranges_are_not_wider_than_they_need_be),
        cmocka_unit_test(operators_on_bits_stay_in_their_range),
        cmocka_unit_test(what_fits_a_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
