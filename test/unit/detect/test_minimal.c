/* Representatives under random groups of literal permutations, against the whole orbit; with and without a multiset. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "detect/use/minimal.h"

#define SLOTS  5
#define VALUES 3
#define N      (SLOTS * VALUES)
#define STATES 243

static uint64_t dice = 5;

static uint32_t roll(uint32_t n)
{
    dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((dice >> 33) % n);
}

/* Literal 3 s + v is: slot s has value v + 1. */
typedef struct {
    uint32_t first[SLOTS + 1], slots[N];
    coset_value values[N];
    bool any[SLOTS];
    coset_point perms[3][N];
    coset_detect_generator generators[3];
    coset_detected d;
    coset_bag bag;
    coset_symmetry symmetry;
} things;

enum { WILD, TIDY, BAG }; /* BAG: slots 1, 2 and 3, 4 are the entries of a multiset */

static void random_perm(coset_point *p)
{
    uint32_t to[SLOTS];
    for (uint32_t s = 0; s < SLOTS; s++)
        to[s] = s;
    for (uint32_t i = 0; i < 1 + roll(3); i++) {
        uint32_t a = roll(SLOTS), b = roll(SLOTS), x = to[a];
        to[a] = to[b];
        to[b] = x;
    }
    for (uint32_t s = 0; s < SLOTS; s++) {
        uint32_t turn = roll(4) ? 0 : roll(VALUES);
        for (uint32_t v = 0; v < VALUES; v++)
            p[VALUES * s + v] = VALUES * to[s] + (v + turn) % VALUES;
    }
}

/* A range of slots is exchanged or rotated, or values everywhere, or both at once: like symmetric types, rings and
 * products of them. */
static void tidy_perm(coset_point *p)
{
    uint32_t a = roll(SLOTS), n = 2 + roll(SLOTS - 1), what = roll(4), turn = 1 + roll(VALUES - 1), u = roll(VALUES);
    for (uint32_t s = 0; s < SLOTS; s++)
        for (uint32_t v = 0; v < VALUES; v++) {
            uint32_t at = (s + SLOTS - a) % SLOTS, to = at, w = v;
            if (what == 0 && at < 2)
                to = 1 - at;
            else if ((what == 1 || what == 3) && at < n)
                to = (at + 1) % n;
            if (what == 2 || (what == 3 && at < n))
                w = turn == 1 ? (v == u ? (u + 1) % VALUES : v == (u + 1) % VALUES ? u : v) : (v + 1) % VALUES;
            p[VALUES * s + v] = VALUES * ((to + a) % SLOTS) + w;
        }
}

/* The same for both entries: their slots are exchanged, or values of one of them, or those of slot 0, or several. */
static void bag_perm(coset_point *p)
{
    bool exchange = roll(2), turn[SLOTS] = {roll(2), roll(2), roll(2)};
    uint32_t u[SLOTS] = {roll(VALUES), roll(VALUES), roll(VALUES)};
    for (uint32_t s = 0; s < SLOTS; s++) {
        uint32_t cell = s < 3 ? s : s - 2, to = s == 0 || !exchange ? s : s % 2 ? s + 1 : s - 1;
        uint32_t a = u[cell], b = (u[cell] + 1) % VALUES;
        for (uint32_t v = 0; v < VALUES; v++)
            p[VALUES * s + v] = VALUES * to + (!turn[cell] ? v : v == a ? b : v == b ? a : v);
    }
}

static void make(things *t, int kind)
{
    const coset_point *perms[3];
    memset(t, 0, sizeof *t);
    for (uint32_t i = 0; i < N; i++) {
        t->slots[i] = i / VALUES;
        t->values[i] = i % VALUES + 1;
    }
    for (uint32_t s = 0; s <= SLOTS; s++)
        t->first[s] = VALUES * s;
    t->d.literals = (coset_literals){
        .n_slots = SLOTS, .n = N, .first = t->first, .values = t->values, .slots = t->slots, .any = t->any};
    t->bag = (coset_bag){1, 2, 2};
    t->symmetry = (coset_symmetry){.n_bags = 1, .bags = &t->bag};
    t->d.literals.bags = kind == BAG ? &t->symmetry : NULL;
    t->d.n_generators = 1 + roll(3);
    for (uint32_t g = 0; g < t->d.n_generators; g++) {
        if (kind == BAG)
            bag_perm(t->perms[g]);
        else if (kind == TIDY)
            tidy_perm(t->perms[g]);
        else
            random_perm(t->perms[g]);
        assert_true(coset_literals_respects(&t->d.literals, t->perms[g]));
        t->generators[g].perm = perms[g] = t->perms[g];
    }
    t->d.generators = t->generators;
    t->d.group = coset_permgroup_new(&(coset_permgens){N, t->d.n_generators, perms, NULL}, NULL, 1 << 24);
    assert_non_null(t->d.group);
}

static void decode(uint32_t number, coset_value *state)
{
    for (uint32_t s = 0; s < SLOTS; s++, number /= VALUES)
        state[s] = number % VALUES + 1;
}

static uint32_t encode(const coset_value *state)
{
    uint32_t number = 0;
    for (uint32_t s = SLOTS; s-- > 0;)
        number = number * VALUES + state[s] - 1;
    return number;
}

/* Entries are sorted, as in each reachable state. */
static bool is_state(const things *t, uint32_t number)
{
    coset_value state[SLOTS], sorted[SLOTS];
    decode(number, state);
    memcpy(sorted, state, sizeof state);
    if (t->d.literals.bags)
        coset_bags_sort(t->d.literals.bags, sorted);
    return memcmp(state, sorted, sizeof state) == 0;
}

/* orbit[i] = least number in the orbit of state i. */
static void find_orbits(const things *t, uint32_t *orbit)
{
    for (uint32_t i = 0; i < STATES; i++)
        orbit[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t g = 0; g < t->d.n_generators; g++)
            for (uint32_t i = 0; i < STATES; i++) {
                coset_value state[SLOTS], image[SLOTS];
                if (!is_state(t, i))
                    continue;
                decode(i, state);
                coset_literals_permute(&t->d.literals, t->perms[g], state, image);
                uint32_t k = encode(image), least = orbit[i] < orbit[k] ? orbit[i] : orbit[k];
                changed = changed || orbit[i] != least || orbit[k] != least;
                orbit[i] = orbit[k] = least;
            }
    }
}

static void check(const things *t, const coset_minimal *c, const uint32_t *orbit)
{
    uint32_t found[STATES];
    coset_minimal_scratch *s = coset_minimal_scratch_new(c);
    for (uint32_t i = 0; i < STATES; i++) {
        coset_value state[SLOTS], least[SLOTS], again[SLOTS];
        coset_point perm[N];
        coset_count size;
        uint32_t members = 0;
        if (!is_state(t, i))
            continue;
        decode(i, state);
        coset_minimal_apply(s, state, least, perm, &size);
        found[i] = encode(least);
        assert_int_equal(orbit[found[i]], orbit[i]);
        coset_literals_permute(&t->d.literals, perm, state, again);
        assert_memory_equal(again, least, sizeof least);
        assert_true(coset_permgroup_has(t->d.group, perm));
        for (uint32_t k = 0; k < STATES; k++)
            members += orbit[k] == orbit[i];
        if (coset_minimal_exact(c))
            assert_int_equal((int)size, (int)members);
        for (uint32_t k = 0; coset_minimal_exact(c) && k < i; k++)
            if (is_state(t, k))
                assert_int_equal(found[k] == found[i], orbit[k] == orbit[i]);
    }
    coset_minimal_scratch_free(s);
}

static void random_groups(void **state)
{
    uint32_t served[COSET_MINIMAL_LOCAL + 1] = {0};
    (void)state;
    for (uint32_t round = 0; round < 225; round++) {
        things t;
        uint32_t orbit[STATES];
        make(&t, round % 3 == 2 ? BAG : round % 3 ? TIDY : WILD);
        find_orbits(&t, orbit);
        for (coset_minimal_way way = COSET_MINIMAL_BEST; way <= COSET_MINIMAL_LOCAL; way++) {
            coset_minimal *c = coset_minimal_new(&t.d, way, 0, NULL);
            if (!c)
                continue;
            served[way]++;
            check(&t, c, orbit);
            coset_minimal_free(c);
        }
        coset_detected_fini(&t.d);
    }
    assert_int_equal(served[COSET_MINIMAL_BEST], 225);
    assert_true(served[COSET_MINIMAL_TYPES] > 60);
    assert_true(served[COSET_MINIMAL_ELEMENTS] > 175);
    assert_true(served[COSET_MINIMAL_LABEL] > 100);
}

/* All exchanges of MANY slots, which hold different values, or all but one the same. 36! is more than a count. */
static void an_orbit_that_cannot_be_counted(void **ctx)
{
    enum { MANY = 36, ALL = MANY * MANY };
    static uint32_t first[MANY + 1], slots[ALL];
    static coset_value values[ALL];
    static bool any[MANY];
    static coset_point perms[MANY - 1][ALL];
    static coset_detect_generator generators[MANY - 1];
    const coset_point *each[MANY - 1];
    (void)ctx;
    for (uint32_t i = 0; i < ALL; i++) {
        slots[i] = i / MANY;
        values[i] = i % MANY + 1;
        for (uint32_t g = 0; g < MANY - 1; g++)
            perms[g][i] = slots[i] == g ? i + MANY : slots[i] == g + 1 ? i - MANY : i;
    }
    for (uint32_t s = 0; s <= MANY; s++)
        first[s] = MANY * s;
    for (uint32_t g = 0; g < MANY - 1; g++)
        generators[g].perm = each[g] = perms[g];
    coset_detected d = {.n_generators = MANY - 1, .generators = generators};
    d.literals =
        (coset_literals){.n_slots = MANY, .n = ALL, .first = first, .values = values, .slots = slots, .any = any};
    d.group = coset_permgroup_new(&(coset_permgens){ALL, MANY - 1, each, NULL}, NULL, 1 << 28);
    assert_non_null(d.group);
    for (coset_minimal_way way = COSET_MINIMAL_BEST; way <= COSET_MINIMAL_LABEL; way++) {
        coset_minimal *c = coset_minimal_new(&d, way, 0, NULL);
        coset_minimal_scratch *s = c ? coset_minimal_scratch_new(c) : NULL;
        coset_value state[MANY], least[MANY];
        coset_count size = 1;
        for (uint32_t i = 0; i < MANY; i++)
            state[i] = i + 1;
        if (s)
            coset_minimal_apply(s, state, least, NULL, &size);
        assert_true(!s || size == 0);
        for (uint32_t i = 0; i < MANY; i++)
            state[i] = 1 + (i == 5);
        if (s && coset_minimal_exact(c))
            coset_minimal_apply(s, state, least, NULL, &size);
        assert_true(!s || !coset_minimal_exact(c) || size == MANY);
        assert_true(s || way != COSET_MINIMAL_LABEL);
        if (s)
            coset_minimal_scratch_free(s);
        coset_minimal_free(c);
    }
    coset_detected_fini(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_groups),
                                       cmocka_unit_test(an_orbit_that_cannot_be_counted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
