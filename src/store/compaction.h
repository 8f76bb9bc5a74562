/* store/compaction.h - hash compaction: a set of hashes, each represented by its position and 39 bits.
 *
 * Layer    store.
 * Shapes   Tables of lines of 64 bytes, with COSET__FINGERS entries of 40 bits each: one presence bit and 39 bits of
 *          the hash, the finger. The first bits of the hash, times the number of lines, give the line and the finger.
 *          5.3 bytes for each hash; 92 percent of all entries are filled.
 * Search   A hash is stored in the first table whose line had room. Tables lose no entry, so an empty entry proves that
 *          the hash is in no table.
 * Growth   One more table, twice as large as all before; near the memory limit half as large as the remaining memory,
 *          and so on: the last ones store the hashes that find no room in the larger ones, until these are full.
 *          Nothing is moved, so there is no pause.
 * Threads  has, add: any number, lock-free; exactly one of several that add the same hash gets NEW. grow: one, all
 *          others at rest.
 * Source   Wolper, Leroy 1993; Stern, Dill 1995 (differ: one table, of fixed size).
 */
#ifndef COSET_STORE_COMPACTION_H
#define COSET_STORE_COMPACTION_H

#include <stdbool.h>
#include <stdint.h>

#include "store/memory.h"
#include "store/stored.h"

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
    uint64_t spared; /* bytes of the budget reserved for others */
} coset__compaction;

/* False: no memory. Call fini in any case. */
bool coset__compaction_init(coset__compaction *c, coset__budget *budget, uint64_t spared);
void coset__compaction_fini(coset__compaction *c);
/* `hash`: well distributed. */
bool coset__compaction_has(const coset__compaction *c, uint64_t hash);
/* FULL: `wanting` is set. */
coset_stored coset__compaction_add(coset__compaction *c, uint64_t hash);
/* Prefetches what the next call for that hash reads. */
void coset__compaction_prefetch(const coset__compaction *c, uint64_t hash);
bool coset__compaction_grow(coset__compaction *c);
/* Probability, at most, that `has` is true of a hash that was never added. */
double coset__compaction_false(const coset__compaction *c);

#endif
