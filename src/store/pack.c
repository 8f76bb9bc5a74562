#include "store/pack.h"

#include <string.h>

#include "base/err.h"
#include "base/mem.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

void coset__pack_init(coset__pack_plan *p, uint32_t n_slots, const uint32_t *bits, uint32_t room)
{
    COSET_INVARIANT(room >= 32 && room <= 64);
    *p = (coset__pack_plan){.n_slots = n_slots, .room = room};
    p->mask = coset_new(n_slots, sizeof *p->mask);
    p->shift = coset_new(n_slots, sizeof *p->shift);
    p->first = coset_new((size_t)n_slots + 2, sizeof *p->first);
    p->word = coset_new(n_slots, sizeof *p->word);
    uint32_t word = 0, end = 64 - room, left = 64; /* unused low bits of `word` */
    for (uint32_t i = 0; i < n_slots; i++) {
        COSET_INVARIANT(bits[i] <= 32);
        if (bits[i] > left - end) {
            p->first[++word] = i;
            left = 64;
        }
        left -= bits[i];
        p->mask[i] = (uint32_t)((UINT64_C(1) << bits[i]) - 1);
        p->shift[i] = left & 63;
        p->word[i] = word;
    }
    p->n_words = word + 1;
    p->n_bytes = left < 64 || word ? 8 * word + (64 - left + 7) / 8 : 1;
    p->first[p->n_words] = n_slots;
#ifdef __x86_64__
    p->four_at_once = __builtin_cpu_supports("avx2") != 0;
    p->sixteen_at_once = __builtin_cpu_supports("avx512f") != 0;
#endif
}

void coset__pack_fini(coset__pack_plan *p)
{
    coset_delete(p->mask);
    coset_delete(p->shift);
    coset_delete(p->word);
    coset_delete(p->first);
}

/* ---- one slot after the other ---- */

/* The slots from .. to-1 of one word. *excess collects bits of values outside their slots: it must remain 0, or
 * neighbours would be overwritten. */
static uint64_t pack_slots(const coset__pack_plan *p, uint32_t from, uint32_t to, const uint32_t *state,
                           uint32_t *excess)
{
    uint64_t word = 0;
    for (uint32_t i = from; i < to; i++) {
        *excess |= state[i] & ~p->mask[i];
        word |= (uint64_t)state[i] << p->shift[i];
    }
    return word;
}

static void unpack_slots(const coset__pack_plan *p, uint32_t from, uint32_t to, uint64_t word, uint32_t *state)
{
    for (uint32_t i = from; i < to; i++)
        state[i] = (uint32_t)(word >> p->shift[i]) & p->mask[i];
}

/* ---- four slots at once: the last four of a word may overlap those before, with equal results ---- */

#define FOUR 4

#ifdef __x86_64__

#define AVX2 __attribute__((target("avx2")))

static inline AVX2 __m128i load4(const uint32_t *from) { return _mm_loadu_si128((const __m128i *)(const void *)from); }

static AVX2 uint64_t pack_fours(const coset__pack_plan *p, uint32_t from, uint32_t to, const uint32_t *state,
                                uint32_t *excess)
{
    __m256i word = _mm256_setzero_si256();
    __m128i beyond = _mm_setzero_si128();
    for (uint32_t i = from; i < to; i += FOUR) {
        i = i + FOUR > to ? to - FOUR : i;
        __m128i values = load4(state + i);
        beyond = _mm_or_si128(beyond, _mm_andnot_si128(load4(p->mask + i), values));
        __m256i shift = _mm256_cvtepu32_epi64(load4(p->shift + i));
        word = _mm256_or_si256(word, _mm256_sllv_epi64(_mm256_cvtepu32_epi64(values), shift));
    }
    *excess |= !_mm_testz_si128(beyond, beyond);
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(word), _mm256_extracti128_si256(word, 1));
    return (uint64_t)_mm_cvtsi128_si64(half) | (uint64_t)_mm_extract_epi64(half, 1);
}

static AVX2 void unpack_fours(const coset__pack_plan *p, uint32_t from, uint32_t to, uint64_t word, uint32_t *state)
{
    const __m256i low_halves = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6), all = _mm256_set1_epi64x((int64_t)word);
    for (uint32_t i = from; i < to; i += FOUR) {
        i = i + FOUR > to ? to - FOUR : i;
        __m256i wide = _mm256_srlv_epi64(all, _mm256_cvtepu32_epi64(load4(p->shift + i)));
        __m128i values = _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(wide, low_halves));
        _mm_storeu_si128((__m128i *)(void *)(state + i), _mm_and_si128(values, load4(p->mask + i)));
    }
}

#else
#define pack_fours   pack_slots
#define unpack_fours unpack_slots
#endif

/* ---- whole states ---- */

static uint64_t pack_word(const coset__pack_plan *p, uint32_t w, const uint32_t *state, uint32_t *excess)
{
    uint32_t from = p->first[w], to = p->first[w + 1];
    bool fours = p->four_at_once && to - from >= FOUR;
    return fours ? pack_fours(p, from, to, state, excess) : pack_slots(p, from, to, state, excess);
}

void coset__pack(const coset__pack_plan *p, const uint32_t *state, uint64_t *words)
{
    uint32_t excess = 0;
    for (uint32_t w = 0; w < p->n_words; w++)
        words[w] = pack_word(p, w, state, &excess);
    COSET_INVARIANT(excess == 0);
}

/* ---- relative to another state ---------------------------------------------------------------------------------- */

/* A packed state that is made from that of another one. */
typedef struct {
    const coset__pack_plan *plan;
    const uint32_t *base, *state;
    const uint64_t *base_words;
    uint64_t *words, *changed;
    uint32_t excess, done; /* all slots before it are packed */
} beside;

/* Changes slots slot + i for each bit i that is set. */
static inline void change(beside *x, uint32_t slot, uint64_t bits)
{
    for (; bits; bits &= bits - 1) {
        uint32_t i = slot + (uint32_t)__builtin_ctzll(bits), w = x->plan->word[i];
        uint64_t *set = &x->changed[w / 64], bit = UINT64_C(1) << w % 64;
        if (!(*set & bit))
            x->words[w] = x->base_words[w];
        *set |= bit;
        x->words[w] ^= (uint64_t)(x->base[i] ^ x->state[i]) << x->plan->shift[i];
        x->excess |= x->state[i] & ~x->plan->mask[i];
    }
}

/* If at least this many slots among 64 differ, their words are packed as a whole: a representative differs from its
 * source state in many slots. */
#define MANY 6

/* The same, word by word: each with all of its slots, so x->done may be beyond the 64 slots. */
static void change_words(beside *x, uint32_t slot, uint64_t bits)
{
    while (bits) {
        uint32_t w = x->plan->word[slot + (uint32_t)__builtin_ctzll(bits)], end = x->plan->first[w + 1];
        x->words[w] = pack_word(x->plan, w, x->state, &x->excess);
        x->changed[w / 64] |= UINT64_C(1) << w % 64;
        bits &= end - slot < 64 ? UINT64_MAX << (end - slot) : 0;
        x->done = end;
    }
}

/* Changes slots slot .. slot + 63; those before x->done are already packed. */
static inline void change_some(beside *x, uint32_t slot, uint64_t bits)
{
    if (x->done > slot)
        bits &= x->done - slot < 64 ? UINT64_MAX << (x->done - slot) : 0;
    if (__builtin_popcountll(bits) < MANY)
        change(x, slot, bits);
    else
        change_words(x, slot, bits);
}

static void change_from(beside *x, uint32_t slot)
{
    for (uint32_t i = slot; i < x->plan->n_slots; i++)
        if (x->base[i] != x->state[i])
            change(x, i, 1);
}

/* Most slots do not differ, so many of them are compared at once. */
#ifdef __x86_64__

#define AVX512 __attribute__((target("avx512f")))

static AVX512 void change_by_64(beside *x)
{
    uint32_t n = x->plan->n_slots;
    for (uint32_t i = 0; i < n; i += 64) {
        uint64_t bits = 0;
        for (uint32_t k = i; k < n && k < i + 64; k += 16) {
            __mmask16 there = (__mmask16)(n - k < 16 ? (1U << (n - k)) - 1 : 0xffff);
            __mmask16 other = _mm512_cmpneq_epi32_mask(_mm512_maskz_loadu_epi32(there, x->base + k),
                                                       _mm512_maskz_loadu_epi32(there, x->state + k));
            bits |= (uint64_t)other << (k - i);
        }
        change_some(x, i, bits);
    }
}

static inline AVX2 uint32_t other8(const uint32_t *a, const uint32_t *b)
{
    __m256i same = _mm256_cmpeq_epi32(_mm256_loadu_si256((const __m256i *)(const void *)a),
                                      _mm256_loadu_si256((const __m256i *)(const void *)b));
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(same)) ^ 0xff;
}

static AVX2 void change_by_32(beside *x)
{
    const uint32_t *a = x->base, *b = x->state;
    uint32_t i = 0;
    for (; i + 32 <= x->plan->n_slots; i += 32)
        change(x, i,
               other8(a + i, b + i) | other8(a + i + 8, b + i + 8) << 8 | other8(a + i + 16, b + i + 16) << 16 |
                   other8(a + i + 24, b + i + 24) << 24);
    for (; i + 8 <= x->plan->n_slots; i += 8)
        change(x, i, other8(a + i, b + i));
    change_from(x, i);
}

static void change_all(beside *x)
{
    if (x->plan->sixteen_at_once)
        change_by_64(x);
    else if (x->plan->four_at_once)
        change_by_32(x);
    else
        change_from(x, 0);
}

#else

static void change_all(beside *x) { change_from(x, 0); }

#endif

void coset__pack_changes(const coset__pack_plan *p, const uint32_t *base, const uint64_t *base_words,
                         const uint32_t *state, uint64_t *words, uint64_t *changed)
{
    beside x = {.plan = p, .base = base, .state = state, .base_words = base_words, .words = words, .changed = changed};
    for (uint32_t k = 0; k < coset__word_set(p->n_words); k++)
        changed[k] = 0;
    change_all(&x);
    COSET_INVARIANT(x.excess == 0);
}

void coset__pack_beside(const coset__pack_plan *p, const uint32_t *base, const uint64_t *base_words,
                        const uint32_t *state, uint64_t *words, uint64_t *changed)
{
    for (uint32_t w = 0; w < p->n_words; w++)
        words[w] = base_words[w];
    coset__pack_changes(p, base, base_words, state, words, changed);
}

void coset__pack_slots(const coset__pack_plan *p, const uint32_t *slots, uint32_t n, const uint64_t *base_words,
                       const uint32_t *state, uint64_t *words, uint64_t *changed)
{
    uint32_t excess = 0;
    for (uint32_t k = 0; k < coset__word_set(p->n_words); k++)
        changed[k] = 0;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t i = slots[k], w = p->word[i];
        uint64_t *set = &changed[w / 64], bit = UINT64_C(1) << w % 64;
        uint64_t word = *set & bit ? words[w] : base_words[w];
        *set |= bit;
        words[w] = (word & ~((uint64_t)p->mask[i] << p->shift[i])) | (uint64_t)state[i] << p->shift[i];
        excess |= state[i] & ~p->mask[i];
    }
    COSET_INVARIANT(excess == 0);
}

/* ---- unpacking -------------------------------------------------------------------------------------------------- */

void coset__unpack_word(const coset__pack_plan *p, uint32_t w, uint64_t word, uint32_t *state)
{
    uint32_t from = p->first[w], to = p->first[w + 1];
    if (p->four_at_once && to - from >= FOUR)
        unpack_fours(p, from, to, word, state);
    else
        unpack_slots(p, from, to, word, state);
}

void coset__unpack(const coset__pack_plan *p, const uint64_t *words, uint32_t *state)
{
    for (uint32_t w = 0; w < p->n_words; w++)
        coset__unpack_word(p, w, words[w], state);
}
