/* The shared set of keys.
 *
 * Memory ordering:
 *  - a thread writes its key and link, then publishes the entry with a compare-and-swap (release);
 *    a thread that reads the entry (acquire) may read the key and its block, which do not change from then on;
 *  - `room` hands out entries of the index in small lots, so that it never fills beyond its bound and no counter is
 *    shared at each insertion; relaxed, because only the sum matters; the budget is charged by blocks;
 *  - a step of growth runs while all others are at rest, which orders it. Helpers insert distinct keys, so they compare
 *    nothing and need no order.
 */
#include "store/set.h"

#define XXH_INLINE_ALL
#include <endian.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <xxhash.h>

#include "base/mem.h"
#include "store/prefetch.h"

#define SLAB_BYTES    (UINT64_C(16) << 20)
#define TOUCHED_BYTES (UINT64_C(128) << 10) /* of a slab, beyond the used part */
#ifdef COSET_TEST_SMALL
#define FIRST_LINES UINT64_C(1)
#define SMALL_BYTES UINT64_C(1024)
#define PART        UINT64_C(4)
#else
#define FIRST_LINES UINT64_C(4096)
#define SMALL_BYTES (UINT64_C(8) << 20) /* of an index that doubles */
#define PART        (UINT64_C(1) << 12) /* lines that a helper of growth moves */
#endif
#define PARTS         4 /* of a step of growth: 5 ms, or 20 if keys are hashed again */
#define EARLY_BLOCKS  UINT64_C(64)
#define ASIDE_SHARE   8                   /* divisor: `aside` may use this part of the memory */
#define MOST_BLOCKS   (UINT64_C(1) << 22) /* so a number is below 2^32 */
#define LARGEST_LINES (UINT64_C(1) << 31)

/* ---- memory ---- */

unsigned char *coset__set_keep(coset__set *set, uint32_t thread, uint64_t bytes)
{
    coset__set_member *m = &set->members[thread];
    if (!coset__charge(set->budget, bytes))
        return NULL;
    if (!m->slab || (uint64_t)(m->slab_end - m->slab) < bytes) {
        COSET_INVARIANT(bytes <= SLAB_BYTES);
        void *slab = coset__reserve(SLAB_BYTES);
        if (!slab) {
            coset__discharge(set->budget, bytes);
            return NULL;
        }
        if (m->n_slabs) /* the first one may remain nearly empty */
            (void)madvise(slab, SLAB_BYTES, MADV_HUGEPAGE);
        m->slabs = coset_resize(m->slabs, (size_t)m->n_slabs + 1, sizeof *m->slabs);
        m->slabs[m->n_slabs++] = slab;
        m->slab = slab;
        m->slab_end = m->slab + SLAB_BYTES;
        m->touched = slab;
    }
    unsigned char *p = m->slab;
    m->slab += bytes;
    if (m->slab > m->touched) {
        uint64_t more = (uint64_t)(m->slab - m->touched), all = (uint64_t)(m->slab_end - m->touched);
        more = all < more + TOUCHED_BYTES ? all : more + TOUCHED_BYTES;
        coset_touch(m->touched, more);
        m->touched += more;
    }
    return p;
}

/* ---- keys in blocks ---- */

static uint64_t read_bytes(const unsigned char *p, uint32_t n)
{
    if (n >= 4) {
        uint32_t low, high; /* the two may overlap, with equal bits */
        memcpy(&low, p, 4);
        memcpy(&high, p + n - 4, 4);
        return le32toh(low) | (uint64_t)le32toh(high) << 8 * (n - 4);
    }
    uint64_t v = 0;
    for (uint32_t i = 0; i < n; i++)
        v |= (uint64_t)p[i] << 8 * i;
    return v;
}

static void write_bytes(unsigned char *p, uint32_t n, uint64_t v)
{
    for (uint32_t i = 0; i < n; i++)
        p[i] = (unsigned char)(v >> 8 * i);
}

static void write_words(unsigned char *p, uint32_t whole, uint32_t tail, const uint64_t *key)
{
    memcpy(p, key, 8 * whole);
    write_bytes(p + 8 * whole, tail, tail ? key[whole] >> (64 - 8 * tail) : 0);
}

/* Words before the last one of a coded key. */
static uint32_t coded_whole(const coset__home *h) { return (h->key_bytes - 1) / 8; }

static unsigned char *place(const coset__home *h, uint64_t number)
{
    return h->keys + (number & (COSET__BLOCK - 1)) * h->key_bytes;
}

static void write_key(const coset__form *f, const coset__home *h, uint64_t number, const uint64_t *key)
{
    uint32_t whole = f->coding.of ? coded_whole(h) : f->words - 1;
    write_words(place(h, number), whole, h->key_bytes - 8 * whole, f->coding.of ? key + 1 : key);
}

static uint64_t tail_word(const unsigned char *p, uint32_t whole, uint32_t tail)
{
    return tail ? read_bytes(p + 8 * whole, tail) << (64 - 8 * tail) : 0;
}

static bool are_words(const unsigned char *p, uint32_t whole, uint32_t tail, const uint64_t *key)
{
    for (uint32_t w = 0; w < whole; w++) {
        uint64_t word;
        memcpy(&word, p + 8 * w, 8);
        if (word != key[w])
            return false;
    }
    return tail_word(p, whole, tail) == key[whole];
}

static bool is_coded(const coset__coding *coding, const coset__home *h, const unsigned char *p, const uint64_t *key)
{
    uint64_t other[COSET__MOST_CODED];
    if (h->layout != key[0]) {
        if (!coding->translate(coding->of, key, h->layout, other))
            return false;
        key = other;
    }
    uint32_t whole = coded_whole(h);
    return are_words(p, whole, h->key_bytes - 8 * whole, key + 1);
}

static bool is_key(const coset__set *set, uint64_t number, const uint64_t *key)
{
    const coset__home *h = &set->homes[number >> COSET__BLOCK_BITS];
    const unsigned char *p = place(h, number);
    const coset__form *f = &set->shape.key;
    if (f->coding.of)
        return is_coded(&f->coding, h, p, key);
    uint32_t whole = f->words - 1;
    return are_words(p, whole, h->key_bytes - 8 * whole, key);
}

/* `p` may overlap `key`. */
static void key_at(const coset__form *f, const coset__home *h, const unsigned char *p, uint64_t *key)
{
    uint32_t whole = f->words - 1;
    if (f->coding.of) {
        *key++ = h->layout;
        whole = coded_whole(h);
    }
    memmove(key, p, 8 * whole);
    key[whole] = tail_word(p, whole, h->key_bytes - 8 * whole);
}

/* Of a passing set: its block has been written to the file. */
static bool is_spilled(const coset__set *set, uint64_t number)
{
    return set->shape.passing && coset__block_of(set, number)->spilled;
}

/* Bytes `from`.. of its key, from the file. */
static void read_spilled(const coset__set *set, uint64_t number, uint64_t from, void *bytes, uint32_t n)
{
    const coset__block *b = coset__block_of(set, number);
    const uint64_t links = b->n * sizeof *b->links, within = number & (COSET__BLOCK - 1);
    coset__spill_read(&set->spill,
                      b->spilled - 1 + links + within * set->homes[number >> COSET__BLOCK_BITS].key_bytes + from, bytes,
                      n);
}

void coset__set_key(const coset__set *set, uint64_t number, uint64_t *key)
{
    const coset__home *h = &set->homes[number >> COSET__BLOCK_BITS];
    const unsigned char *p;
    if (is_spilled(set, number)) { /* keys may be large: use the room in `key` */
        uint64_t *words = key + (set->shape.key.coding.of != NULL);
        read_spilled(set, number, 0, words, h->key_bytes);
        p = (const unsigned char *)words;
    } else {
        p = place(h, number);
    }
    key_at(&set->shape.key, h, p, key);
}

uint64_t coset__set_word(const coset__set *set, uint64_t number, uint32_t w)
{
    const coset__home *h = &set->homes[number >> COSET__BLOCK_BITS];
    const bool last = w + 1 == set->shape.key.words;
    const uint32_t from = 8 * w, n = last ? h->key_bytes - from : 8;
    unsigned char few[8];
    uint64_t word;
    if (is_spilled(set, number))
        read_spilled(set, number, from, few, n);
    const unsigned char *p = is_spilled(set, number) ? few : place(h, number) + from;
    if (last)
        return tail_word(p, 0, n);
    memcpy(&word, p, 8);
    return word;
}

uint64_t coset__hash_words(const uint64_t *words, uint32_t n)
{
    return n == 1 ? coset_mix(*words) : XXH3_64bits(words, n * sizeof *words);
}

/* ---- blocks ---- */

static uint32_t bits_of(uint64_t v)
{
    uint32_t n = 0;
    while (n < 64 && v >> n)
        n++;
    return n;
}

static coset__home plan_home(const coset__form *f, const uint64_t *key)
{
    coset__home h = {.key_bytes = f->bytes};
    if (f->coding.of) {
        h.layout = (uint16_t)key[0];
        h.key_bytes = f->coding.bytes(f->coding.of, key[0]);
    }
    return h;
}

uint64_t coset__set_passing_bytes(const coset__set *set, uint64_t block)
{
    uint64_t keys = set->shape.passing ? set->homes[block].key_bytes : 0;
    return set->blocks[block].links ? COSET__BLOCK * (sizeof(uint64_t) + keys) : 0;
}

void coset__set_drop_passing(coset__set *set, uint64_t block)
{
    free(set->blocks[block].links);
    set->blocks[block].links = NULL;
    if (set->shape.passing) {
        free(set->homes[block].keys);
        set->homes[block].keys = NULL;
    }
}

/* Memory of a block: keys, and the links beside them. */
static bool furnish(coset__set *set, uint32_t thread, coset__home *h, coset__block *b)
{
    const bool linked = set->shape.linked, passing = set->shape.passing;
    uint64_t keys = COSET__BLOCK * h->key_bytes, links = linked ? COSET__BLOCK * sizeof *b->links : 0,
             bytes = links + (passing ? keys : 0);
    if (!coset__charge(set->budget, bytes))
        return false;
    b->links = linked ? malloc(links) : NULL;
    if (b->links)
        coset_touch(b->links, links);
    h->keys = linked && !b->links ? NULL : passing ? malloc(keys) : coset__set_keep(set, thread, keys);
    if (h->keys) {
        if (passing)
            atomic_fetch_add_explicit(&set->aside, bytes, memory_order_relaxed);
        return true;
    }
    free(b->links);
    coset__discharge(set->budget, bytes);
    return false;
}

/* ---- passing keys in a file ---- */

static bool has_its_share(const coset__set *set)
{
    return coset__spill_is_open(&set->spill) &&
           atomic_load_explicit(&set->aside, memory_order_relaxed) > set->most_aside;
}

/* Writes its links, followed by key_bytes bytes of its keys. */
static bool spill(coset__set *set, uint64_t block, uint64_t key_bytes)
{
    coset__block *b = &set->blocks[block];
    uint64_t links = b->n * sizeof *b->links, at;
    unsigned char *record = malloc(links + key_bytes);
    if (!record)
        return false;
    for (uint32_t i = 0; i < b->n; i++) {
        uint64_t link = atomic_load_explicit(&b->links[i], memory_order_relaxed);
        memcpy(record + i * sizeof link, &link, sizeof link);
    }
    if (key_bytes)
        memcpy(record + links, set->homes[block].keys, key_bytes);
    bool ok = coset__spill_write(&set->spill, record, links + key_bytes, &at);
    free(record);
    if (ok)
        b->spilled = at + 1;
    return ok;
}

static void spill_block(coset__set *set, uint64_t block)
{
    uint64_t bytes = coset__set_passing_bytes(set, block);
    if (!spill(set, block, set->blocks[block].n * (uint64_t)set->homes[block].key_bytes))
        return;
    coset__discharge(set->budget, bytes);
    atomic_fetch_sub_explicit(&set->aside, bytes, memory_order_relaxed);
    coset__set_drop_passing(set, block);
}

bool coset__set_spill_links(coset__set *set, uint64_t block) { return has_its_share(set) && spill(set, block, 0); }

uint64_t coset__set_spilled_link(const coset__set *set, uint64_t number)
{
    uint64_t link;
    coset__spill_read(&set->spill,
                      coset__block_of(set, number)->spilled - 1 + (number & (COSET__BLOCK - 1)) * sizeof link, &link,
                      sizeof link);
    return link;
}

/* Links and keys of a spilled block, read into memory of the thread. */
static const unsigned char *page_of(const coset__set *set, uint32_t thread, uint64_t number)
{
    coset__set_member *m = &set->members[thread];
    const coset__block *b = coset__block_of(set, number);
    const uint64_t block = number >> COSET__BLOCK_BITS, bytes = b->n * (8 + (uint64_t)set->homes[block].key_bytes);
    if (m->paged != block + 1) {
        m->page = coset_resize(m->page, bytes, 1);
        coset__spill_read(&set->spill, b->spilled - 1, m->page, bytes);
        m->paged = block + 1;
    }
    return m->page;
}

void coset__set_read(const coset__set *set, uint32_t thread, uint64_t number, uint64_t *key)
{
    const coset__home *h = &set->homes[number >> COSET__BLOCK_BITS];
    const coset__block *b = set->shape.passing ? coset__block_of(set, number) : NULL;
    const unsigned char *p = b && b->spilled ? page_of(set, thread, number) + b->n * sizeof *b->links +
                                                   (number & (COSET__BLOCK - 1)) * h->key_bytes
                                             : place(h, number);
    key_at(&set->shape.key, h, p, key);
}

uint64_t coset__set_read_link(const coset__set *set, uint32_t thread, uint64_t number)
{
    const coset__block *b = coset__block_of(set, number);
    uint64_t within = number & (COSET__BLOCK - 1), link;
    if (!b->spilled)
        return atomic_load_explicit(&b->links[within], memory_order_relaxed);
    memcpy(&link, page_of(set, thread, number) + within * sizeof link, sizeof link);
    return link;
}

void coset__set_share(coset__set *set)
{
    for (uint32_t t = 0; t < set->shape.threads; t++)
        set->members[t].fresh = atomic_load_explicit(&set->members[t].n, memory_order_relaxed);
}

/* ---- opening and closing blocks ---- */

/* The thread's last block gets no more keys. Its unused memory is returned to the slab; or the block is written to the
 * file, if no other thread reads it. */
static void close_block(coset__set *set, coset__set_member *m, uint64_t base)
{
    uint64_t number = m->blocks[m->n_blocks - 1], n = base - set->blocks[number].base;
    const coset__home *h = &set->homes[number];
    set->blocks[number].n = (uint32_t)n;
    m->end = m->next;
    if (set->shape.passing) {
        const coset__block *b = &set->blocks[number];
        if (n && !b->spilled && b->base >= m->fresh && has_its_share(set))
            spill_block(set, number);
    } else if (h->keys + COSET__BLOCK * h->key_bytes == m->slab) {
        uint64_t rest = (COSET__BLOCK - n) * h->key_bytes;
        m->slab -= rest;
        coset__discharge(set->budget, rest);
    }
}

/* A block number is taken only when the block is complete, so none is lost. */
static bool open_block(coset__set *set, uint32_t thread, const uint64_t *key)
{
    coset__set_member *m = &set->members[thread];
    coset__home h = plan_home(&set->shape.key, key);
    coset__block b = {.owner = thread, .base = atomic_load_explicit(&m->n, memory_order_relaxed)};
    uint64_t n = atomic_load_explicit(&set->n_blocks, memory_order_relaxed);
    if (n >= set->most_blocks) {
        atomic_store_explicit(&set->wanting, !set->shape.passing, memory_order_relaxed);
        return false;
    }
    if (m->n_blocks)
        close_block(set, m, b.base);
    if (!furnish(set, thread, &h, &b))
        return false;
    n = atomic_fetch_add_explicit(&set->n_blocks, 1, memory_order_relaxed); /* most_blocks leaves one for each thread */
    set->homes[n] = h;
    set->blocks[n] = b;
    if (m->n_blocks == m->blocks_room) {
        m->blocks_room = m->blocks_room ? 2 * m->blocks_room : 16;
        m->blocks = coset_resize(m->blocks, m->blocks_room, sizeof *m->blocks);
    }
    m->blocks[m->n_blocks++] = n;
    m->next = n << COSET__BLOCK_BITS;
    m->end = m->next + COSET__BLOCK;
    return true;
}

static bool fits_block(const coset__set *set, uint64_t block, const uint64_t *key)
{
    return !set->shape.key.coding.of || set->homes[block].layout == key[0];
}

static bool only_counts(const coset__set *set) { return set->shape.passing && !set->shape.linked; }

bool coset__set_ready(coset__set *set, uint32_t thread, const uint64_t *key)
{
    coset__set_member *m = &set->members[thread];
    if (only_counts(set) || (m->next < m->end && fits_block(set, m->next >> COSET__BLOCK_BITS, key)))
        return true;
    return open_block(set, thread, key);
}

static void write(coset__set *set, uint64_t number, const uint64_t *key)
{
    coset__block *b = coset__block_of(set, number);
    write_key(&set->shape.key, &set->homes[number >> COSET__BLOCK_BITS], number, key);
    if (b->links)
        atomic_store_explicit(&b->links[number & (COSET__BLOCK - 1)], UINT64_MAX, memory_order_relaxed);
}

static void advance(coset__set_member *m)
{
    m->next++;
    atomic_store_explicit(&m->n, atomic_load_explicit(&m->n, memory_order_relaxed) + 1, memory_order_relaxed);
}

bool coset__set_append(coset__set *set, uint32_t thread, const uint64_t *key, uint64_t *number)
{
    coset__set_member *m = &set->members[thread];
    if (!coset__set_ready(set, thread, key))
        return false;
    *number = m->next;
    if (!only_counts(set))
        write(set, *number, key);
    advance(m);
    return true;
}

/* ---- index ---- */

static bool is_growing(const coset__set *set) { return atomic_load_explicit(&set->growing, memory_order_relaxed); }

/* The index that has the hash, or must get it. */
static const coset__index *index_of(const coset__set *set, uint64_t hash)
{
    bool waits = is_growing(set) && coset__index_spot(&set->before, hash).line >= set->moved;
    return waits ? &set->before : &set->index;
}

void coset__set_prefetch(const coset__set *set, uint64_t hash)
{
    const coset__index *x = index_of(set, hash);
    coset__index_prefetch(x, coset__index_spot(x, hash).line);
}

void coset__set_fetch(const coset__set *set, uint64_t hash, coset__probe *probe)
{
    const coset__index *x = index_of(set, hash);
    coset__spot at = coset__index_spot(x, hash);
    *probe = (coset__probe){.at = at, .step = set->steps, .stops = coset__index_stops(x, &at)};
    if (!probe->stops)
        return;
    uint64_t i = coset__index_stop(&at, probe->stops), seen = coset__index_entry(x, i);
    if (!seen) {
        coset__prefetch_for_writing(coset__index_place(x, i));
        return;
    }
    uint64_t number = (seen & coset__index_numbers(x)) - 1;
    const coset__block *b = coset__block_of(set, number);
    coset__prefetch(place(&set->homes[number >> COSET__BLOCK_BITS], number));
    if (b->links)
        coset__prefetch(&b->links[number & (COSET__BLOCK - 1)]);
}

static bool take_quota(coset__set *set, coset__set_member *m)
{
    if (m->quota)
        return true;
    int64_t want = (int64_t)(set->index.lines * COSET__LINE / (64 * (uint64_t)set->shape.threads));
    want = want < 1 ? 1 : want > 1024 ? 1024 : want;
    int64_t room = atomic_load_explicit(&set->room, memory_order_relaxed);
    int64_t take;
    do {
        if (room <= 0) {
            atomic_store_explicit(&set->wanting, true, memory_order_relaxed);
            return false;
        }
        take = want < room ? want : room;
    } while (!atomic_compare_exchange_weak_explicit(&set->room, &room, room - take, memory_order_relaxed,
                                                    memory_order_relaxed));
    m->quota = (uint64_t)take;
    return true;
}

coset_stored coset__set_put(coset__set *set, uint32_t thread, uint64_t hash, const coset__probe *probe,
                            const uint64_t *key, uint64_t *number)
{
    coset__set_member *m = &set->members[thread];
    coset__index *x = index_of(set, hash) == &set->index ? &set->index : &set->before;
    bool probed = probe && probe->step == set->steps;
    coset__spot at = probed ? probe->at : coset__index_spot(x, hash);
    uint32_t stops = probed ? probe->stops : coset__index_stops(x, &at);
    uint64_t mask = coset__index_numbers(x);
    for (;;) { /* terminates: the index always has empty entries */
        for (; stops; stops &= stops - 1) {
            uint64_t i = coset__index_stop(&at, stops), seen = coset__index_entry(x, i);
            if (!seen) {
                if (!take_quota(set, m) || !coset__set_ready(set, thread, key))
                    return COSET_STORE_FULL;
                *number = m->next;
                write(set, *number, key);
                if (coset__index_publish(x, i, &seen, at.finger | (*number + 1))) {
                    m->quota--;
                    advance(m);
                    return COSET_STORE_NEW;
                }
            }
            if ((seen & ~mask) == at.finger && is_key(set, (seen & mask) - 1, key)) {
                *number = (seen & mask) - 1;
                return COSET_STORE_OLD;
            }
        }
        coset__index_next(x, &at);
        stops = coset__index_stops(x, &at);
    }
}

/* ---- growth ---- */

/* Numbers are below this. */
static uint64_t bound(const coset__set *set)
{
    return atomic_load_explicit(&set->n_blocks, memory_order_relaxed) << COSET__BLOCK_BITS;
}

static uint64_t size(const coset__set *set)
{
    uint64_t n = 0;
    for (uint32_t t = 0; t < set->shape.threads; t++)
        n += atomic_load_explicit(&set->members[t].n, memory_order_relaxed);
    return n;
}

/* 9 of 10 entries may be filled, and 1 of 40 more during growth. */
static int64_t room_of(uint64_t lines) { return (int64_t)(lines * COSET__LINE * 9 / 10); }
static int64_t room_beyond(uint64_t lines) { return (int64_t)(lines * COSET__LINE / 40); }

/* Bits for a number + 1, if the index is filled to its bound, each thread has an open block, and some blocks of coded
 * keys end early: without spare numbers a small index would have to grow. */
static uint32_t number_bits(const coset__set *set, uint64_t lines)
{
    uint64_t n = size(set), room = (uint64_t)(room_of(lines) + room_beyond(lines));
    uint64_t blocks = 2 * (uint64_t)set->shape.threads + (set->shape.key.coding.of ? EARLY_BLOCKS : 0);
    return bits_of(bound(set) + (room > n ? room - n : 0) + blocks * COSET__BLOCK + 1);
}

static uint64_t index_bytes(const coset__set *set, uint64_t lines)
{
    return coset__index_bytes(lines, number_bits(set, lines));
}

/* Most blocks that the index can address, given that each thread may be opening one. */
static uint64_t most_blocks(const coset__set *set, const coset__index *x)
{
    uint64_t most = coset__index_numbers(x) >> COSET__BLOCK_BITS;
    return (most < MOST_BLOCKS ? most : MOST_BLOCKS) - set->shape.threads;
}

static bool index_new(coset__set *set, uint64_t lines, const coset__index *from)
{
    return coset__index_init(&set->index, lines, number_bits(set, lines), from, &set->kept);
}

/* Size of the next keys. */
static uint64_t key_bytes_now(const coset__set *set)
{
    uint64_t n = atomic_load_explicit(&set->n_blocks, memory_order_relaxed);
    return set->shape.key.coding.of && n ? set->homes[n - 1].key_bytes : set->shape.key.bytes;
}

/* The index doubles while it is small; then it grows by a half, or a quarter. */
static uint64_t step(const coset__set *set)
{
    if (set->index.bytes < (set->shape.thrifty ? SMALL_BYTES / 16 : SMALL_BYTES))
        return 1;
    return set->shape.thrifty ? 4 : 2;
}

/* Near the memory limit, only as many lines as there can be keys, so that all memory is used. 0: growth is useless. */
static uint64_t next_lines(const coset__set *set)
{
    uint64_t n = size(set), now = set->index.bytes, lines = set->index.lines;
    lines += lines / step(set) + 1;
    if (set->budget->max) {
        uint64_t bytes = atomic_load_explicit(&set->budget->bytes, memory_order_relaxed) - now;
        uint64_t left = set->budget->max > bytes ? set->budget->max - bytes : 0;
        /* n + more keys: (n + more) entries of 10 / 9 * 4 bytes, and the memory of each new key; all times 9 */
        uint64_t entry = set->index.narrow ? 40 : 80, each = 9 * (key_bytes_now(set) + set->shape.paid_bytes) + entry;
        uint64_t most = n + (9 * left > n * entry ? (9 * left - n * entry) / each : 0);
        uint64_t fits = most * 10 / 9 / COSET__LINE + 1;
        if (lines > fits)
            lines = fits;
        while (lines > set->index.lines && index_bytes(set, lines) > left)
            lines -= lines / 64 + 1;
    }
    return lines > set->index.lines + set->index.lines / 64 ? lines : 0;
}

/* Allocates a larger, empty index; entries of the old one are found there until they are moved. */
static coset_status begin_growth(coset__set *set, coset_err *err)
{
    const coset__index before = set->index;
    uint64_t lines = next_lines(set), old = before.bytes, bytes = index_bytes(set, lines);
    if (!lines)
        return coset_fail(err, COSET_MEMORY, "the memory limit forbids a larger state table");
    if (lines > LARGEST_LINES)
        return coset_fail(err, COSET_MEMORY, "the state table has its largest size");
    coset__discharge(set->budget, old); /* its memory is freed while the new one is filled */
    bool paid = coset__charge(set->budget, bytes);
    if (!paid || !index_new(set, lines, &before)) {
        if (paid)
            coset__discharge(set->budget, bytes);
        atomic_fetch_add_explicit(&set->budget->bytes, old, memory_order_relaxed);
        return coset_fail(err, COSET_MEMORY, "no memory for a larger state table");
    }
    set->before = before;
    set->moved = 0;
    int64_t room = room_of(lines) - (int64_t)size(set), beyond = room_beyond(before.lines);
    set->beyond = room <= 0 ? 0 : (uint64_t)(room < beyond ? room : beyond);
    atomic_store_explicit(&set->growing, true, memory_order_relaxed);
    return COSET_OK;
}

coset_status coset__set_grow_begin(coset__set *set, coset_err *err)
{
    coset_status status = is_growing(set) ? COSET_OK : begin_growth(set, err);
    if (status != COSET_OK)
        return status;
    set->goal = coset__index_gap(&set->before, set->moved + PARTS * PART);
    atomic_store_explicit(&set->cursor, set->moved, memory_order_relaxed);
    return COSET_OK;
}

/* Data with which a helper of growth hashes keys. */
typedef struct {
    const coset__set *set;
    uint64_t *key;
    void *walk; /* coded keys */
} hasher;

static void prefetch_key(void *ctx, uint64_t number)
{
    const hasher *h = ctx;
    coset__prefetch(place(&h->set->homes[number >> COSET__BLOCK_BITS], number));
}

static uint64_t hash_of(void *ctx, uint64_t number)
{
    hasher *h = ctx;
    const coset__coding *coding = &h->set->shape.key.coding;
    coset__set_key(h->set, number, h->key);
    return h->walk ? coding->walk_hash(coding->of, h->walk, h->key)
                   : coset__hash_words(h->key, h->set->shape.key.words);
}

void coset__set_grow_help(coset__set *set)
{
    const coset__coding *coding = &set->shape.key.coding;
    hasher of = {.set = set, .key = coset_new(set->shape.key.words, sizeof(uint64_t))};
    const coset__hasher h = {prefetch_key, hash_of, &of};
    uint64_t line;
    of.walk = coding->of ? coding->walk_begin(coding->of) : NULL;
    while ((line = atomic_fetch_add_explicit(&set->cursor, PART, memory_order_relaxed)) < set->goal)
        coset__index_move(&set->index, &set->before, line, line + PART < set->goal ? line + PART : set->goal, set->kept,
                          &h);
    coset_delete(of.key);
    if (of.walk)
        coding->walk_end(of.walk);
}

/* Number of keys that may be put until the next step. */
static int64_t room_now(const coset__set *set)
{
    if (!is_growing(set))
        return room_of(set->index.lines) - (int64_t)size(set);
    const uint64_t lines = set->before.lines, moved = PARTS * PART < lines ? PARTS * PART : lines;
    return (int64_t)(set->beyond * moved / lines) + 1;
}

void coset__set_grow_end(coset__set *set)
{
    coset__index_forget(&set->before, set->moved, set->goal);
    set->moved = set->goal;
    set->steps++;
    if (set->moved == coset__index_all_lines(&set->before)) {
        coset__index_fini(&set->before);
        set->most_blocks = most_blocks(set, &set->index);
        atomic_store_explicit(&set->growing, false, memory_order_relaxed);
    }
    for (uint32_t t = 0; t < set->shape.threads; t++)
        set->members[t].quota = 0;
    atomic_store_explicit(&set->room, room_now(set), memory_order_relaxed);
    atomic_store_explicit(&set->wanting, false, memory_order_relaxed);
}

/* ---- life ---- */

bool coset__set_init(coset__set *set, const coset__set_shape *shape, coset__budget *budget)
{
    *set = (coset__set){.shape = *shape, .budget = budget, .spill.file = -1};
    uint64_t most = MOST_BLOCKS + shape->threads;
    set->homes = coset__reserve(most * sizeof *set->homes);
    set->blocks = coset__reserve(most * sizeof *set->blocks);
    set->members = coset_new_apart(shape->threads, sizeof *set->members);
    if (!set->homes || !set->blocks)
        return false;
    set->most_blocks = MOST_BLOCKS - shape->threads;
    set->steps = 1;
    if (shape->passing) {
        set->most_aside = budget->max / ASIDE_SHARE;
        if (budget->max && shape->linked)
            coset__spill_open(&set->spill);
        return true;
    }
    atomic_init(&set->room, room_of(FIRST_LINES));
    if (!coset__charge(budget, index_bytes(set, FIRST_LINES)) || !index_new(set, FIRST_LINES, NULL))
        return false;
    set->most_blocks = most_blocks(set, &set->index);
    return true;
}

void coset__set_fini(coset__set *set)
{
    uint64_t most = MOST_BLOCKS + set->shape.threads;
    for (uint64_t b = 0; set->blocks && b < set->n_blocks; b++)
        coset__set_drop_passing(set, b);
    for (uint32_t t = 0; set->members && t < set->shape.threads; t++) {
        coset__set_member *m = &set->members[t];
        for (uint32_t i = 0; i < m->n_slabs; i++)
            coset__release(m->slabs[i], SLAB_BYTES);
        coset_delete(m->slabs);
        coset_delete(m->page);
        coset_delete(m->blocks);
    }
    coset_delete(set->members);
    coset__release(set->homes, most * sizeof *set->homes);
    coset__release(set->blocks, most * sizeof *set->blocks);
    coset__index_fini(&set->index);
    coset__index_fini(&set->before);
    coset__spill_close(&set->spill);
}
