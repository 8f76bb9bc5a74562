/* ir/order_memo.c - cache of loop runs whose iterations were found to commute, keyed by the values that they read.
 *
 * Each worker has a table for each loop, with the last keys, which are compared in full. If the hit rate is low, the
 * table is disabled for a while. */
#include <string.h>

#include "ir/order_int.h"

#define FIRST_LINES 256U
#define MOST_LINES  65536U
#define MOST_BYTES  (8U << 20)
#define WINDOW      2048U  /* lookups after which the hit rate is checked */
#define REST        65536U /* loop runs without the table, if it does not pay */

void coset__memo_init(coset__memo *memo, const coset_ir_key *key)
{
    *memo = (coset__memo){.key = key};
    if (key->n_words == 0)
        return;
    memo->now = coset_new(key->n_words, sizeof *memo->now);
}

void coset__memo_fini(coset__memo *memo)
{
    coset_delete(memo->now);
    coset_delete(memo->tags);
    coset_delete(memo->lines);
}

/* Computes the key. False: some index is undefined. */
static bool gather(const coset_ir_key *key, const coset_value *mem, uint32_t fp, const coset_value *given,
                   coset_value *out)
{
    const coset_value *names = out;
    for (uint32_t i = 0; given && i < key->n_name_words; i++)
        out[i] = given[i];
    for (uint32_t i = 0; !given && i < key->n_names; i++)
        for (uint32_t w = 0; w < key->names[i].width; w++)
            out[key->names[i].at + w] = mem[fp + key->names[i].frame + w];
    out += key->n_name_words;
    for (uint32_t i = 0; i < key->n_names; i++) {
        const coset_ir_key_name *k = &key->names[i];
        for (uint32_t w = 0; w < k->behind; w++)
            *out++ = mem[names[k->at] + w];
    }
    for (uint32_t i = 0; i < key->n_parts; i++) {
        const coset_ir_key_part *p = &key->parts[i];
        const coset_value *from = mem + p->base + (p->local ? fp : 0);
        for (uint32_t t = 0; t < p->n_terms; t++) {
            coset_value slot = names[p->terms[t].at];
            if (slot == 0)
                return false;
            from += (size_t)(slot - 1) * p->terms[t].stride;
        }
        for (uint32_t w = 0; w < p->n; w++)
            *out++ = from[w];
    }
    return true;
}

static uint64_t tag_of(const coset_value *words, uint32_t n)
{
    uint64_t h = 1;
    for (uint32_t i = 0; i < n; i++)
        h = (h ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15), h ^= h >> 29;
    return h | UINT64_C(1) << 63; /* never that of an empty line */
}

/* True: a lookup pays. */
static bool is_open(coset__memo *memo)
{
    if (memo->rests > 0) {
        memo->rests--;
        return false;
    }
    if (++memo->lookups < WINDOW)
        return true;
    if (memo->hits < WINDOW / 4)
        memo->rests = REST;
    memo->lookups = memo->hits = 0;
    return memo->rests == 0;
}

static coset_value *line_of(const coset__memo *memo, uint64_t tag)
{
    return &memo->lines[(size_t)(tag % memo->n_lines) * memo->key->n_words];
}

static void put(coset__memo *memo, uint64_t tag, const coset_value *words)
{
    memo->tags[tag % memo->n_lines] = tag;
    memcpy(line_of(memo, tag), words, memo->key->n_words * sizeof *words);
}

static void grow(coset__memo *memo)
{
    coset__memo old = *memo;
    uint32_t n = memo->key->n_words;
    memo->n_lines = old.n_lines ? 4 * old.n_lines : FIRST_LINES;
    memo->n_learned = 0;
    memo->tags = coset_new(memo->n_lines, sizeof *memo->tags);
    memo->lines = coset_new((size_t)memo->n_lines * n, sizeof *memo->lines);
    for (uint32_t i = 0; i < old.n_lines; i++)
        if (old.tags[i])
            put(memo, old.tags[i], &old.lines[(size_t)i * n]);
    coset_delete(old.tags);
    coset_delete(old.lines);
}

bool coset__memo_knows(coset__memo *memo, const coset_value *mem, uint32_t fp, const coset_value *names)
{
    uint32_t n = memo->key->n_words;
    memo->tag = 0;
    if (n == 0 || !is_open(memo) || !gather(memo->key, mem, fp, names, memo->now))
        return false;
    memo->tag = tag_of(memo->now, n);
    bool knows = memo->tags && memo->tags[memo->tag % memo->n_lines] == memo->tag &&
                 memcmp(line_of(memo, memo->tag), memo->now, n * sizeof *memo->now) == 0;
    memo->hits += knows;
    return knows;
}

void coset__memo_learn(coset__memo *memo)
{
    if (!memo->tag)
        return;
    uint64_t bytes = (uint64_t)memo->n_lines * memo->key->n_words * sizeof *memo->lines;
    if (memo->n_learned++ >= memo->n_lines && memo->n_lines < MOST_LINES && bytes < MOST_BYTES / 4)
        grow(memo);
    put(memo, memo->tag, memo->now);
}
