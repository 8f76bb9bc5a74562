/* Operations and counts against truth tables over a few variables; scopes; running out of nodes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bdd/bdd.h"

#define VARS 6
#define ROWS (1u << VARS)

static coset_bdds *open_context(uint32_t vars, uint64_t bytes)
{
    coset_bdds *b = NULL;
    const coset_bdd_options o = {.n_vars = vars, .max_bytes = bytes};
    assert_int_equal(coset_bdd_new(&o, &b, NULL), COSET_OK);
    return b;
}

static uint32_t next(uint32_t *seed) { return *seed = *seed * 1664525 + 1013904223; }

static void row_values(uint32_t row, uint8_t *values)
{
    for (uint32_t v = 0; v < VARS; v++)
        values[v] = row >> v & 1;
}

static uint64_t table_of(coset_bdds *b, coset_bdd x)
{
    uint64_t table = 0;
    uint8_t values[VARS];
    for (uint32_t row = 0; row < ROWS; row++) {
        row_values(row, values);
        table |= (uint64_t)coset_bdd_holds(b, x, values) << row;
    }
    return table;
}

static uint64_t exist(uint64_t table, uint32_t var)
{
    uint64_t out = 0;
    for (uint32_t row = 0; row < ROWS; row++)
        if (table >> row & 1 || table >> (row ^ 1u << var) & 1)
            out |= UINT64_C(1) << row;
    return out;
}

typedef struct {
    coset_bdd x;
    uint64_t table;
} pair;

static pair combine(coset_bdds *b, uint32_t how, pair p, pair q)
{
    switch (how % 6) {
    case 0:
        return (pair){coset_bdd_and(b, p.x, q.x), p.table & q.table};
    case 1:
        return (pair){coset_bdd_or(b, p.x, q.x), p.table | q.table};
    case 2:
        return (pair){coset_bdd_minus(b, p.x, q.x), p.table & ~q.table};
    case 3:
        return (pair){coset_bdd_equal(b, p.x, q.x), ~(p.table ^ q.table)};
    case 4:
        return (pair){coset_bdd_not(b, p.x), ~p.table};
    default:
        return (pair){coset_bdd_ite(b, p.x, q.x, coset_bdd_false), p.table & q.table};
    }
}

static void check_contents(coset_bdds *b, pair p)
{
    const uint32_t all[VARS] = {0, 1, 2, 3, 4, 5}, some[2] = {1, 4};
    coset_count n;
    uint8_t values[VARS];
    assert_true(table_of(b, p.x) == p.table);
    assert_true(coset_bdd_count(b, p.x, coset_bdd_cube(b, all, VARS), &n));
    assert_int_equal((uint64_t)n, __builtin_popcountll(p.table));
    coset_bdd cube = coset_bdd_cube(b, some, 2);
    assert_true(table_of(b, coset_bdd_exist(b, p.x, cube)) == exist(exist(p.table, 1), 4));
    if (coset_bdd_is_false(p.x))
        return;
    coset_bdd_one(b, p.x, values);
    assert_true(coset_bdd_holds(b, p.x, values));
}

/* The variables, then functions of those before. */
static void make_functions(coset_bdds *b, uint32_t *seed, pair at[24])
{
    for (uint32_t v = 0; v < VARS; v++) {
        at[v] = (pair){coset_bdd_var(b, v), 0};
        for (uint32_t row = 0; row < ROWS; row++)
            at[v].table |= (uint64_t)(row >> v & 1) << row;
    }
    for (uint32_t i = VARS; i < 24; i++)
        at[i] = combine(b, next(seed) >> 8, at[(next(seed) >> 8) % i], at[(next(seed) >> 8) % i]);
}

static void test_operations(void **state)
{
    (void)state;
    coset_bdds *b = open_context(VARS, 0);
    uint32_t seed = 1;
    for (int round = 0; round < 200; round++) {
        coset_bdd_scope s = coset_bdd_open(b);
        pair at[24];
        make_functions(b, &seed, at);
        for (uint32_t i = VARS; i < 24; i++)
            check_contents(b, at[i]);
        coset_bdd_close(b, s);
    }
    coset_bdd_free(b);
}

static void test_results_live_on(void **state)
{
    (void)state;
    coset_bdds *b = open_context(VARS, 0);
    uint32_t seed = 2;
    for (int round = 0; round < 100; round++) {
        coset_bdd_scope outer = coset_bdd_open(b), inner = coset_bdd_open(b);
        pair at[24], others[24];
        make_functions(b, &seed, at);
        coset_bdd_close_with_all(b, inner, (coset_bdd[]){at[21].x, at[22].x, at[23].x}, 3);
        make_functions(b, &seed, others);
        for (uint32_t i = 21; i < 24; i++)
            check_contents(b, at[i]);
        coset_bdd_close(b, outer);
    }
    coset_bdd_free(b);
}

static void test_scopes_and_renaming(void **state)
{
    (void)state;
    coset_bdds *b = open_context(8, 0);
    coset_bdd kept = coset_bdd_keep(b, coset_bdd_false);
    coset_bdd_scope s = coset_bdd_open(b);
    const uint32_t from[2] = {0, 2}, to[2] = {1, 3};
    coset_bdd_map *m = coset_bdd_map_new(b, from, to, 2);
    coset_bdd x = coset_bdd_and(b, coset_bdd_var(b, 0), coset_bdd_not(b, coset_bdd_var(b, 2)));
    coset_bdd y = coset_bdd_and(b, coset_bdd_var(b, 1), coset_bdd_not(b, coset_bdd_var(b, 3)));
    assert_true(coset_bdd_same(coset_bdd_rename(b, x, m), y));
    coset_bdd_set(b, &kept, x);
    coset_bdd_close(b, s);
    assert_int_equal(coset_bdd_size(b, kept), 2);
    coset_bdd_drop(b, kept);
    coset_bdd_map_free(m);
    coset_bdd_free(b);
}

static void test_one_context(void **state)
{
    (void)state;
    coset_bdds *b = open_context(2, 0), *c = NULL;
    const coset_bdd_options o = {.n_vars = 2};
    assert_int_equal(coset_bdd_new(&o, &c, NULL), COSET_UNSUPPORTED);
    coset_bdd_free(b);
}

#define MANY 60 /* variables */

/* The next allocation of that size has the contents left here: the library must not read them. */
static void leave_rubbish(size_t bytes)
{
    char *block[4];
    for (int i = 0; i < 4; i++) {
        block[i] = malloc(bytes);
        assert_non_null(block[i]);
        memset(block[i], 0x7f, bytes);
    }
    for (int i = 0; i < 4; i++)
        free(block[i]);
}

/* Every second variable from the last one on, so that no operation recurses deeply. */
static coset_bdd half_of_all(coset_bdds *b, uint32_t first)
{
    coset_bdd all = coset_bdd_true;
    for (uint32_t i = first + MANY - 2; i < MANY; i -= 2)
        all = coset_bdd_and(b, coset_bdd_var(b, i), all);
    return all;
}

static void fill(coset_bdds *b, uint32_t nodes)
{
    for (uint32_t i = 0; i < MANY; i++)
        for (uint32_t k = i + 1; k < MANY; k++) {
            coset_bdd x = coset_bdd_var(b, i), y = coset_bdd_var(b, k);
            for (uint32_t how = 0; how < 2 && nodes; how++, nodes--)
                (void)(how ? coset_bdd_and(b, x, y) : coset_bdd_or(b, x, y));
        }
}

/* Nodes are collected in the middle of the first operation that recurses deeply. */
static void test_collected_in_between(void **state)
{
    (void)state;
    uint8_t values[MANY];
    memset(values, 1, sizeof values);
    for (uint32_t nodes = 1500; nodes <= 2000; nodes += 25) {
        leave_rubbish((2 * MANY + 4) * sizeof(int));
        coset_bdds *b = open_context(MANY, 0);
        coset_bdd_scope s = coset_bdd_open(b);
        coset_bdd even = half_of_all(b, 0), odd = half_of_all(b, 1);
        fill(b, nodes);
        assert_true(coset_bdd_holds(b, coset_bdd_and(b, even, odd), values));
        coset_bdd_close(b, s);
        coset_bdd_free(b);
    }
}

/* The sum of products of the wrong order has 2^n nodes. */
static void test_out_of_nodes(void **state)
{
    (void)state;
    coset_bdds *b = open_context(60, 1);
    coset_bdd_scope s = coset_bdd_open(b);
    coset_bdd sum = coset_bdd_false;
    for (uint32_t i = 0; i < 30; i++)
        sum = coset_bdd_or(b, sum, coset_bdd_and(b, coset_bdd_var(b, i), coset_bdd_var(b, i + 30)));
    assert_true(coset_bdd_failed(b));
    assert_true(coset_bdd_is_false(sum));
    coset_bdd_close(b, s);
    coset_bdd_free(b);
    b = open_context(4, 0);
    assert_false(coset_bdd_failed(b));
    coset_bdd_free(b);
}

typedef struct {
    bool sifting;
    uint32_t asked, most; /* how often it was called, and up to which call it is not too late */
} patience;

static bool goes_on(void *ctx)
{
    patience *p = ctx;
    return !p->sifting || p->asked++ < p->most;
}

#define TERMS 11

/* A sum of products in the wrong order, for which a better order is searched. Its nodes afterwards. */
static uint64_t sift_sum(patience *p, bool *interrupted)
{
    const coset_bdd_options o = {.n_vars = 4 * TERMS, .goes_on = goes_on, .goes_on_ctx = p};
    uint8_t values[4 * TERMS] = {0};
    coset_bdds *b = NULL;
    assert_int_equal(coset_bdd_new(&o, &b, NULL), COSET_OK);
    coset_bdd_scope s = coset_bdd_open(b);
    coset_bdd sum = coset_bdd_false;
    for (uint32_t i = 0; i < TERMS; i++)
        sum = coset_bdd_or(b, sum, coset_bdd_and(b, coset_bdd_var(b, 2 * i), coset_bdd_var(b, 2 * (i + TERMS))));
    p->sifting = true;
    coset_bdd_sift(b);
    p->sifting = false;
    *interrupted = coset_bdd_failed(b);
    assert_true(coset_bdd_resume(b));
    for (uint32_t i = 0; i < TERMS; i++) {
        values[2 * i] = 1;
        assert_false(coset_bdd_holds(b, sum, values));
        values[2 * (i + TERMS)] = 1;
        assert_true(coset_bdd_holds(b, sum, values));
        values[2 * i] = values[2 * (i + TERMS)] = 0;
    }
    uint64_t nodes = coset_bdd_size(b, sum);
    coset_bdd_close(b, s);
    coset_bdd_free(b);
    return nodes;
}

static void test_sifting_is_interrupted(void **state)
{
    (void)state;
    patience endless = {.most = UINT32_MAX};
    bool interrupted;
    assert_in_range(sift_sum(&endless, &interrupted), 2 * TERMS, 4 * TERMS);
    assert_false(interrupted);
    for (uint32_t most = 0; most < 200; most += 20) {
        patience little = {.most = most};
        (void)sift_sum(&little, &interrupted);
        assert_true(interrupted);
        assert_true(little.asked <= most + 2); /* once it is late there are no more calls */
    }
}

/* A function gets the nodes of a freed one, so its number is less than that of a kept function inside. */
static void test_order_changes_where_numbers_do_not_rise(void **state)
{
    (void)state;
    uint32_t order[MANY] = {4, 5, 0, 1, 2, 3};
    for (uint32_t i = VARS; i < MANY; i++)
        order[i] = i;
    coset_bdds *b = open_context(MANY, 0);
    coset_bdd_scope all = coset_bdd_open(b), first = coset_bdd_open(b);
    coset_bdd gone = coset_bdd_var(b, 3);
    for (uint32_t i = 3; i-- > 0;)
        gone = coset_bdd_equal(b, gone, coset_bdd_var(b, i));
    coset_bdd x4 = coset_bdd_var(b, 4), x5 = coset_bdd_var(b, 5);
    pair inner = {coset_bdd_keep(b, coset_bdd_and(b, x4, x5)), 0}, outer = inner;
    coset_bdd_close(b, first);
    fill(b, 2 * MANY * MANY); /* until nodes are collected */
    coset_bdd_close(b, first);
    inner.table = table_of(b, inner.x);
    outer.x = coset_bdd_and(b, coset_bdd_var(b, 0), inner.x);
    outer.table = table_of(b, outer.x);
    coset_bdd_set_order(b, order);
    for (uint32_t var = 0; var < VARS; var++) {
        coset_bdd cube = coset_bdd_cube(b, &var, 1);
        assert_true(table_of(b, coset_bdd_exist(b, inner.x, cube)) == exist(inner.table, var));
        assert_true(table_of(b, coset_bdd_exist(b, outer.x, cube)) == exist(outer.table, var));
    }
    coset_bdd_drop(b, inner.x);
    coset_bdd_close(b, all);
    coset_bdd_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_operations),
                                       cmocka_unit_test(test_results_live_on),
                                       cmocka_unit_test(test_scopes_and_renaming),
                                       cmocka_unit_test(test_one_context),
                                       cmocka_unit_test(test_collected_in_between),
                                       cmocka_unit_test(test_out_of_nodes),
                                       cmocka_unit_test(test_sifting_is_interrupted),
                                       cmocka_unit_test(test_order_changes_where_numbers_do_not_rise)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
