/* Sets of states, while several threads work on the same ones: nothing that one adds is lost when another merges two
 * sets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <sched.h>

#include "explore/components.h"
#include "explore/shared_lists.h"
#include "explore/team.h"
#include "toy.h"

enum { STATES = 96, ROUNDS = 400 };

typedef struct {
    coset__components sets;
    uint32_t pairs[STATES][2]; /* to be merged, in this order */
    uint32_t order[STATES];    /* of other work */
    atomic_uint ready;         /* threads */
    bool failed;               /* one thread writes it */
} arena;

static void begin_together(arena *x)
{
    atomic_fetch_add(&x->ready, 1);
    while (atomic_load(&x->ready) < 2)
        (void)sched_yield();
}

static void shuffle(uint32_t *at, uint32_t n, uint64_t *seed)
{
    for (uint32_t i = 0; i < n; i++)
        at[i] = i;
    for (uint32_t i = n; i > 1; i--) {
        uint32_t k = (uint32_t)(toy_random(seed) % i), kept = at[k];
        at[k] = at[i - 1];
        at[i - 1] = kept;
    }
}

/* State i > 0 is merged with an earlier one; in some order. */
static void prepare(arena *x, uint64_t seed, uint32_t n_threads)
{
    uint32_t order[STATES];
    shuffle(order, STATES, &seed);
    for (uint32_t i = 0; i < STATES; i++) {
        x->pairs[i][0] = order[i];
        x->pairs[i][1] = order[i] ? (uint32_t)(toy_random(&seed) % order[i]) : 0;
    }
    shuffle(x->order, STATES, &seed);
    coset__components_init(&x->sets, n_threads, 16, true);
    atomic_store(&x->ready, 0);
    x->failed = false;
}

static void unite_all(arena *x)
{
    uint32_t size = 0;
    for (uint32_t i = 0; i < STATES; i++)
        (void)coset__component_unite(&x->sets, x->pairs[i][0], x->pairs[i][1], &size);
}

static void mark_or_unite(void *ctx, uint32_t member)
{
    arena *x = ctx;
    begin_together(x);
    if (member == 0)
        unite_all(x);
    for (uint32_t i = 0; member == 1 && i < STATES; i++) /* each mark once */
        (void)coset__component_mark(&x->sets, x->order[i], i % 6 ? 0 : UINT32_C(1) << i / 6);
}

static void visit_or_unite(void *ctx, uint32_t member)
{
    arena *x = ctx;
    uint32_t first[STATES], n = 0;
    begin_together(x);
    if (member == 0)
        unite_all(x);
    for (uint32_t i = 0; member == 1 && i < STATES; i++) {
        uint32_t state = x->order[i];
        coset__visit how = coset__component_visit(&x->sets, state, 1);
        bool known = false;
        for (uint32_t k = 0; how == COSET__VISITED && k < n && !known; k++)
            known = coset__component_same(&x->sets, first[k], state);
        if (how == COSET__FIRST_VISIT)
            first[n++] = state;
        x->failed = x->failed || (how == COSET__VISITED && !known) || how == COSET__DEAD ||
                    coset__component_look(&x->sets, state, 1) != COSET__VISITED;
    }
}

static void run(uint32_t n_threads, coset__job *job, void (*look)(arena *x))
{
    coset__team *team;
    coset_err err;
    assert_int_equal(coset__team_new(2, &team, &err), COSET_OK);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        arena x;
        prepare(&x, round, n_threads);
        coset__team_run(team, 2, job, &x);
        assert_false(x.failed);
        for (uint32_t i = 1; i < STATES; i++)
            assert_true(coset__component_same(&x.sets, 0, i));
        look(&x);
        coset__components_fini(&x.sets);
    }
    coset__team_free(team);
}

static void look_at_marks(arena *x) { assert_true(coset__component_complete(&x->sets, 7)); }

static void look_at_visits(arena *x)
{
    for (uint32_t i = 0; i < STATES; i++)
        assert_int_equal(coset__component_visit(&x->sets, i, 1), COSET__VISITED);
}

/* All members are in one ring; states leave the other one when they are done. */
static void look_at_rings(arena *x)
{
    bool seen[STATES] = {false};
    uint32_t n = 0;
    for (uint32_t i = 5; !seen[i]; i = coset__component_member(&x->sets, i), n++)
        seen[i] = true;
    assert_int_equal(n, STATES);
    for (uint32_t i = 0; i < STATES; i++) {
        uint32_t state = coset__component_pick(&x->sets, x->order[0]);
        assert_true(state < STATES && !coset__state_is_done(&x->sets, state));
        assert_true(coset__state_done(&x->sets, state));
        assert_false(coset__state_done(&x->sets, state));
    }
    assert_int_equal(coset__component_pick(&x->sets, 3), COSET__NO_STATE);
    assert_true(coset__component_kill(&x->sets, 3));
    assert_false(coset__component_kill(&x->sets, 4));
    assert_int_equal(coset__component_visit(&x->sets, 9, 0), COSET__DEAD);
}

static void marks_stay(void **state)
{
    (void)state;
    run(2, mark_or_unite, look_at_marks);
}

static void visits_stay(void **state)
{
    (void)state;
    run(2, visit_or_unite, look_at_visits);
    run(64, visit_or_unite, look_at_visits);
}

static void unite_both(void *ctx, uint32_t member)
{
    (void)member;
    begin_together(ctx);
    unite_all(ctx);
}

static void rings_are_joined(void **state)
{
    (void)state;
    run(2, unite_both, look_at_rings);
}

/* Lists of all lengths are passed on. */
static void lists_keep_their_entries(void **state)
{
    (void)state;
    coset__lists l;
    uint32_t list[200];
    uint64_t entries[3000];
    bool full = false;
    coset__lists_init(&l, 2);
    for (uint32_t round = 0; round < 20; round++) {
        for (uint32_t i = 0; i < 200; i++) {
            uint32_t n = i % 50 == 49 ? 3000 : i * 7 % 40;
            for (uint32_t k = 0; k < n; k++)
                entries[k] = coset__entry(1000 * i + k, k % 16);
            list[i] = coset__list_new(&l, i % 2, entries, n, &full);
            assert_true(!full && (list[i] != 0) == (n != 0));
        }
        for (uint32_t i = 0; i < 200; i++) {
            uint32_t n;
            if (!list[i])
                continue;
            const uint64_t *there = coset__list_entries(&l, list[i], &n);
            assert_int_equal(n, i % 50 == 49 ? 3000 : i * 7 % 40);
            for (uint32_t k = 0; k < n; k++)
                assert_true(coset__entry_state(there[k]) == 1000 * i + k && coset__entry_marks(there[k]) == k % 16);
            coset__list_free(&l, round % 2, list[i]);
        }
    }
    assert_true(atomic_load(&l.bytes) < 8 << 20); /* they are used again */
    coset__lists_fini(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(marks_stay), cmocka_unit_test(visits_stay),
                                       cmocka_unit_test(rings_are_joined), cmocka_unit_test(lists_keep_their_entries)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
