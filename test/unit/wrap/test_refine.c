/* The product of an implementation and a specification: its additions to the slots, groups and properties of a
 * model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "toy.h"
#include "wrap/refine.h"

static void its_last_slot_is_the_node(void **state)
{
    toy *t = toy_new("implementation");
    char text[32];
    (void)state;
    (void)toy_slot(t, "first", 3);
    (void)toy_slot(t, "second", 7);
    (void)toy_group(t, "event", false, 1);
    coset_normal *spec = coset_normal_deadlock_free(1, COSET_CSP_FD);
    coset_model *m = coset_refine_new(&t->model, spec);
    assert_int_equal(m->n_slots, 3);
    m->ops->value_text(m, 1, 5, text, sizeof text);
    assert_string_equal(text, "5");
    m->ops->value_text(m, 2, 1, text, sizeof text);
    assert_string_equal(text, "node 0");
    assert_int_equal(coset_refine_node(m, (const coset_value[]){3, 7, 1}), 0);
    m->ops->edge_text(m, 0, 0, text, sizeof text);
    assert_string_equal(text, "event(0)");
    m->ops->edge_text(m, 1, 0, text, sizeof text);
    assert_string_equal(text, "refuses");
    coset_model_free(m);
    coset_model_free(&t->model);
    coset_normal_free(spec);
}

static void it_asks_what_the_specification_asks(void **state)
{
    static const coset_csp_model models[] = {COSET_CSP_T, COSET_CSP_F, COSET_CSP_FD};
    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        toy *t = toy_new("implementation");
        coset_normal *spec = coset_normal_deadlock_free(1, models[i]);
        coset_model *m = coset_refine_new(&t->model, spec);
        assert_int_equal(m->n_props, i + 1);
        assert_int_equal(coset_refine_prop_of(m, COSET_REFINE_TRACES), 0);
        assert_int_equal(coset_refine_prop_of(m, COSET_REFINE_REFUSALS), i ? 1 : COSET_NO_PROP);
        assert_int_equal(coset_refine_prop_of(m, COSET_REFINE_DIVERGENCE), i == 2 ? 2 : COSET_NO_PROP);
        coset_model_free(m);
        coset_model_free(&t->model);
        coset_normal_free(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_last_slot_is_the_node),
        cmocka_unit_test(it_asks_what_the_specification_asks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
