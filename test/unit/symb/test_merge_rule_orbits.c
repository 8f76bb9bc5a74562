/* Rules of an orbit are kept as one only if they are images of each other: random rules, most of them not symmetric,
 * under the unproved group of all renamings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../ir/program.h"
#include "rounds.h"
#include "symb/encode/merge_rule_orbits.h"
#include "symb/encode/renaming.h"
#include "symm/group/group.h"
#include "things.h"

#define PLAIN 3 /* variables that are no multisets: x, u and a */

/* ---- random rules ------------------------------------------------------------------------------------------------ */

/* One of the first n parameters, or a new element. */
static const coset_ir_expr *element(dice *d, uint32_t n)
{
    return roll(d, 4) && n ? load(local(roll(d, n), &t_p)) : num(1000 + roll(d, 3));
}

static const coset_ir_place *entry(dice *d, uint32_t n) { return at(state(A, &t_a), element(d, n)); }

static const coset_ir_expr *condition(dice *d, uint32_t n)
{
    switch (roll(d, 4)) {
    case 0:
        return node(COSET_E_EQ, element(d, n), element(d, n));
    case 1:
        return node(COSET_E_NE, element(d, n), element(d, n));
    case 2:
        return node(COSET_E_EQ, load(entry(d, n)), num(roll(d, 3)));
    default:
        return node(COSET_E_LT, load(state(X, &t_digit)), num(1 + roll(d, 4)));
    }
}

static const coset_ir_expr *value(dice *d, uint32_t n)
{
    return roll(d, 2) ? num(roll(d, 12)) : load(roll(d, 2) ? entry(d, n) : state(X, &t_digit));
}

static const coset_ir_stmt *body(dice *d, uint32_t n)
{
    const coset_ir_stmt *s = assign(roll(d, 3) ? entry(d, n) : state(X, &t_digit), value(d, n));
    if (roll(d, 3) == 0)
        s = stmt((coset_ir_stmt){.op = COSET_S_IF, .expr = condition(d, n), .body = s});
    return roll(d, 3) ? s : then(assign(entry(d, n), value(d, n)), s);
}

static coset_ir_rule rule(dice *d)
{
    uint32_t n = roll(d, 3);
    coset_ir_binder params[2];
    for (uint32_t i = 0; i < n; i++)
        params[i] = *binder("p", i, &t_p);
    return (coset_ir_rule){.name = "r",
                           .frame_size = FRAME,
                           .n_params = n,
                           .params = coset_arena_copy(arena, params, n, sizeof *params),
                           .guard = roll(d, 4) ? condition(d, n) : NULL,
                           .body = body(d, n)};
}

static coset_ir_rule start(void)
{
    return (coset_ir_rule){.name = "start",
                           .frame_size = FRAME,
                           .is_start = true,
                           .body = stmt((coset_ir_stmt){.op = COSET_S_CLEAR, .place = state(A, &t_a)})};
}

/* ---- with and without orbits ------------------------------------------------------------------------------------- */

static coset__relation relation(const coset_model *m, coset_bdds *b, const coset_symgroup *folds)
{
    const coset__making making = {.order = COSET_ORDER_CONCATENATED, .stride = 2, .conditions = true, .folds = folds};
    coset__relation r = {0};
    assert_int_equal(coset__relation_make(m, b, &making, &r, NULL), COSET_OK);
    return r;
}

/* In states: results for codes without a meaning may differ. */
static bool same(coset_bdds *b, coset_bdd valid, coset_bdd x, coset_bdd y)
{
    return coset_bdd_same(coset_bdd_and(b, valid, x), coset_bdd_and(b, valid, y));
}

static void check_same(const coset__relation *r, const coset__rule *x, const coset__rule *y)
{
    coset_bdd_scope scope = coset_bdd_open(r->bdd);
    coset_bdd valid = coset__valid(&r->vars);
    assert_int_equal(x->group, y->group);
    assert_int_equal(x->instance, y->instance);
    assert_int_equal(x->n_slots, y->n_slots);
    assert_int_equal(x->n_faults, y->n_faults);
    assert_true(same(r->bdd, valid, x->step, y->step));
    assert_true(same(r->bdd, valid, x->fires, y->fires));
    assert_true(same(r->bdd, valid, x->moves, y->moves));
    for (uint32_t i = 0; i < x->n_faults; i++)
        assert_true(same(r->bdd, valid, x->faults[i].when, y->faults[i].when));
    coset_bdd_close(r->bdd, scope);
}

/* How many rules another one represents. */
static uint32_t count_images(const coset__relation *r)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->rules.n; i++)
        n += r->rules.at[i].by != NULL;
    return n;
}

/* Some rule of its group describes the same steps. */
static bool has_step(const coset__relation *r, coset_bdd valid, uint32_t group, coset_bdd step)
{
    for (uint32_t i = 0; i < r->rules.n; i++)
        if (r->rules.at[i].group == group && same(r->bdd, valid, r->rules.at[i].step, step))
            return true;
    return false;
}

/* Every renaming maps a rule that represents its orbit to an existing rule. */
static void check_orbits(const coset__relation *some, const coset__relation *all)
{
    static const coset_renaming perms[][3] = {{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (size_t p = 0; p < sizeof perms / sizeof *perms; p++) {
        coset__renaming *by = coset__renaming_new(&some->vars, perms[p], COSET__BY_NOTHING);
        for (uint32_t i = 0; i < some->rules.n; i++) {
            coset_bdd_scope scope = coset_bdd_open(some->bdd);
            const coset__rule *rule = &some->rules.at[i];
            coset_bdd valid = coset__valid(&some->vars);
            assert_true(!rule->together || has_step(all, valid, rule->group, coset__rename(by, rule->step)));
            coset_bdd_close(some->bdd, scope);
        }
        coset__renaming_free(by);
    }
}

/* The number of rules that others represent. `checks`: that the orbits are right. */
static uint32_t compare_model(coset_model *m, void (*checks)(const coset__relation *some, const coset__relation *all))
{
    const coset_bdd_options o = {.n_vars = coset__vars_needed(m)};
    coset_bdds *b;
    assert_int_equal(coset_bdd_new(&o, &b, NULL), COSET_OK);
    coset__relation all = relation(m, b, NULL), some = relation(m, b, coset_symgroup_full(m, arena));
    uint32_t images = count_images(&some);
    if (checks)
        checks(&some, &all);
    assert_int_equal(coset__unfold(&some), images > 0);
    assert_int_equal(some.rules.n, all.rules.n);
    for (uint32_t i = 0; i < all.rules.n; i++)
        check_same(&all, &some.rules.at[i], &all.rules.at[i]);
    coset__relation_free(&some);
    coset__relation_free(&all);
    coset_bdd_free(b);
    coset_model_free(m);
    return images;
}

static uint32_t compare(const coset_ir_rule *rules, uint32_t n)
{
    return compare_model(program_of(PLAIN, A + 3, rules, n, NULL, 0, NULL, 0), check_orbits);
}

static uint32_t compare_random(uint64_t seed)
{
    dice d = {seed};
    begin();
    const coset_ir_rule first = start(), second = rule(&d), rules[] = {first, second, rule(&d)};
    return compare(rules, 3);
}

static void test_random_rules(void **state_)
{
    (void)state_;
    uint32_t images = 0, n = rounds(2000);
    for (uint32_t i = 0; i < n; i++)
        images += compare_random(7000 + i);
    assert_true(images > n / 2); /* some are symmetric */
}

/* The least of all elements except p: the rules are images of each other in the order of the elements, and in no
 * other. */
static void test_least_of_others(void **state_)
{
    (void)state_;
    begin();
    const coset_ir_expr *is_first = node(COSET_E_EQ, load(local(0, &t_p)), num(1000));
    const coset_ir_stmt *set_first = assign(at(state(A, &t_a), num(1000)), num(1)),
                        *set_second = assign(at(state(A, &t_a), num(1001)), num(1));
    const coset_ir_rule least = {
        .name = "least",
        .frame_size = FRAME,
        .n_params = 1,
        .params = binder("p", 0, &t_p),
        .body = stmt((coset_ir_stmt){.op = COSET_S_IF, .expr = is_first, .body = set_second, .other = set_first})};
    const coset_ir_rule rules[] = {start(), least};
    assert_int_equal(compare(rules, 2), 0);
}

/* The same of four elements: two of the three others can be exchanged, but not the least one. */
static void test_least_of_three_others(void **state_)
{
    static const char *const names[] = {"Q_1", "Q_2", "Q_3", "Q_4"};
    static const coset_ir_type four = {
        .kind = COSET_T_SCALARSET, .name = "Q", .width = 1, .lo = 1000, .n = 4, .names = names};
    static const coset_ir_type array = {.kind = COSET_T_ARRAY, .width = 4, .index = &four, .element = &t_digit};
    static const coset_ir_type *const types[] = {&four};
    static const coset_ir_var all[] = {{.name = "a", .type = &array}};
    (void)state_;
    begin();
    const coset_ir_place *a = state(0, &array);
    const coset_ir_expr *is_first = node(COSET_E_EQ, load(local(0, &four)), num(1000));
    const coset_ir_stmt *set_first = assign(at(a, num(1000)), num(1)), *set_second = assign(at(a, num(1001)), num(1));
    const coset_ir_rule rules[] = {
        {.name = "start",
         .frame_size = FRAME,
         .is_start = true,
         .body = stmt((coset_ir_stmt){.op = COSET_S_CLEAR, .place = a})},
        {.name = "least",
         .frame_size = FRAME,
         .n_params = 1,
         .params = binder("q", 0, &four),
         .body = stmt((coset_ir_stmt){.op = COSET_S_IF, .expr = is_first, .body = set_second, .other = set_first})}};
    const coset_ir ir = {.arena = arena,
                         .name = "test",
                         .language = "ir",
                         .n_slots = 4,
                         .n_vars = 1,
                         .vars = all,
                         .n_symtypes = 1,
                         .symtypes = types,
                         .n_rules = 2,
                         .rules = coset_arena_copy(arena, rules, 2, sizeof *rules)};
    assert_int_equal(compare_model(coset_ir_model(coset_arena_copy(arena, &ir, 1, sizeof ir)), NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_rules),
        cmocka_unit_test(test_least_of_others),
        cmocka_unit_test(test_least_of_three_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
