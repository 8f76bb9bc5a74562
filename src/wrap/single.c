/* wrap/single.c - see wrap/single.h. */
#include "wrap/single.h"

#include <string.h>

#define MOST_BYTES (UINT64_C(1) << 23)

typedef struct {
    uint32_t slot, n;
    uint64_t *open; /* [n][n_words] transitions that have no condition against the content */
} table;

struct coset_single {
    const coset_relations *r;
    uint32_t n;
    table *tables;
    uint64_t *sure;     /* transitions that are enabled where no listed condition is false */
    uint64_t *plain[2]; /* those that are not visible, and not sticky; [1]: where the search leaves cycles by itself */
};

static bool has(const uint64_t *set, uint32_t i) { return set[i / 64] >> i % 64 & 1; }
static void add(uint64_t *set, uint32_t i) { set[i / 64] |= UINT64_C(1) << i % 64; }

/* Contents of each slot that some condition is about; 0: there is none. */
static uint64_t count_contents(const coset_relations *r, uint32_t n_slots, uint32_t *contents)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < r->n; i++)
        for (uint32_t k = 0; k < r->needs[i].n; k++) {
            const coset_need *need = &r->needs[i].at[k];
            if (need->n > contents[need->slot])
                contents[need->slot] = need->n;
        }
    for (uint32_t s = 0; s < n_slots; s++)
        all += contents[s];
    return all;
}

static void fill(coset_single *s, table *t)
{
    const uint32_t words = s->r->n_words;
    t->open = coset_new((size_t)t->n * words, sizeof *t->open);
    memset(t->open, 0xff, (size_t)t->n * words * sizeof *t->open);
    for (uint32_t i = 0; i < s->r->n; i++)
        for (uint32_t k = 0; k < s->r->needs[i].n; k++) {
            const coset_need *need = &s->r->needs[i].at[k];
            for (uint32_t v = 0; need->slot == t->slot && v < need->n; v++)
                if (!has(need->lets, v))
                    t->open[(size_t)v * words + i / 64] &= ~(UINT64_C(1) << i % 64);
        }
}

static bool is_sure(const coset_relations *r, uint32_t i)
{
    const coset_transition *t = &r->transitions->at[i];
    return t->priority == 0 && t->n_ways == 0 && !r->needs[i].others && !r->dead[i];
}

static void sort_out(coset_single *s)
{
    const coset_relations *r = s->r;
    s->sure = coset_new(r->n_words + (size_t)1, sizeof *s->sure);
    for (uint32_t k = 0; k < 2; k++)
        s->plain[k] = coset_new(r->n_words + (size_t)1, sizeof *s->sure);
    for (uint32_t i = 0; i < r->n; i++) {
        if (is_sure(r, i))
            add(s->sure, i);
        for (uint32_t k = 0; k < 2; k++)
            if (!r->dead[i] && !r->visible[i] && (k == 1 || !coset_is_sticky(r, i)))
                add(s->plain[k], i);
    }
}

coset_single *coset_single_new(const coset_relations *r, uint32_t n_slots)
{
    uint32_t *contents = coset_new(n_slots + (size_t)1, sizeof *contents);
    coset_single *s = NULL;
    if (count_contents(r, n_slots, contents) * r->n_words * sizeof(uint64_t) <= MOST_BYTES) {
        s = coset_new(1, sizeof *s);
        s->r = r;
        s->tables = coset_new(n_slots + (size_t)1, sizeof *s->tables);
        for (uint32_t i = 0; i < n_slots; i++)
            if (contents[i]) {
                s->tables[s->n] = (table){i, contents[i], NULL};
                fill(s, &s->tables[s->n++]);
            }
        sort_out(s);
    }
    coset_delete(contents);
    return s;
}

void coset_single_free(coset_single *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; i < s->n; i++)
        coset_delete(s->tables[i].open);
    coset_delete(s->tables);
    coset_delete(s->sure);
    coset_delete(s->plain[0]);
    coset_delete(s->plain[1]);
    coset_delete(s);
}

/* What has no condition that is false in the state. */
static void list_open(const coset_single *s, const coset_value *state, uint64_t *open)
{
    const uint32_t words = s->r->n_words;
    memset(open, 0xff, words * sizeof *open);
    for (uint32_t i = 0; i < s->n; i++) {
        const table *t = &s->tables[i];
        const coset_value v = state[t->slot];
        for (uint32_t w = 0; v < t->n && w < words; w++)
            open[w] &= t->open[(size_t)v * words + w];
    }
}

/* A transition of the set that is sure to be enabled, and not the one given. */
static bool has_sure(const coset_single *s, const uint64_t *set, const uint64_t *open, uint32_t but)
{
    uint64_t any = 0;
    for (uint32_t w = 0; w < s->r->n_words; w++) {
        const uint64_t own = w == but / 64 ? UINT64_C(1) << but % 64 : 0;
        any |= set[w] & open[w] & s->sure[w] & ~own;
    }
    return any != 0;
}

/* The transition, of which a condition is false, may be in a set in which nothing but `only` is enabled. */
static bool may_wait(const coset_single *s, const coset_value *state, const uint64_t *open, uint32_t i, uint32_t only)
{
    for (uint32_t k = 0; k < s->r->needs[i].n; k++) {
        const coset_need *need = &s->r->needs[i].at[k];
        const coset_value v = state[need->slot];
        if (v < need->n && !has(need->lets, v) && !has_sure(s, need->enablers, open, only))
            return true;
    }
    return false;
}

static bool may_be_only(const coset_single *s, const coset_value *state, const uint64_t *open, uint32_t i)
{
    const uint64_t *conflicts = coset_conflicts_of(s->r, i);
    if (has_sure(s, conflicts, open, i))
        return false;
    for (uint32_t w = 0; w < s->r->n_words; w++)
        for (uint64_t some = conflicts[w] & ~open[w]; some; some &= some - 1)
            if (!may_wait(s, state, open, 64 * w + (uint32_t)__builtin_ctzll(some), i))
                return false;
    return true;
}

bool coset_single_is_possible(const coset_single *s, const coset_value *state, bool watched, uint64_t *scratch)
{
    list_open(s, state, scratch);
    for (uint32_t w = 0; w < s->r->n_words; w++)
        for (uint64_t some = scratch[w] & s->plain[watched][w]; some; some &= some - 1)
            if (may_be_only(s, state, scratch, 64 * w + (uint32_t)__builtin_ctzll(some)))
                return true;
    return false;
}
