/* store/values.h - the distinct values of each word of the states.
 *
 * Layer    store.
 * Idea     A word of a state takes few values in a search. Each value of word w gets a number, dense from 0, so that
 *          few bits represent it.
 * Growth   In steps of some milliseconds, between which values are found and added. The slot of a value is monotone in
 *          a part of its hash, in the old slots and in the new ones. Old slots are moved in order, in each step up to a
 *          slot after an empty one: no value after it belongs before it.
 * Threads  coset__value_number: any number, lock-free; if two threads add a value at once, a number stays unused.
 *          Growth: all others at rest.
 */
#ifndef COSET_STORE_VALUES_H
#define COSET_STORE_VALUES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/mix.h"
#include "store/set.h"

#define COSET__VALUES_FIRST  16 /* values of the first piece; each later one is as large as all before */
#define COSET__VALUES_PIECES 28 /* so numbers are below 2^31 */

/* A value, and its contribution to the hash of a state. */
typedef struct {
    uint64_t value, hash;
} coset__valued;

/* Of one word. */
typedef struct {
    /* open addressing: number + 1, 0 = empty. Values hash to the first n_slots; a tail, see values.c, follows them. */
    _Alignas(64) _Atomic uint32_t *slots;
    uint32_t n_slots, limit;  /* limit: numbers that may be given until the next step of growth */
    _Atomic uint32_t *before; /* while it grows: slots with the values that hash to `moved` and beyond; else NULL */
    uint32_t n_before, moved;
    _Atomic bool tight; /* a value found no room in the tail */
    _Atomic(coset__valued *) pieces[COSET__VALUES_PIECES];
    _Alignas(64) _Atomic uint32_t n; /* numbers assigned: it changes while other threads read the rest */
} coset__value_table;

typedef struct {
    uint32_t words;
    coset__value_table *tables; /* [words] */
    coset__budget *budget;
    _Atomic bool wanting; /* some table is full */
} coset__values;

bool coset__values_init(coset__values *v, uint32_t words, coset__budget *budget);
void coset__values_fini(coset__values *v);

/* Hash of value x of word w. The sum over a state's words is a good hash of the state and can be updated per word. */
static inline uint64_t coset__value_hash(uint32_t w, uint64_t x)
{
    return coset_mix(x + w * UINT64_C(0xd6e8feb86659fd93));
}

/* The value with an assigned number. */
static inline const coset__valued *coset__value(const coset__value_table *t, uint32_t number)
{
    uint32_t k = number < COSET__VALUES_FIRST ? 0 : 32 - (uint32_t)__builtin_clz(number / COSET__VALUES_FIRST);
    uint32_t start = k ? (uint32_t)COSET__VALUES_FIRST << (k - 1) : 0;
    return atomic_load_explicit(&t->pieces[k], memory_order_relaxed) + (number - start);
}

/* The slot of a value among n slots. */
static inline uint32_t coset__value_slot(uint64_t x, uint32_t n)
{
    uint64_t spread = (x ^ x >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)((spread >> 32) * n >> 32);
}

/* Where the search for a value begins; it continues to the next slot until one is empty. */
static inline _Atomic uint32_t *coset__value_begin(const coset__value_table *t, uint64_t x)
{
    if (t->before) {
        uint32_t i = coset__value_slot(x, t->n_before);
        if (i >= t->moved)
            return t->before + i;
    }
    return t->slots + coset__value_slot(x, t->n_slots);
}

/* Adds a value that was not found, from that slot on. */
bool coset__value_add(coset__values *v, uint32_t w, uint64_t x, _Atomic uint32_t *slot, uint32_t *number);

/* Finds or adds a value; *hash is that of the value. False: the table or memory is full. */
static inline bool coset__value_number(coset__values *v, uint32_t w, uint64_t x, uint32_t *number, uint64_t *hash)
{
    const coset__value_table *t = &v->tables[w];
    for (_Atomic uint32_t *slot = coset__value_begin(t, x);; slot++) { /* ends: the last one is empty */
        uint32_t seen = atomic_load_explicit(slot, memory_order_acquire);
        if (!seen) {
            *hash = coset__value_hash(w, x);
            return coset__value_add(v, w, x, slot, number);
        }
        *number = seen - 1;
        const coset__valued *at = coset__value(t, *number);
        *hash = at->hash;
        if (at->value == x)
            return true;
    }
}

/* How many numbers of word w have been assigned, at least. */
static inline uint32_t coset__values_of(const coset__values *v, uint32_t w)
{
    return atomic_load_explicit(&v->tables[w].n, memory_order_relaxed);
}

/* A step of growth of full tables, and of some that will soon be full. COSET_MEMORY: a full one could not grow. */
coset_status coset__values_grow(coset__values *v, coset_err *err);

#endif
