#include "structure.h"

static structure *three_types(void)
{
    structure *s = structure_new();
    add_type(s, 3);
    add_type(s, 1);
    add_type(s, 5);
    structure_end(s);
    return s;
}

static void orders(void **unused)
{
    (void)unused;
    structure *s = three_types();
    const coset_symgroup *g = coset_symgroup_full(&s->model, s->arena);
    coset_count order;
    assert_true(coset_symgroup_order(g, &order) && order == 720);
    assert_string_equal(coset_symgroup_order_text(g, s->arena), "720");
    assert_int_equal(g->n_moves[1], 0);
    assert_false(coset_symgroup_is_trivial(g));
    structure_free(s);
}

static void large_orders(void **unused)
{
    (void)unused;
    structure *s = structure_new();
    add_type(s, 34);
    add_type(s, 35);
    structure_end(s);
    const coset_symgroup *g = coset_symgroup_full(&s->model, s->arena);
    coset_count order;
    assert_false(coset_symgroup_order(g, &order));
    assert_string_equal(coset_symgroup_order_text(g, s->arena),
                        "3050684197006574929865184301697866577824517891586487757951729664000000000000000");
    structure_free(s);
}

static void meet_and_fix(void **unused)
{
    (void)unused;
    structure *s = three_types();
    const coset_model *m = &s->model;
    const coset_refusal why[2] = {{.type = 0, .n_fixed = 1, .reason = "a"}, {.type = 2, .n_fixed = 1, .reason = "b"}};
    const coset_symgroup *g = coset_symgroup_full(m, s->arena);
    coset_symgroup *a = coset_symgroup_fix(m, g, 0, 1, s->arena), *b = coset_symgroup_fix(m, g, 2, 4, s->arena);
    a->n_refusals = b->n_refusals = 1;
    a->refusals = &why[0];
    b->refusals = &why[1];
    const coset_symgroup *both = coset_symgroup_meet(m, a, b, s->arena);
    assert_int_equal(both->n_moves[0], 2);
    assert_int_equal(both->n_moves[2], 4);
    assert_false(both->moves[0][1]);
    assert_int_equal(both->n_refusals, 2);
    assert_true(coset_symgroup_same(m, both, coset_symgroup_meet(m, b, a, s->arena)));
    assert_false(coset_symgroup_same(m, both, a));
    assert_int_equal(coset_symgroup_meet(m, both, a, s->arena)->n_refusals, 2);
    const coset_symgroup *one = coset_symgroup_fix(m, both, 0, 0, s->arena);
    assert_int_equal(one->n_moves[0], 0);
    assert_false(one->moves[0][2]);
    assert_int_equal(one->n_refusals, 2);
    structure_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(orders), cmocka_unit_test(large_orders),
                                       cmocka_unit_test(meet_and_fix)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
