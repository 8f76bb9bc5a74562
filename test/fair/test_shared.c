/* Emptiness by several threads: random symmetric systems, and their quotients, against the slow decision on the whole
 * graph; larger random graphs against one thread; the result is always that of one thread. COSET_LONG=1 takes more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "explicit.h"
#include "explore/accept.h"
#include "system.h"
#include "wrap/quotient.h"

static uint32_t rounds_of(uint32_t n) { return getenv("COSET_LONG") ? n : n / 100; }

static uint32_t n_accepting, n_empty, n_shared, n_quotients;

static coset_result *judge(const coset_model *m, uint32_t threads, coset_arena *a)
{
    const coset_engine_options o = {.threads = threads, .shares_all = true};
    coset_result *r;
    coset_err err;
    assert_int_equal(coset_accept(m, &o, a, &r, &err), COSET_OK);
    return r;
}

static void same_paths(const coset_model *m, const coset_path *x, const coset_path *y)
{
    assert_int_equal(x != NULL, y != NULL);
    if (!x)
        return;
    assert_int_equal(x->n_states, y->n_states);
    assert_int_equal(x->has_loop, y->has_loop);
    assert_int_equal(x->loop, y->loop);
    assert_memory_equal(x->states, y->states, (size_t)x->n_states * m->n_slots * sizeof *x->states);
    assert_int_equal(x->edges != NULL, y->edges != NULL);
    for (uint32_t i = 0; x->edges && i < x->n_states; i++)
        assert_int_equal(x->edges[i], y->edges[i]);
}

static void same_results(const coset_model *m, const coset_result *x, const coset_result *y)
{
    assert_int_equal(x->representatives, y->representatives);
    assert_int_equal(x->edges, y->edges);
    assert_true(x->states == y->states);
    assert_int_equal(x->exact, y->exact);
    assert_int_equal(x->depth, y->depth);
    assert_int_equal(x->exhaustive, y->exhaustive);
    for (uint32_t g = 0; g < m->n_groups; g++)
        assert_true(x->group_edges[g] == y->group_edges[g]);
    for (uint32_t p = 0; p < m->n_props; p++) {
        assert_int_equal(x->props[p].verdict, y->props[p].verdict);
        assert_int_equal(x->props[p].depth, y->props[p].depth);
        assert_true(x->props[p].hits == y->props[p].hits);
        same_paths(m, x->props[p].path, y->props[p].path);
    }
}

/* The property that is judged is the first one. */
static coset_verdict check(const coset_model *m, uint32_t times)
{
    coset_arena *a = coset_arena_new();
    const coset_result *alone = judge(m, 1, a);
    coset_verdict verdict = alone->props[0].verdict;
    for (uint32_t i = 0; i < times; i++) {
        const coset_result *r = judge(m, 2 + i % 3, a);
        same_results(m, alone, r);
        n_shared += r->threads > 1;
    }
    coset_arena_free(a);
    return verdict;
}

/* ---- random systems ---------------------------------------------------------------------------------------------- */

static void check_quotients(const coset_model *m, coset_verdict expected)
{
    uint32_t n;
    const coset_strategy *all = coset_strategies(&n);
    coset_arena *a = coset_arena_new();
    coset_symgroup *group = coset_symgroup_full(m, a);
    for (uint32_t k = 0; k < n; k++) {
        coset_canon *canon;
        coset_err err;
        if (coset_canon_new(m, group, all[k].name, &canon, &err) != COSET_OK)
            continue;
        coset_model *q = coset_quotient_new(m, group, canon, NULL);
        assert_int_equal(check(q, 1), expected);
        n_quotients++;
        coset_model_free(q);
        coset_canon_free(canon);
    }
    coset_arena_free(a);
}

static void random_systems(void **state)
{
    (void)state;
    uint64_t from = getenv("COSET_SEED") ? strtoull(getenv("COSET_SEED"), NULL, 10) : 0;
    n_accepting = n_empty = n_shared = 0;
    for (uint64_t seed = from; seed < from + rounds_of(40000); seed++) {
        system_model *s = s_new(seed);
        x_graph g;
        x_make(&g, &s->model);
        if (g.n <= 300) {
            bool expected = x_accepts(&g);
            coset_verdict verdict = expected ? COSET_VERDICT_FAILS : COSET_VERDICT_HOLDS;
            n_accepting += expected;
            n_empty += !expected;
            if (check(&s->model, 3) != verdict)
                fail_msg("seed %llu", (unsigned long long)seed);
            if (seed % 8 == 0)
                check_quotients(&s->model, verdict);
        }
        x_free(&g);
        free(s);
    }
    print_message("%u accepting, %u empty, %u decided by several threads, %u quotients\n", n_accepting, n_empty,
                  n_shared, n_quotients);
    assert_true(n_accepting > 20 && n_empty > 20 && n_shared > 20);
}

/* ---- larger graphs ----------------------------------------------------------------------------------------------- */

/* Nodes in blocks. Edges lead to later nodes, or back within the block; the first set is on all kinds of edges, the
 * second on edges that leave a block, and on one more. */
typedef struct {
    uint64_t seed;
    uint32_t n, block, reach, degree, back; /* one edge in `back` leads back */
    uint32_t bad;                           /* all edges of this node are in the second set */
    bool rare;                              /* only one edge is in the first set, and one in the second */
} graph;

static uint64_t mix(const graph *g, uint64_t node, uint64_t instance)
{
    uint64_t d = g->seed ^ node << 20 ^ instance << 50;
    (void)toy_random(&d);
    return toy_random(&d);
}

static toy_outcome step(const toy *t, uint32_t group, uint64_t instance, const coset_value *src, coset_value *dst,
                        coset_edge *e, coset_fault *fault)
{
    const graph *g = t->data;
    (void)group, (void)fault;
    if (!src)
        return TOY_STEP;
    uint64_t d = mix(g, src[0], instance);
    uint32_t block = src[0] - src[0] % g->block;
    if (d % 5 == 0)
        return TOY_DISABLED;
    if (d / 5 % g->back == 0)
        dst[0] = block + (uint32_t)(d >> 32) % (src[0] - block + 1);
    else
        dst[0] = src[0] + 1 + (uint32_t)(d >> 32) % g->reach;
    if (dst[0] >= g->n)
        return TOY_DISABLED;
    e->accepts = g->rare ? src[0] == g->bad / 2 && instance == 0 : (d >> 20) % 16 == 0;
    if (g->rare)
        e->accepts |= src[0] == g->bad && instance == 1 ? 2 : 0;
    else if (dst[0] - dst[0] % g->block != block || src[0] == g->bad)
        e->accepts |= 2;
    return TOY_STEP;
}

static coset_verdict check_graph(const graph *g)
{
    toy *t = toy_new("graph");
    (void)toy_slot(t, "x", g->n);
    (void)toy_group(t, "start", true, 1);
    (void)toy_group(t, "step", false, g->degree);
    (void)toy_prop(t, "acceptance", COSET_PROP_ACCEPTANCE, 1, false);
    t->step = step;
    t->data = g;
    t->model.n_accepts = 2;
    coset_verdict v = check(&t->model, 6);
    coset_model_free(&t->model);
    return v;
}

static void larger_graphs(void **state)
{
    (void)state;
    uint32_t n_fails = 0, n_holds = 0;
    n_shared = 0;
    for (uint32_t i = 0; i < 40 + rounds_of(2000); i++) {
        uint64_t d = i;
        graph g = {
            .seed = i, .n = 200 + s_roll(&d, i % 4 ? 600 : 3000), .bad = UINT32_MAX, .degree = 2 + s_roll(&d, 4)};
        g.block = s_roll(&d, 3) ? 1 + s_roll(&d, 300) : g.n;
        g.reach = s_roll(&d, 2) ? 1 + s_roll(&d, 8) : g.n;
        g.back = 1 + s_roll(&d, 20);
        g.rare = i % 2;
        if (g.rare || s_roll(&d, 3) == 0)
            g.bad = s_roll(&d, g.n);
        if (g.rare && s_roll(&d, 2)) {
            g.reach = 1 + s_roll(&d, 8);
            g.block = g.n;
            g.back = 2 + s_roll(&d, 4);
        }
        coset_verdict v = check_graph(&g);
        n_fails += v == COSET_VERDICT_FAILS;
        n_holds += v == COSET_VERDICT_HOLDS;
    }
    print_message("%u graphs have an accepting run, %u have none, %u times several threads decided\n", n_fails, n_holds,
                  n_shared);
    assert_true(n_fails > 0 && n_holds > 10 && n_shared > 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_systems), cmocka_unit_test(larger_graphs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
