/* store/values.h - the distinct values of each word of the states.
 *
 * Layer    store.
 * Idea     a word of a state takes few values in a search. Each value of word w gets a number, dense from 0, so that
 *          few bits name it.
 * Threads  coset__value_number: any number, lock-free; a number goes unused where two threads add a value at once.
 *          Growth: all others at rest.
 */
#ifndef COSET_STORE_VALUES_H
#define COSET_STORE_VALUES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "store/set.h"

#define COSET__VALUES_FIRST  16 /* values of the first piece, then each is as large as all before */
#define COSET__VALUES_PIECES 28 /* so numbers are below 2^31 */

/* A value, and what it adds to the hash of a state. */
typedef struct {
    uint64_t value, hash;
} coset__valued;

/* Of one word. */
typedef struct {
    _Alignas(64) _Atomic uint32_t *slots; /* [n_slots] open addressing: number + 1, 0 = empty */
    uint32_t n_slots, limit;              /* limit: values that they may hold */
    _Atomic(coset__valued *) pieces[COSET__VALUES_PIECES];
    _Alignas(64) _Atomic uint32_t n; /* numbers given away: it changes while all others read the rest */
} coset__value_table;

typedef struct {
    uint32_t words;
    coset__value_table *tables; /* [words] */
    coset__budget *budget;
    _Atomic bool wanting; /* some table is full */
} coset__values;

bool coset__values_init(coset__values *v, uint32_t words, coset__budget *budget);
void coset__values_fini(coset__values *v);

/* Of value x of word w. The sum over a state's words is as good as a hash of all, and is changed word by word. */
static inline uint64_t coset__value_hash(uint32_t w, uint64_t x)
{
    return coset__hash_word(x + w * UINT64_C(0xd6e8feb86659fd93));
}

/* The value with a number that has been given. */
static inline const coset__valued *coset__value(const coset__value_table *t, uint32_t number)
{
    uint32_t k = number < COSET__VALUES_FIRST ? 0 : 32 - (uint32_t)__builtin_clz(number / COSET__VALUES_FIRST);
    uint32_t start = k ? (uint32_t)COSET__VALUES_FIRST << (k - 1) : 0;
    return atomic_load_explicit(&t->pieces[k], memory_order_relaxed) + (number - start);
}

/* Where the search for a value begins. */
static inline uint32_t coset__value_slot(const coset__value_table *t, uint64_t x)
{
    uint64_t spread = (x ^ x >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)((spread >> 32) * t->n_slots >> 32);
}

static inline uint32_t coset__value_next_slot(const coset__value_table *t, uint32_t i)
{
    return i + 1 < t->n_slots ? i + 1 : 0;
}

/* Adds what was not found, from slot i on. */
bool coset__value_add(coset__values *v, uint32_t w, uint64_t x, uint32_t i, uint32_t *number);

/* Finds or adds a value; *hash is that of the value. False: the table is full, or memory is. */
static inline bool coset__value_number(coset__values *v, uint32_t w, uint64_t x, uint32_t *number, uint64_t *hash)
{
    const coset__value_table *t = &v->tables[w];
    for (uint32_t i = coset__value_slot(t, x);; i = coset__value_next_slot(t, i)) { /* ends: some slot is empty */
        uint32_t seen = atomic_load_explicit(&t->slots[i], memory_order_acquire);
        if (!seen) {
            *hash = coset__value_hash(w, x);
            return coset__value_add(v, w, x, i, number);
        }
        *number = seen - 1;
        const coset__valued *at = coset__value(t, *number);
        *hash = at->hash;
        if (at->value == x)
            return true;
    }
}

/* How many numbers of word w have been given, at least. */
static inline uint32_t coset__values_of(const coset__values *v, uint32_t w)
{
    return atomic_load_explicit(&v->tables[w].n, memory_order_relaxed);
}

/* Makes tables larger that are full or will soon be. COSET_MEMORY: one that is full could not be made larger. */
coset_status coset__values_grow(coset__values *v, coset_err *err);

#endif
