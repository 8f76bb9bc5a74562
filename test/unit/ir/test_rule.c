/* Rules with parameters, start states, properties, and the model's interface: slots, names, symmetric structure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

static coset_ir_rule two_params(const coset_ir_expr *guard)
{
    const coset_ir_binder params[] = {*binder("p", 0, &t_p), *binder("n", 1, &t_small)};
    return (coset_ir_rule){.params = coset_arena_copy(arena, params, 2, sizeof *params), .n_params = 2, .guard = guard};
}

static void test_instances(void **unused)
{
    (void)unused;
    begin();
    seen s = run_rule(two_params(NULL), NULL);
    assert_int_equal(s.n, 9);
    assert_int_equal(s.last_instance, 8);
    begin();
    const coset_ir_expr *g = node(COSET_E_EQ, load(local(1, &t_small)), num(3));
    s = run_rule(two_params(g), NULL);
    assert_int_equal(s.n, 3);
    assert_int_equal(s.last_instance, 7);
}

/* A part that is tested early faults once for each instance, as it would inside. */
static void test_early_fault(void **unused)
{
    (void)unused;
    begin();
    const coset_ir_expr *a_p = load(at(state(A, &t_a), load(local(0, &t_p))));
    const coset_ir_expr *n = node(COSET_E_GT, load(local(1, &t_small)), num(2));
    seen s = run_rule(two_params(node(COSET_E_AND, node(COSET_E_GT, a_p, num(1)), n)), NULL);
    assert_int_equal(s.n, 2 + 3); /* a[P_1] = 1: none; a[P_2] = 2: n in {3, 4}; a[P_3] undefined: three faults */
    assert_int_equal(s.n_faults, 3);
}

/* A false part to the left hides the fault of a part to the right, also if the left one is tested late. */
static void test_order_of_parts(void **unused)
{
    (void)unused;
    begin();
    const coset_ir_expr *late = node(COSET_E_GT, load(local(1, &t_small)), num(9));
    const coset_ir_expr *bad = node(COSET_E_DIV, num(1), num(0));
    seen s = run_rule(two_params(node(COSET_E_AND, late, bad)), NULL);
    assert_int_equal(s.n, 0);
}

/* ruleset i := 2 to x + 1: the bound is computed in each state. */
static void test_computed_domain(void **unused)
{
    (void)unused;
    begin();
    const coset_ir_expr *to = node(COSET_E_ADD, load(state(X, &t_digit)), num(1));
    coset_ir_rule r = {.params = from_to(0, &t_digit, num(2), to, NULL), .n_params = 1};
    seen s = run_rule(r, NULL);
    assert_int_equal(s.n, 3);
    assert_int_equal(s.last_instance, 4);
    begin();
    r.params = from_to(0, &t_digit, num(2), node(COSET_E_DIV, num(1), num(0)), NULL);
    r.guard = num(0);
    s = run_rule(r, NULL);
    assert_int_equal(s.n_faults, 1);
}

static void test_choose(void **unused)
{
    (void)unused;
    begin();
    const coset_ir_stmt *remove =
        stmt((coset_ir_stmt){.op = COSET_S_BAGREMOVE, .place = state(BAG, &t_bag), .expr = load(local(0, &t_entry))});
    seen s = run_rule((coset_ir_rule){.params = entries(0), .n_params = 1, .body = remove}, NULL);
    assert_int_equal(s.n, 1);
    assert_int_equal(s.dst[BAG], 0);
}

/* An alias of a[p] before the guard, changed in the body; every instance starts from the same state and frame. */
static void test_prelude(void **unused)
{
    (void)unused;
    begin();
    const coset_ir_place *alias = place(COSET_P_REF, 1, &t_digit, "alias");
    coset_ir_rule r = {.params = binder("p", 0, &t_p), .n_params = 1};
    coset_ir_stmt b = {.op = COSET_S_BIND, .source = at(state(A, &t_a), load(local(0, &t_p))), .frame = 1};
    r.prelude = stmt(b);
    r.guard = node(COSET_E_LT, load(state(X, &t_digit)), num(5));
    r.body = then(assign(alias, num(9)), assign(state(X, &t_digit), num(9)));
    seen s = run_rule(r, NULL);
    assert_int_equal(s.n, 3);
    assert_int_equal(s.dst[A], 2);
    assert_int_equal(s.dst[A + 2], 10);
}

static void test_locals_start_undefined(void **unused)
{
    (void)unused;
    begin();
    const coset_ir_place *l = local(5, &t_digit);
    coset_ir_stmt s = {.op = COSET_S_ASSIGN, .place = state(X, &t_digit), .expr = load(l), .copies_undefined = true};
    coset_ir_rule r = {.params = binder("p", 0, &t_p), .n_params = 1, .body = then(stmt(s), assign(l, num(1)))};
    seen t = run_rule(r, NULL);
    assert_int_equal(t.n, 3);
    assert_int_equal(t.dst[X], 0);
}

static void test_starts(void **unused)
{
    (void)unused;
    begin();
    coset_ir_rule rules[] = {
        {.name = "s", .is_start = true, .body = assign(state(X, &t_digit), num(1)), .frame_size = FRAME},
        {.name = "step", .frame_size = FRAME},
    };
    seen s = run_model(program(rules, 2, NULL, 0, NULL, 0), NULL);
    assert_int_equal(s.n, 1);
    assert_int_equal(s.dst[X], 2);
    assert_int_equal(s.dst[WHO], 0);
}

/* ---- properties --------------------------------------------------------------------------------------------- */

static coset_eval eval_prop(coset_ir_prop p, uint32_t instance, coset_fault *fault)
{
    p.name = "p";
    p.frame_size = FRAME;
    coset_ir_rule r = {.name = "r", .frame_size = FRAME};
    coset_model *m = program(&r, 1, &p, 1, NULL, 0);
    coset_worker *w = coset_worker_new(m);
    coset_eval e = m->ops->eval(w, 0, instance, usual, fault);
    m->ops->worker_free(w);
    coset_model_free(m);
    return e;
}

/* a[p] > least, for the parameter p */
static coset_ir_prop above(coset_prop_kind kind, int64_t least)
{
    coset_ir_prop p = {.kind = kind, .params = binder("p", 0, &t_p), .n_params = 1};
    p.expr = node(COSET_E_GT, load(at(state(A, &t_a), load(local(0, &t_p)))), num(least));
    return p;
}

static void test_properties(void **unused)
{
    (void)unused;
    coset_fault f;
    begin();
    assert_int_equal(eval_prop((coset_ir_prop){.expr = num(1)}, 0, &f), COSET_EVAL_TRUE);
    begin();
    assert_int_equal(eval_prop((coset_ir_prop){.expr = num(0)}, 0, &f), COSET_EVAL_FALSE);
    begin(); /* false for P_1, but the fault of P_3 counts whatever the order */
    assert_int_equal(eval_prop(above(COSET_PROP_INVARIANT, 5), 0, &f), COSET_EVAL_FAULT);
    assert_int_equal(f.kind, COSET_FAULT_UNDEFINED);
    begin();
    assert_int_equal(eval_prop(above(COSET_PROP_COVER, 1), 0, &f), COSET_EVAL_FALSE);
    begin();
    assert_int_equal(eval_prop(above(COSET_PROP_COVER, 1), 1, &f), COSET_EVAL_TRUE);
    begin();
    assert_int_equal(eval_prop(above(COSET_PROP_COVER, 1), 2, &f), COSET_EVAL_FAULT);
}

static void test_property_over_entries(void **unused)
{
    (void)unused;
    coset_fault f;
    coset_ir_prop p = {.kind = COSET_PROP_COVER, .n_params = 1};
    for (uint32_t entry = 0; entry < 2; entry++) {
        begin();
        p.kind = COSET_PROP_COVER;
        p.params = entries(0);
        p.expr = num(1);
        assert_int_equal(eval_prop(p, entry, &f), entry == 0 ? COSET_EVAL_TRUE : COSET_EVAL_FALSE);
        begin();
        p.kind = COSET_PROP_LIVENESS;
        p.params = entries(0);
        p.expr = num(0);
        assert_int_equal(eval_prop(p, entry, &f), entry == 0 ? COSET_EVAL_FALSE : COSET_EVAL_TRUE);
    }
}

/* ---- the model's interface --------------------------------------------------------------------------------------- */

static void test_slots(void **unused)
{
    (void)unused;
    begin();
    coset_ir_rule r = {.name = "r"};
    coset_model *m = program(&r, 1, NULL, 0, NULL, 0);
    assert_int_equal(m->n_slots, N_SLOTS);
    assert_string_equal(m->slots[A + 1].name, "a[P_2]");
    assert_string_equal(m->slots[R + 1].name, "r.g");
    assert_string_equal(m->slots[BAG + 3].name, "bag{1}");
    assert_int_equal(m->slots[X].max, 10);
    assert_int_equal(m->slots[X].bits, 4);
    assert_int_equal(m->slots[BAG].max, 1);
    assert_int_equal(m->slots[BAG].bits, 1);
    assert_int_equal(m->slots[A + 1].n_index, 1);
    assert_int_equal(m->slots[A + 1].index[0].element, 1);
    assert_int_equal(m->slots[A + 1].index[0].stride, 1);
    assert_int_equal(m->slots[X].valclass, 0);
    const coset_valclass *who = &m->symmetry.valclasses[m->slots[WHO].valclass];
    assert_int_equal(who->n_segments, 1);
    assert_int_equal(who->segments[0].lo, 3);
    assert_int_equal(who->segments[0].n, 3);
    assert_int_equal(m->symmetry.n_bags, 1);
    assert_int_equal(m->symmetry.bags[0].width, 2);
    assert_int_equal(m->symmetry.types[0].n, 3);
    coset_model_free(m);
}

static void test_texts(void **unused)
{
    (void)unused;
    char text[64], tiny[4];
    begin();
    coset_ir_rule r = two_params(NULL);
    r.name = "go";
    coset_model *m = program(&r, 1, NULL, 0, NULL, 0);
    m->ops->value_text(m, WHO, 4, text, sizeof text);
    assert_string_equal(text, "P_2");
    m->ops->value_text(m, WHO, 0, text, sizeof text);
    assert_string_equal(text, "undefined");
    m->ops->value_text(m, BAG, 1, text, sizeof text);
    assert_string_equal(text, "present");
    m->ops->edge_text(m, 0, 5, text, sizeof text);
    assert_string_equal(text, "go, p: P_2, n: 4");
    m->ops->edge_text(m, 0, 5, tiny, sizeof tiny);
    assert_string_equal(tiny, "go,");
    assert_int_equal(m->n_props, 2);
    assert_int_equal(m->props[0].kind, COSET_PROP_DEADLOCK);
    assert_int_equal(m->props[1].kind, COSET_PROP_FAULT);
    assert_non_null(coset_model_ir(m));
    coset_model_free(m);
}

static void test_ranks(void **unused)
{
    (void)unused;
    assert_int_equal(coset_ir_rank(&t_small, 2), 0);
    assert_int_equal(coset_ir_rank(&t_small, 5), -1);
    assert_int_equal(coset_ir_rank(&t_small, 1), -1);
    assert_int_equal(coset_ir_rank(&t_small, INT64_MIN), -1);
    for (uint64_t i = 0; i < t_who.n; i++)
        assert_int_equal(coset_ir_rank(&t_who, coset_ir_unrank(&t_who, i)), i);
    assert_int_equal(coset_ir_rank(&t_who, 7), -1);
    assert_true(coset_ir_is_symmetric(&t_who));
    assert_true(coset_ir_is_symmetric(&t_r));
    assert_false(coset_ir_is_symmetric(&t_bag));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_instances),
        cmocka_unit_test(test_early_fault),
        cmocka_unit_test(test_order_of_parts),
        cmocka_unit_test(test_computed_domain),
        cmocka_unit_test(test_choose),
        cmocka_unit_test(test_prelude),
        cmocka_unit_test(test_locals_start_undefined),
        cmocka_unit_test(test_starts),
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_property_over_entries),
        cmocka_unit_test(test_slots),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
