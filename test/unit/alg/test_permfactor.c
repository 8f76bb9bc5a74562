/* Direct products found again: known groups side by side, on top of one another, and hidden by random generators. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "alg/permfactor.h"

#define MOST 64

static uint64_t dice = 11;

static uint32_t roll(uint32_t n)
{
    dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((dice >> 33) % n);
}

typedef struct {
    uint32_t n, n_perms;
    coset_point perms[12][MOST];
    const coset_point *at[12];
} group;

static coset_point *fresh(group *g)
{
    coset_point *p = g->perms[g->n_perms];
    for (uint32_t i = 0; i < g->n; i++)
        p[i] = i;
    g->at[g->n_perms++] = p;
    return p;
}

static void swap(coset_point *p, uint32_t a, uint32_t b)
{
    coset_point x = p[a];
    p[a] = p[b];
    p[b] = x;
}

/* Points first, first + stride, ...: all permutations of them, or rotations. `width` adjacent ones move alike. */
static void add(group *g, uint32_t n, uint32_t first, uint32_t stride, uint32_t width, uint32_t step, bool full)
{
    coset_point *turn = fresh(g);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t w = 0; w < width; w++)
            turn[first + i * stride + w * step] = first + (i + 1) % n * stride + w * step;
    if (!full)
        return;
    coset_point *pair = fresh(g);
    for (uint32_t w = 0; w < width; w++)
        swap(pair, first + w * step, first + stride + w * step);
}

/* Generators become products of them: they generate the same group. */
static void hide(group *g)
{
    for (uint32_t round = 0; round < 40; round++) {
        uint32_t a = roll(g->n_perms), b = roll(g->n_perms);
        for (uint32_t i = 0; a != b && i < g->n; i++)
            g->perms[a][i] = g->perms[b][g->perms[a][i]];
    }
}

/* Exactly these shapes are found; factors commute and leave the points of the others' actions alone. */
static void expect(const group *g, uint32_t n, const coset_permshape *shapes)
{
    coset_arena *arena = coset_arena_new();
    const coset_permgens gens = {g->n, g->n_perms, g->at, NULL};
    const coset_permfactor *f;
    uint32_t n_found, met = 0;
    assert_true(coset_permfactors(&gens, arena, &n_found, &f));
    assert_int_equal(n_found, n);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            if (!(met >> i & 1) && f[i].shape.kind == shapes[k].kind && f[i].shape.n == shapes[k].n &&
                f[i].shape.blocks == shapes[k].blocks) {
                met |= 1U << i;
                break;
            }
    assert_int_equal(met, (1U << n) - 1);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++)
            for (uint32_t p = 0; p < f[i].generators.n; p++)
                for (uint32_t q = 0; q < f[k].generators.n; q++)
                    for (uint32_t x = 0; x < g->n; x++)
                        assert_int_equal(f[i].generators.at[p][f[k].generators.at[q][x]],
                                         f[k].generators.at[q][f[i].generators.at[p][x]]);
    coset_arena_free(arena);
}

static void beside(void **state)
{
    (void)state;
    group g = {.n = 20};
    add(&g, 4, 0, 1, 1, 0, true);
    add(&g, 5, 4, 1, 1, 0, false);
    add(&g, 3, 9, 1, 2, 3, true);
    hide(&g);
    expect(&g, 3,
           (coset_permshape[]){{.kind = COSET_SHAPE_SYMMETRIC, .n = 4},
                               {.kind = COSET_SHAPE_CYCLIC, .n = 5},
                               {.kind = COSET_SHAPE_SYMMETRIC, .n = 3}});
}

/* Rows and columns of a matrix of 4 x 5 points. */
static void on_top(void **state)
{
    (void)state;
    group g = {.n = 20};
    add(&g, 4, 0, 5, 5, 1, true);
    add(&g, 5, 0, 1, 4, 5, true);
    hide(&g);
    expect(&g, 2,
           (coset_permshape[]){{.kind = COSET_SHAPE_SYMMETRIC, .n = 4}, {.kind = COSET_SHAPE_SYMMETRIC, .n = 5}});
}

/* Three blocks of four points each, and a ring of six next to them. */
static void blocks(void **state)
{
    (void)state;
    group g = {.n = 18};
    add(&g, 4, 0, 1, 1, 0, true);
    add(&g, 3, 0, 4, 4, 1, true);
    add(&g, 6, 12, 1, 1, 0, false);
    hide(&g);
    expect(
        &g, 2,
        (coset_permshape[]){{.kind = COSET_SHAPE_WREATH, .n = 4, .blocks = 3}, {.kind = COSET_SHAPE_CYCLIC, .n = 6}});
}

/* Corners of a cube: bits are flipped and exchanged. 48 elements; four diagonals and two colours of corners determine
 * all. */
static void cube(void **state)
{
    (void)state;
    group g = {.n = 8};
    coset_point *flip = fresh(&g), *turn = fresh(&g), *pair = fresh(&g);
    for (uint32_t i = 0; i < 8; i++) {
        flip[i] = i ^ 1;
        turn[i] = (i << 1 & 7) | i >> 2;
        pair[i] = (i & 4) | (i & 1) << 1 | (i >> 1 & 1);
    }
    coset_arena *arena = coset_arena_new();
    const coset_permgens gens = {g.n, g.n_perms, g.at, NULL};
    coset_permfactor whole;
    assert_true(coset_permfactor_whole(&gens, arena, &whole));
    assert_int_equal(whole.shape.kind, COSET_SHAPE_CUBE);
    assert_int_equal(whole.shape.n, 3);
    coset_arena_free(arena);
    expect(&g, 2,
           (coset_permshape[]){{.kind = COSET_SHAPE_SYMMETRIC, .n = 4}, {.kind = COSET_SHAPE_SYMMETRIC, .n = 2}});
}

/* The name of the group as a whole, or NULL. */
static void expect_name(const group *g, const char *name)
{
    coset_arena *arena = coset_arena_new();
    const coset_permgens gens = {g->n, g->n_perms, g->at, NULL};
    coset_permfactor whole;
    assert_true(coset_permfactor_whole(&gens, arena, &whole));
    if (name)
        assert_string_equal(coset_permfactor_name(&whole), name);
    else
        assert_null(coset_permfactor_name(&whole));
    coset_arena_free(arena);
}

/* The leaves of a tree, rings of rings, even permutations; and subgroups of index 2, which must not be taken for them.
 */
static void towers(void **state)
{
    (void)state;
    group tree = {.n = 8};
    add(&tree, 2, 0, 1, 1, 0, true);
    add(&tree, 2, 0, 2, 2, 1, true);
    add(&tree, 2, 0, 4, 4, 1, true);
    hide(&tree);
    expect_name(&tree, "S2 wr S2 wr S2");
    group rings = {.n = 15};
    add(&rings, 5, 0, 1, 1, 0, false);
    add(&rings, 3, 0, 5, 5, 1, true);
    hide(&rings);
    expect_name(&rings, "C5 wr S3");
    group even = {.n = 5};
    add(&even, 5, 0, 1, 1, 0, false);
    add(&even, 3, 0, 1, 1, 0, false);
    hide(&even);
    expect_name(&even, "A5");
    group less = {.n = 8}; /* two pairs are exchanged at once */
    coset_point *two = fresh(&less), *turn = fresh(&less);
    swap(two, 0, 1);
    swap(two, 2, 3);
    for (uint32_t i = 0; i < 8; i++)
        turn[i] = (i + 2) % 8;
    expect_name(&less, NULL);
}

/* Orders beyond 128 bits: 40! twice, mixed in the generators, taken apart again. */
static void large(void **state)
{
    (void)state;
    group g = {.n = 64};
    add(&g, 40, 0, 1, 1, 0, true);
    add(&g, 12, 40, 1, 2, 12, true);
    hide(&g);
    coset_arena *arena = coset_arena_new();
    const coset_permgens gens = {g.n, g.n_perms, g.at, NULL}, *parts;
    uint32_t n;
    coset_permgroup *chain = coset_permgroup_new(&gens, NULL, 1 << 24);
    assert_non_null(chain);
    coset_permsplit(&gens, chain, arena, &n, &parts);
    assert_int_equal(n, 2);
    for (uint32_t i = 0; i < 2; i++) {
        coset_permfactor whole;
        assert_true(coset_permfactor_whole(&parts[i], arena, &whole));
        assert_string_equal(coset_permfactor_name(&whole), i ? "S12" : "S40");
        assert_string_equal(coset_order_text(whole.order, arena),
                            i ? "479001600" : "815915283247897734345611269596115894272000000000");
    }
    coset_permgroup_free(chain);
    coset_arena_free(arena);
}

/* Some element with those images, or none if there is none. */
static void images(void **state)
{
    (void)state;
    group g = {.n = 20};
    coset_point out[20];
    add(&g, 4, 0, 5, 5, 1, true);
    add(&g, 5, 0, 1, 4, 5, false);
    coset_permgroup *chain = coset_permgroup_new(&(coset_permgens){20, g.n_perms, g.at, NULL}, NULL, 1 << 24);
    assert_non_null(chain);
    assert_true(coset_permgroup_find(chain, 3, (const coset_point[]){6, 7, 8}, out));
    assert_int_equal(out[0], 6);
    assert_int_equal(out[3], 9);
    assert_true(coset_permgroup_has(chain, out));
    assert_false(coset_permgroup_find(chain, 3, (const coset_point[]){6, 8, 7}, out));
    coset_permgroup_free(chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(beside), cmocka_unit_test(on_top), cmocka_unit_test(blocks),
                                       cmocka_unit_test(cube),   cmocka_unit_test(towers), cmocka_unit_test(large),
                                       cmocka_unit_test(images)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
