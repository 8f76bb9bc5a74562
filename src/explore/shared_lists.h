/* explore/shared_lists.h - short lists that one thread allocates and any thread frees.
 *
 * Layer    explore, private.
 * Shapes   An entry is a state and the marks of the edge to it. A list is a number; 0: the empty list. A list takes a
 *          power of two of words: its length and its entries.
 * Threads  each member by one thread at a time. The users of a list agree on its meaning and lifetime.
 */
#ifndef COSET_EXPLORE_SHARED_LISTS_H
#define COSET_EXPLORE_SHARED_LISTS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/mem.h"

static inline uint64_t coset__entry(uint32_t state, uint64_t marks) { return marks << 32 | state; }
static inline uint32_t coset__entry_state(uint64_t entry) { return (uint32_t)entry; }
static inline uint32_t coset__entry_marks(uint64_t entry) { return (uint32_t)(entry >> 32); }

#define COSET__LIST_SIZES 32 /* powers of two */

typedef struct coset__lists coset__lists;

/* Free lists owned by a thread. */
typedef struct {
    COSET_OWN_PAGES coset__lists *of;
    uint32_t first[COSET__LIST_SIZES], n[COSET__LIST_SIZES];
} coset__lists_member;

struct coset__lists {
    pthread_mutex_t lock;              /* protects all below, except allocated chunks */
    uint32_t first[COSET__LIST_SIZES]; /* free */
    uint32_t next, end;                /* words left in the last chunk */
    _Atomic(uint64_t *) *chunks;
    uint32_t n_chunks;
    _Atomic uint64_t bytes;
    coset__lists_member *members; /* [n] */
};

void coset__lists_init(coset__lists *l, uint32_t n_threads);
void coset__lists_fini(coset__lists *l);

/* Also 0 if 2^32 words do not suffice: *full. */
uint32_t coset__list_new(coset__lists *l, uint32_t thread, const uint64_t *entries, uint32_t n, bool *full);
void coset__list_free(coset__lists *l, uint32_t thread, uint32_t list);
/* list != 0 */
const uint64_t *coset__list_entries(const coset__lists *l, uint32_t list, uint32_t *n);

#endif
