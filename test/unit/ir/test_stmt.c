/* Every statement, calls included: effect and faults. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program.h"

static void leaves(seen s, uint32_t slot, coset_value v)
{
    if (s.n_faults)
        fail_msg("fault: %s", s.fault.text);
    assert_int_equal(s.n, 1);
    assert_int_equal(s.dst[slot], v);
}

static void faults(seen s, coset_fault_kind kind, const char *text)
{
    assert_int_equal(s.n, 1);
    assert_int_equal(s.n_faults, 1);
    assert_int_equal(s.fault.kind, kind);
    if (!strstr(s.fault.text, text))
        fail_msg("fault text: %s", s.fault.text);
}

static const coset_ir_place *x(void) { return state(X, &t_digit); }

static const coset_ir_expr *x_plus(int64_t v) { return node(COSET_E_ADD, load(x()), num(v)); }

static void test_assign(void **unused)
{
    (void)unused;
    begin();
    leaves(run_body(assign(x(), x_plus(1))), X, 5);
    begin();
    faults(run_body(assign(x(), num(10))), COSET_FAULT_RANGE, "value 10 for `x` is not in 0..9");
    begin();
    leaves(run_body(assign(at(state(A, &t_a), num(1002)), num(9))), A + 2, 10);
    begin();
    leaves(run_body(assign(state(WHO, &t_who), num(2001))), WHO, 2);
    begin();
    faults(run_body(assign(x(), load(state(U, &t_bool)))), COSET_FAULT_UNDEFINED, "`u`");
    begin();
    coset_ir_stmt s = {
        .op = COSET_S_ASSIGN, .place = x(), .expr = load(at(state(A, &t_a), num(1002))), .copies_undefined = true};
    leaves(run_body(stmt(s)), X, 0);
}

static void test_copy(void **unused)
{
    (void)unused;
    begin();
    coset_ir_stmt s = {.op = COSET_S_COPY, .place = state(R, &t_r), .source = state(S, &t_r)};
    seen t = run_body(stmt(s));
    leaves(t, R, 0);
    leaves(t, R + 1, 1);
}

static void test_clear_and_undefine(void **unused)
{
    (void)unused;
    begin();
    seen s = run_body(stmt((coset_ir_stmt){.op = COSET_S_CLEAR, .place = state(A, &t_a)}));
    leaves(s, A, 1);
    leaves(s, A + 2, 1);
    begin();
    leaves(run_body(stmt((coset_ir_stmt){.op = COSET_S_CLEAR, .place = state(S, &t_r)})), S, 1);
    begin();
    leaves(run_body(stmt((coset_ir_stmt){.op = COSET_S_CLEAR, .place = state(BAG, &t_bag)})), BAG, 0);
    begin();
    leaves(run_body(stmt((coset_ir_stmt){.op = COSET_S_UNDEFINE, .place = state(A, &t_a)})), A + 1, 0);
}

static void test_branches(void **unused)
{
    (void)unused;
    begin();
    coset_ir_stmt s = {.op = COSET_S_IF, .expr = num(1), .body = assign(x(), num(1)), .other = assign(x(), num(2))};
    leaves(run_body(stmt(s)), X, 2);
    begin();
    s = (coset_ir_stmt){.op = COSET_S_IF, .expr = num(0), .body = assign(x(), num(1)), .other = assign(x(), num(2))};
    leaves(run_body(stmt(s)), X, 3);
    begin();
    s = (coset_ir_stmt){.op = COSET_S_IF, .expr = num(0), .body = assign(x(), num(1))};
    leaves(run_body(then(stmt(s), assign(at(state(A, &t_a), num(1000)), num(0)))), X, 4);
}

/* x := 0; for ...: x := x + 1 */
static seen rounds(const coset_ir_binder *b)
{
    coset_ir_stmt s = {.op = COSET_S_FOR, .binder = b, .body = assign(x(), x_plus(1))};
    return run_body(then(assign(x(), num(0)), stmt(s)));
}

static void test_for(void **unused)
{
    (void)unused;
    begin();
    leaves(rounds(binder("i", 0, &t_p)), X, 1 + 3);
    begin();
    leaves(rounds(from_to(0, &t_int, num(1), num(5), NULL)), X, 1 + 5);
    begin();
    leaves(rounds(from_to(0, &t_int, num(5), num(1), NULL)), X, 1);
    begin();
    leaves(rounds(from_to(0, &t_int, num(5), num(1), num(-2))), X, 1 + 3);
    begin();
    leaves(rounds(from_to(0, &t_int, num(INT64_MAX - 1), num(INT64_MAX), NULL)), X, 1 + 2);
    begin();
    leaves(rounds(from_to(0, &t_int, num(INT64_MIN + 1), num(INT64_MIN), num(-1))), X, 1 + 2);
    begin();
    faults(rounds(from_to(0, &t_int, num(1), num(5), num(0))), COSET_FAULT_LOOP, "step 0");
    begin();
    const coset_ir_stmt long_loop = {.op = COSET_S_FOR, .binder = from_to(0, &t_int, num(1), num(1000000000), NULL)};
    faults(run_body(stmt(long_loop)), COSET_FAULT_BOUND, "in one step");
    begin();
    faults(rounds(from_to(0, &t_small, num(1), num(4), NULL)), COSET_FAULT_RANGE, "lower bound 1 is not in small");
    begin();
    faults(rounds(from_to(0, &t_small, num(2), num(5), NULL)), COSET_FAULT_RANGE, "upper bound 5");
    begin();
    leaves(rounds(entries(0)), X, 1 + 1);
}

static void test_while(void **unused)
{
    (void)unused;
    begin();
    coset_ir_stmt s = {
        .op = COSET_S_WHILE, .expr = node(COSET_E_LT, load(x()), num(8)), .body = assign(x(), x_plus(1))};
    leaves(run_body(stmt(s)), X, 1 + 8);
    begin();
    s = (coset_ir_stmt){.op = COSET_S_WHILE, .expr = num(1)};
    faults(run_body(stmt(s)), COSET_FAULT_LOOP, "runs for ever");
    begin(); /* 1 and 0 by turns */
    s.expr = num(1);
    s.body = assign(x(), node(COSET_E_SUB, num(1), load(x())));
    faults(run_body(then(assign(x(), num(0)), stmt(s))), COSET_FAULT_LOOP, "runs for ever");
}

static void test_demands(void **unused)
{
    (void)unused;
    begin();
    faults(run_body(stmt((coset_ir_stmt){.op = COSET_S_ASSERT, .expr = num(0), .text = "no", .prop = 3})),
           COSET_FAULT_ASSERTION, "no");
    begin();
    faults(run_body(stmt((coset_ir_stmt){.op = COSET_S_ASSERT, .text = "stop"})), COSET_FAULT_ASSERTION, "stop");
    begin();
    assert_int_equal(run_body(stmt((coset_ir_stmt){.op = COSET_S_ASSERT, .expr = num(1)})).n_faults, 0);
    begin();
    assert_int_equal(run_body(stmt((coset_ir_stmt){.op = COSET_S_ASSUME, .expr = num(0)})).n, 0);
    begin();
    assert_int_equal(run_body(stmt((coset_ir_stmt){.op = COSET_S_ASSUME, .expr = num(1)})).n, 1);
    begin();
    const coset_ir_stmt *cover = stmt((coset_ir_stmt){.op = COSET_S_COVER, .expr = num(1), .prop = 1});
    assert_int_equal(run_body(then(cover, cover)).n_covers, 1);
    begin();
    assert_int_equal(run_body(stmt((coset_ir_stmt){.op = COSET_S_COVER, .expr = num(0), .prop = 1})).n_covers, 0);
}

static void test_put(void **unused)
{
    (void)unused;
    begin();
    leaves(run_body(stmt((coset_ir_stmt){.op = COSET_S_PUT, .text = "hello"})), X, 4);
    begin();
    leaves(run_body(stmt((coset_ir_stmt){.op = COSET_S_PUT, .expr = load(state(U, &t_bool))})), X, 4);
    begin();
    faults(run_body(stmt((coset_ir_stmt){.op = COSET_S_PUT, .expr = node(COSET_E_DIV, num(1), num(0))})),
           COSET_FAULT_ARITHMETIC, "division");
}

static coset_status print_length(void *ctx, const coset_edge *e, const coset_value *dst)
{
    (void)dst;
    *(size_t *)ctx = e->output ? strlen(e->output) : 0;
    return COSET_OK;
}

/* The events reported to a listening worker. */
static size_t length_of_put(const coset_ir_place *p)
{
    size_t length = 0;
    const coset_ir_rule rule = {
        .name = "r", .frame_size = FRAME, .body = stmt((coset_ir_stmt){.op = COSET_S_PUT, .place = p})};
    coset_model *m = program(&rule, 1, NULL, 0, NULL, 0);
    coset_worker *w = coset_worker_new_listening(m);
    assert_int_equal(m->ops->next(w, usual, print_length, &length), COSET_OK);
    m->ops->worker_free(w);
    coset_model_free(m);
    return length;
}

/* Names of parts are put together in a buffer of fixed size, and truncated. */
static void test_put_of_long_names(void **unused)
{
    static char name[1 << 20], field[1 << 20];
    (void)unused;
    memset(name, 'n', sizeof name - 1);
    memset(field, 'f', sizeof field - 1);
    const coset_ir_field fields[] = {{.name = field, .type = &t_bool}, {.name = "g", .type = &t_bool, .offset = 1}};
    const coset_ir_type record = {.kind = COSET_T_RECORD, .width = 2, .n_fields = 2, .fields = fields};
    begin();
    assert_int_equal(length_of_put(place(COSET_P_STATE, R, &record, "r")),
                     511 + strlen(":true\n") + strlen("r.g:false\n"));
    begin();
    assert_int_equal(length_of_put(place(COSET_P_STATE, R, &record, name)),
                     511 + strlen(":true\n") + 511 + strlen(":false\n"));
}

static const coset_ir_stmt *add_to_bag(int64_t v)
{
    return stmt((coset_ir_stmt){.op = COSET_S_BAGADD, .place = state(BAG, &t_bag), .expr = num(v)});
}

static const coset_ir_stmt *remove_from_bag(int64_t entry)
{
    return stmt((coset_ir_stmt){.op = COSET_S_BAGREMOVE, .place = state(BAG, &t_bag), .expr = num(entry)});
}

static void test_bags(void **unused)
{
    (void)unused;
    begin();
    seen s = run_body(add_to_bag(9)); /* sorted: the larger first */
    leaves(s, BAG + 1, 10);
    leaves(s, BAG + 3, 8);
    begin();
    faults(run_body(then(add_to_bag(1), add_to_bag(2))), COSET_FAULT_BAG, "full");
    begin();
    faults(run_body(add_to_bag(11)), COSET_FAULT_RANGE, "element 11");
    begin();
    leaves(run_body(remove_from_bag(0)), BAG, 0);
    begin();
    faults(run_body(remove_from_bag(1)), COSET_FAULT_BAG, "no such entry");
    begin();
    s = run_body(then(add_to_bag(2), remove_from_bag(0))); /* entry 1 stays entry 1 until the end of the step */
    leaves(s, BAG, 1);
    leaves(s, BAG + 1, 3);
    leaves(s, BAG + 2, 0);
}

static void test_bag_remove_if(void **unused)
{
    (void)unused;
    begin();
    const coset_ir_expr *entry = load(at(state(BAG, &t_bag), load(local(0, &t_entry))));
    coset_ir_stmt s = {.op = COSET_S_BAGREMOVE_IF,
                       .place = state(BAG, &t_bag),
                       .binder = entries(0),
                       .expr = node(COSET_E_GT, entry, num(5))};
    seen t = run_body(then(add_to_bag(2), stmt(s)));
    leaves(t, BAG + 1, 3);
    leaves(t, BAG + 2, 0);
}

/* bind alias to a[P_2]; x := alias; alias := 9 */
static void test_bind(void **unused)
{
    (void)unused;
    begin();
    const coset_ir_place *alias = place(COSET_P_REF, 0, &t_digit, "alias");
    const coset_ir_stmt *b =
        stmt((coset_ir_stmt){.op = COSET_S_BIND, .source = at(state(A, &t_a), num(1001)), .frame = 0});
    const coset_ir_stmt *rest = then(assign(x(), load(alias)), assign(alias, num(9)));
    seen s = run_body(then(b, rest));
    leaves(s, X, 3);
    leaves(s, A + 1, 10);
}

/* ---- calls -------------------------------------------------------------------------------------------------- */

static coset_ir_function *function(const coset_ir_param *params, uint32_t n, const coset_ir_type *result,
                                   const coset_ir_stmt *body)
{
    coset_ir_function f = {.name = "f",
                           .n_params = n,
                           .params = coset_arena_copy(arena, params, n, sizeof *params),
                           .result = result,
                           .frame_size = FRAME,
                           .result_frame = FRAME - 4,
                           .body = body};
    return coset_arena_copy(arena, &f, 1, sizeof f);
}

static const coset_ir_arg *arg(coset_ir_arg a) { return coset_arena_copy(arena, &a, 1, sizeof a); }

static seen run_with(const coset_ir_function *f, const coset_ir_stmt *body)
{
    return run_rule((coset_ir_rule){.body = body}, f);
}

static const coset_ir_stmt *give_back(const coset_ir_expr *e)
{
    return stmt((coset_ir_stmt){.op = COSET_S_RETURN, .expr = e});
}

static const coset_ir_param by_value = {.name = "n", .type = &t_digit};
static const coset_ir_type t_wide = {.kind = COSET_T_RANGE, .n = 100000, .width = 1};
static const coset_ir_param by_value_wide = {.name = "n", .type = &t_wide};
static const coset_ir_param by_ref = {.name = "n", .type = &t_digit, .by_ref = true};

static void test_call_by_value(void **unused)
{
    (void)unused;
    const coset_ir_function *f;
    begin();
    const coset_ir_expr *n = load(local(0, &t_digit));
    f = function(&by_value, 1, &t_digit, give_back(node(COSET_E_ADD, n, num(1))));
    const coset_ir_expr *inner = call(f, arg((coset_ir_arg){.expr = num(4)}));
    leaves(run_with(f, assign(x(), call(f, arg((coset_ir_arg){.expr = inner})))), X, 1 + 6);
    begin();
    f = function(&by_value, 1, &t_digit, give_back(num(10)));
    faults(run_with(f, assign(x(), call(f, arg((coset_ir_arg){.expr = num(4)})))), COSET_FAULT_RANGE, "returned value");
    begin();
    f = function(&by_value, 1, &t_digit, give_back(num(1)));
    faults(run_with(f, assign(x(), call(f, arg((coset_ir_arg){.expr = num(12)})))), COSET_FAULT_RANGE, "argument 12");
    begin();
    f = function(&by_value, 1, &t_digit, NULL);
    faults(run_with(f, assign(x(), call(f, arg((coset_ir_arg){.expr = num(1)})))), COSET_FAULT_RETURN, "`f`");
}

/* An undefined value and the literal UNDEFINED may be passed; using them is the fault. */
static void test_call_with_undefined(void **unused)
{
    (void)unused;
    for (int use = 0; use < 2; use++)
        for (int literal = 0; literal < 2; literal++) {
            begin();
            const coset_ir_function *f =
                function(&by_value, 1, &t_digit, give_back(use ? load(local(0, &t_digit)) : num(1)));
            coset_ir_arg a = {.undefined = true};
            if (!literal)
                a = (coset_ir_arg){.expr = load(at(state(A, &t_a), num(1002)))};
            seen s = run_with(f, assign(x(), call(f, arg(a))));
            if (use)
                faults(s, COSET_FAULT_UNDEFINED, "`local`");
            else
                leaves(s, X, 2);
        }
}

static void test_call_by_reference(void **unused)
{
    (void)unused;
    begin();
    const coset_ir_place *n = place(COSET_P_REF, 0, &t_digit, "n");
    const coset_ir_function *f = function(&by_ref, 1, NULL, assign(n, node(COSET_E_ADD, load(n), num(5))));
    const coset_ir_expr *c = call(f, arg((coset_ir_arg){.place = at(state(A, &t_a), num(1000))}));
    leaves(run_with(f, stmt((coset_ir_stmt){.op = COSET_S_CALL, .expr = c})), A, 1 + 6);
}

/* A record is returned by value; its field is read. */
static void test_complex_result(void **unused)
{
    (void)unused;
    begin();
    const coset_ir_stmt *body = stmt((coset_ir_stmt){.op = COSET_S_RETURN, .source = state(R, &t_r)});
    const coset_ir_function *f = function(NULL, 0, &t_r, body);
    coset_ir_place result = *place(COSET_P_CALL, 8, &t_r, "f");
    result.call = call(f, NULL);
    coset_ir_stmt s = {
        .op = COSET_S_COPY, .place = state(S, &t_r), .source = coset_arena_copy(arena, &result, 1, sizeof result)};
    seen t = run_with(f, stmt(s));
    leaves(t, S, 2);
    begin();
    f = function(NULL, 0, &t_r, NULL);
    result = *place(COSET_P_CALL, 8, &t_r, "f");
    result.call = call(f, NULL);
    s = (coset_ir_stmt){
        .op = COSET_S_COPY, .place = state(S, &t_r), .source = coset_arena_copy(arena, &result, 1, sizeof result)};
    faults(run_with(f, stmt(s)), COSET_FAULT_RETURN, "`f`");
}

static void test_recursion(void **unused)
{
    (void)unused;
    begin();
    coset_ir_function *f = function(&by_value, 1, &t_digit, NULL);
    const coset_ir_expr *n = load(local(0, &t_digit));
    const coset_ir_expr *less = call(f, arg((coset_ir_arg){.expr = node(COSET_E_SUB, n, num(1))}));
    coset_ir_stmt end = {.op = COSET_S_IF, .expr = node(COSET_E_EQ, n, num(0)), .body = give_back(num(0))};
    f->body = then(stmt(end), give_back(node(COSET_E_ADD, less, num(1))));
    leaves(run_with(f, assign(x(), call(f, arg((coset_ir_arg){.expr = num(8)})))), X, 1 + 8);
    begin();
    f = function(&by_value, 1, &t_digit, NULL);
    f->body = give_back(call(f, arg((coset_ir_arg){.expr = load(local(0, &t_digit))})));
    faults(run_with(f, assign(x(), call(f, arg((coset_ir_arg){.expr = num(8)})))), COSET_FAULT_LOOP,
           "calls itself for ever");
    begin();
    f = function(&by_value_wide, 1, &t_digit, NULL);
    n = load(local(0, &t_wide));
    less = call(f, arg((coset_ir_arg){.expr = node(COSET_E_ADD, n, num(1))}));
    f->body = give_back(less);
    faults(run_with(f, assign(x(), call(f, arg((coset_ir_arg){.expr = num(8)})))), COSET_FAULT_BOUND, "nested deeper");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_assign),
        cmocka_unit_test(test_copy),
        cmocka_unit_test(test_clear_and_undefine),
        cmocka_unit_test(test_branches),
        cmocka_unit_test(test_for),
        cmocka_unit_test(test_while),
        cmocka_unit_test(test_demands),
        cmocka_unit_test(test_put),
        cmocka_unit_test(test_put_of_long_names),
        cmocka_unit_test(test_bags),
        cmocka_unit_test(test_bag_remove_if),
        cmocka_unit_test(test_bind),
        cmocka_unit_test(test_call_by_value),
        cmocka_unit_test(test_call_with_undefined),
        cmocka_unit_test(test_call_by_reference),
        cmocka_unit_test(test_complex_result),
        cmocka_unit_test(test_recursion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
