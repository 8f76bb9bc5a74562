#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "alg/permgroup.h"

#define MOST 8

static coset_count order_of(const coset_permgroup *g)
{
    coset_arena *a = coset_arena_new();
    coset_count n = 0;
    assert_true(coset_order_count(coset_permgroup_order(g, a), &n));
    coset_arena_free(a);
    return n;
}

/* ---- groups whose order is known ---- */

static void known_groups(void **state)
{
    static const coset_point rotation[6] = {1, 2, 3, 4, 5, 0}, mirror[6] = {0, 5, 4, 3, 2, 1},
                             swap[6] = {1, 0, 2, 3, 4, 5};
    const coset_point *const c6[] = {rotation}, *const d6[] = {rotation, mirror}, *const s6[] = {rotation, swap};
    static const coset_point blocks[6] = {2, 3, 0, 1, 4, 5}, shift[6] = {2, 3, 4, 5, 0, 1};
    const coset_point *const wreath[] = {swap, blocks, shift};
    const struct {
        const coset_point *const *generators;
        uint32_t n;
        unsigned order;
    } groups[] = {{c6, 1, 6}, {d6, 2, 12}, {s6, 2, 720}, {wreath, 3, 48}, {c6, 0, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        coset_permgroup *g =
            coset_permgroup_new(&(coset_permgens){6, groups[i].n, groups[i].generators, NULL}, NULL, 1 << 20);
        assert_non_null(g);
        assert_int_equal((int)order_of(g), (int)groups[i].order);
        for (uint32_t k = 0; k < groups[i].n; k++)
            assert_true(coset_permgroup_has(g, groups[i].generators[k]));
        coset_permgroup_free(g);
    }
}

/* ---- random groups against closure by brute force ---- */

typedef struct {
    uint32_t n, n_elements;
    coset_point elements[40320][MOST];
} closure;

static void close_under(closure *c, uint32_t n_generators, coset_point generators[][MOST])
{
    for (uint32_t x = 0; x < c->n; x++)
        c->elements[0][x] = x;
    c->n_elements = 1;
    for (uint32_t i = 0; i < c->n_elements; i++)
        for (uint32_t g = 0; g < n_generators; g++) {
            coset_point p[MOST];
            uint32_t k = 0;
            for (uint32_t x = 0; x < c->n; x++)
                p[x] = generators[g][c->elements[i][x]];
            while (k < c->n_elements && memcmp(c->elements[k], p, c->n * sizeof *p) != 0)
                k++;
            if (k == c->n_elements)
                memcpy(c->elements[c->n_elements++], p, c->n * sizeof *p);
        }
}

static uint64_t dice = 11;

static uint32_t roll(uint32_t n)
{
    dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((dice >> 33) % n);
}

static void shuffle(coset_point *p, uint32_t n, uint32_t swaps)
{
    for (uint32_t x = 0; x < n; x++)
        p[x] = x;
    for (uint32_t i = 0; i < swaps; i++) {
        uint32_t a = roll(n), b = roll(n), x = p[a];
        p[a] = p[b];
        p[b] = x;
    }
}

/* Returns really return, and fix the points before. */
static void check_levels(const coset_permgroup *g, const coset_point *prefer)
{
    uint32_t rank[MOST], n = coset_permgroup_points(g);
    for (uint32_t i = 0; i < n; i++)
        rank[prefer[i]] = i;
    for (uint32_t i = 0; i < coset_permgroup_levels(g); i++) {
        const coset_permlevel *l = coset_permgroup_level(g, i);
        for (uint32_t k = 0; k < l->n_orbit; k++) {
            assert_int_equal(l->returns[k][l->orbit[k]], l->base);
            assert_true(coset_permgroup_has(g, l->returns[k]));
            for (uint32_t x = 0; x < n; x++)
                if (rank[x] < rank[l->base])
                    assert_int_equal(l->returns[k][x], x);
        }
    }
}

static void random_groups(void **state)
{
    static closure c;
    (void)state;
    for (uint32_t round = 0; round < 60; round++) {
        coset_point generators[3][MOST], prefer[MOST];
        const coset_point *given[3] = {generators[0], generators[1], generators[2]};
        uint32_t n = 2 + roll(5), n_generators = 1 + roll(3);
        c.n = n;
        for (uint32_t g = 0; g < n_generators; g++)
            shuffle(generators[g], n, 1 + roll(4));
        shuffle(prefer, n, 10);
        close_under(&c, n_generators, generators);
        coset_permgroup *g = coset_permgroup_new(&(coset_permgens){n, n_generators, given, NULL}, prefer, 1 << 20);
        assert_non_null(g);
        assert_int_equal((int)order_of(g), (int)c.n_elements);
        for (uint32_t i = 0; i < c.n_elements; i++)
            assert_true(coset_permgroup_has(g, c.elements[i]));
        check_levels(g, prefer);
        coset_permgroup_free(g);
    }
}

static void memory_is_bounded(void **state)
{
    static const coset_point rotation[6] = {1, 2, 3, 4, 5, 0};
    const coset_point *const c6[] = {rotation};
    (void)state;
    assert_null(coset_permgroup_new(&(coset_permgens){6, 1, c6, NULL}, NULL, 64));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_groups), cmocka_unit_test(random_groups),
                                       cmocka_unit_test(memory_is_bounded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
