#include "lts/eventsets.h"

#include <string.h>

static uint32_t hash_of(const uint32_t *events, uint32_t n)
{
    uint64_t h = n;
    for (uint32_t i = 0; i < n; i++) {
        h = (h ^ events[i]) * UINT64_C(0xff51afd7ed558ccd);
        h ^= h >> 31;
    }
    return (uint32_t)h;
}

void coset__eventsets_init(coset__eventsets *x, coset_arena *arena)
{
    *x = (coset__eventsets){.arena = arena, .mask = 63};
    x->table = coset_new((size_t)x->mask + 1, sizeof *x->table);
}

void coset__eventsets_fini(coset__eventsets *x)
{
    coset_vec_fini(&x->sets);
    coset_delete(x->table);
}

static void enter(coset__eventsets *x, uint32_t number)
{
    uint32_t at = hash_of(x->sets.at[number].events, x->sets.at[number].n) & x->mask;
    while (x->table[at])
        at = (at + 1) & x->mask;
    x->table[at] = number + 1;
}

static void grow(coset__eventsets *x)
{
    coset_delete(x->table);
    x->mask = x->mask * 2 + 1;
    x->table = coset_new((size_t)x->mask + 1, sizeof *x->table);
    for (uint32_t i = 0; i < x->sets.n; i++)
        enter(x, i);
}

uint32_t coset__eventsets_number(coset__eventsets *x, const uint32_t *events, uint32_t n)
{
    for (uint32_t at = hash_of(events, n) & x->mask; x->table[at]; at = (at + 1) & x->mask) {
        const coset_event_set *s = &x->sets.at[x->table[at] - 1];
        if (s->n == n && (n == 0 || memcmp(s->events, events, n * sizeof *events) == 0))
            return x->table[at] - 1;
    }
    *coset_vec_add(&x->sets) = (coset_event_set){n, coset_arena_copy(x->arena, events, n, sizeof *events)};
    if ((uint64_t)x->sets.n * 2 > x->mask)
        grow(x);
    else
        enter(x, x->sets.n - 1);
    return x->sets.n - 1;
}

bool coset__eventset_within(const coset_event_set *a, const coset_event_set *b)
{
    uint32_t k = 0;
    if (a->n > b->n)
        return false;
    for (uint32_t i = 0; i < a->n; i++) {
        while (k < b->n && b->events[k] < a->events[i])
            k++;
        if (k == b->n || b->events[k] != a->events[i])
            return false;
    }
    return true;
}
