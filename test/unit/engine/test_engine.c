/* What engines share: verdict of a run, faults and the properties they violate. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "toy.h"

static coset_model *two_invariants_and_deadlock(void)
{
    toy *t = toy_new("m");
    (void)toy_prop(t, "a", COSET_PROP_INVARIANT, 1, false);
    (void)toy_prop(t, "b", COSET_PROP_INVARIANT, 1, false);
    (void)toy_prop(t, "d", COSET_PROP_DEADLOCK, 1, false);
    return &t->model;
}

static void the_worst_property_decides(void **ctx)
{
    (void)ctx;
    static const struct {
        bool exhaustive;
        coset_verdict props[3], want;
    } cases[] = {
        {true, {COSET_VERDICT_HOLDS, COSET_VERDICT_HOLDS, COSET_VERDICT_HOLDS}, COSET_VERDICT_HOLDS},
        {true, {COSET_VERDICT_HOLDS, COSET_VERDICT_FAILS, COSET_VERDICT_HOLDS}, COSET_VERDICT_FAILS},
        {true, {COSET_VERDICT_HOLDS, COSET_VERDICT_HOLDS, COSET_VERDICT_INCOMPLETE}, COSET_VERDICT_HOLDS},
        {true, {COSET_VERDICT_INCOMPLETE, COSET_VERDICT_HOLDS, COSET_VERDICT_HOLDS}, COSET_VERDICT_INCOMPLETE},
        {true, {COSET_VERDICT_INCOMPLETE, COSET_VERDICT_FAILS, COSET_VERDICT_HOLDS}, COSET_VERDICT_FAILS},
        {true, {COSET_VERDICT_ERROR, COSET_VERDICT_FAILS, COSET_VERDICT_HOLDS}, COSET_VERDICT_ERROR},
        {false, {COSET_VERDICT_HOLDS, COSET_VERDICT_HOLDS, COSET_VERDICT_HOLDS}, COSET_VERDICT_INCOMPLETE},
        {false, {COSET_VERDICT_FAILS, COSET_VERDICT_INCOMPLETE, COSET_VERDICT_HOLDS}, COSET_VERDICT_FAILS},
        {false, {COSET_VERDICT_HOLDS, COSET_VERDICT_HOLDS, COSET_VERDICT_INCOMPLETE}, COSET_VERDICT_INCOMPLETE},
    };
    coset_model *m = two_invariants_and_deadlock();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        coset_prop_result props[3] = {
            {.verdict = cases[i].props[0]}, {.verdict = cases[i].props[1]}, {.verdict = cases[i].props[2]}};
        coset_result r = {.props = props, .exhaustive = cases[i].exhaustive};
        assert_int_equal(coset_result_verdict(&r, m), cases[i].want);
    }
    coset_model_free(m);
}

static void a_fault_belongs_to_its_assertion_or_to_the_built_in(void **ctx)
{
    (void)ctx;
    toy *t = toy_new("m");
    uint32_t inv = toy_prop(t, "i", COSET_PROP_INVARIANT, 1, false);
    uint32_t assertion = toy_prop(t, "a", COSET_PROP_ASSERTION, 1, true);
    uint32_t fault = toy_prop(t, "f", COSET_PROP_FAULT, 1, false);
    assert_int_equal(coset_model_builtin(&t->model, COSET_PROP_FAULT), fault);
    assert_int_equal(coset_model_builtin(&t->model, COSET_PROP_DEADLOCK), COSET_NO_PROP);
    coset_fault f = {.kind = COSET_FAULT_ASSERTION, .prop = assertion};
    assert_int_equal(coset_model_fault_prop(&t->model, &f), assertion);
    f.prop = inv;
    assert_int_equal(coset_model_fault_prop(&t->model, &f), fault);
    f.prop = COSET_NO_PROP;
    assert_int_equal(coset_model_fault_prop(&t->model, &f), fault);
    f = (coset_fault){.kind = COSET_FAULT_RANGE, .prop = assertion};
    assert_int_equal(coset_model_fault_prop(&t->model, &f), fault);
    coset_model_free(&t->model);
}

static void statements_are_not_asked_of_states(void **ctx)
{
    (void)ctx;
    coset_prop p = {.kind = COSET_PROP_COVER};
    assert_true(coset_prop_is_state(&p));
    p.in_step = true;
    assert_false(coset_prop_is_state(&p));
    p = (coset_prop){.kind = COSET_PROP_DEADLOCK};
    assert_false(coset_prop_is_state(&p));
    p.kind = COSET_PROP_LIVENESS;
    assert_true(coset_prop_is_state(&p));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worst_property_decides),
        cmocka_unit_test(a_fault_belongs_to_its_assertion_or_to_the_built_in),
        cmocka_unit_test(statements_are_not_asked_of_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
