/* lts/relate_rounds.c - bisimulation round by round: after k rounds, states are together that k steps do not part. */
#include <stdlib.h>
#include <string.h>

#include "lts/relate_int.h"

typedef struct {
    uint32_t n; /* words from `first` */
    uint64_t first, hash;
} signature;

typedef struct {
    const coset_lts *l;
    const uint32_t *old;
    uint32_t *now, n_classes;
    COSET_VEC(uint64_t) words;
    COSET_VEC(signature) classes;
    uint32_t *table, room; /* of classes: number + 1; room is a power of two */
} round_of;

static int by_word(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

/* The class of the state and the set of (event, class) of its steps, appended to the words. */
static signature sign(round_of *x, uint32_t s)
{
    uint32_t first = x->words.n, n = first + 1;
    *coset_vec_add(&x->words) = x->old[s];
    for (uint64_t e = x->l->first[s]; e < x->l->first[s + 1]; e++)
        *coset_vec_add(&x->words) = (uint64_t)x->l->edges[e].event << 32 | x->old[x->l->edges[e].dst];
    qsort(x->words.at + n, x->words.n - n, sizeof *x->words.at, by_word);
    for (uint32_t i = n; i < x->words.n; i++)
        if (i == first + 1 || x->words.at[i] != x->words.at[n - 1])
            x->words.at[n++] = x->words.at[i];
    x->words.n = n;
    uint64_t hash = 0;
    for (uint32_t i = first; i < n; i++) {
        hash = (hash ^ x->words.at[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return (signature){n - first, first, hash};
}

static bool same(const round_of *x, const signature *a, const signature *b)
{
    return a->hash == b->hash && a->n == b->n &&
           memcmp(x->words.at + a->first, x->words.at + b->first, a->n * sizeof *x->words.at) == 0;
}

static void classify(round_of *x, uint32_t s)
{
    signature sig = sign(x, s);
    uint32_t i = (uint32_t)(sig.hash >> 32) & (x->room - 1);
    while (x->table[i] && !same(x, &x->classes.at[x->table[i] - 1], &sig))
        i = (i + 1) & (x->room - 1);
    if (x->table[i]) {
        x->words.n = (uint32_t)sig.first;
    } else {
        *coset_vec_add(&x->classes) = sig;
        x->table[i] = x->classes.n;
    }
    x->now[s] = x->table[i] - 1;
}

/* Classes after one more round; NULL if the budget is spent. */
static uint32_t *refine(const coset_relating *how, const uint32_t *old, uint32_t *n_classes)
{
    uint32_t n = how->l->n_states;
    round_of x = {.l = how->l, .old = old, .now = coset_new(n, sizeof *x.now), .room = 1024};
    while (x.room < (uint64_t)n * 2 && x.room < UINT32_C(1) << 31)
        x.room *= 2;
    x.table = coset_new(x.room, sizeof *x.table);
    for (uint32_t s = 0; s < n && !coset_budget_is_spent(how->budget); s++) {
        classify(&x, s);
        (void)coset_budget_spend(how->budget, 4 + 2 * (uint32_t)(how->l->first[s + 1] - how->l->first[s]));
    }
    *n_classes = x.classes.n;
    coset_vec_fini(&x.words);
    coset_vec_fini(&x.classes);
    coset_delete(x.table);
    if (!coset_budget_is_spent(how->budget))
        return x.now;
    coset_delete(x.now);
    return NULL;
}

void coset__rounds_next(coset__rounds *r, const coset_relating *how)
{
    size_t bytes = how->l->n_states * sizeof **r->of.at;
    uint32_t before = r->n_classes, *next;
    if (r->of.n == 0) {
        next = coset_new(how->l->n_states, sizeof *next);
        memcpy(next, how->label, bytes);
    } else if (how->most_bytes && (r->of.n + 1) * (uint64_t)bytes > how->most_bytes) {
        next = NULL;
    } else {
        next = refine(how, r->of.at[r->of.n - 1], &r->n_classes);
    }
    r->done = !next || (r->of.n > 0 && r->n_classes == before);
    if (next)
        *coset_vec_add(&r->of) = next;
}

void coset__rounds_fini(coset__rounds *r)
{
    for (uint32_t i = 0; i < r->of.n; i++)
        coset_delete(r->of.at[i]);
    coset_vec_fini(&r->of);
}
