/* store/index.h - hash index: maps the first bits of hashes to the numbers of keys.
 *
 * Layer    store.
 * Shapes   lines of COSET__LINE entries, of 32 bits each (64 when there are too many keys). An entry, 0 = empty:
 *          | away | finger | number + 1 |
 *          The hash selects a line and a finger, the position within the line. If that line is full, the entry is
 *          stored in one of the next ones and marked as away; COSET__BEYOND extra lines follow the last one. Each line
 *          is searched as a ring, from a position given by the finger.
 * Idea     The number of lines times the first bits of the hash is rounded no more than the finger shows. So the line
 *          and the finger of an entry that is not away determine those bits, and a larger index is filled from a
 *          smaller one without reading the keys. With each growth fingers get shorter; when they are too short, all
 *          hashes are computed anew, and the index knows more bits of them for a while.
 *          After a line with an empty entry there is no entry that belongs to an earlier line. So an index can be moved
 *          to a larger one in steps, each up to such a line. Between steps both are in use: the line of a hash in the
 *          smaller index decides which of them is searched.
 * Threads  entries are published by compare-and-swap (release) and loaded with acquire. coset__index_move: any number
 *          of threads, all others at rest. All else: one thread, all others at rest.
 * Source   storing the rest of a hash: quotienting, Knuth vol. 3, 6.4 exercise 13; Cleary 1984 (differs: any number of
 *          lines, and displaced entries are not sorted but marked).
 */
#ifndef COSET_STORE_INDEX_H
#define COSET_STORE_INDEX_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/count.h"
#include "base/mem.h"
#include "store/prefetch.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

#if defined(__has_feature)
#define COSET__TSAN __has_feature(thread_sanitizer)
#elif defined(__SANITIZE_THREAD__)
#define COSET__TSAN 1
#else
#define COSET__TSAN 0
#endif

#define COSET__LINE   16
#define COSET__BEYOND 64 /* lines; if 9 of 10 entries are filled, an entry is this far away once in 10^90 indices */

typedef struct {
    void *memory;
    _Atomic uint32_t *narrow;
    _Atomic uint64_t *wide; /* one of the two is NULL */
    uint64_t bytes;
    uint64_t lines;
    uint64_t known; /* mask: the first bits of a hash; the index uses no others */
    uint64_t away;  /* the mark; 0: there are none */
    uint32_t ref_bits, finger_bits;
} coset__index;

/* Where the search for a key begins. */
typedef struct {
    uint64_t line, finger; /* the finger in its place */
    uint32_t first;        /* in the line */
} coset__spot;

static inline coset__spot coset__index_spot(const coset__index *x, uint64_t hash)
{
    coset_count at = (coset_count)(hash & x->known) * x->lines;
    uint64_t finger = (uint64_t)at >> (64 - x->finger_bits);
    return (coset__spot){(uint64_t)(at >> 64), finger << x->ref_bits, finger & (COSET__LINE - 1)};
}

/* All lines, extra ones included. */
static inline uint64_t coset__index_all_lines(const coset__index *x) { return x->lines + COSET__BEYOND; }

/* Advances to the next line; an entry there is away. */
static inline void coset__index_next(const coset__index *x, coset__spot *at)
{
    COSET_INVARIANT(at->line + 1 < coset__index_all_lines(x));
    at->line++;
    at->finger |= x->away;
}

static inline uint64_t coset__index_entry(const coset__index *x, uint64_t i)
{
    return x->narrow ? atomic_load_explicit(&x->narrow[i], memory_order_acquire)
                     : atomic_load_explicit(&x->wide[i], memory_order_acquire);
}

static inline uint64_t coset__index_numbers(const coset__index *x) { return (UINT64_C(1) << x->ref_bits) - 1; }

/* False if the entry is not empty: *seen. */
static inline bool coset__index_publish(coset__index *x, uint64_t i, uint64_t *seen, uint64_t entry)
{
    *seen = 0;
    if (!x->narrow)
        return atomic_compare_exchange_strong_explicit(&x->wide[i], seen, entry, memory_order_release,
                                                       memory_order_acquire);
    uint32_t old = 0;
    bool ok = atomic_compare_exchange_strong_explicit(&x->narrow[i], &old, (uint32_t)entry, memory_order_release,
                                                      memory_order_acquire);
    *seen = old;
    return ok;
}

static inline const void *coset__index_place(const coset__index *x, uint64_t i)
{
    return (const char *)x->memory + i * (x->narrow ? sizeof *x->narrow : sizeof *x->wide);
}

static inline void coset__index_prefetch(const coset__index *x, uint64_t line)
{
    coset__prefetch(coset__index_place(x, line * COSET__LINE));
}

/* One bit for each entry of a line that is empty or has the finger. */
static inline uint32_t coset__stops_one_by_one(const coset__index *x, const coset__spot *at)
{
    uint64_t mask = coset__index_numbers(x);
    uint32_t stops = 0;
    for (uint32_t k = 0; k < COSET__LINE; k++) {
        uint64_t seen = coset__index_entry(x, at->line * COSET__LINE + k);
        stops |= (uint32_t)(!seen || (seen & ~mask) == at->finger) << k;
    }
    return stops;
}

/* Entries change only from empty to full, and callers load the entry again after testing these bits. So an entry that
 * is being filled may be seen either way, but by one load: seen twice it could be neither empty nor full. The thread
 * sanitizer cannot know that, so it uses the other function. */
#if defined(__SSE2__) && !COSET__TSAN
static inline uint32_t coset__stops_in_narrow(const coset__index *x, const coset__spot *at)
{
    const __m128i *from = (const __m128i *)x->memory + at->line * (COSET__LINE * sizeof *x->narrow / sizeof(__m128i));
    const __m128i fingers = _mm_set1_epi32((int)(uint32_t)~coset__index_numbers(x)),
                  wanted = _mm_set1_epi32((int)(uint32_t)at->finger);
    __m128i is[4];
    for (uint32_t i = 0; i < 4; i++) {
        __m128i seen = _mm_load_si128(from + i);
        __asm__("" : "+x"(seen)); /* the compiler shall not load it again */
        is[i] = _mm_or_si128(_mm_cmpeq_epi32(seen, _mm_setzero_si128()),
                             _mm_cmpeq_epi32(_mm_and_si128(seen, fingers), wanted));
    }
    __m128i all = _mm_packs_epi16(_mm_packs_epi32(is[0], is[1]), _mm_packs_epi32(is[2], is[3]));
    return (uint32_t)_mm_movemask_epi8(all);
}
#else
#define coset__stops_in_narrow coset__stops_one_by_one
#endif

/* The same, rotated so that bit 0 is the entry where the search begins. */
static inline uint32_t coset__index_stops(const coset__index *x, const coset__spot *at)
{
    uint32_t stops = x->narrow ? coset__stops_in_narrow(x, at) : coset__stops_one_by_one(x, at);
    return (stops >> at->first | stops << (COSET__LINE - at->first)) & ((1U << COSET__LINE) - 1);
}

/* The entry of the first of the stops. */
static inline uint64_t coset__index_stop(const coset__spot *at, uint32_t stops)
{
    return at->line * COSET__LINE + ((at->first + (uint32_t)__builtin_ctz(stops)) & (COSET__LINE - 1));
}

/* Memory of an index with this number of lines, if numbers + 1 take `ref_bits` bits. */
uint64_t coset__index_bytes(uint64_t lines, uint32_t ref_bits);
/* An empty index. `from`: the index from which it will be filled, or NULL; *kept: the entries of `from` determine the
 * hashes. False: no memory. */
bool coset__index_init(coset__index *x, uint64_t lines, uint32_t ref_bits, const coset__index *from, bool *kept);
void coset__index_fini(coset__index *x);

/* The first line, not before that one, with an empty entry in the line before it; or the number of all lines. */
uint64_t coset__index_gap(const coset__index *x, uint64_t line);

/* How keys are hashed. */
typedef struct {
    void (*prefetch)(void *ctx, uint64_t number);
    uint64_t (*hash)(void *ctx, uint64_t number);
    void *ctx;
} coset__hasher;

/* Inserts the entries of lines `line` .. to-1 of another index; none of them is in this one yet. */
void coset__index_move(coset__index *x, const coset__index *from, uint64_t line, uint64_t to, bool kept,
                       const coset__hasher *h);
/* Frees the memory of these lines, which have been moved, except for a remainder that is too small. */
void coset__index_forget(coset__index *x, uint64_t line, uint64_t to);

#endif
