#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "alg/graph.h"
#include "alg/sort.h"

typedef struct {
    uint64_t x;
} dice;

static uint32_t roll(dice *d, uint32_t n)
{
    d->x = d->x * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((d->x >> 33) % n);
}

/* A graph as a matrix, so that it can be renamed and compared. */
#define MOST 12
typedef struct {
    uint32_t n, colour[MOST];
    bool edge[MOST][MOST];
} plain;

static plain random_plain(dice *d, uint32_t most)
{
    plain p = {.n = 1 + roll(d, most)};
    uint32_t colours = 1 + roll(d, 3), density = 1 + roll(d, 4);
    for (uint32_t i = 0; i < p.n; i++) {
        p.colour[i] = roll(d, colours) * 5;
        for (uint32_t k = 0; k < i; k++)
            p.edge[i][k] = p.edge[k][i] = roll(d, 5) < density;
    }
    return p;
}

static plain renamed(const plain *p, const uint32_t *to)
{
    plain q = {.n = p->n};
    for (uint32_t i = 0; i < p->n; i++) {
        q.colour[to[i]] = p->colour[i];
        for (uint32_t k = 0; k < p->n; k++)
            q.edge[to[i]][to[k]] = p->edge[i][k];
    }
    return q;
}

static void fill(coset_graph *g, const plain *p)
{
    coset_graph_clear(g);
    for (uint32_t i = 0; i < p->n; i++)
        assert_int_equal(coset_graph_vertex(g, p->colour[i]), i);
    for (uint32_t i = 0; i < p->n; i++)
        for (uint32_t k = 0; k < i; k++)
            if (p->edge[i][k])
                coset_graph_edge(g, i, k);
}

static plain canonical(coset_graph *g, const plain *p)
{
    fill(g, p);
    const uint32_t *order = coset_graph_canon(g);
    uint32_t to[MOST] = {0};
    for (uint32_t i = 0; i < p->n; i++)
        to[order[i]] = i;
    return renamed(p, to);
}

static uint64_t brute_automorphisms(const plain *p, uint32_t *to, uint32_t i, uint32_t used)
{
    if (i == p->n)
        return 1;
    uint64_t n = 0;
    for (uint32_t v = 0; v < p->n; v++) {
        bool fits = !(used >> v & 1u) && p->colour[v] == p->colour[i];
        for (uint32_t k = 0; k < i && fits; k++)
            fits = p->edge[i][k] == p->edge[v][to[k]];
        to[i] = v;
        if (fits)
            n += brute_automorphisms(p, to, i + 1, used | 1u << v);
    }
    return n;
}

/* 0: it does not fit. */
static coset_count order_of(const coset_graph *g)
{
    return coset_factored_quotient(coset_graph_order(g), coset_factored_of(1));
}

static void laws(coset_graph *g, uint64_t seed, uint32_t rounds)
{
    dice d = {seed};
    for (uint32_t r = 0; r < rounds; r++) {
        plain p = random_plain(&d, 7);
        uint32_t to[MOST];
        for (uint32_t i = 0; i < p.n; i++) {
            uint32_t k = roll(&d, i + 1);
            to[i] = to[k];
            to[k] = i;
        }
        plain q = renamed(&p, to), a = canonical(g, &p);
        assert_true(order_of(g) == brute_automorphisms(&p, to, 0, 0));
        plain b = canonical(g, &q);
        assert_memory_equal(&a, &b, sizeof a);
        for (uint32_t i = 1; i < a.n; i++)
            assert_true(a.colour[i - 1] <= a.colour[i]);
    }
}

static void random_graphs(void **unused)
{
    (void)unused;
    coset_graph *g = coset_graph_new();
    laws(g, 1, 3000);
    coset_graph_free(g);
}

static void empty_and_large(void **unused)
{
    (void)unused;
    coset_graph *g = coset_graph_new();
    (void)coset_graph_canon(g);
    assert_true(order_of(g) == 1);
    for (uint32_t i = 0; i < 40; i++)
        coset_graph_vertex(g, 0);
    (void)coset_graph_canon(g);
    assert_true(order_of(g) == 0);
    assert_true(coset_factored_quotient(coset_graph_order(g), coset_factored_factorial(38)) == 39 * 40);
    coset_arena *a = coset_arena_new();
    assert_string_equal(coset_order_text(coset_graph_exact_order(g, a), a),
                        "815915283247897734345611269596115894272000000000");
    coset_arena_free(a);
    coset_graph_free(g);
}

static void *in_thread(void *seed)
{
    coset_graph *g = coset_graph_new();
    laws(g, *(uint64_t *)seed, 2000);
    coset_graph_free(g);
    return NULL;
}

/* nauty has its working memory per thread. */
static void four_threads(void **unused)
{
    (void)unused;
    pthread_t threads[4];
    uint64_t seeds[4] = {11, 22, 33, 44};
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, in_thread, &seeds[i]), 0);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
}

static void sorting(void **unused)
{
    (void)unused;
    dice d = {5};
    for (uint32_t r = 0; r < 500; r++) {
        uint64_t key[200];
        uint32_t items[200], n = roll(&d, 201);
        bool seen[200] = {false};
        for (uint32_t i = 0; i < n; i++) {
            key[i] = roll(&d, 50);
            items[i] = i;
        }
        coset_sort_by_key(items, n, key);
        for (uint32_t i = 0; i < n; i++) {
            assert_true(i == 0 || key[items[i - 1]] <= key[items[i]]);
            assert_false(seen[items[i]]);
            seen[items[i]] = true;
        }
    }
}

/* Copies of the graph of a Latin square: nauty and Traces need long for some of them. */
static void fill_squares(coset_graph *g, uint32_t n_copies, uint32_t side)
{
    uint32_t n = side * side;
    for (uint32_t i = 0; i < n_copies * n; i++)
        (void)coset_graph_vertex(g, 0);
    for (uint32_t c = 0; c < n_copies; c++)
        for (uint32_t x = 0; x < n; x++)
            for (uint32_t y = 0; y < x; y++)
                if (x / side == y / side || x % side == y % side ||
                    (x / side + x % side) % side == (y / side + y % side) % side)
                    coset_graph_edge(g, c * n + x, c * n + y);
}

static void count_one(void *ctx, const uint32_t *image)
{
    (void)image;
    ++*(uint32_t *)ctx;
}

/* A run that is cut short reports it soon; afterwards all is as before. A limit that is not reached changes nothing. */
static void limits(void **unused)
{
    (void)unused;
    coset_budget little = {.seconds = 0.03}, plenty = {.seconds = 1000};
    uint32_t n = 0, n_all = 0;
    coset_graph *g = coset_graph_new(), *small = coset_graph_new();
    fill_squares(g, 4, 30);
    fill_squares(small, 1, 16);
    coset_budget_start(&little);
    coset_graph_limit(g, &little);
    assert_false(coset_graph_automorphisms(g, count_one, &n));
    assert_int_equal(little.met, COSET_LIMIT);
    coset_budget_start(&little);
    assert_null(coset_graph_canon(g));
    assert_true(coset_clock_now() < little.until + 5);
    assert_null(coset_graph_canon(g));
    coset_budget_start(&plenty);
    n = 0;
    assert_true(coset_graph_automorphisms(small, count_one, &n));
    coset_graph_limit(small, &plenty);
    assert_true(coset_graph_automorphisms(small, count_one, &n_all));
    assert_true(n > 0 && n_all > 0);
    assert_non_null(coset_graph_canon(small));
    coset_graph_free(g);
    coset_graph_free(small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_graphs), cmocka_unit_test(empty_and_large),
                                       cmocka_unit_test(four_threads), cmocka_unit_test(sorting),
                                       cmocka_unit_test(limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
