/* store/store.h - the set of visited states, exact and shared by threads.
 *
 * Layer    store (sees base). Knows slots only by their width in bits.
 * Idea     each thread appends packed states (slots by width in 64-bit words) to segments of its own, which never
 *          move; one open-addressing table of 64-bit entries (part of the hash, reference) finds them. Insertion
 *          is lock-free; growth happens between insertions, while all other threads are parked.
 * Shapes   a reference is a number < 2^40: the owner (the thread that stored the state) in the high bits, its
 *          position among the owner's states in the low bits. Consecutive states of one thread have consecutive
 *          references.
 * Order    contents are ordered lexicographically by slot.
 * Source   table: lockless shared hash tables of Laarman, van de Pol, Weber 2010. Differs: states live outside the
 *          table, so it can grow, and an entry is published with one compare-and-swap.
 * Test     -DCOSET_TEST_SMALL: 16 entries at first and 3-bit fingerprints; test/unit/store.
 */
#ifndef COSET_STORE_STORE_H
#define COSET_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

typedef struct coset_store coset_store;
typedef uint64_t coset_ref;
#define COSET_NO_REF        UINT64_MAX
#define COSET_REF_BITS      40
#define COSET_STORE_THREADS 256 /* most threads of one store */

/* Slot i has bits[i] bits (0..32). `max_bytes` bounds all memory of the store (0 = none). Errors: COSET_MEMORY where
 * even the first table cannot be had or exceeds the bound; COSET_USAGE for a number of threads out of range. */
coset_status coset_store_new(uint32_t n_slots, const uint32_t *bits, uint32_t threads, uint64_t max_bytes,
                             coset_store **out, coset_err *err) COSET_NODISCARD;
void coset_store_free(coset_store *s);

typedef enum { COSET_STORE_NEW, COSET_STORE_OLD, COSET_STORE_FULL } coset_stored;

/* Finds or adds a state. `thread` < threads; one call at a time for each thread. A value that does not fit its slot is
 * a bug of the caller (COSET_INVARIANT).
 * Out  ref: where it stands. FULL: neither found nor added. Where coset_store_wants_growth then holds, the caller
 *      parks the others, grows and tries again; else memory is exhausted. */
coset_stored coset_store_put(coset_store *s, uint32_t thread, const uint32_t *state, coset_ref *ref);
void coset_store_get(const coset_store *s, coset_ref ref, uint32_t *state);

/* One 64-bit word for the user's own purpose beside each state (parent link); starts as UINT64_MAX. */
_Atomic uint64_t *coset_store_link(const coset_store *s, coset_ref ref);

/* Hash of the contents; the same in every run on every machine of one byte order. */
uint64_t coset_store_hash(const coset_store *s, coset_ref ref);
/* < 0, 0, > 0 as contents of `a` are before, equal to, after those of `b`. */
int coset_store_compare(const coset_store *s, coset_ref a, coset_ref b);

/* coset_store_mark, called while no other thread uses the store, ends a generation: coset_store_is_recent holds for
 * the states added since. */
void coset_store_mark(coset_store *s);
bool coset_store_is_recent(const coset_store *s, coset_ref ref);

/* States stored by one thread; a thread other than the owner may see an older number. The i-th of them; and the way
 * back. */
uint64_t coset_store_count(const coset_store *s, uint32_t thread);
coset_ref coset_store_ref(const coset_store *s, uint32_t thread, uint64_t i);
uint32_t coset_store_owner(const coset_store *s, coset_ref ref);
uint64_t coset_store_index(const coset_store *s, coset_ref ref);

/* True where the table is so full that nothing more is put before it has grown. */
bool coset_store_wants_growth(const coset_store *s);
/* Doubles the table. Only while no other thread uses the store. COSET_MEMORY where the limit or the system forbids it:
 * the store is as before. Cost: one pass over all states. */
coset_status coset_store_grow(coset_store *s, coset_err *err) COSET_NODISCARD;

uint64_t coset_store_size(const coset_store *s);  /* states; exact while no thread puts */
uint64_t coset_store_bytes(const coset_store *s); /* memory in use: table and segments as far as they are filled */

#endif
