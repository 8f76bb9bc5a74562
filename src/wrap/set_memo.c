/* wrap/set_memo.c - see wrap/set_memo.h. */
#include "wrap/set_memo.h"

#include <string.h>

#define MOST_BYTES (UINT64_C(1) << 21) /* of keys */
#ifdef COSET_TEST_SMALL
#define MOST_WORDS   4U /* of sets */
#define MOST_ENTRIES 2U
#define TRIED        8U
#define RESTS        4U
#else
#define MOST_WORDS   (UINT32_C(1) << 20)
#define MOST_ENTRIES 4096U
#define TRIED        4096U  /* searches after which the hit rate is checked, */
#define RESTS        65536U /* and for which the cache is disabled if it is too low */
#endif

typedef struct {
    bool used;
    uint32_t priority, root;
} entry;

struct coset_set_memo {
    uint32_t n_words, n; /* n: entries, a power of two */
    entry *entries;
    uint64_t *keys; /* [n][2 * n_words] */
    coset_contents contents;
    COSET_VEC(uint64_t) sets; /* number k from k * n_words on; number 0 is none */
    entry *open;              /* of the current search; NULL: none */
    uint32_t tried, hits, rests;
};

coset_set_memo *coset_set_memo_new(const coset_classes *classes, uint32_t n_words)
{
    coset_set_memo *m = coset_new(1, sizeof *m);
    m->n_words = n_words;
    m->n = MOST_ENTRIES;
    while (m->n > 1 && (uint64_t)m->n * 2 * n_words * sizeof(uint64_t) > MOST_BYTES)
        m->n /= 2;
    m->entries = coset_new(m->n, sizeof *m->entries);
    m->keys = coset_new((size_t)m->n * 2 * n_words + 1, sizeof *m->keys);
    coset_contents_init(&m->contents, classes);
    (void)coset_vec_add_n(&m->sets, n_words);
    return m;
}

void coset_set_memo_free(coset_set_memo *m)
{
    if (!m)
        return;
    coset_contents_fini(&m->contents);
    coset_vec_fini(&m->sets);
    coset_delete(m->entries);
    coset_delete(m->keys);
    coset_delete(m);
}

static uint64_t mix(uint64_t h, const uint64_t *set, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        h = (h ^ set[i]) * UINT64_C(0xff51afd7ed558ccd);
        h ^= h >> 32;
    }
    return h;
}

/* If the hit rate is low, the cache is disabled for a while. */
static bool pays(coset_set_memo *m)
{
    if (m->rests) {
        m->rests--;
        return false;
    }
    if (++m->tried < TRIED)
        return true;
    const bool paid = m->hits > m->tried / 2;
    m->tried = m->hits = 0;
    m->rests = paid ? 0 : RESTS;
    return paid;
}

static void forget(coset_set_memo *m)
{
    for (uint32_t i = 0; i < m->n; i++)
        m->entries[i].used = false;
    coset_contents_forget(&m->contents);
    m->sets.n = m->n_words;
}

bool coset_set_memo_open(coset_set_memo *m, const uint64_t *enabled, const uint64_t *blunt, uint32_t priority)
{
    const size_t bytes = m->n_words * sizeof(uint64_t);
    m->open = NULL;
    if (!pays(m))
        return false;
    if (coset_contents_is_full(&m->contents) || m->sets.n > MOST_WORDS)
        forget(m);
    const uint64_t hash = mix(mix(priority + UINT64_C(0x9e3779b97f4a7c15), enabled, m->n_words), blunt, m->n_words);
    const uint32_t at = (uint32_t)(hash >> 40) & (m->n - 1);
    entry *e = &m->entries[at];
    uint64_t *key = m->keys + (size_t)at * 2 * m->n_words;
    if (!e->used || e->priority != priority || memcmp(key, enabled, bytes) != 0 ||
        memcmp(key + m->n_words, blunt, bytes) != 0) {
        *e = (entry){true, priority, COSET_CONTENTS_UNKNOWN};
        memcpy(key, enabled, bytes);
        memcpy(key + m->n_words, blunt, bytes);
    }
    m->open = e;
    return true;
}

bool coset_set_memo_find(coset_set_memo *m, const coset_value *state, const uint64_t **set)
{
    uint32_t found;
    if (!coset_contents_find(&m->contents, m->open->root, state, &found))
        return false;
    m->hits++;
    *set = found ? m->sets.at + (size_t)found * m->n_words : NULL;
    return true;
}

coset_value coset_set_memo_look(coset_set_memo *m, const coset_value *state, uint32_t slot)
{
    return m->open ? coset_contents_look(&m->contents, state, slot) : state[slot];
}

void coset_set_memo_learn(coset_set_memo *m, const coset_value *state, const uint64_t *set)
{
    const uint32_t number = set ? m->sets.n / m->n_words : 0;
    if (set)
        memcpy(coset_vec_add_n(&m->sets, m->n_words), set, m->n_words * sizeof *set);
    coset_contents_learn(&m->contents, &m->open->root, state, number);
}
