/* store/compaction.h - hash compaction: a set of hashes, of which 39 bits and their place are kept.
 *
 * Layer    store.
 * Shapes   tables of lines of 64 bytes, COSET__FINGERS entries of 40 bits each: one that says that it is there and 39
 *          of the hash, the finger. The first bits of the hash, times the number of lines, are the line and the finger.
 *          5.3 bytes for each hash; 92 percent of all entries are filled.
 * Search   a hash stands in the first table where its line had room. Tables lose no entry, so who finds an empty entry
 *          knows that the hash stands nowhere.
 * Growth   one more table, twice as large as all before; near the limit of memory half as large as what is left, and so
 *          on: the last ones get what finds no room in the larger ones, until these are full. Nothing is moved, so
 *          there is no pause.
 * Threads  has, add: any number, lock-free; exactly one of several that add the same hash gets NEW. grow: one, all
 *          others at rest.
 * Source   Wolper, Leroy 1993; Stern, Dill 1995 (differ: one table, of fixed size).
 */
#ifndef COSET_STORE_COMPACTION_H
#define COSET_STORE_COMPACTION_H

#include <stdbool.h>
#include <stdint.h>

#include "store/memory.h"
#include "store/store.h"

#define COSET__FINGERS     12
#define COSET__MOST_TABLES 48

typedef struct {
    _Alignas(64) _Atomic uint32_t low[COSET__FINGERS]; /* of the finger; 0: empty */
    _Atomic uint8_t high[COSET__FINGERS];              /* the rest and a bit; 0: being written */
} coset__fingers;

typedef struct {
    coset__fingers *lines;
    uint64_t n;
} coset__fingers_table;

typedef struct {
    coset__fingers_table tables[COSET__MOST_TABLES]; /* the oldest first */
    uint32_t n;
    _Atomic bool wanting;
    coset__budget *budget;
    uint64_t spared; /* bytes of the budget that are left to others */
} coset__compaction;

/* False where there is no memory. To be finished in any case. */
bool coset__compaction_init(coset__compaction *c, coset__budget *budget, uint64_t spared);
void coset__compaction_fini(coset__compaction *c);
/* `hash`: a good one. */
bool coset__compaction_has(const coset__compaction *c, uint64_t hash);
/* FULL: `wanting` is set. */
coset_stored coset__compaction_add(coset__compaction *c, uint64_t hash);
/* Brings what the next call for that hash reads into the cache. */
void coset__compaction_prefetch(const coset__compaction *c, uint64_t hash);
bool coset__compaction_grow(coset__compaction *c);
/* Probability, at most, that `has` is true of a hash that was never added. */
double coset__compaction_false(const coset__compaction *c);

#endif
