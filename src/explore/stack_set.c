/* explore/stack_set.c - a hash table with linear probing; removal closes the gap with later entries. */
#include "explore/stack_set.h"

#include "base/mem.h"

uint64_t coset_stack_hash(uint32_t n_slots, const uint32_t *state)
{
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t i = 0; i < n_slots; i++) {
        h = (h ^ state[i]) * UINT64_C(0xbf58476d1ce4e5b9);
        h ^= h >> 29;
    }
    h = (h ^ h >> 32) * UINT64_C(0x94d049bb133111eb);
    h ^= h >> 31;
    return h ? h : 1;
}

static size_t home(const coset_stack_set *s, uint64_t hash) { return (size_t)hash & (s->room - 1); }

static void put(coset_stack_set *s, uint64_t hash)
{
    size_t i = home(s, hash);
    while (s->keys[i])
        i = (i + 1) & (s->room - 1);
    s->keys[i] = hash;
}

void coset_stack_set_add(coset_stack_set *s, uint64_t hash)
{
    if (2 * (s->n + 1) > s->room) {
        coset_stack_set old = *s;
        s->room = old.room ? 2 * old.room : 64;
        s->keys = coset_new(s->room, sizeof *s->keys);
        for (size_t i = 0; i < old.room; i++)
            if (old.keys[i])
                put(s, old.keys[i]);
        coset_delete(old.keys);
    }
    put(s, hash);
    s->n++;
}

void coset_stack_set_remove(coset_stack_set *s, uint64_t hash)
{
    const size_t mask = s->room - 1;
    size_t hole = home(s, hash);
    while (s->keys[hole] != hash) {
        COSET_INVARIANT(s->keys[hole]);
        hole = (hole + 1) & mask;
    }
    for (size_t i = (hole + 1) & mask; s->keys[i]; i = (i + 1) & mask)
        if (((i - home(s, s->keys[i])) & mask) >= ((i - hole) & mask)) { /* it may move into the hole */
            s->keys[hole] = s->keys[i];
            hole = i;
        }
    s->keys[hole] = 0;
    s->n--;
}

bool coset_stack_set_has(const coset_stack_set *s, uint64_t hash)
{
    if (!s->n)
        return false;
    size_t i = home(s, hash);
    while (s->keys[i] && s->keys[i] != hash)
        i = (i + 1) & (s->room - 1);
    return s->keys[i] == hash;
}

void coset_stack_set_fini(coset_stack_set *s)
{
    coset_delete(s->keys);
    *s = (coset_stack_set){0};
}
