#include "explore/shared_lists.h"

#include <string.h>

#ifdef COSET_TEST_SMALL
#define CHUNK_BITS 6
#define MOST_OWN   2
#define WORD_BITS  24
#else
#define CHUNK_BITS 16
#define MOST_OWN   64 /* free lists of one size kept by a thread */
#define WORD_BITS  32
#endif
#define CHUNK    (UINT32_C(1) << CHUNK_BITS) /* words */
#define N_CHUNKS (UINT32_C(1) << (WORD_BITS - CHUNK_BITS))

void coset__lists_init(coset__lists *l, uint32_t n_threads)
{
    memset(l, 0, sizeof *l);
    (void)pthread_mutex_init(&l->lock, NULL);
    l->chunks = coset_new(N_CHUNKS, sizeof *l->chunks);
    l->members = coset_new_apart(n_threads, sizeof *l->members);
}

/* A large list has several chunks, contiguous in memory. */
void coset__lists_fini(coset__lists *l)
{
    const uint64_t *behind = NULL;
    for (uint32_t i = 0; i < l->n_chunks; i++) {
        uint64_t *chunk = atomic_load_explicit(&l->chunks[i], memory_order_relaxed);
        if (chunk != behind)
            coset_delete(chunk);
        behind = chunk + CHUNK;
    }
    coset_delete(l->chunks);
    coset_delete(l->members);
    (void)pthread_mutex_destroy(&l->lock);
}

static uint64_t *words_of(const coset__lists *l, uint32_t list)
{
    return atomic_load_explicit(&l->chunks[list >> CHUNK_BITS], memory_order_acquire) + (list & (CHUNK - 1));
}

/* ---- with the lock ----------------------------------------------------------------------------------------------- */

/* False: no numbers are left. */
static bool add_chunks(coset__lists *l, uint32_t k)
{
    if (k > N_CHUNKS - l->n_chunks - 1)
        return false;
    uint64_t *words = coset_new((size_t)k * CHUNK, sizeof *words);
    l->next = l->n_chunks << CHUNK_BITS;
    for (uint32_t i = 0; i < k; i++)
        atomic_store_explicit(&l->chunks[l->n_chunks++], words + (size_t)i * CHUNK, memory_order_release);
    l->end = l->next + k * CHUNK;
    atomic_fetch_add_explicit(&l->bytes, (uint64_t)k * CHUNK * sizeof *words, memory_order_relaxed);
    return true;
}

/* Number 0 is never assigned. */
static uint32_t carve(coset__lists *l, uint32_t size)
{
    uint32_t n = UINT32_C(1) << size;
    if (l->end - l->next < n && !add_chunks(l, n > CHUNK ? n / CHUNK : 1))
        return 0;
    if (!l->next)
        l->next = n;
    if (l->end - l->next < n && !add_chunks(l, n > CHUNK ? n / CHUNK : 1))
        return 0;
    uint32_t list = l->next;
    l->next += n;
    return list;
}

/* Several at once, linked by their first words. */
static void fetch(coset__lists *l, coset__lists_member *m, uint32_t size)
{
    for (uint32_t k = 0; k < MOST_OWN / 2 && l->first[size]; k++) {
        uint32_t list = l->first[size];
        uint64_t *words = words_of(l, list);
        l->first[size] = (uint32_t)words[0];
        words[0] = m->first[size];
        m->first[size] = list;
        m->n[size]++;
    }
    if (m->n[size])
        return;
    m->first[size] = carve(l, size);
    m->n[size] = m->first[size] != 0;
    if (m->n[size])
        words_of(l, m->first[size])[0] = 0;
}

static void give_back(coset__lists *l, coset__lists_member *m, uint32_t size)
{
    while (m->n[size] > MOST_OWN / 2) {
        uint32_t list = m->first[size];
        uint64_t *words = words_of(l, list);
        m->first[size] = (uint32_t)words[0];
        m->n[size]--;
        words[0] = l->first[size];
        l->first[size] = list;
    }
}

/* ---- lists ------------------------------------------------------------------------------------------------------- */

/* The words for n entries, as a power of two. */
static uint32_t size_for(uint32_t n)
{
    uint32_t size = 1;
    while (UINT32_C(1) << size < n + 1)
        size++;
    return size;
}

uint32_t coset__list_new(coset__lists *l, uint32_t thread, const uint64_t *entries, uint32_t n, bool *full)
{
    coset__lists_member *m = &l->members[thread];
    if (!n)
        return 0;
    *full = n >= UINT32_C(1) << 30;
    if (*full)
        return 0;
    uint32_t size = size_for(n);
    if (!m->n[size]) {
        (void)pthread_mutex_lock(&l->lock);
        fetch(l, m, size);
        (void)pthread_mutex_unlock(&l->lock);
    }
    uint32_t list = m->first[size];
    *full = !list;
    if (!list)
        return 0;
    uint64_t *words = words_of(l, list);
    m->first[size] = (uint32_t)words[0];
    m->n[size]--;
    words[0] = n;
    memcpy(words + 1, entries, n * sizeof *entries);
    return list;
}

void coset__list_free(coset__lists *l, uint32_t thread, uint32_t list)
{
    coset__lists_member *m = &l->members[thread];
    uint64_t *words = words_of(l, list);
    uint32_t size = size_for((uint32_t)words[0]);
    words[0] = m->first[size];
    m->first[size] = list;
    if (++m->n[size] <= MOST_OWN)
        return;
    (void)pthread_mutex_lock(&l->lock);
    give_back(l, m, size);
    (void)pthread_mutex_unlock(&l->lock);
}

const uint64_t *coset__list_entries(const coset__lists *l, uint32_t list, uint32_t *n)
{
    const uint64_t *words = words_of(l, list);
    *n = (uint32_t)words[0];
    return words + 1;
}
