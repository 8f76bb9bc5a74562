/* Programs with other types: the source of a value gives its type. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ir/rewrite.h"
#include "program.h"

static const coset_ir_type t_other = {.kind = COSET_T_RANGE, .name = "other", .width = 1, .n = 10};

static const coset_ir_expr *stays(void *ctx, const coset_ir_expr *e, uint32_t frame)
{
    (void)ctx, (void)e, (void)frame;
    return NULL;
}

static const coset_ir_type *digits_change(void *ctx, const coset_ir_type *t)
{
    (void)ctx;
    return t == &t_digit ? &t_other : t;
}

/* The type of the value in the program in which all digits have the other type. */
static const coset_ir_type *retyped(const coset_ir_expr *value)
{
    const coset_ir_rule rule = {.name = "r", .body = assign(state(X, &t_digit), value), .frame_size = FRAME};
    const coset_ir ir = {.arena = arena,
                         .name = "test",
                         .language = "ir",
                         .n_slots = N_SLOTS,
                         .n_vars = sizeof vars / sizeof *vars,
                         .vars = vars,
                         .n_symtypes = 1,
                         .symtypes = symtypes,
                         .n_rules = 1,
                         .rules = &rule};
    return coset_ir_retyped(&ir, arena, stays, digits_change, NULL)->rules[0].body->expr->type;
}

static const coset_ir_expr *chosen(const coset_ir_expr *b, const coset_ir_expr *c)
{
    coset_ir_expr *e = coset_arena_copy(arena, node(COSET_E_COND, b, c), 1, sizeof *e);
    e->a = num(1);
    e->b = b;
    e->c = c;
    e->type = &t_digit;
    return e;
}

static void values_have_the_type_of_what_they_come_from(void **state_)
{
    (void)state_;
    begin();
    const coset_ir_expr *x = load(state(X, &t_digit)), *u = load(state(U, &t_bool));
    assert_ptr_equal(retyped(x), &t_other);
    assert_ptr_equal(retyped(u), &t_bool);
    assert_ptr_equal(retyped(chosen(x, num(3))), &t_other);
    assert_ptr_equal(retyped(chosen(num(3), x)), &t_other);
    assert_ptr_equal(retyped(chosen(x, x)), &t_other);
    assert_ptr_equal(retyped(chosen(chosen(num(1), x), num(3))), &t_other);
    assert_ptr_equal(retyped(chosen(num(1), num(3))), &t_digit);
    coset_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_have_the_type_of_what_they_come_from)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
