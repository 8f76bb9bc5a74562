/* The action of a detected group on instances of rules and on actors, against words in its generators. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "detect/use/index_action.h"

#define ELEMENTS   4U
#define VALUES     2U
#define N          (ELEMENTS * VALUES)
#define PAIRS      (ELEMENTS * ELEMENTS)
#define GENERATORS 3U
#define STILL      3U
#define RULES      3U /* one of elements, one of pairs, one that no generator moves */

static uint64_t dice = 7;

static uint32_t roll(uint32_t n)
{
    dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((dice >> 33) % n);
}

/* Slot e belongs to element e; literal 2 e + v is: it has value v. */
typedef struct {
    uint32_t sigma[GENERATORS][ELEMENTS];
    coset_point perms[GENERATORS][N];
    coset_detect_move moves[GENERATORS][ELEMENTS + PAIRS + STILL];
    coset_detect_generator generators[GENERATORS];
    coset_detected d;
    coset_group groups[RULES];
    coset_model m;
} things;

static uint32_t pair_image(const uint32_t *sigma, uint32_t pair)
{
    return sigma[pair / ELEMENTS] * ELEMENTS + sigma[pair % ELEMENTS];
}

static void make_generator(things *t, uint32_t g)
{
    coset_detect_generator *x = &t->generators[g];
    for (uint32_t e = 0; e < ELEMENTS; e++)
        t->sigma[g][e] = e;
    for (uint32_t i = 0; i < 1 + roll(3); i++) {
        const uint32_t a = roll(ELEMENTS), b = roll(ELEMENTS), old = t->sigma[g][a];
        t->sigma[g][a] = t->sigma[g][b];
        t->sigma[g][b] = old;
    }
    for (uint32_t i = 0; i < N; i++)
        t->perms[g][i] = t->sigma[g][i / VALUES] * VALUES + i % VALUES;
    for (uint32_t e = 0; e < ELEMENTS; e++)
        if (t->sigma[g][e] != e)
            t->moves[g][x->n_moves++] = (coset_detect_move){{0, e}, {0, t->sigma[g][e]}};
    for (uint32_t p = 0; p < PAIRS; p++)
        if (pair_image(t->sigma[g], p) != p)
            t->moves[g][x->n_moves++] = (coset_detect_move){{1, p}, {1, pair_image(t->sigma[g], p)}};
    x->perm = t->perms[g];
    x->moves = t->moves[g];
}

static void make(things *t)
{
    memset(t, 0, sizeof *t);
    t->d.n_generators = 1 + roll(GENERATORS);
    t->d.generators = t->generators;
    t->d.literals.n = N;
    for (uint32_t g = 0; g < t->d.n_generators; g++)
        make_generator(t, g);
    t->groups[0] = (coset_group){.name = "one", .n_instances = ELEMENTS, .actor = {.stride = 1, .each = 1}};
    t->groups[1] = (coset_group){.name = "two", .n_instances = PAIRS, .actor = {.stride = 1, .each = ELEMENTS}};
    t->groups[2] = (coset_group){.name = "still", .n_instances = STILL};
    t->m = (coset_model){.n_groups = RULES, .groups = t->groups};
}

static const coset_index_set sets[] = {{0, ELEMENTS}, {1, PAIRS}, {2, STILL}, {COSET_INDEX_ACTORS, ELEMENTS}};

static void compare(const coset_index_action *a, const coset_point *perm, const uint32_t *sigma)
{
    for (uint32_t e = 0; e < ELEMENTS; e++) {
        assert_int_equal(coset_index_action_image(a, 0, perm, e), sigma[e]);
        assert_int_equal(coset_index_action_image(a, 3, perm, e), sigma[e]);
    }
    for (uint32_t p = 0; p < PAIRS; p++)
        assert_int_equal(coset_index_action_image(a, 1, perm, p), pair_image(sigma, p));
    for (uint32_t i = 0; i < STILL; i++)
        assert_int_equal(coset_index_action_image(a, 2, perm, i), i);
}

static void words_in_generators(void **state)
{
    (void)state;
    things t;
    const char *why;
    for (uint32_t round = 0; round < 2000; round++) {
        make(&t);
        coset_index_action *a = coset_index_action_new(&t.m, &t.d, 4, sets, &why);
        assert_non_null(a);
        coset_point perm[N];
        uint32_t sigma[ELEMENTS];
        for (uint32_t i = 0; i < N; i++)
            perm[i] = i;
        for (uint32_t e = 0; e < ELEMENTS; e++)
            sigma[e] = e;
        for (uint32_t step = 0; step < 8; step++) {
            compare(a, perm, sigma);
            const uint32_t g = roll(t.d.n_generators);
            for (uint32_t i = 0; i < N; i++)
                perm[i] = t.perms[g][perm[i]];
            for (uint32_t e = 0; e < ELEMENTS; e++)
                sigma[e] = t.sigma[g][sigma[e]];
        }
        coset_index_action_free(a);
    }
}

/* A generator that exchanges elements 0 and 1. */
static void make_exchange(things *t)
{
    do
        make(t);
    while (t->d.n_generators != 1 || t->sigma[0][0] != 1 || t->sigma[0][1] != 0);
}

static void refused(const things *t, const coset_index_set *set)
{
    const char *why = NULL;
    assert_null(coset_index_action_new(&t->m, &t->d, 1, set, &why));
    assert_non_null(why);
}

static void known(const things *t, const coset_index_set *set)
{
    const char *why = NULL;
    coset_index_action *a = coset_index_action_new(&t->m, &t->d, 1, set, &why);
    assert_non_null(a);
    coset_index_action_free(a);
}

static void what_is_not_known(void **state)
{
    (void)state;
    things t;
    make_exchange(&t);
    t.generators[0].partial = true; /* moves are omitted */
    refused(&t, &sets[0]);

    make_exchange(&t);
    t.moves[0][0].to.group = 2; /* an instance of another rule */
    refused(&t, &sets[0]);

    make_exchange(&t);
    for (uint32_t i = 0; i < STILL; i++) /* literals move in cycles of two */
        t.moves[0][t.generators[0].n_moves++] = (coset_detect_move){{2, i}, {2, (i + 1) % STILL}};
    known(&t, &sets[0]);
    refused(&t, &sets[2]);

    make_exchange(&t);
    t.moves[0][t.generators[0].n_moves++] = (coset_detect_move){{2, 0}, {2, 1}}; /* no permutation */
    refused(&t, &sets[2]);
}

/* Actions of one actor map to those of two. */
static void actors_that_come_apart(void **state)
{
    (void)state;
    const coset_detect_rule one = {0, 0};
    const bool opaque[RULES] = {0}, hidden[RULES] = {[1] = true};
    things t;
    make_exchange(&t);
    t.generators[0].n_moves = t.generators[0].moves[0].from.instance == 0 ? 2 : 0;
    assert_int_equal(t.generators[0].n_moves, 2); /* elements 0 and 1 of the first rule; pairs stay */
    refused(&t, &sets[3]);
    t.d.rules = &one; /* but pairs never happen */
    t.d.n_rules = 1;
    t.d.opaque = opaque;
    refused(&t, &sets[3]); /* 0 maps to 1, and nothing that 1 does maps to 0 */
    const coset_detect_rule both[] = {{0, 0}, {0, 1}};
    t.d.rules = both;
    t.d.n_rules = 2;
    known(&t, &sets[3]);
    t.d.opaque = hidden; /* it is not known whether they do */
    refused(&t, &sets[3]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_in_generators), cmocka_unit_test(what_is_not_known),
                                       cmocka_unit_test(actors_that_come_apart)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
