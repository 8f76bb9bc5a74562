/* The shared set of states.
 *
 * An entry of the table:   63      40 39            0
 *                          | finger  | reference     |    0 = empty; finger is never 0
 *
 * Who orders what:
 *  - a thread writes its record, then publishes the entry with a compare-and-swap (release); whoever reads the entry
 *    (acquire) may read the record and the owner's segment directory, and from then on they do not change;
 *  - `room` hands out entries of the table in small lots, so that the table never fills beyond its bound and no
 *    counter is shared at each insertion; relaxed, because only the sum matters;
 *  - `bytes` likewise is charged in lots before memory is used;
 *  - coset_store_grow and coset_store_mark run while all others are parked: parking orders them.
 */
#include "store/store.h"

#define XXH_INLINE_ALL
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <xxhash.h>

#include "base/mem.h"
#include "store/pack.h"

#define SEGMENT_BYTES (UINT64_C(16) << 20)
#define SEGMENTS      (UINT64_C(1) << 16) /* most segments of one thread */
#define CHARGE_BYTES  (UINT64_C(16) << 10)
#define LARGEST_TABLE (UINT64_C(1) << 38) /* entries */
#define REF_MASK      ((UINT64_C(1) << COSET_REF_BITS) - 1)
#ifdef COSET_TEST_SMALL
#define FIRST_TABLE UINT64_C(16)
#define FINGER_MASK UINT64_C(7)
#else
#define FIRST_TABLE UINT64_C(4096)
#define FINGER_MASK UINT64_C(0xffffff)
#endif

typedef struct {
    _Atomic uint64_t link;
    uint64_t words[];
} record;

/* What belongs to one thread: first what others read too (`segments` behind an acquired entry), then what changes with
 * each insertion, on a cache line of its own. */
typedef struct {
    _Alignas(64) char **segments;    /* [n_segments of the store] */
    uint64_t mark;                   /* value of n at the last coset_store_mark */
    _Alignas(64) _Atomic uint64_t n; /* records; written by the owner only */
    uint64_t charged;                /* records that are paid for */
    uint64_t quota;                  /* entries of the table this thread may still fill */
    uint64_t *scratch;               /* [n_words] */
} member;

struct coset_store {
    coset__pack_plan plan;
    uint32_t threads, index_bits; /* low bits of a reference: position among the owner's records */
    uint32_t segment_shift;       /* log2 of records in a segment */
    size_t record_bytes;
    uint64_t n_segments;
    uint64_t lot; /* records charged at a time */
    uint64_t max_bytes;
    _Atomic uint64_t *table; /* = memory */
    void *memory;
    uint64_t entries; /* a power of two */
    _Atomic int64_t room;
    _Atomic uint64_t bytes;
    member *members;
};

/* ---- memory ---- */

static void *reserve(uint64_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        return NULL;
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static void release(void *p, uint64_t bytes)
{
    if (p)
        (void)munmap(p, bytes);
}

static bool charge(coset_store *s, uint64_t bytes)
{
    uint64_t before = atomic_fetch_add_explicit(&s->bytes, bytes, memory_order_relaxed);
    if (!s->max_bytes || (before <= s->max_bytes && bytes <= s->max_bytes - before))
        return true;
    atomic_fetch_sub_explicit(&s->bytes, bytes, memory_order_relaxed);
    return false;
}

static void *table_new(uint64_t entries)
{
    uint64_t bytes = entries * sizeof(uint64_t);
    void *t = reserve(bytes);
    if (t && bytes >= (UINT64_C(4) << 20))
        (void)madvise(t, bytes, MADV_HUGEPAGE); /* only a hint */
    return t;
}

/* Three quarters of the entries may be filled. */
static int64_t table_room(uint64_t entries) { return (int64_t)(entries - entries / 4); }

static void plan_references(coset_store *s)
{
    uint32_t owner_bits = 0;
    while ((UINT32_C(1) << owner_bits) < s->threads)
        owner_bits++;
    s->index_bits = COSET_REF_BITS - owner_bits;
    while (s->segment_shift < s->index_bits && (s->record_bytes << (s->segment_shift + 1)) <= SEGMENT_BYTES)
        s->segment_shift++;
    s->n_segments = UINT64_C(1) << (s->index_bits - s->segment_shift);
    if (s->n_segments > SEGMENTS)
        s->n_segments = SEGMENTS;
    s->lot = CHARGE_BYTES / s->record_bytes ? CHARGE_BYTES / s->record_bytes : 1;
}

coset_status coset_store_new(uint32_t n_slots, const uint32_t *bits, uint32_t threads, uint64_t max_bytes,
                             coset_store **out, coset_err *err)
{
    *out = NULL;
    if (threads < 1 || threads > COSET_STORE_THREADS)
        return coset_fail(err, COSET_USAGE, "the number of threads must be 1 to %d", COSET_STORE_THREADS);
    coset_store *s = coset_new(1, sizeof *s);
    coset__pack_init(&s->plan, n_slots, bits);
    s->threads = threads;
    s->max_bytes = max_bytes;
    s->record_bytes = sizeof(record) + s->plan.n_words * sizeof(uint64_t);
    plan_references(s);
    s->members = aligned_alloc(_Alignof(member), threads * sizeof *s->members);
    bool ok = s->members != NULL;
    for (uint32_t t = 0; ok && t < threads; t++) {
        s->members[t] = (member){.segments = reserve(s->n_segments * sizeof(char *)),
                                 .scratch = coset_new(s->plan.n_words, sizeof(uint64_t))};
        ok = s->members[t].segments != NULL;
        s->threads = t + 1; /* those to free */
    }
    s->threads = ok ? threads : s->members ? s->threads : 0;
    s->entries = FIRST_TABLE;
    atomic_init(&s->room, table_room(s->entries));
    ok = ok && charge(s, s->entries * sizeof *s->table) && (s->memory = table_new(s->entries)) != NULL;
    s->table = s->memory;
    if (!ok) {
        coset_store_free(s);
        return coset_fail(err, COSET_MEMORY, "no memory for the first state table");
    }
    *out = s;
    return COSET_OK;
}

void coset_store_free(coset_store *s)
{
    if (!s)
        return;
    for (uint32_t t = 0; t < s->threads; t++) {
        member *m = &s->members[t];
        for (uint64_t i = 0; m->segments && i < s->n_segments && m->segments[i]; i++)
            release(m->segments[i], s->record_bytes << s->segment_shift);
        release(m->segments, s->n_segments * sizeof(char *));
        coset_delete(m->scratch);
    }
    coset_delete(s->members);
    release(s->memory, s->entries * sizeof *s->table);
    coset__pack_fini(&s->plan);
    coset_delete(s);
}

/* ---- records ---- */

uint32_t coset_store_owner(const coset_store *s, coset_ref ref) { return (uint32_t)(ref >> s->index_bits); }

uint64_t coset_store_index(const coset_store *s, coset_ref ref) { return ref & ((UINT64_C(1) << s->index_bits) - 1); }

coset_ref coset_store_ref(const coset_store *s, uint32_t thread, uint64_t i)
{
    return (uint64_t)thread << s->index_bits | i;
}

static record *record_at(const coset_store *s, const member *m, uint64_t i)
{
    uint64_t within = i & ((UINT64_C(1) << s->segment_shift) - 1);
    return (record *)(void *)(m->segments[i >> s->segment_shift] + within * s->record_bytes);
}

static record *record_of(const coset_store *s, coset_ref ref)
{
    return record_at(s, &s->members[coset_store_owner(s, ref)], coset_store_index(s, ref));
}

/* Sees to it that the record after the last one may be written. */
static bool next_record_ready(coset_store *s, member *m, uint64_t n)
{
    if (n < m->charged)
        return true;
    uint64_t segment = n >> s->segment_shift;
    if (segment >= s->n_segments)
        return false;
    uint64_t lot = s->lot, left = ((segment + 1) << s->segment_shift) - n;
    if (lot > left)
        lot = left; /* lots end where segments end */
    if (!charge(s, lot * s->record_bytes))
        return false;
    if (!m->segments[segment] && !(m->segments[segment] = reserve(s->record_bytes << s->segment_shift))) {
        atomic_fetch_sub_explicit(&s->bytes, lot * s->record_bytes, memory_order_relaxed);
        return false;
    }
    m->charged = n + lot;
    return true;
}

/* ---- table ---- */

static uint64_t hash_words(const coset_store *s, const uint64_t *words)
{
    return XXH3_64bits(words, s->plan.n_words * sizeof *words);
}

static uint64_t finger(uint64_t hash)
{
    uint64_t f = hash >> COSET_REF_BITS & FINGER_MASK;
    return (f ? f : 1) << COSET_REF_BITS;
}

static bool same_words(const coset_store *s, coset_ref ref, const uint64_t *words)
{
    const uint64_t *other = record_of(s, ref)->words;
    for (uint32_t w = 0; w < s->plan.n_words; w++)
        if (other[w] != words[w])
            return false;
    return true;
}

static bool take_quota(coset_store *s, member *m)
{
    if (m->quota)
        return true;
    int64_t want = (int64_t)(s->entries / (64 * (uint64_t)s->threads));
    want = want < 1 ? 1 : want > 1024 ? 1024 : want;
    int64_t room = atomic_load_explicit(&s->room, memory_order_relaxed);
    int64_t take;
    do {
        if (room <= 0)
            return false;
        take = want < room ? want : room;
    } while (!atomic_compare_exchange_weak_explicit(&s->room, &room, room - take, memory_order_relaxed,
                                                    memory_order_relaxed));
    m->quota = (uint64_t)take;
    return true;
}

/* Tries to publish the words as the next record of `thread` in the empty entry. False: another thread was faster, and
 * *seen is what it put there. */
static bool publish(coset_store *s, uint32_t thread, _Atomic uint64_t *entry, uint64_t fp, const uint64_t *words,
                    uint64_t *seen)
{
    member *m = &s->members[thread];
    uint64_t n = atomic_load_explicit(&m->n, memory_order_relaxed);
    record *r = record_at(s, m, n);
    atomic_store_explicit(&r->link, UINT64_MAX, memory_order_relaxed);
    memcpy(r->words, words, s->plan.n_words * sizeof *words);
    *seen = 0;
    if (!atomic_compare_exchange_strong_explicit(entry, seen, fp | coset_store_ref(s, thread, n), memory_order_release,
                                                 memory_order_acquire))
        return false;
    atomic_store_explicit(&m->n, n + 1, memory_order_relaxed);
    m->quota--;
    return true;
}

coset_stored coset_store_put(coset_store *s, uint32_t thread, const uint32_t *state, coset_ref *ref)
{
    member *m = &s->members[thread];
    uint64_t *words = m->scratch;
    coset__pack(&s->plan, state, words);
    uint64_t hash = hash_words(s, words), fp = finger(hash), mask = s->entries - 1;
    for (uint64_t i = hash & mask;; i = (i + 1) & mask) { /* ends: the table always has empty entries */
        uint64_t seen = atomic_load_explicit(&s->table[i], memory_order_acquire);
        if (!seen) {
            if (!take_quota(s, m) || !next_record_ready(s, m, atomic_load_explicit(&m->n, memory_order_relaxed)))
                return COSET_STORE_FULL;
            if (publish(s, thread, &s->table[i], fp, words, &seen)) {
                *ref = coset_store_ref(s, thread, atomic_load_explicit(&m->n, memory_order_relaxed) - 1);
                return COSET_STORE_NEW;
            }
        }
        if ((seen & ~REF_MASK) == fp && same_words(s, seen & REF_MASK, words)) {
            *ref = seen & REF_MASK;
            return COSET_STORE_OLD;
        }
    }
}

void coset_store_get(const coset_store *s, coset_ref ref, uint32_t *state)
{
    coset__unpack(&s->plan, record_of(s, ref)->words, state);
}

_Atomic uint64_t *coset_store_link(const coset_store *s, coset_ref ref) { return &record_of(s, ref)->link; }

uint64_t coset_store_hash(const coset_store *s, coset_ref ref) { return hash_words(s, record_of(s, ref)->words); }

int coset_store_compare(const coset_store *s, coset_ref a, coset_ref b)
{
    const uint64_t *x = record_of(s, a)->words, *y = record_of(s, b)->words;
    for (uint32_t w = 0; w < s->plan.n_words; w++)
        if (x[w] != y[w])
            return x[w] < y[w] ? -1 : 1;
    return 0;
}

/* ---- generations, growth, sizes ---- */

void coset_store_mark(coset_store *s)
{
    for (uint32_t t = 0; t < s->threads; t++)
        s->members[t].mark = atomic_load_explicit(&s->members[t].n, memory_order_relaxed);
}

bool coset_store_is_recent(const coset_store *s, coset_ref ref)
{
    return coset_store_index(s, ref) >= s->members[coset_store_owner(s, ref)].mark;
}

uint64_t coset_store_count(const coset_store *s, uint32_t thread)
{
    return atomic_load_explicit(&s->members[thread].n, memory_order_relaxed);
}

bool coset_store_wants_growth(const coset_store *s)
{
    return atomic_load_explicit(&s->room, memory_order_relaxed) <= 0;
}

/* The old table is not read: the records say all. They differ from one another, so nothing is compared. */
static void fill_table(coset_store *s)
{
    uint64_t mask = s->entries - 1;
    for (uint32_t t = 0; t < s->threads; t++) {
        uint64_t n = coset_store_count(s, t);
        for (uint64_t k = 0; k < n; k++) {
            uint64_t hash = hash_words(s, record_at(s, &s->members[t], k)->words), i = hash & mask;
            while (atomic_load_explicit(&s->table[i], memory_order_relaxed))
                i = (i + 1) & mask;
            atomic_store_explicit(&s->table[i], finger(hash) | coset_store_ref(s, t, k), memory_order_relaxed);
        }
    }
}

coset_status coset_store_grow(coset_store *s, coset_err *err)
{
    uint64_t old_bytes = s->entries * sizeof *s->table;
    if (s->entries >= LARGEST_TABLE)
        return coset_fail(err, COSET_MEMORY, "the state table has its largest size");
    if (!charge(s, old_bytes)) /* the new table is twice the old one, which goes before the new one is filled */
        return coset_fail(err, COSET_MEMORY, "the memory limit forbids a larger state table");
    void *larger = table_new(s->entries * 2);
    if (!larger) {
        atomic_fetch_sub_explicit(&s->bytes, old_bytes, memory_order_relaxed);
        return coset_fail(err, COSET_MEMORY, "no memory for a larger state table");
    }
    release(s->memory, old_bytes);
    s->table = s->memory = larger;
    s->entries *= 2;
    fill_table(s);
    for (uint32_t t = 0; t < s->threads; t++)
        s->members[t].quota = 0;
    atomic_store_explicit(&s->room, table_room(s->entries) - (int64_t)coset_store_size(s), memory_order_relaxed);
    return COSET_OK;
}

uint64_t coset_store_size(const coset_store *s)
{
    uint64_t n = 0;
    for (uint32_t t = 0; t < s->threads; t++)
        n += coset_store_count(s, t);
    return n;
}

uint64_t coset_store_bytes(const coset_store *s) { return atomic_load_explicit(&s->bytes, memory_order_relaxed); }
