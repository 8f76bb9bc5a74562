/* store/set.h - a growing set of keys, shared by threads; each key gets a number.
 *
 * Layer    store.
 * Shapes   A key is `words` 64-bit words; the last one may end in bytes that are always zero and are not stored. Or it
 *          is coded: the number of a layout, then as many bits as the layout defines.
 * Numbers  Keys are stored in blocks of COSET__BLOCK; a block belongs to one thread, number = block * COSET__BLOCK +
 *          position. Keys never move. Only the last block of a thread may have room, except coded ones whose layout is
 *          no longer used.
 * Index    index.h finds the number of a key. A passing set has no index: keys are only appended, and live as long as
 *          the links of their block. If such blocks exceed their share of the memory, those that only their own thread
 *          has seen are written to a temporary file.
 * Threads  put and append: any number, one call at a time for each `thread`. Lock-free. The index grows in steps of
 *          some milliseconds, between which keys are put: all other threads at rest; any number of them may help.
 */
#ifndef COSET_STORE_SET_H
#define COSET_STORE_SET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/mix.h"
#include "store/index.h"
#include "store/memory.h"
#include "store/spill.h"
#include "store/stored.h"

#ifdef COSET_TEST_SMALL
#define COSET__BLOCK_BITS 3
#else
#define COSET__BLOCK_BITS 10
#endif
#define COSET__BLOCK      (UINT64_C(1) << COSET__BLOCK_BITS)
#define COSET__MOST_KEY   8192 /* bytes: the keys of a block are in one piece of memory */
#define COSET__MOST_CODED 514  /* words of a coded key */

/* Location of the keys of a block. */
typedef struct {
    unsigned char *keys;
    uint32_t key_bytes;
    uint16_t layout; /* coded */
} coset__home;

/* Other data of a block. `links`, and the keys of a passing set, live until the store seals the block. */
typedef struct {
    uint64_t base; /* position of its first key among the owner's keys */
    _Atomic uint64_t *links;
    unsigned char *narrow; /* the part of its links that a sealed block keeps, narrow_bytes each */
    uint64_t spilled;      /* 0: not spilled; else 1 + position in the file of its links, followed by its keys */
    uint32_t owner;
    uint32_t n; /* keys, once it is not the owner's last block */
    uint8_t narrow_bytes;
} coset__block;

typedef struct coset__set coset__set;

/* Operations on coded keys. */
typedef struct {
    const void *of; /* NULL: keys are not coded */
    uint32_t (*bytes)(const void *of, uint64_t layout);
    /* The key in another layout; false: it does not fit. */
    bool (*translate)(const void *of, const uint64_t *key, uint32_t layout, uint64_t *out);
    /* Computes the hashes of keys one by one. */
    void *(*walk_begin)(const void *of);
    uint64_t (*walk_hash)(const void *of, void *walk, const uint64_t *key);
    void (*walk_end)(void *walk);
} coset__coding;

/* How keys are stored. */
typedef struct {
    uint32_t words;
    uint32_t bytes;       /* stored of a key */
    coset__coding coding; /* `words`: maximum for a key, with its layout */
} coset__form;

typedef struct {
    uint32_t threads;
    coset__form key;
    bool passing;        /* keys are only appended, and live as long as links */
    bool linked;         /* blocks have links. A passing set without them only counts its keys */
    bool thrifty;        /* the index grows by smaller factors, so less of it is empty */
    uint32_t paid_bytes; /* memory per key that the store will need later; considered when an index is sized */
} coset__set_shape;

/* Data of one thread; others read only `n`, and `blocks` at rest. */
typedef struct {
    COSET_OWN_PAGES _Atomic uint64_t n; /* keys */
    uint64_t next, end;                 /* numbers left in the last block */
    uint64_t quota;                     /* entries of the index that it may still fill */
    uint64_t *blocks;                   /* its blocks in their order */
    uint64_t n_blocks, blocks_room;
    uint64_t fresh;                 /* position of the first key that no other thread reads */
    unsigned char *page;            /* of a passing set: links and keys of a block read from the file ... */
    uint64_t paged;                 /* ... its number + 1; 0: none */
    unsigned char *slab, *slab_end; /* permanent memory not yet used */
    unsigned char *touched;         /* pages up to here have been touched */
    void **slabs;
    uint32_t n_slabs;
} coset__set_member;

struct coset__set {
    coset__set_shape shape;
    coset__budget *budget;
    coset__home *homes;   /* reserved for the largest number of blocks */
    coset__block *blocks; /* likewise */
    _Atomic uint64_t n_blocks;
    uint64_t most_blocks; /* that the index can name */
    coset__index index;
    coset__index before;     /* while the index grows: hashes of its lines from `moved` on are searched here */
    bool kept;               /* its entries determine the hashes */
    uint64_t moved, goal;    /* lines of `before`; a step of growth moves those between the two */
    uint64_t beyond;         /* keys that may be put before all are moved, approximately */
    uint64_t steps;          /* of growth, from 1: a probe is valid within one step */
    _Atomic uint64_t cursor; /* next part of a step */
    _Atomic bool growing;    /* `before` is in use */
    _Atomic int64_t room;
    _Atomic bool wanting;
    coset__set_member *members;
    coset__spill spill;
    _Atomic uint64_t aside; /* of a passing set: bytes of blocks in memory, and of their kept parts */
    uint64_t most_aside;    /* above this, blocks are spilled */
};

/* False if even the first index cannot be allocated. Call fini in any case. */
bool coset__set_init(coset__set *set, const coset__set_shape *shape, coset__budget *budget);
void coset__set_fini(coset__set *set);

/* Result of coset__set_fetch for a line: entries where the search must stop, in the order of the search from the
 * position of the hash. */
typedef struct {
    coset__spot at;
    uint64_t step; /* of growth; 0: nothing is known */
    uint32_t stops;
} coset__probe;

/* `hash` is coset__hash_words(key), or that of the coding. Not of a passing set. */
coset_stored coset__set_put(coset__set *set, uint32_t thread, uint64_t hash, const coset__probe *probe,
                            const uint64_t *key, uint64_t *number);
/* Adds a key to a passing set. */
bool coset__set_append(coset__set *set, uint32_t thread, const uint64_t *key, uint64_t *number);
/* Ensures that this append succeeds. */
bool coset__set_ready(coset__set *set, uint32_t thread, const uint64_t *key);
/* The key; of a passing set only as long as the block has links. */
void coset__set_key(const coset__set *set, uint64_t number, uint64_t *key);
/* The same for a thread that will read the following keys. */
void coset__set_read(const coset__set *set, uint32_t thread, uint64_t number, uint64_t *key);
/* The link of a key; the thread will read the keys of its block. */
uint64_t coset__set_read_link(const coset__set *set, uint32_t thread, uint64_t number);
/* Word w of a key that is not coded. */
uint64_t coset__set_word(const coset__set *set, uint64_t number, uint32_t w);
uint64_t coset__hash_words(const uint64_t *words, uint32_t n);
/* Prefetches the index line of that hash. */
void coset__set_prefetch(const coset__set *set, uint64_t hash);
/* With that line in the cache, prefetches the key that most likely has the hash, and its link. */
void coset__set_fetch(const coset__set *set, uint64_t hash, coset__probe *probe);

/* All threads at rest: from now on other threads may read the keys added so far. */
void coset__set_share(coset__set *set);
/* Memory of a block's links, and keys of a passing set; and freeing them. */
uint64_t coset__set_passing_bytes(const coset__set *set, uint64_t block);
void coset__set_drop_passing(coset__set *set, uint64_t block);
/* Writes the links of a block into the file, if `aside` exceeds its share. */
bool coset__set_spill_links(coset__set *set, uint64_t block);
/* A link of a spilled block. */
uint64_t coset__set_spilled_link(const coset__set *set, uint64_t number);

/* Permanent memory; charged. */
unsigned char *coset__set_keep(coset__set *set, uint32_t thread, uint64_t bytes);

static inline coset__block *coset__block_of(const coset__set *set, uint64_t number)
{
    return &set->blocks[number >> COSET__BLOCK_BITS];
}

/* A step of growth, if `wanting`: after it some keys can be put. If no index is growing, it begins a larger one.
 * `begin` by one thread; then `help` by any number of threads, at least one; then `end` by one. If begin fails, the set
 * is unchanged. */
coset_status coset__set_grow_begin(coset__set *set, coset_err *err);
void coset__set_grow_help(coset__set *set);
void coset__set_grow_end(coset__set *set);

#endif
