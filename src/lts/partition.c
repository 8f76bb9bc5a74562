#include "lts/partition.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t first, n, n_dirty; /* members; those to be visited come first */
    bool queued;
} block;

typedef struct {
    uint64_t hash;
    uint32_t state, first, n; /* its signature in `words` */
    const uint64_t *words;
} signature;

typedef struct {
    const coset_lts *l;
    uint64_t *offset; /* predecessors of s: before[offset[s]] .. */
    uint32_t *before;
    uint32_t *members, *place; /* states by block, and the position of each */
    uint32_t *of;
    COSET_VEC(block) blocks;
    COSET_VEC(uint32_t) queue;
    COSET_VEC(uint64_t) words;
    COSET_VEC(signature) signatures;
} partition;

/* ---- set-up ---- */

static void find_predecessors(partition *p)
{
    const coset_lts *l = p->l;
    uint64_t n_edges = coset_lts_n_edges(l), *room;
    p->offset = coset_new((size_t)l->n_states + 1, sizeof *p->offset);
    p->before = coset_new(n_edges, sizeof *p->before);
    room = coset_new(l->n_states, sizeof *room);
    for (uint64_t e = 0; e < n_edges; e++)
        p->offset[l->edges[e].dst + 1]++;
    for (uint32_t s = 0; s < l->n_states; s++)
        p->offset[s + 1] += p->offset[s];
    memcpy(room, p->offset, l->n_states * sizeof *room);
    for (uint32_t s = 0; s < l->n_states; s++)
        for (uint64_t e = l->first[s]; e < l->first[s + 1]; e++)
            p->before[room[l->edges[e].dst]++] = s;
    coset_delete(room);
}

static void enqueue(partition *p, uint32_t number)
{
    if (p->blocks.at[number].queued)
        return;
    p->blocks.at[number].queued = true;
    *coset_vec_add(&p->queue) = number;
}

/* The given classes become blocks, all of their members dirty. */
static void first_blocks(partition *p)
{
    uint32_t n = p->l->n_states, *number = coset_new(n, sizeof *number), sum = 0;
    memset(number, 0xff, n * sizeof *number);
    for (uint32_t s = 0; s < n; s++) {
        COSET_INVARIANT(p->of[s] < n);
        if (number[p->of[s]] == UINT32_MAX) {
            number[p->of[s]] = p->blocks.n;
            *coset_vec_add(&p->blocks) = (block){0};
        }
        p->of[s] = number[p->of[s]];
        p->blocks.at[p->of[s]].n_dirty++;
    }
    for (uint32_t b = 0; b < p->blocks.n; b++) {
        p->blocks.at[b].first = sum;
        sum += p->blocks.at[b].n_dirty;
    }
    for (uint32_t s = 0; s < n; s++) {
        block *b = &p->blocks.at[p->of[s]];
        p->place[s] = b->first + b->n++;
        p->members[p->place[s]] = s;
    }
    for (uint32_t b = 0; b < p->blocks.n; b++)
        enqueue(p, b);
    coset_delete(number);
}

/* ---- signatures ---- */

static int by_word(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

static void sign(partition *p, uint32_t state)
{
    const coset_lts *l = p->l;
    uint32_t first = p->words.n;
    bool sorted = true;
    for (uint64_t e = l->first[state]; e < l->first[state + 1]; e++) {
        *coset_vec_add(&p->words) = (uint64_t)l->edges[e].event << 32 | p->of[l->edges[e].dst];
        sorted = sorted && (p->words.n == first + 1 || p->words.at[p->words.n - 2] < p->words.at[p->words.n - 1]);
    }
    if (!sorted)
        qsort(p->words.at + first, p->words.n - first, sizeof *p->words.at, by_word);
    uint32_t n = first;
    uint64_t hash = 0;
    for (uint32_t i = first; i < p->words.n; i++)
        if (i == first || p->words.at[i] != p->words.at[n - 1]) {
            p->words.at[n++] = p->words.at[i];
            hash = (hash ^ p->words.at[i]) * UINT64_C(0x9e3779b97f4a7c15);
            hash ^= hash >> 29;
        }
    p->words.n = n;
    *coset_vec_add(&p->signatures) = (signature){hash, state, first, n - first, NULL};
}

static int same_or_order(const signature *a, const signature *b)
{
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    return a->n ? memcmp(a->words + a->first, b->words + b->first, a->n * sizeof *a->words) : 0;
}

static int by_signature(const void *x, const void *y)
{
    const signature *a = x, *b = y;
    int order = same_or_order(a, b);
    return order ? order : a->state < b->state ? -1 : a->state > b->state;
}

/* ---- splitting ---- */

static void swap_to(partition *p, uint32_t state, uint32_t place)
{
    uint32_t other = p->members[place], old = p->place[state];
    p->members[old] = other;
    p->place[other] = old;
    p->members[place] = state;
    p->place[state] = place;
}

static void mark_dirty(partition *p, uint32_t state)
{
    block *b = &p->blocks.at[p->of[state]];
    if (p->place[state] < b->first + b->n_dirty)
        return;
    swap_to(p, state, b->first + b->n_dirty++);
    enqueue(p, p->of[state]);
}

/* The first n members of block `number` become a block of their own. */
static void cut_front(partition *p, uint32_t number, uint32_t n)
{
    uint32_t first = p->blocks.at[number].first;
    *coset_vec_add(&p->blocks) = (block){.first = first, .n = n};
    block *b = &p->blocks.at[number];
    b->first += n;
    b->n -= n;
    for (uint32_t i = b->first - n; i < b->first; i++)
        p->of[p->members[i]] = p->blocks.n - 1;
}

static void touch_predecessors(partition *p, uint32_t number)
{
    uint32_t first = p->blocks.at[number].first, n = p->blocks.at[number].n;
    uint32_t *members = coset_new(n, sizeof *members); /* marking moves members */
    memcpy(members, p->members + first, n * sizeof *members);
    for (uint32_t i = 0; i < n; i++)
        for (uint64_t k = p->offset[members[i]]; k < p->offset[members[i] + 1]; k++)
            mark_dirty(p, p->before[k]);
    coset_delete(members);
}

static uint32_t group_end(const partition *p, uint32_t i)
{
    uint32_t end = i + 1;
    while (end < p->signatures.n && same_or_order(&p->signatures.at[i], &p->signatures.at[end]) == 0)
        end++;
    return end;
}

/* Signatures of the dirty members and, first of all, of one that is not; sorted. Returns the state that represents
 * those that are not dirty, or UINT32_MAX. */
static uint32_t sign_block(partition *p, const block *b)
{
    uint32_t clean = b->n_dirty < b->n ? p->members[b->first + b->n_dirty] : UINT32_MAX;
    p->words.n = p->signatures.n = 0;
    for (uint32_t i = 0; i < b->n_dirty; i++)
        sign(p, p->members[b->first + i]);
    if (clean != UINT32_MAX)
        sign(p, clean);
    for (uint32_t i = 0; i < p->signatures.n; i++)
        p->signatures.at[i].words = p->words.at;
    qsort(p->signatures.at, p->signatures.n, sizeof *p->signatures.at, by_signature);
    return clean;
}

/* The group that keeps the block's number: that of the clean members, if these are not fewer than any other group, else
 * the largest. *kept: its number of members. */
static uint32_t largest_group(const partition *p, uint32_t clean, uint32_t n_clean, uint32_t *kept)
{
    uint32_t best = 0;
    *kept = 0;
    for (uint32_t i = 0, end; i < p->signatures.n; i = end) {
        end = group_end(p, i);
        uint32_t n = end - i;
        for (uint32_t k = i; k < end; k++)
            if (p->signatures.at[k].state == clean)
                n += n_clean - 1;
        if (n > *kept) {
            *kept = n;
            best = i;
        }
    }
    return best;
}

/* Brings the members of the group i .. end - 1 to the front of the block; with the clean ones if it is theirs. */
static uint32_t gather(partition *p, const block *b, uint32_t i, uint32_t end, uint32_t clean, uint32_t clean_first)
{
    uint32_t n = 0;
    bool has_clean = false;
    for (uint32_t k = i; k < end; k++)
        if (p->signatures.at[k].state == clean)
            has_clean = true;
        else
            swap_to(p, p->signatures.at[k].state, b->first + n++);
    /* the clean ones are at the end of the block and never move before they are collected */
    for (uint32_t at = clean_first; has_clean && at < b->first + b->n; at++)
        swap_to(p, p->members[at], b->first + n++);
    return n;
}

static void split(partition *p, uint32_t number)
{
    block b = p->blocks.at[number];
    p->blocks.at[number].n_dirty = 0;
    p->blocks.at[number].queued = false;
    p->words.n = 0;
    if (b.n == 1)
        return;
    uint32_t clean_first = b.first + b.n_dirty, kept, clean = sign_block(p, &b), before = p->blocks.n;
    uint32_t keeper = largest_group(p, clean, b.n - b.n_dirty, &kept);
    if (kept == b.n)
        return;
    for (uint32_t i = 0, end; i < p->signatures.n; i = end) {
        end = group_end(p, i);
        if (i != keeper) {
            uint32_t n = gather(p, &p->blocks.at[number], i, end, clean, clean_first);
            cut_front(p, number, n);
        }
    }
    for (uint32_t k = before, all = p->blocks.n; k < all; k++)
        touch_predecessors(p, k);
}

/* ---- all ---- */

static uint32_t number_classes(const partition *p)
{
    uint32_t n = p->l->n_states, *number = coset_new(p->blocks.n, sizeof *number), classes = 0;
    memset(number, 0xff, p->blocks.n * sizeof *number);
    for (uint32_t s = 0; s < n; s++) {
        if (number[p->of[s]] == UINT32_MAX)
            number[p->of[s]] = classes++;
        p->of[s] = number[p->of[s]];
    }
    coset_delete(number);
    return classes;
}

uint32_t coset__partition(const coset_lts *l, uint32_t *of, coset_budget *budget)
{
    partition p = {.l = l, .of = of};
    coset__partition_guess(l, of, budget);
    p.members = coset_new(l->n_states, sizeof *p.members);
    p.place = coset_new(l->n_states, sizeof *p.place);
    find_predecessors(&p);
    first_blocks(&p);
    while (p.queue.n && !coset_budget_is_spent(budget)) {
        uint32_t number = p.queue.at[--p.queue.n];
        split(&p, number);
        (void)coset_budget_spend(budget, p.words.n * 4 + 1);
    }
    uint32_t n = number_classes(&p);
    coset_delete(p.offset);
    coset_delete(p.before);
    coset_delete(p.members);
    coset_delete(p.place);
    coset_vec_fini(&p.blocks);
    coset_vec_fini(&p.queue);
    coset_vec_fini(&p.words);
    coset_vec_fini(&p.signatures);
    return n;
}
