#include "store/compaction.h"

#include <sched.h>
#include <stdatomic.h>

#include "base/count.h"
#include "store/index.h"
#include "store/prefetch.h"

#define SHOWN       0x80U /* in `high` */
#define FINGER_BITS 39
#define SPINS       64
#define NEAR_TABLES 3                   /* the newest: the others are small and mostly cached */
#define LEAST_BYTES (UINT64_C(1) << 12) /* least memory for a table */
#ifdef COSET_TEST_SMALL
#define FIRST_BYTES (UINT64_C(1) << 12)
#else
#define FIRST_BYTES (UINT64_C(1) << 20)
#endif

static uint64_t table_bytes(uint64_t lines) { return lines * sizeof(coset__fingers); }

/* Bytes of the budget. */
static uint64_t left_of(const coset__compaction *c)
{
    uint64_t used = atomic_load_explicit(&c->budget->bytes, memory_order_relaxed) + c->spared;
    return !c->budget->max ? UINT64_MAX : used < c->budget->max ? c->budget->max - used : 0;
}

static bool add_table(coset__compaction *c, uint64_t bytes)
{
    uint64_t lines = bytes / sizeof(coset__fingers);
    if (!lines || c->n == COSET__MOST_TABLES || !coset__charge(c->budget, table_bytes(lines)))
        return false;
    coset__fingers *memory = coset__reserve(table_bytes(lines));
    if (!memory) {
        coset__discharge(c->budget, table_bytes(lines));
        return false;
    }
    c->tables[c->n++] = (coset__fingers_table){memory, lines};
    return true;
}

bool coset__compaction_init(coset__compaction *c, coset__budget *budget, uint64_t spared)
{
    *c = (coset__compaction){.budget = budget, .spared = spared};
    uint64_t left = left_of(c);
    return add_table(c, FIRST_BYTES < left / 4 ? FIRST_BYTES : left / 4);
}

void coset__compaction_fini(coset__compaction *c)
{
    for (uint32_t t = 0; t < c->n; t++) {
        coset__release(c->tables[t].lines, table_bytes(c->tables[t].n));
        coset__discharge(c->budget, table_bytes(c->tables[t].n));
    }
    c->n = 0;
}

bool coset__compaction_grow(coset__compaction *c)
{
    uint64_t wanted = 0, most = left_of(c) / 2;
    for (uint32_t t = 0; t < c->n; t++)
        wanted += 2 * table_bytes(c->tables[t].n);
    bool ok = most >= LEAST_BYTES && add_table(c, wanted < most ? wanted : most);
    atomic_store_explicit(&c->wanting, !ok, memory_order_relaxed);
    return ok;
}

/* ---- one table ---- */

typedef struct {
    coset__fingers *line;
    uint32_t low;
    uint8_t high;
} spot;

static spot spot_of(const coset__fingers_table *t, uint64_t hash)
{
    coset_count at = (coset_count)hash * t->n;
    uint64_t finger = (uint64_t)at >> (64 - FINGER_BITS);
    uint32_t low = (uint32_t)finger;
    return (spot){&t->lines[(uint64_t)(at >> 64)], low ? low : 1, (uint8_t)(SHOWN | finger >> 32)};
}

/* The high half of an entry whose low half is set: its thread writes the other half at once, unless it is preempted. */
static uint8_t high_of(const coset__fingers *line, uint32_t i)
{
    for (uint32_t spins = 0;; spins++) {
        uint8_t high = atomic_load_explicit(&line->high[i], memory_order_acquire);
        if (high)
            return high;
        if (spins > SPINS)
            (void)sched_yield();
    }
}

/* One bit for each entry of the line that is empty or has that low half. Callers load the entry again after testing
 * these bits (see index.h). */
#if defined(__SSE2__) && !COSET__TSAN
static uint32_t stops_of(const coset__fingers *line, uint32_t low)
{
    const __m128i *from = (const __m128i *)(const void *)line, wanted = _mm_set1_epi32((int)low);
    __m128i is[3];
    for (uint32_t i = 0; i < 3; i++) {
        __m128i seen = _mm_load_si128(from + i);
        __asm__("" : "+x"(seen)); /* the compiler shall not load it again */
        is[i] = _mm_or_si128(_mm_cmpeq_epi32(seen, _mm_setzero_si128()), _mm_cmpeq_epi32(seen, wanted));
    }
    __m128i all = _mm_packs_epi16(_mm_packs_epi32(is[0], is[1]), _mm_packs_epi32(is[2], _mm_setzero_si128()));
    return (uint32_t)_mm_movemask_epi8(all);
}
#else
static uint32_t stops_of(const coset__fingers *line, uint32_t low)
{
    uint32_t stops = 0;
    for (uint32_t i = 0; i < COSET__FINGERS; i++) {
        uint32_t seen = atomic_load_explicit(&line->low[i], memory_order_relaxed);
        stops |= (uint32_t)(!seen || seen == low) << i;
    }
    return stops;
}
#endif

typedef enum { ABSENT, PRESENT, ROOMLESS } finding;

/* If the hash is absent, *entry is the first empty entry. */
static finding look(const spot *s, uint32_t *entry)
{
    for (uint32_t stops = stops_of(s->line, s->low); stops; stops &= stops - 1) {
        *entry = (uint32_t)__builtin_ctz(stops);
        uint32_t seen = atomic_load_explicit(&s->line->low[*entry], memory_order_relaxed);
        if (!seen)
            return ABSENT;
        if (seen == s->low && high_of(s->line, *entry) == s->high)
            return PRESENT;
    }
    return ROOMLESS;
}

/* ---- all ---- */

bool coset__compaction_has(const coset__compaction *c, uint64_t hash)
{
    uint32_t entry;
    finding f = ROOMLESS;
    for (uint32_t t = 0; t < c->n && f == ROOMLESS; t++) {
        const spot s = spot_of(&c->tables[t], hash);
        f = look(&s, &entry);
    }
    return f == PRESENT;
}

/* False: another thread has filled the entry meanwhile. */
static bool claim(const spot *s, uint32_t entry)
{
    uint32_t empty = 0;
    if (!atomic_compare_exchange_strong_explicit(&s->line->low[entry], &empty, s->low, memory_order_relaxed,
                                                 memory_order_relaxed))
        return false;
    atomic_store_explicit(&s->line->high[entry], s->high, memory_order_release);
    return true;
}

coset_stored coset__compaction_add(coset__compaction *c, uint64_t hash)
{
    uint32_t entry;
    for (uint32_t t = 0; t < c->n; t++) {
        const spot s = spot_of(&c->tables[t], hash);
        finding f;
        while ((f = look(&s, &entry)) == ABSENT)
            if (claim(&s, entry))
                return COSET_STORE_NEW;
        if (f == PRESENT)
            return COSET_STORE_OLD;
    }
    atomic_store_explicit(&c->wanting, true, memory_order_relaxed);
    return COSET_STORE_FULL;
}

void coset__compaction_prefetch(const coset__compaction *c, uint64_t hash)
{
    for (uint32_t t = c->n > NEAR_TABLES ? c->n - NEAR_TABLES : 0; t < c->n; t++)
        coset__prefetch_for_writing(spot_of(&c->tables[t], hash).line);
}

/* In each table a hash is compared with all entries of its line. In very large tables the position uses more of the 64
 * bits of a hash, so fewer fingers are distinguishable. */
double coset__compaction_false(const coset__compaction *c)
{
    const double finger = 1.0 / (double)(UINT64_C(1) << FINGER_BITS);
    double p = 0;
    for (uint32_t t = 0; t < c->n; t++) {
        const double left = (double)c->tables[t].n / 18446744073709551616.0;
        p += COSET__FINGERS * (left > finger ? left : finger);
    }
    return p;
}
