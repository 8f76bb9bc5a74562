/* store/store.h - the set of visited states, exact and shared by threads.
 *
 * Layer    store (sees base). Knows slots only by their width in bits.
 * Idea     states are packed by slot width into 64-bit words and appended to blocks; an open-addressing table of
 *          64-bit entries (part of the hash, reference) finds them. Insertion is lock-free; growth happens between
 *          insertions, when all threads have arrived at coset_store_pause.
 * Shapes   a reference is a dense number < 2^40.
 */
#ifndef COSET_STORE_STORE_H
#define COSET_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

typedef struct coset_store coset_store;
typedef uint64_t coset_ref;
#define COSET_NO_REF UINT64_MAX

/* Slot i has bits[i] bits (0..32). `max_bytes` bounds all memory of the store (0 = none). */
coset_status coset_store_new(uint32_t n_slots, const uint32_t *bits, uint32_t threads, uint64_t max_bytes,
                             coset_store **out, coset_err *err) COSET_NODISCARD;
void coset_store_free(coset_store *s);

typedef enum { COSET_STORE_NEW, COSET_STORE_OLD, COSET_STORE_FULL } coset_stored;

/* Finds or adds a state. `thread` < threads; one call at a time for each thread.
 * Out  ref: where it stands. FULL: neither found nor added, because memory or table is exhausted; the caller stops or
 *      goes to coset_store_grow. */
coset_stored coset_store_put(coset_store *s, uint32_t thread, const uint32_t *state, coset_ref *ref);
void coset_store_get(const coset_store *s, coset_ref ref, uint32_t *state);

/* One 64-bit word for the user's own purpose beside each state (parent link); starts as UINT64_MAX. */
_Atomic uint64_t *coset_store_link(const coset_store *s, coset_ref ref);

/* True where the table is so full that it should grow before more is put. */
bool coset_store_wants_growth(const coset_store *s);
/* Only while no other thread uses the store. COSET_MEMORY where the limit forbids it. */
coset_status coset_store_grow(coset_store *s, coset_err *err) COSET_NODISCARD;

uint64_t coset_store_size(const coset_store *s);  /* states */
uint64_t coset_store_bytes(const coset_store *s); /* memory in use */

#endif
