/* Threads in phases, and pauses in the middle of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "explore/team.h"
#include "toy.h"

typedef struct {
    coset__team *team;
    uint32_t rounds;
    _Atomic uint32_t working; /* members that are neither paused nor done */
    _Atomic uint32_t errands;
    uint64_t plain; /* not atomic: written only in errands */
    uint64_t ended; /* likewise */
    _Atomic uint32_t helping, helped;
    uint32_t done[16]; /* by each member */
} crew;

static bool begin(void *ctx)
{
    crew *c = ctx;
    assert_int_equal(atomic_load(&c->working), 0);
    assert_int_equal(atomic_load(&c->helping), 0);
    c->plain++;
    atomic_store(&c->helped, 0);
    atomic_fetch_add(&c->errands, 1);
    return c->plain % 3 != 0; /* sometimes no more work */
}

static void help(void *ctx)
{
    crew *c = ctx;
    assert_int_equal(atomic_load(&c->working), 0);
    atomic_fetch_add(&c->helping, 1);
    atomic_fetch_add(&c->helped, 1);
    atomic_fetch_sub(&c->helping, 1);
}

static void end(void *ctx)
{
    crew *c = ctx;
    assert_int_equal(atomic_load(&c->working), 0);
    assert_int_equal(atomic_load(&c->helping), 0);
    assert_true(atomic_load(&c->helped) > 0);
    c->ended++;
}

static void rest(crew *c, const coset__errand *what)
{
    atomic_fetch_sub(&c->working, 1);
    coset__team_pause(c->team, what, c);
    atomic_fetch_add(&c->working, 1);
}

static void work(void *ctx, uint32_t member)
{
    static const coset__errand errand = {begin, help, end};
    crew *c = ctx;
    uint64_t seed = member + c->rounds;
    for (uint32_t i = 0; i < c->rounds; i++) {
        if (atomic_load(coset__team_pausing(c->team)))
            rest(c, NULL);
        if (toy_random(&seed) % 16 == 0)
            rest(c, &errand);
    }
    c->done[member]++;
    atomic_fetch_sub(&c->working, 1);
}

static void errands_are_done_alone(void **ctx)
{
    (void)ctx;
    for (uint32_t n = 1; n <= 16; n *= 2) {
        crew c = {.rounds = 300};
        assert_int_equal(coset__team_new(n, &c.team, NULL), COSET_OK);
        for (uint32_t phase = 0; phase < 40; phase++) {
            uint32_t members = 1 + phase % n;
            atomic_store(&c.working, members);
            c.rounds = phase * 7;
            coset__team_run(c.team, members, work, &c);
            assert_int_equal(atomic_load(&c.working), 0);
            for (uint32_t i = 0; i < n; i++) {
                assert_int_equal(c.done[i], i < members);
                c.done[i] = 0;
            }
        }
        assert_true(atomic_load(&c.errands) > 0);
        assert_int_equal(c.plain, atomic_load(&c.errands));
        assert_int_equal(c.ended, c.plain - c.plain / 3);
        coset__team_free(c.team);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(errands_are_done_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
