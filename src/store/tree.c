#include "store/tree.h"

#include <string.h>

#include "base/mem.h"

#define MET_BITS 13

/* ---- shape ---- */

static void join(coset__tree *t, uint32_t above, uint32_t left, uint32_t right)
{
    t->above[left][0] = t->above[right][0] = above;
    t->above[left][1] = 0;
    t->above[right][1] = 1;
}

/* Level by level neighbours become a pair; one without a neighbour goes up as it is. */
static void plan_shape(coset__tree *t)
{
    uint32_t *level = coset_new(t->chunks, sizeof *level), n = t->chunks;
    for (uint32_t i = 0; i < n; i++)
        level[i] = i;
    t->n = t->chunks;
    while (n > 2) {
        uint32_t k = 0;
        for (uint32_t i = 0; i + 1 < n; i += 2) {
            t->kids[t->n][0] = level[i];
            t->kids[t->n][1] = level[i + 1];
            join(t, t->n, level[i], level[i + 1]);
            level[k++] = t->n++;
        }
        if (n % 2)
            level[k++] = level[n - 1];
        n = k;
    }
    t->root[0] = level[0];
    t->root[1] = level[1];
    join(t, t->n, level[0], level[1]);
    coset_delete(level);
}

static void plan_chunks(coset__tree *t, uint32_t bytes)
{
    t->chunks = bytes <= 16 ? 2 : bytes <= 32 ? 4 : t->words;
    t->bits = bytes <= 32 ? (8 * bytes + t->chunks - 1) / t->chunks : 64;
}

bool coset__tree_init(coset__tree *t, uint32_t words, uint32_t bytes, uint32_t threads, coset__budget *budget)
{
    *t = (coset__tree){.words = words, .threads = threads};
    plan_chunks(t, bytes);
    size_t most = 2 * (size_t)t->chunks;
    t->kids = coset_new(most, sizeof *t->kids);
    t->above = coset_new(most, sizeof *t->above);
    plan_shape(t);
    t->members = coset_new_apart(threads, sizeof *t->members);
    for (uint32_t i = 0; i < threads; i++)
        t->members[i] = (coset__tree_member){.words = coset_new_apart(words, sizeof(uint64_t)),
                                             .chunks = coset_new_apart(t->chunks, sizeof(uint64_t)),
                                             .base = coset_new_apart(t->n, sizeof(uint32_t)),
                                             .now = coset_new_apart(t->n, sizeof(uint32_t)),
                                             .dirty = coset_new_apart(coset__tree_set(t->n), sizeof(uint64_t)),
                                             .fresh = coset_new_apart(coset__tree_set(words), sizeof(uint64_t)),
                                             .met = coset_new((size_t)1 << MET_BITS, sizeof(coset__tree_met))};
    const coset__set_shape shape = {
        .threads = threads, .words = 1, .key_bytes = t->chunks == 2 ? (t->bits + 7) / 8 : 8};
    return coset__set_init(&t->nodes, &shape, budget);
}

void coset__tree_fini(coset__tree *t)
{
    for (uint32_t i = 0; i < t->threads; i++) {
        coset_delete(t->members[i].words);
        coset_delete(t->members[i].chunks);
        coset_delete(t->members[i].base);
        coset_delete(t->members[i].now);
        coset_delete(t->members[i].dirty);
        coset_delete(t->members[i].fresh);
        coset_delete(t->members[i].met);
    }
    coset_delete(t->members);
    coset_delete(t->kids);
    coset_delete(t->above);
    coset__set_fini(&t->nodes);
}

/* ---- chunks ---- */

/* Bits from .. from+63 of the sequence; zeros behind its end. */
static uint64_t window(const uint64_t *words, uint32_t n, uint32_t from)
{
    uint32_t w = from / 64, shift = from % 64;
    if (w >= n)
        return 0;
    uint64_t low = shift && w + 1 < n ? words[w + 1] >> (64 - shift) : 0;
    return words[w] << shift | low;
}

static uint64_t chunk_of(const coset__tree *t, const uint64_t *words, uint32_t i)
{
    return t->bits == 64 ? words[i] : window(words, t->words, i * t->bits) >> (64 - t->bits) << (64 - t->bits);
}

/* What chunk i has of word w. */
static uint64_t part_of(const coset__tree *t, uint64_t chunk, uint32_t i, uint32_t w)
{
    int64_t at = (int64_t)i * t->bits - (int64_t)w * 64; /* of its first bit, within the word */
    if (at <= -64 || at >= 64)
        return 0;
    return at >= 0 ? chunk >> at : chunk << -at;
}

/* ---- there and back ---- */

static uint64_t pair(uint32_t left, uint32_t right) { return (uint64_t)left << 32 | right; }

static bool intern(coset__tree *t, uint32_t thread, uint64_t key, uint32_t *number)
{
    uint64_t n, hash = coset__hash_word(key);
    coset__tree_met *met = &t->members[thread].met[hash >> (64 - MET_BITS)];
    if (!met->number_plus_1 || met->key != key) {
        if (coset__set_put(&t->nodes, thread, hash, NULL, &key, NULL, &n) == COSET_STORE_FULL)
            return false;
        *met = (coset__tree_met){key, (uint32_t)n + 1};
    }
    *number = met->number_plus_1 - 1;
    return true;
}

static void add(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << i % 64; }

/* The chunks that differ from those of the base. */
static void compare(const coset__tree *t, coset__tree_member *m, const uint64_t *words, const uint64_t *changed)
{
    memset(m->dirty, 0, coset__tree_set(t->n) * sizeof *m->dirty);
    if (m->valid && changed && t->bits == 64)
        memcpy(m->dirty, changed, coset__tree_set(t->words) * sizeof *m->dirty);
    else
        for (uint32_t i = 0; i < t->chunks; i++)
            if (!m->valid || chunk_of(t, words, i) != m->chunks[i])
                add(m->dirty, i);
}

/* From the chunks upwards: a pair has a higher number than what it is made of. */
bool coset__tree_put(coset__tree *t, uint32_t thread, const uint64_t *words, const uint64_t *changed, uint64_t *root)
{
    coset__tree_member *m = &t->members[thread];
    compare(t, m, words, changed);
    memcpy(m->now, m->base, t->n * sizeof *m->now);
    for (uint32_t w = 0; w < coset__tree_set(t->n); w++)
        while (m->dirty[w]) {
            uint32_t i = 64 * w + (uint32_t)__builtin_ctzll(m->dirty[w]);
            m->dirty[w] &= m->dirty[w] - 1;
            uint64_t key = i < t->chunks ? chunk_of(t, words, i) : pair(m->now[t->kids[i][0]], m->now[t->kids[i][1]]);
            if (!intern(t, thread, key, &m->now[i]))
                return false;
            if (t->above[i][0] < t->n)
                add(m->dirty, t->above[i][0]);
        }
    *root = pair(m->now[t->root[0]], m->now[t->root[1]]);
    return true;
}

/* ---- and back --------------------------------------------------------------------------------------------------- */

static void renew(coset__tree_member *m, uint32_t node, uint64_t number)
{
    if (m->valid && m->base[node] == (uint32_t)number)
        return;
    m->base[node] = (uint32_t)number;
    add(m->dirty, node);
}

static void renew_chunk(const coset__tree *t, coset__tree_member *m, uint32_t i)
{
    coset__set_key(&t->nodes, m->base[i], &m->chunks[i]);
    if (t->bits == 64)
        m->words[i] = m->chunks[i];
    for (uint32_t w = i * t->bits / 64; w < t->words && w * 64 < (i + 1) * t->bits; w++)
        add(m->fresh, w);
}

/* Words that several chunks are part of. */
static void join_chunks(const coset__tree *t, coset__tree_member *m)
{
    for (uint32_t w = 0; w < t->words; w++)
        m->words[w] = 0;
    for (uint32_t i = 0; i < t->chunks; i++)
        for (uint32_t w = i * t->bits / 64; w < t->words && w * 64 < (i + 1) * t->bits; w++)
            m->words[w] |= part_of(t, m->chunks[i], i, w);
}

/* From the root downwards. */
const uint64_t *coset__tree_load(coset__tree *t, uint32_t thread, uint64_t root, const uint64_t **changed)
{
    coset__tree_member *m = &t->members[thread];
    memset(m->dirty, 0, coset__tree_set(t->n) * sizeof *m->dirty);
    memset(m->fresh, 0, coset__tree_set(t->words) * sizeof *m->fresh);
    renew(m, t->root[0], root >> 32);
    renew(m, t->root[1], root);
    for (uint32_t w = coset__tree_set(t->n); w-- > 0;)
        while (m->dirty[w]) {
            uint32_t high = 63 - (uint32_t)__builtin_clzll(m->dirty[w]), i = 64 * w + high;
            m->dirty[w] &= ~(UINT64_C(1) << high);
            if (i < t->chunks) {
                renew_chunk(t, m, i);
                continue;
            }
            uint64_t key;
            coset__set_key(&t->nodes, m->base[i], &key);
            renew(m, t->kids[i][0], key >> 32);
            renew(m, t->kids[i][1], key);
        }
    if (t->bits != 64)
        join_chunks(t, m);
    m->valid = true;
    *changed = m->fresh;
    return m->words;
}

static uint32_t number_of(const coset__tree *t, uint64_t root, uint32_t node)
{
    uint64_t key = root;
    if (t->above[node][0] < t->n)
        coset__set_key(&t->nodes, number_of(t, root, t->above[node][0]), &key);
    return t->above[node][1] ? (uint32_t)key : (uint32_t)(key >> 32);
}

uint64_t coset__tree_word(const coset__tree *t, uint64_t root, uint32_t w)
{
    uint64_t word = 0, chunk;
    for (uint32_t i = w * 64 / t->bits; i < t->chunks && i * t->bits < (w + 1) * 64; i++) {
        coset__set_key(&t->nodes, number_of(t, root, i), &chunk);
        word |= part_of(t, chunk, i, w);
    }
    return word;
}
