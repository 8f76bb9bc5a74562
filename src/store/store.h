/* store/store.h - the set of visited states, shared by threads.
 *
 * Layer    store (sees base). Knows slots only by their width in bits.
 * Kinds    packed: slots by width; collapse: words of the packed state by the numbers of their values; tree: the same,
 *          of smaller words or of pairs of them, with fuller tables; all three are exact. compact: a part of a hash
 *          instead of the state; bitstate: three bits of a table. These two may take a new state for an old one, so a
 *          search with them can miss states and errors.
 * Shapes   A reference is a number < 2^40. States of one thread are stored in blocks of consecutive references. The
 *          reference of a state depends on the thread schedule.
 * Life     A generation ends with coset_store_mark. States of this generation and the one before are recent or current;
 *          of older ones only the hint in the link is kept; in an inexact store also the parent, but not the values.
 * File     With a memory bound, an inexact store writes states of these generations, and links, to a temporary file if
 *          they take more than an eighth of the bound (spill.h).
 * Order    states are ordered lexicographically by slot.
 * Threads  insertion is lock-free; growth happens between insertions, while all threads rest or help.
 * Source   lockless shared hash tables: Laarman, van de Pol, Weber 2010 (differs: states live outside the table, so it
 *          can grow); see collapse.h, compaction.h; bitstate: Holzmann 1998 (differs: the bits of a state lie in one
 *          word, so that only one thread finds it new).
 * Test     -DCOSET_TEST_SMALL: blocks of 8, 16 entries at first and 3-bit parts of hashes; test/unit/store.
 */
#ifndef COSET_STORE_STORE_H
#define COSET_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "store/stored.h"

typedef struct coset_store coset_store;
typedef uint64_t coset_ref;
#define COSET_NO_REF        UINT64_MAX
#define COSET_REF_BITS      40
#define COSET_STORE_THREADS 256 /* most threads of one store */

typedef struct {
    const char *name;
    bool exact;
    const char *summary; /* a few words */
} coset_store_kind;

const coset_store_kind *coset_store_kinds(uint32_t *n);

typedef struct {
    const char *kind; /* of the table, "auto" or NULL: an exact one, by the size of a state */
    uint32_t threads;
    uint64_t max_bytes; /* bounds all memory of the store; 0 = none. Bitstate takes three quarters of it or more for its
                         * table, and half if there can be no file */
    bool no_links;      /* links are dropped with their generation */
    bool bare;          /* states are put and never read: no links, and inexact stores keep no values */
} coset_store_options;

/* Slot i has bits[i] bits (0..32). Errors: COSET_MEMORY if even the first table cannot be allocated or exceeds the
 * bound; COSET_USAGE for a number of threads out of range or an unknown kind. */
coset_status coset_store_new(uint32_t n_slots, const uint32_t *bits, const coset_store_options *o, coset_store **out,
                             coset_err *err) COSET_NODISCARD;
void coset_store_free(coset_store *s);
const coset_store_kind *coset_store_kind_of(const coset_store *s);

/* Finds or adds a state. `thread` < threads; one call at a time for each thread. A value that does not fit its slot is
 * a bug of the caller (COSET_INVARIANT).
 * Out  ref: its reference; COSET_NO_REF for an old state of an inexact store. FULL: neither found nor added. If
 *      coset_store_wants_growth then holds, the caller parks the other threads, grows the store and tries again; else
 *      memory is exhausted. */
coset_stored coset_store_put(coset_store *s, uint32_t thread, const uint32_t *state, coset_ref *ref);

/* The same in steps, so that the required memory is prefetched while other states are prepared: first `ready`, number i
 * < COSET_STORE_AHEAD of the thread's own; later (well after the next ones are ready) `fetch`; then `put_ready`. FULL
 * from `ready`: as from put; the state must be prepared again. A prepared state stays valid when tables grow, and when
 * another state is put or loaded. */
#define COSET_STORE_AHEAD 64
coset_stored coset_store_ready(coset_store *s, uint32_t thread, uint32_t i, const uint32_t *state);
/* For a state that differs at most in slots[0 .. n) from the one that the thread has loaded last. */
coset_stored coset_store_ready_beside(coset_store *s, uint32_t thread, uint32_t i, const uint32_t *state,
                                      const uint32_t *slots, uint32_t n);
void coset_store_fetch(coset_store *s, uint32_t thread, uint32_t i);
coset_stored coset_store_put_ready(coset_store *s, uint32_t thread, uint32_t i, coset_ref *ref);
/* The values of a prepared state. */
void coset_store_get_ready(const coset_store *s, uint32_t thread, uint32_t i, uint32_t *state);

/* The values of a state. In an inexact store only of states of this generation and the one before. */
void coset_store_get(const coset_store *s, coset_ref ref, uint32_t *state);
/* The same, for a state whose successors `thread` will put: putting them is then cheaper. Returns a hash of the values,
 * which is the same in every run and store on machines of one byte order. */
uint64_t coset_store_load(coset_store *s, uint32_t thread, coset_ref ref, uint32_t *state);
/* < 0, 0, > 0: the values of `a` are less than, equal to, greater than those of `b`. */
int coset_store_compare(const coset_store *s, coset_ref a, coset_ref b);
/* The hash of these values, as coset_store_load returns it. The next put is not relative to the loaded state. */
uint64_t coset_store_hash(coset_store *s, uint32_t thread, const uint32_t *state);

/* The link: one 64-bit word for the user for each state of this generation and the one before; initially UINT64_MAX. Of
 * older states bits 56..63, the hint, are kept, and by an inexact store its bits 16..55, the parent. In an inexact
 * store only for the state that the thread has put last. */
_Atomic uint64_t *coset_store_link(const coset_store *s, coset_ref ref);
/* The link of a state of this generation or the one before that `thread` will load. */
uint64_t coset_store_read_link(coset_store *s, uint32_t thread, coset_ref ref);
uint8_t coset_store_hint(const coset_store *s, coset_ref ref);
coset_ref coset_store_parent(const coset_store *s, coset_ref ref);

/* Ends a generation, while no other thread uses the store: coset_store_is_recent holds for the states added since. */
void coset_store_mark(coset_store *s);
bool coset_store_is_recent(const coset_store *s, coset_ref ref);

/* Number of states stored by one thread; a thread other than the owner may see an older number. The reference of the
 * i-th of them; and the inverse. */
uint64_t coset_store_count(const coset_store *s, uint32_t thread);
coset_ref coset_store_ref(const coset_store *s, uint32_t thread, uint64_t i);
uint32_t coset_store_owner(const coset_store *s, coset_ref ref);
uint64_t coset_store_index(const coset_store *s, coset_ref ref);

/* True: a table is so full that nothing can be put before it has grown. */
bool coset_store_wants_growth(const coset_store *s);
/* Makes room: a step of some milliseconds, after which some states can be put; a large table grows in many steps.
 * `begin` by one thread while no other uses the store; if it succeeds, `help` by any number of threads, at least one;
 * then `end` by one. COSET_MEMORY if the limit or the system forbids it: the store is unchanged. */
coset_status coset_store_grow_begin(coset_store *s, coset_err *err) COSET_NODISCARD;
void coset_store_grow_help(coset_store *s);
void coset_store_grow_end(coset_store *s);
/* All three. */
coset_status coset_store_grow(coset_store *s, coset_err *err) COSET_NODISCARD;
/* For any thread: a table is growing, in steps. */
bool coset_store_is_growing(const coset_store *s);

uint64_t coset_store_size(const coset_store *s);       /* states; exact while no thread puts */
uint64_t coset_store_bytes(const coset_store *s);      /* memory in use: tables and blocks */
uint64_t coset_store_file_bytes(const coset_store *s); /* written to the temporary file */
/* Upper bound on the probability that a new state is taken for an old one; 0 for an exact store. */
double coset_store_omission(const coset_store *s);

#endif
