/* The state store: packing, many threads, duplicates, growth, limits. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "base/mem.h"
#include "rounds.h"
#include "store/pack.h"
#include "store/set.h"
#include "store/store.h"

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* ---- packing ---- */

static int compare_slots(const uint32_t *a, const uint32_t *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static void packing_keeps_values_and_order(void **ctx)
{
    (void)ctx;
    for (uint64_t seed = 1; seed < 2000; seed++) {
        uint32_t n = 1 + (uint32_t)(mix(seed) % 40), bits[40], a[40], b[40], c[40];
        for (uint32_t i = 0; i < n; i++) {
            uint64_t r = mix(seed * 100 + i);
            bits[i] = (uint32_t)(seed & 1 ? r % 33 : r % 5);
            uint64_t limit = (UINT64_C(1) << bits[i]);
            a[i] = (uint32_t)((r >> 8) % limit);
            b[i] = r >> 60 ? a[i] : (uint32_t)((r >> 20) % limit);
        }
        coset__pack_plan p;
        coset__pack_init(&p, n, bits, seed % 3 ? 64 : 32 + (uint32_t)(seed % 33));
        uint64_t x[40], y[40], z[40];
        coset__pack(&p, a, x);
        coset__pack(&p, b, y);
        coset__unpack(&p, x, c);
        assert_int_equal(compare_slots(a, c, n), 0);
        for (uint32_t way = 0; way < 3; way++) {
            uint64_t changed[1];
            coset__pack_beside(&p, a, x, b, z, changed);
            assert_memory_equal(y, z, p.n_words * sizeof *y);
            for (uint32_t w = 0; w < p.n_words; w++)
                assert_int_equal(changed[0] >> w & 1, x[w] != y[w]);
            *(way ? &p.four_at_once : &p.sixteen_at_once) = false;
        }
        coset__pack(&p, a, z);
        coset__unpack(&p, z, c);
        assert_int_equal(compare_slots(a, c, n), 0);
        assert_memory_equal(x, z, p.n_words * sizeof *x);
        int order = 0;
        for (uint32_t w = 0; w < p.n_words && !order; w++)
            order = x[w] < y[w] ? -1 : x[w] > y[w];
        assert_int_equal(order, compare_slots(a, b, n));
        coset__pack_fini(&p);
    }
}

static uint32_t n_kinds(void)
{
    uint32_t n;
    (void)coset_store_kinds(&n);
    return n;
}

static const coset_store_kind *kind_at(uint32_t k)
{
    uint32_t n;
    return &coset_store_kinds(&n)[k];
}

static coset_status open_store(uint32_t n_slots, const uint32_t *bits, uint32_t kind, uint32_t threads, uint64_t limit,
                               coset_store **s)
{
    const coset_store_options o = {.kind = kind_at(kind)->name, .threads = threads, .max_bytes = limit};
    return coset_store_new(n_slots, bits, &o, s, NULL);
}

static void a_model_without_slots_has_one_state(void **ctx)
{
    (void)ctx;
    coset_store *s;
    for (uint32_t k = 0; k < n_kinds(); k++) {
        assert_int_equal(open_store(0, NULL, k, 1, 0, &s), COSET_OK);
        coset_ref a, b;
        assert_int_equal(coset_store_put(s, 0, NULL, &a), COSET_STORE_NEW);
        assert_int_equal(coset_store_put(s, 0, NULL, &b), COSET_STORE_OLD);
        assert_true(b == a || b == COSET_NO_REF);
        coset_store_free(s);
    }
}

/* ---- one thread ---- */

enum { SLOTS = 14 };
static const uint32_t widths[SLOTS] = {7,  32, 0,  1, 13, 32, 32,
                                       20, 9,  32, 5, 32, 30, 11}; /* 5 words, some of them alike */

static void state_of(uint64_t number, uint32_t *state)
{
    uint64_t r = mix(number);
    state[0] = (uint32_t)(number & 127);
    state[1] = (uint32_t)(number >> 7);
    state[2] = 0;
    state[3] = (uint32_t)(r & 1);
    state[4] = (uint32_t)(r >> 1 & 8191);
    for (uint32_t i = 5; i < SLOTS; i++)
        state[i] = (uint32_t)(r >> i & 7);
}

static coset_stored put_growing(coset_store *s, uint64_t number, coset_ref *ref)
{
    uint32_t state[SLOTS];
    state_of(number, state);
    coset_stored how;
    while ((how = coset_store_put(s, 0, state, ref)) == COSET_STORE_FULL) {
        if (!coset_store_wants_growth(s) || coset_store_grow(s, NULL) != COSET_OK)
            return COSET_STORE_FULL;
    }
    return how;
}

static void assert_contents(coset_store *s, uint64_t number, coset_ref ref)
{
    uint32_t want[SLOTS], got[SLOTS], loaded[SLOTS];
    state_of(number, want);
    coset_store_get(s, ref, got);
    assert_memory_equal(want, got, sizeof want);
    (void)coset_store_load(s, 0, ref, loaded);
    assert_memory_equal(want, loaded, sizeof want);
}

static void find_again(coset_store *s, const coset_ref *refs, uint64_t i, uint64_t n)
{
    coset_ref ref, other = refs[mix(i) % n];
    uint32_t want[SLOTS], rest[SLOTS];
    assert_int_equal(put_growing(s, i, &ref), COSET_STORE_OLD);
    assert_int_equal(ref, refs[i]);
    assert_int_equal(ref, coset_store_ref(s, 0, i));
    assert_int_equal(coset_store_index(s, ref), i);
    assert_int_equal(coset_store_owner(s, ref), 0);
    assert_contents(s, i, ref);
    state_of(i, want);
    coset_store_get(s, other, rest);
    int order = coset_store_compare(s, ref, other);
    assert_int_equal(order < 0 ? -1 : order > 0, compare_slots(want, rest, SLOTS));
}

static void one_thread_finds_what_it_stored(void **ctx)
{
    (void)ctx;
    const uint32_t n = rounds(100000);
    coset_ref *refs = coset_new(n, sizeof *refs);
    for (uint32_t k = 0; k < n_kinds(); k++) {
        coset_store *s;
        if (!kind_at(k)->exact)
            continue;
        assert_int_equal(open_store(SLOTS, widths, k, 1, 0, &s), COSET_OK);
        for (uint64_t i = 0; i < n; i++) {
            assert_int_equal(put_growing(s, i, &refs[i]), COSET_STORE_NEW);
            assert_int_equal(atomic_load(coset_store_link(s, refs[i])), UINT64_MAX);
            if (i % 64 == 63) /* work from some state */
                assert_contents(s, i - 40, refs[i - 40]);
        }
        assert_int_equal(coset_store_size(s), n);
        assert_true(coset_store_omission(s) == 0);
        for (uint64_t i = 0; i < n; i++)
            find_again(s, refs, i, n);
        coset_store_free(s);
    }
    coset_delete(refs);
}

/* Generations of 1000 states. Parents or hints of old ones are kept, whatever their size. */
static void links_outlive_their_generation(void **ctx)
{
    (void)ctx;
    enum { N = 50000, G = 1000 };
    static const uint64_t none = (UINT64_C(1) << COSET_REF_BITS) - 1;
    coset_ref *refs = coset_new(N, sizeof *refs);
    for (uint32_t k = 0; k < n_kinds(); k++) {
        coset_store *s;
        assert_int_equal(open_store(SLOTS, widths, k, 1, 0, &s), COSET_OK);
        for (uint64_t i = 0; i < N; i++) {
            if (i % G == 0)
                coset_store_mark(s);
            coset_stored how = put_growing(s, i, &refs[i]);
            assert_true(how == COSET_STORE_NEW || !kind_at(k)->exact);
            if (how != COSET_STORE_NEW)
                refs[i] = refs[i - 1];
            uint64_t parent = i < G ? none : i % 7 ? refs[i - G] : i;
            atomic_store(coset_store_link(s, refs[i]), (i % 251) << 56 | parent << 16 | (i & 0xffff));
            assert_true(coset_store_is_recent(s, refs[i]));
            if (i >= G) { /* of the generation before */
                assert_false(coset_store_is_recent(s, refs[i - i % G - 1]));
                assert_int_equal(coset_store_read_link(s, 0, refs[i - i % G - 1]) >> 56, (i - i % G - 1) % 251);
            }
        }
        for (uint64_t i = 0; i + 1 < N; i++) {
            if (refs[i] == refs[i + 1])
                continue;
            assert_int_equal(coset_store_hint(s, refs[i]), i % 251);
            if (!kind_at(k)->exact)
                assert_int_equal(coset_store_parent(s, refs[i]), i < G ? none : i % 7 ? refs[i - G] : i);
        }
        coset_store_free(s);
    }
    coset_delete(refs);
}

/* Links and other data next to keys are dropped once they are old. */
static void old_links_take_less_memory(void **ctx)
{
    (void)ctx;
    for (uint32_t k = 0; k < n_kinds(); k++) {
        coset_store *s;
        coset_ref ref;
        if (!kind_at(k)->exact)
            continue;
        assert_int_equal(open_store(SLOTS, widths, k, 1, 0, &s), COSET_OK);
        for (uint64_t i = 0; i < 50000; i++) {
            assert_int_equal(put_growing(s, i, &ref), COSET_STORE_NEW);
            atomic_store(coset_store_link(s, ref), i % 251 << 56);
        }
        uint64_t before = coset_store_bytes(s);
        coset_store_mark(s);
        coset_store_mark(s);
        assert_true(coset_store_bytes(s) + 6 * 40000 < before);
        coset_store_free(s);
    }
}

/* Inexact stores: a generation that takes more than its share of the memory is read back from the file, and so are links
 * of older ones. */
static void check_spilled(coset_store *s, const coset_ref *refs, uint64_t n, bool sealed)
{
    for (uint64_t i = 0; i < n; i++) {
        const uint32_t want[3] = {(uint32_t)i, (uint32_t)mix(i), (uint32_t)(mix(i) >> 32)};
        uint32_t got[3], loaded[3];
        if (refs[i] == COSET_NO_REF)
            continue;
        assert_int_equal(coset_store_hint(s, refs[i]), i % 251);
        assert_int_equal(coset_store_parent(s, refs[i]), i);
        if (sealed)
            continue;
        assert_int_equal(coset_store_read_link(s, 0, refs[i]), (i % 251) << 56 | i << 16 | (i & 0xffff));
        coset_store_get(s, refs[i], got);
        (void)coset_store_load(s, 0, refs[i], loaded);
        assert_memory_equal(got, want, sizeof want);
        assert_memory_equal(loaded, want, sizeof want);
        assert_true(i == 0 || refs[i - 1] == COSET_NO_REF || coset_store_compare(s, refs[i - 1], refs[i]) < 0);
    }
}

static void large_generations_go_to_a_file(void **ctx)
{
    (void)ctx;
    enum { N = 60000, LIMIT = 4 << 20 };
    static const uint32_t bits[3] = {32, 32, 32};
    coset_ref *refs = coset_new(N, sizeof *refs);
    for (uint32_t k = 0; k < n_kinds(); k++) {
        coset_store *s;
        if (kind_at(k)->exact)
            continue;
        assert_int_equal(open_store(3, bits, k, 1, LIMIT, &s), COSET_OK);
        for (uint64_t i = 0; i < N; i++) {
            const uint32_t state[3] = {(uint32_t)i, (uint32_t)mix(i), (uint32_t)(mix(i) >> 32)};
            coset_stored how;
            if (i == N / 2)
                coset_store_mark(s);
            while ((how = coset_store_put(s, 0, state, &refs[i])) == COSET_STORE_FULL)
                assert_int_equal(coset_store_grow(s, NULL), COSET_OK);
            if (how == COSET_STORE_NEW)
                atomic_store(coset_store_link(s, refs[i]), (i % 251) << 56 | i << 16 | (i & 0xffff));
            assert_true(coset_store_bytes(s) <= LIMIT);
        }
        uint64_t written = coset_store_file_bytes(s);
        if (!written) { /* there is no folder on a disk */
            coset_store_free(s);
            coset_delete(refs);
            skip();
        }
        check_spilled(s, refs, N, false);
        coset_store_mark(s);
        coset_store_mark(s);
        assert_true(coset_store_file_bytes(s) >= written);
        check_spilled(s, refs, N, true);
        coset_store_free(s);
    }
    coset_delete(refs);
}

/* Also with states that are larger than any key of an exact store. */
static void states_of_any_size_go_to_a_file(void **ctx)
{
    (void)ctx;
    enum { W = 2200, N = 3000 };
    uint32_t *bits = coset_new(W, sizeof *bits), *state = coset_new(W, sizeof *state), *got = coset_new(W, sizeof *got);
    coset_ref *refs = coset_new(N, sizeof *refs);
    for (uint32_t i = 0; i < W; i++)
        bits[i] = i + 1 < W ? 32 : 7;
    for (uint32_t k = 0; k < n_kinds(); k++) {
        coset_store *s;
        if (kind_at(k)->exact)
            continue;
        assert_int_equal(open_store(W, bits, k, 1, UINT64_C(128) << 20, &s), COSET_OK);
        for (uint32_t i = 0; i < N; i++) {
            state[0] = i;
            state[W - 2] = 3 * i;
            state[W - 1] = i % 128;
            while (coset_store_put(s, 0, state, &refs[i]) == COSET_STORE_FULL)
                assert_int_equal(coset_store_grow(s, NULL), COSET_OK);
            atomic_store(coset_store_link(s, refs[i]), i);
        }
        for (uint32_t i = 0; i < N; i += 100) {
            state[0] = i;
            state[W - 2] = 3 * i;
            state[W - 1] = i % 128;
            coset_store_get(s, refs[i], got);
            assert_memory_equal(got, state, W * sizeof *got);
            assert_true(i == 0 || coset_store_compare(s, refs[i - 1], refs[i]) < 0);
        }
        coset_store_free(s);
    }
    coset_delete(refs);
    coset_delete(got);
    coset_delete(state);
    coset_delete(bits);
}

/* A block of states of 12 kB takes 12 MB. */
static void large_states_leave_room_for_their_blocks(void **ctx)
{
    (void)ctx;
    enum { WIDE = 3000, STATES = 3000 };
    static uint32_t bits[WIDE], state[WIDE];
    for (uint32_t i = 0; i < WIDE; i++)
        bits[i] = 32;
    for (uint32_t k = 0; k < n_kinds(); k++) {
        coset_store *s;
        coset_ref ref;
        if (kind_at(k)->exact)
            continue;
        assert_int_equal(open_store(WIDE, bits, k, 1, UINT64_C(96) << 20, &s), COSET_OK);
        memset(state, 0, sizeof state);
        for (uint32_t i = 0; i < STATES; i++) {
            if (i % 1000 == 0)
                coset_store_mark(s);
            state[i] = i;
            while (coset_store_put(s, 0, state, &ref) == COSET_STORE_FULL && coset_store_wants_growth(s))
                assert_int_equal(coset_store_grow(s, NULL), COSET_OK);
        }
        assert_true(coset_store_size(s) > STATES - 10);
        coset_store_free(s);
    }
}

static void inexact_stores_tell_what_they_may_miss(void **ctx)
{
    (void)ctx;
    enum { N = 50000 };
    for (uint32_t k = 0; k < n_kinds(); k++) {
        coset_store *s;
        if (kind_at(k)->exact)
            continue;
        assert_int_equal(open_store(SLOTS, widths, k, 1, UINT64_C(32) << 20, &s), COSET_OK);
        uint64_t missed = 0;
        for (uint64_t i = 0; i < N; i++) {
            coset_ref ref;
            uint32_t state[SLOTS];
            if (i % 1000 == 0)
                coset_store_mark(s);
            coset_stored how = put_growing(s, i, &ref);
            assert_true(how != COSET_STORE_FULL);
            missed += how == COSET_STORE_OLD;
            if (how == COSET_STORE_OLD)
                continue;
            assert_contents(s, i, ref);
            state_of(i, state);
            assert_int_equal(coset_store_hash(s, 0, state), coset_store_load(s, 0, ref, state));
            assert_int_equal(put_growing(s, i, &ref), COSET_STORE_OLD);
        }
        assert_true(coset_store_omission(s) > 0 && coset_store_omission(s) < 0.01);
        assert_true((double)missed <= 3 + 2 * N * coset_store_omission(s));
        assert_int_equal(coset_store_size(s) + missed, N);
        coset_store_free(s);
    }
}

/* With the small table filled to a sixth, the estimate is the rate for the next states. */
static void bitstate_estimates_what_it_omits(void **ctx)
{
    (void)ctx;
#ifndef COSET_TEST_SMALL
    skip(); /* its table would take millions of states to fill */
#endif
    enum { N = 400000, MORE = 20000 };
    coset_ref ref;
    for (uint32_t k = 0; k < n_kinds(); k++) {
        coset_store *s;
        if (strcmp(kind_at(k)->name, "bitstate") != 0)
            continue;
        assert_int_equal(open_store(SLOTS, widths, k, 1, 0, &s), COSET_OK);
        for (uint64_t i = 0; i < N; i++)
            (void)put_growing(s, i, &ref);
        double expected = MORE * coset_store_omission(s), missed = 0;
        for (uint64_t i = 0; i < MORE; i++)
            missed += put_growing(s, N + i, &ref) == COSET_STORE_OLD;
        assert_true(expected > 50);
        assert_true(missed > 0.7 * expected && missed < 1.5 * expected);
        coset_store_free(s);
    }
}

/* Each state has a few slots of another one that was loaded before it. */
static void large_states_are_put_beside_another_one(void **ctx)
{
    (void)ctx;
    enum { WIDE = 700, STATES = 600 }; /* 100 words */
    static uint32_t bits[WIDE], states[STATES][WIDE];
    for (uint32_t i = 0; i < WIDE; i++)
        bits[i] = 9;
    for (uint32_t n = 20; n <= WIDE; n += 170)
        for (uint32_t k = 0; k < n_kinds() && kind_at(k)->exact; k++) {
            coset_store *s;
            coset_ref refs[STATES], again;
            uint32_t got[WIDE];
            assert_int_equal(open_store(n, bits, k, 1, 0, &s), COSET_OK);
            for (uint32_t i = 0; i < STATES; i++) {
                uint64_t r = mix(i);
                if (i)
                    (void)coset_store_load(s, 0, refs[r % i], states[i]);
                for (uint32_t c = 0; c < (r >> 60) % 3; c++)
                    states[i][mix(r + c) % n] = (uint32_t)(mix(r - c) % 512);
                states[i][i % n] = 1 + i % 511;
                states[i][(i / 10 + 7) % n] = 1 + i % 511;
                coset_stored how;
                while ((how = coset_store_put(s, 0, states[i], &refs[i])) == COSET_STORE_FULL)
                    assert_int_equal(coset_store_grow(s, NULL), COSET_OK);
                for (uint32_t x = 0; x < i && how == COSET_STORE_OLD; x++)
                    if (refs[x] == refs[i])
                        assert_memory_equal(states[x], states[i], n * sizeof **states);
                assert_int_equal(coset_store_put(s, 0, states[i], &again), COSET_STORE_OLD);
                assert_true(again == refs[i]);
                assert_int_equal(coset_store_ready(s, 0, 3, states[i]), COSET_STORE_NEW);
                memset(got, 0xff, sizeof got);
                coset_store_get_ready(s, 0, 3, got);
                assert_memory_equal(got, states[i], n * sizeof *got);
            }
            for (uint32_t i = 0; i < STATES; i++) {
                coset_store_get(s, refs[i], got);
                assert_memory_equal(got, states[i], n * sizeof *got);
                (void)coset_store_load(s, 0, refs[mix(i) % STATES], got);
                assert_memory_equal(got, states[mix(i) % STATES], n * sizeof *got);
            }
            coset_store_free(s);
        }
}

/* With a list of slots in which a state may differ: some do not differ, some are listed twice. */
static void told_slots_are_as_good_as_compared_ones(void **ctx)
{
    (void)ctx;
    enum { WIDE = 190, STATES = 400 };
    static uint32_t bits[WIDE], states[STATES][WIDE];
    for (uint32_t i = 0; i < WIDE; i++)
        bits[i] = i % 12;
    for (uint32_t n = 14; n <= WIDE; n += 44)
        for (uint32_t k = 0; k < n_kinds(); k++) {
            coset_store *s;
            coset_ref refs[STATES], again;
            uint32_t got[WIDE], slots[6];
            assert_int_equal(open_store(n, bits, k, 1, 0, &s), COSET_OK);
            for (uint32_t i = 0; i < STATES; i++) {
                coset_stored how;
                uint64_t r = mix(i + n);
                memset(states[i], 0, sizeof states[i]);
                if (i)
                    (void)coset_store_load(s, 0, refs[i - 1], states[i]);
                for (uint32_t c = 0; c < 6; c++)
                    slots[c] = c < 4 ? (uint32_t)(mix(r + c) % n) : slots[c - 2];
                for (uint32_t c = 0; c < 3; c++)
                    states[i][slots[c]] = (uint32_t)(mix(r - c) & ((1U << bits[slots[c]]) - 1));
                while ((how = coset_store_ready_beside(s, 0, 7, states[i], slots, 6)) == COSET_STORE_FULL ||
                       (how = coset_store_put_ready(s, 0, 7, &refs[i])) == COSET_STORE_FULL)
                    assert_int_equal(coset_store_grow(s, NULL), COSET_OK);
                memset(got, 0xff, sizeof got);
                coset_store_get_ready(s, 0, 7, got);
                assert_memory_equal(got, states[i], n * sizeof *got);
                for (uint32_t x = 0; x < i; x++)
                    if (memcmp(states[x], states[i], n * sizeof **states) == 0)
                        refs[i] = refs[x];
                if (refs[i] == COSET_NO_REF)
                    break;
                coset_store_get(s, refs[i], got);
                assert_memory_equal(got, states[i], n * sizeof *got);
                assert_int_equal(coset_store_put(s, 0, states[i], &again), COSET_STORE_OLD);
                assert_true(again == refs[i] || again == COSET_NO_REF);
            }
            coset_store_free(s);
        }
}

/* The packed store keeps many keys in one piece; a state too large for that goes to the tree. */
static void no_state_is_too_large(void **ctx)
{
    (void)ctx;
    enum { WIDE = 20000 };
    uint32_t *bits = coset_new(WIDE, sizeof *bits), *state = coset_new(WIDE, sizeof *state);
    uint32_t *got = coset_new(WIDE, sizeof *got);
    for (uint32_t i = 0; i < WIDE; i++)
        bits[i] = 8;
    for (uint32_t n = 8000; n <= WIDE; n += 4000) {
        coset_store *s;
        coset_ref ref;
        assert_int_equal(open_store(n, bits, 0, 1, 0, &s), COSET_OK);
        for (uint32_t i = 0; i < 3; i++) {
            state[n - 1] = i;
            coset_stored how;
            while ((how = coset_store_put(s, 0, state, &ref)) == COSET_STORE_FULL)
                assert_int_equal(coset_store_grow(s, NULL), COSET_OK);
            assert_int_equal(how, COSET_STORE_NEW);
            coset_store_get(s, ref, got);
            assert_memory_equal(got, state, n * sizeof *got);
        }
        state[n - 1] = 0;
        coset_store_free(s);
    }
    coset_delete(bits);
    coset_delete(state);
    coset_delete(got);
}

#ifdef COSET_TEST_SMALL
#define MANY_STATES 5000
#else
#define MANY_STATES 1500000
#endif

/* Between two steps of growth all states are found, and new ones can be added. */
static void states_are_found_while_a_table_grows(void **ctx)
{
    (void)ctx;
    for (uint32_t k = 0; k < n_kinds(); k++) {
        coset_store *s;
        uint32_t state[SLOTS];
        coset_ref ref;
        uint64_t steps = 0;
        if (!kind_at(k)->exact)
            continue;
        assert_int_equal(open_store(SLOTS, widths, k, 1, 0, &s), COSET_OK);
        for (uint64_t n = 0; n < MANY_STATES; n++) {
            state_of(n, state);
            while (coset_store_put(s, 0, state, &ref) == COSET_STORE_FULL) {
                assert_int_equal(coset_store_grow(s, NULL), COSET_OK);
                steps += coset_store_is_growing(s);
                for (uint64_t i = 0; coset_store_is_growing(s) && i < n; i += 1 + n / 50) {
                    state_of(i, state);
                    assert_int_equal(coset_store_put(s, 0, state, &ref), COSET_STORE_OLD);
                    assert_true(ref == coset_store_ref(s, 0, i));
                }
                state_of(n, state);
            }
        }
        assert_true(steps > 0);
        assert_int_equal(coset_store_size(s), MANY_STATES);
        coset_store_free(s);
    }
}

static void the_memory_limit_is_a_status(void **ctx)
{
    (void)ctx;
    coset_store *s;
    uint64_t limit = 4 << 20;
    for (uint32_t k = 0; k < n_kinds(); k++) {
        if (!kind_at(k)->exact)
            continue;
        assert_int_equal(open_store(SLOTS, widths, k, 1, limit, &s), COSET_OK);
        coset_ref ref, first;
        assert_int_equal(put_growing(s, 0, &first), COSET_STORE_NEW);
        uint64_t n = 1;
        while (put_growing(s, n, &ref) == COSET_STORE_NEW) {
            assert_true(coset_store_bytes(s) <= limit);
            n++;
        }
        assert_true(n > 10000);
        assert_true(coset_store_bytes(s) <= limit && coset_store_bytes(s) > limit / 50 * 49);
        assert_int_equal(coset_store_size(s), n);
        assert_int_equal(put_growing(s, n - 1, &ref), COSET_STORE_OLD); /* stored states are still found */
        assert_int_equal(put_growing(s, 0, &ref), COSET_STORE_OLD);
        assert_int_equal(ref, first);
        coset_store_free(s);
        assert_int_equal(open_store(SLOTS, widths, k, 1, 10, &s), COSET_MEMORY);
        assert_null(s);
    }
    assert_int_equal(open_store(SLOTS, widths, 0, 0, 0, &s), COSET_USAGE);
    assert_int_equal(open_store(SLOTS, widths, 0, COSET_STORE_THREADS + 1, 0, &s), COSET_USAGE);
    const coset_store_options unknown = {.kind = "magic", .threads = 1};
    assert_int_equal(coset_store_new(SLOTS, widths, &unknown, &s, NULL), COSET_USAGE);
}

/* A state without room is not reported as stored, whether or not the store can grow. */
static void put_until_full(uint32_t kind, uint32_t n_slots)
{
    coset_store *s;
    coset_ref ref;
    bool goes_on = true;
    assert_int_equal(open_store(n_slots, widths, kind, 1, 4 << 20, &s), COSET_OK);
    for (uint64_t n = 0; goes_on; n++) {
        uint32_t state[SLOTS];
        assert_true(n < 10000000);
        state_of(n, state);
        if (coset_store_put(s, 0, state, &ref) != COSET_STORE_FULL)
            continue;
        assert_int_not_equal(coset_store_put(s, 0, state, &ref), COSET_STORE_OLD);
        goes_on = put_growing(s, n, &ref) != COSET_STORE_FULL;
    }
    coset_store_free(s);
}

/* Large states find no room for the values of their parts; small ones none for themselves, if there is no file. */
static void what_found_no_room_is_not_there(void **ctx)
{
    struct rlimit before, few;
    (void)ctx;
    for (uint32_t k = 0; k < n_kinds(); k++)
        put_until_full(k, SLOTS);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    few = before;
    few.rlim_cur = 1 << 30;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    for (uint32_t k = 0; k < n_kinds(); k++)
        put_until_full(k, 4);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
}

/* Each allocation of the first states fails once. */
static void a_limit_anywhere_keeps_what_is_there(void **ctx)
{
    enum { STATES = 400, STEP = 256 };
    (void)ctx;
    for (uint32_t k = 0; k < n_kinds() && kind_at(k)->exact; k++) {
        uint64_t limit = STEP, all = 0;
        coset_store *s;
        while (open_store(SLOTS, widths, k, 1, limit, &s) != COSET_OK)
            limit += STEP;
        coset_store_free(s);
        for (; all < STATES; limit += STEP) {
            coset_ref refs[STATES], ref;
            uint32_t n = 0;
            assert_int_equal(open_store(SLOTS, widths, k, 1, limit, &s), COSET_OK);
            while (n < STATES && put_growing(s, n, &refs[n]) == COSET_STORE_NEW)
                n++;
            assert_true(coset_store_bytes(s) <= limit);
            for (uint32_t x = 0; x < n; x++) {
                assert_int_equal(put_growing(s, x, &ref), COSET_STORE_OLD);
                assert_true(ref == refs[x]);
                assert_contents(s, x, ref);
            }
            coset_store_free(s);
            all = n;
        }
    }
}

/* A key with another layout closes the block: its memory that no key has used serves the next one. */
static uint32_t bytes_of_layout(const void *of, uint64_t layout)
{
    (void)of;
    return 8 * (uint32_t)layout;
}

static bool fits_no_other(const void *of, const uint64_t *key, uint32_t layout, uint64_t *out)
{
    (void)of, (void)key, (void)layout, (void)out;
    return false;
}

static void memory_of_closed_blocks_is_used(void **ctx)
{
    (void)ctx;
#ifdef COSET_TEST_SMALL
    skip(); /* its first index has no room for them */
#endif
    enum { N = 120 }; /* a block each, the largest number in the first index */
    coset__budget budget = {0};
    coset__set set;
    const coset__set_shape shape = {
        .threads = 1,
        .key = {.words = 3, .coding = {.of = &shape, .bytes = bytes_of_layout, .translate = fits_no_other}}};
    assert_true(coset__set_init(&set, &shape, &budget));
    const uint64_t before = budget.bytes;
    for (uint64_t i = 0; i < N; i++) {
        const uint64_t key[3] = {1 + i % 2, mix(i), mix(N + i)};
        uint64_t number, got[3];
        assert_int_equal(coset__set_put(&set, 0, mix(i), NULL, key, &number), COSET_STORE_NEW);
        coset__set_key(&set, number, got);
        assert_memory_equal(got, key, (1 + key[0]) * sizeof *key);
    }
    assert_int_equal(set.members[0].n_slabs, 1);
    assert_int_equal(budget.bytes - before, N / 2 * (8 + 16) + (COSET__BLOCK - 1) * 16);
    assert_ptr_equal((unsigned char *)set.members[0].slabs[0] + budget.bytes - before, set.members[0].slab);
    coset__set_fini(&set);
}

/* Numbers do not run out before entries do, else the index would grow too early, which the limit of memory may
 * forbid. */
static void an_index_is_filled_before_it_grows(void **ctx)
{
    (void)ctx;
    for (int thrifty = 0; thrifty < 2; thrifty++) {
        coset__budget budget = {0};
        coset__set set;
        const coset__set_shape shape = {.threads = 1, .key = {.words = 2, .bytes = 16}, .thrifty = thrifty};
        assert_true(coset__set_init(&set, &shape, &budget));
        for (uint64_t i = 0; i < 30000; i++) {
            const uint64_t key[2] = {i, mix(i)}, hash = coset__hash_words(key, 2);
            uint64_t number;
            coset_stored how;
            while ((how = coset__set_put(&set, 0, hash, NULL, key, &number)) == COSET_STORE_FULL) {
                assert_true(set.growing || i >= set.index.lines * COSET__LINE * 9 / 10);
                assert_int_equal(coset__set_grow_begin(&set, NULL), COSET_OK);
                coset__set_grow_help(&set);
                coset__set_grow_end(&set);
            }
            assert_int_equal(how, COSET_STORE_NEW);
        }
        coset__set_fini(&set);
    }
}

/* Hashes of contents do not depend on the kind of store. */
static void all_kinds_hash_alike(void **ctx)
{
    (void)ctx;
    for (uint64_t i = 0; i < 1000; i++) {
        uint64_t hash[8];
        for (uint32_t k = 0; k < n_kinds(); k++) {
            coset_store *s;
            coset_ref ref;
            uint32_t state[SLOTS];
            assert_int_equal(open_store(SLOTS, widths, k, 1, UINT64_C(1) << 20, &s), COSET_OK);
            assert_int_equal(put_growing(s, i, &ref), COSET_STORE_NEW);
            hash[k] = coset_store_load(s, 0, ref, state);
            assert_int_equal(hash[k], hash[0]);
            coset_store_free(s);
        }
    }
}

/* ---- many threads ---- */

typedef struct {
    coset_store *s;
    uint32_t threads;
    uint64_t n;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t active, parked;
    uint64_t growths;
    atomic_bool wanted;
    _Atomic uint64_t fresh;
    coset_ref *seen[16]; /* what each thread got for each number */
} crowd;

typedef struct {
    crowd *c;
    uint32_t number;
} person;

static void grow_if_all_rest(crowd *c) /* with the lock */
{
    if (!c->parked || c->parked != c->active)
        return;
    if (coset_store_wants_growth(c->s))
        assert_int_equal(coset_store_grow(c->s, NULL), COSET_OK);
    c->growths++;
    c->parked = 0;
    atomic_store(&c->wanted, false);
    (void)pthread_cond_broadcast(&c->changed);
}

static void rest(crowd *c)
{
    (void)pthread_mutex_lock(&c->lock);
    uint64_t growths = c->growths;
    c->parked++;
    grow_if_all_rest(c);
    while (c->growths == growths)
        (void)pthread_cond_wait(&c->changed, &c->lock);
    (void)pthread_mutex_unlock(&c->lock);
}

static void *put_all(void *arg)
{
    person *p = arg;
    crowd *c = p->c;
    for (uint64_t k = 0; k < c->n; k++) {
        uint64_t number = (k * 7919 + p->number * (c->n / 3)) % c->n; /* n is not a multiple of the prime */
        uint32_t state[SLOTS];
        coset_stored how;
        if (k % 100 == 50 && coset_store_kind_of(c->s)->exact) /* derived from an own state or one of another thread */
            (void)coset_store_load(c->s, p->number, c->seen[p->number][(number + c->n - 7919 % c->n) % c->n], state);
        state_of(number, state);
        for (;;) {
            if (atomic_load(&c->wanted))
                rest(c);
            how = coset_store_put(c->s, p->number, state, &c->seen[p->number][number]);
            if (how != COSET_STORE_FULL)
                break;
            atomic_store(&c->wanted, true);
        }
        if (how == COSET_STORE_NEW)
            atomic_fetch_add(&c->fresh, 1);
    }
    (void)pthread_mutex_lock(&c->lock);
    c->active--;
    grow_if_all_rest(c);
    (void)pthread_mutex_unlock(&c->lock);
    return NULL;
}

static void run_crowd(uint32_t kind, uint32_t threads, uint64_t n)
{
    crowd c = {.threads = threads, .n = n, .active = threads};
    (void)pthread_mutex_init(&c.lock, NULL);
    (void)pthread_cond_init(&c.changed, NULL);
    assert_int_equal(open_store(SLOTS, widths, kind, threads, 0, &c.s), COSET_OK);
    pthread_t ids[16];
    person people[16];
    for (uint32_t t = 0; t < threads; t++) {
        c.seen[t] = coset_new(n, sizeof(coset_ref));
        people[t] = (person){&c, t};
    }
    for (uint32_t t = 0; t < threads; t++)
        assert_int_equal(pthread_create(&ids[t], NULL, put_all, &people[t]), 0);
    for (uint32_t t = 0; t < threads; t++)
        assert_int_equal(pthread_join(ids[t], NULL), 0);
    assert_int_equal(atomic_load(&c.fresh), n);
    assert_int_equal(coset_store_size(c.s), n);
    for (uint64_t i = 0; i < n && kind_at(kind)->exact; i++) {
        assert_contents(c.s, i, c.seen[0][i]);
        for (uint32_t t = 1; t < threads; t++)
            assert_int_equal(c.seen[t][i], c.seen[0][i]);
    }
    for (uint32_t t = 0; t < threads; t++)
        coset_delete(c.seen[t]);
    coset_store_free(c.s);
    (void)pthread_cond_destroy(&c.changed);
    (void)pthread_mutex_destroy(&c.lock);
}

static void threads_agree_on_each_state(void **ctx)
{
    (void)ctx;
    for (uint32_t k = 0; k < n_kinds(); k++) {
        if (strcmp(kind_at(k)->name, "bitstate") == 0)
            continue; /* omits some */
        for (uint32_t threads = 1; threads <= 16; threads *= 2)
            run_crowd(k, threads, large(20011));
        for (int again = 0; again < (int)rounds(20); again++)
            run_crowd(k, 8, 1009);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packing_keeps_values_and_order),
        cmocka_unit_test(a_model_without_slots_has_one_state),
        cmocka_unit_test(one_thread_finds_what_it_stored),
        cmocka_unit_test(large_states_are_put_beside_another_one),
        cmocka_unit_test(told_slots_are_as_good_as_compared_ones),
        cmocka_unit_test(no_state_is_too_large),
        cmocka_unit_test(states_are_found_while_a_table_grows),
        cmocka_unit_test(the_memory_limit_is_a_status),
        cmocka_unit_test(what_found_no_room_is_not_there),
        cmocka_unit_test(a_limit_anywhere_keeps_what_is_there),
        cmocka_unit_test(bitstate_estimates_what_it_omits),
        cmocka_unit_test(threads_agree_on_each_state),
        cmocka_unit_test(links_outlive_their_generation),
        cmocka_unit_test(old_links_take_less_memory),
        cmocka_unit_test(inexact_stores_tell_what_they_may_miss),
        cmocka_unit_test(large_generations_go_to_a_file),
        cmocka_unit_test(large_states_leave_room_for_their_blocks),
        cmocka_unit_test(states_of_any_size_go_to_a_file),
        cmocka_unit_test(an_index_is_filled_before_it_grows),
        cmocka_unit_test(all_kinds_hash_alike),
        cmocka_unit_test(memory_of_closed_blocks_is_used),
    };
#ifdef __SANITIZE_THREAD__ /* the others have one thread: ten times as slow, and nothing to find */
    cmocka_set_test_filter("threads_agree_on_each_state");
#endif
    return cmocka_run_group_tests(tests, NULL, NULL);
}
