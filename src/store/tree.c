#include "store/tree.h"

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
    uint64_t n, hash = coset__hash_words(&key, 1);
    coset__tree_met *met = &t->members[thread].met[hash >> (64 - MET_BITS)];
    if (!met->number_plus_1 || met->key != key) {
        if (coset__set_put(&t->nodes, thread, hash, NULL, &key, NULL, &n) == COSET_STORE_FULL)
            return false;
        *met = (coset__tree_met){key, (uint32_t)n + 1};
    }
    *number = met->number_plus_1 - 1;
    return true;
}

bool coset__tree_put(coset__tree *t, uint32_t thread, const uint64_t *words, uint64_t *root)
{
    coset__tree_member *m = &t->members[thread];
    for (uint32_t i = 0; i < t->chunks; i++) {
        uint64_t chunk = chunk_of(t, words, i);
        if (m->valid && chunk == m->chunks[i])
            m->now[i] = m->base[i];
        else if (!intern(t, thread, chunk, &m->now[i]))
            return false;
    }
    for (uint32_t i = t->chunks; i < t->n; i++) {
        uint32_t left = t->kids[i][0], right = t->kids[i][1];
        if (m->valid && m->now[left] == m->base[left] && m->now[right] == m->base[right])
            m->now[i] = m->base[i];
        else if (!intern(t, thread, pair(m->now[left], m->now[right]), &m->now[i]))
            return false;
    }
    *root = pair(m->now[t->root[0]], m->now[t->root[1]]);
    return true;
}

const uint64_t *coset__tree_load(coset__tree *t, uint32_t thread, uint64_t root)
{
    coset__tree_member *m = &t->members[thread];
    m->base[t->root[0]] = (uint32_t)(root >> 32);
    m->base[t->root[1]] = (uint32_t)root;
    for (uint32_t i = t->n; i-- > t->chunks;) {
        uint64_t key;
        coset__set_key(&t->nodes, m->base[i], &key);
        m->base[t->kids[i][0]] = (uint32_t)(key >> 32);
        m->base[t->kids[i][1]] = (uint32_t)key;
    }
    for (uint32_t w = 0; w < t->words; w++)
        m->words[w] = 0;
    for (uint32_t i = 0; i < t->chunks; i++) {
        coset__set_key(&t->nodes, m->base[i], &m->chunks[i]);
        for (uint32_t w = i * t->bits / 64; w < t->words && w * 64 < (i + 1) * t->bits; w++)
            m->words[w] |= part_of(t, m->chunks[i], i, w);
    }
    m->valid = true;
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
