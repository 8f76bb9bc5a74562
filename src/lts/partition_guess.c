/* An initial partition: rounds over all states, in which a class is a hash.
 *
 * Two states that are bisimilar have the same hash after any number of rounds, so they are never separated here. Others
 * may stay together, by collision or because there were too few rounds: the exact refinement that follows separates
 * them. It visits every state once if the guess is right, independently of the number of rounds, which makes it fast.
 */
#include <stdlib.h>
#include <string.h>

#include "lts/partition.h"

#define MOST_ROUNDS 40
#define LEAST_GAIN  32 /* a round that adds fewer classes than one for so many states is the last */

typedef struct {
    uint64_t hash;
    uint32_t given; /* class at the beginning: these are never merged, whatever the hashes */
    uint32_t class; /* + 1; 0: empty */
} entry;

typedef struct {
    const coset_lts *l;
    const uint32_t *given;
    coset_budget *budget;
    uint32_t *of, *next; /* [n_states] */
    entry *table;
    uint32_t mask, n_classes;
    COSET_VEC(uint64_t) edges; /* hashes of a state's edges */
} guess;

static uint64_t mix(uint64_t x)
{
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
#ifdef COSET_TEST_SMALL
    return x >> 62;
#else
    return x ^ (x >> 32);
#endif
}

static int by_word(const void *x, const void *y)
{
    uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

static uint64_t edge_hash(const guess *g, uint64_t e)
{
    return mix(((uint64_t)g->l->edges[e].event << 32 | g->of[g->l->edges[e].dst]) + UINT64_C(0x9e3779b97f4a7c15));
}

/* Equal edges count once: the hash is that of the set. */
static uint64_t set_hash(guess *g, uint32_t state)
{
    uint64_t sum = 0;
    g->edges.n = 0;
    for (uint64_t e = g->l->first[state]; e < g->l->first[state + 1]; e++)
        *coset_vec_add(&g->edges) = edge_hash(g, e);
    if (g->edges.n > 1)
        qsort(g->edges.at, g->edges.n, sizeof *g->edges.at, by_word);
    for (uint32_t i = 0; i < g->edges.n; i++)
        if (i == 0 || g->edges.at[i] != g->edges.at[i - 1])
            sum += g->edges.at[i];
    return sum;
}

static uint64_t state_hash(guess *g, uint32_t state)
{
    const coset_lts *l = g->l;
    uint64_t sum = 0;
    for (uint64_t e = l->first[state]; e < l->first[state + 1]; e++) {
        if (e > l->first[state] && l->edges[e].event <= l->edges[e - 1].event) {
            sum = set_hash(g, state);
            break;
        }
        sum += edge_hash(g, e);
    }
    return mix(sum + mix(g->of[state] + UINT64_C(0x6a09e667f3bcc909)));
}

static uint32_t class_of(guess *g, uint32_t given, uint64_t hash)
{
    uint32_t at = (uint32_t)hash & g->mask;
    while (g->table[at].class && (g->table[at].hash != hash || g->table[at].given != given))
        at = (at + 1) & g->mask;
    if (!g->table[at].class)
        g->table[at] = (entry){hash, given, ++g->n_classes};
    return g->table[at].class - 1;
}

static void round_of(guess *g)
{
    g->n_classes = 0;
    memset(g->table, 0, ((size_t)g->mask + 1) * sizeof *g->table);
    for (uint32_t s = 0; s < g->l->n_states; s++) {
        g->next[s] = class_of(g, g->given[s], state_hash(g, s));
        (void)coset_budget_spend(g->budget, 2 + (uint32_t)(g->l->first[s + 1] - g->l->first[s]));
    }
    uint32_t *old = g->of;
    g->of = g->next;
    g->next = old;
}

void coset__partition_guess(const coset_lts *l, uint32_t *of, coset_budget *budget)
{
    uint32_t n = l->n_states, before = 0;
    guess g = {.l = l, .given = of, .budget = budget, .mask = 63};
    while (g.mask / 2 < n)
        g.mask = g.mask * 2 + 1;
    g.of = coset_new(n, sizeof *g.of);
    g.next = coset_new(n, sizeof *g.next);
    g.table = coset_new((size_t)g.mask + 1, sizeof *g.table);
    memcpy(g.of, of, n * sizeof *of);
    for (uint32_t i = 0; i < MOST_ROUNDS && !coset_budget_is_spent(budget); i++) {
        round_of(&g);
        if (g.n_classes == n || g.n_classes < before + n / LEAST_GAIN + 1)
            break;
        before = g.n_classes;
    }
    memcpy(of, g.of, n * sizeof *of);
    coset_vec_fini(&g.edges);
    coset_delete(g.table);
    coset_delete(g.next);
    coset_delete(g.of);
}
