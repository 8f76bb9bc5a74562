/* Conditions that name elements, as instances of a condition with parameters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ir/lift_elements.h"
#include "program.h"

static const coset_ir_expr *cond(coset_ir_op op, const coset_ir_expr *a, const coset_ir_expr *b)
{
    coset_ir_expr e = *node(op, a, b);
    e.type = &t_bool;
    return coset_arena_copy(arena, &e, 1, sizeof e);
}

static const coset_ir_expr *member(const coset_ir_expr *a, const coset_ir_type *t)
{
    coset_ir_expr e = *cond(COSET_E_ISMEMBER, a, NULL);
    e.member = t;
    return coset_arena_copy(arena, &e, 1, sizeof e);
}

static coset_ir_prop prop(const coset_ir_expr *e)
{
    return (coset_ir_prop){.name = "p", .kind = COSET_PROP_PREDICATE, .expr = e, .frame_size = 2};
}

#define B(op, a, b) cond(COSET_E_##op, (a), (b))
#define ENTRY(e)    load(at(state(A, &t_a), (e)))
#define WHO_IS(e)   B(EQ, load(state(WHO, &t_who)), (e))
#define FIRST       1000 /* element of P */

/* How many elements are named, and which instance that is; 0: none. */
static uint32_t lifted(const coset_ir_expr *e, coset_ir_prop *out, uint32_t *instance)
{
    const coset_ir_prop p = prop(e);
    *instance = UINT32_MAX;
    return coset_ir_lift_elements(arena, &p, out, instance) ? out->n_params : 0;
}

static bool alike(const coset_ir_expr *a, const coset_ir_expr *b)
{
    coset_ir_prop p, q;
    uint32_t i, k;
    return lifted(a, &p, &i) && lifted(b, &q, &k) && coset_ir_same_condition(&p, &q);
}

static void elements_become_parameters(void **unused)
{
    (void)unused;
    coset_ir_prop p;
    uint32_t instance;
    begin();
    assert_int_equal(lifted(B(EQ, ENTRY(num(FIRST + 2)), num(3)), &p, &instance), 1);
    assert_int_equal(instance, 2);
    assert_ptr_equal(p.params[0].type, &t_p);
    assert_int_equal(p.params[0].frame, 2);
    assert_int_equal(p.frame_size, 3);
    assert_int_equal(p.expr->a->place->steps[0].index->op, COSET_E_LOAD);
    assert_int_equal(p.expr->b->op, COSET_E_CONST);
    assert_int_equal(
        lifted(B(NOT, B(AND, WHO_IS(num(FIRST + 1)), B(EQ, ENTRY(num(FIRST)), num(1))), NULL), &p, &instance), 2);
    assert_int_equal(instance, 3 * 1 + 0);
    assert_int_equal(lifted(B(EQ, ENTRY(node(COSET_E_ADD, num(FIRST - 1), num(2))), num(3)), &p, &instance), 1);
    assert_int_equal(instance, 1);
    assert_int_equal(lifted(B(AND, member(num(FIRST + 1), &t_p), B(EQ, ENTRY(num(FIRST + 1)), num(3))), &p, &instance),
                     1);
    assert_int_equal(p.expr->op, COSET_E_EQ); /* being an element is true for each */
    coset_arena_free(arena);
}

static void other_constants_stay(void **unused)
{
    (void)unused;
    coset_ir_prop p;
    uint32_t instance;
    begin();
    assert_int_equal(lifted(B(EQ, load(place(COSET_P_STATE, X, &t_digit, "x")), num(3)), &p, &instance), 0);
    assert_int_equal(lifted(WHO_IS(num(2000)), &p, &instance), 0);
    assert_int_equal(lifted(B(EQ, num(FIRST), num(FIRST)), &p, &instance), 0);
    const coset_ir_expr *five = ENTRY(num(FIRST));
    for (uint32_t i = 0; i < 4; i++)
        five = node(COSET_E_ADD, five, ENTRY(num(FIRST)));
    assert_int_equal(lifted(B(EQ, five, num(3)), &p, &instance), 0);
    const coset_ir_expr *many = B(EQ, ENTRY(num(FIRST)), num(3));
    for (uint32_t i = 0; i < COSET_IR_MOST_LIFTED; i++)
        many = B(OR, many, B(EQ, ENTRY(num(FIRST)), num(3)));
    assert_int_equal(lifted(many, &p, &instance), 0);
    coset_arena_free(arena);
}

static void conditions_are_compared(void **unused)
{
    (void)unused;
    begin();
    assert_true(alike(B(EQ, ENTRY(num(FIRST)), num(3)), B(EQ, ENTRY(num(FIRST + 1)), num(3))));
    assert_false(alike(B(EQ, ENTRY(num(FIRST)), num(3)), B(EQ, ENTRY(num(FIRST + 1)), num(4))));
    assert_false(alike(B(EQ, ENTRY(num(FIRST)), num(3)), B(NE, ENTRY(num(FIRST + 1)), num(3))));
    assert_false(alike(B(EQ, ENTRY(num(FIRST)), num(3)), WHO_IS(num(FIRST))));
    assert_true(alike(WHO_IS(num(FIRST)), WHO_IS(num(FIRST + 2))));
    assert_false(alike(B(AND, WHO_IS(num(FIRST)), B(EQ, ENTRY(num(FIRST)), num(3))), B(EQ, ENTRY(num(FIRST)), num(3))));
    assert_false(
        alike(B(OR, WHO_IS(num(FIRST)), B(EQ, ENTRY(num(FIRST)), load(place(COSET_P_STATE, X, &t_digit, "x")))),
              B(OR, WHO_IS(num(FIRST)), B(EQ, ENTRY(num(FIRST)), load(place(COSET_P_STATE, U, &t_digit, "u"))))));
    coset_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(elements_become_parameters),
                                       cmocka_unit_test(other_constants_stay),
                                       cmocka_unit_test(conditions_are_compared)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
