/* store/tree.h - sequences of words as trees of shared pairs.
 *
 * Layer    store.
 * Idea     a sequence is cut into chunks of equally many bits. Each chunk, and each pair of neighbours above, is kept
 *          once in a set of nodes and stands for its number there; what is left of a sequence is one pair of numbers,
 *          its root. Equal sequences have equal roots. Which numbers nodes get depends on threads.
 * Chunks   two up to 128 bits, four up to 256: halves of equal size have the fewest different contents. Larger
 *          sequences are cut into their words.
 * Pre      sequences have at least two words.
 * Source   Laarman, van de Pol, Weber: Parallel recursive state compression for free, 2011. Differs: nodes live outside
 *          the table that finds them, so it grows and numbers stay; the lowest nodes are chunks of up to 64 bits.
 */
#ifndef COSET_STORE_TREE_H
#define COSET_STORE_TREE_H

#include "store/set.h"

/* A node that the thread has met: key and number never change. */
typedef struct {
    uint64_t key;
    uint32_t number_plus_1; /* 0: none */
} coset__tree_met;

/* One thread's: the sequence it works from, and one that it puts. */
typedef struct {
    _Alignas(64) uint64_t *words; /* [words] of the base */
    uint64_t *chunks;             /* [chunks] likewise */
    uint32_t *base;               /* [n] number of each node of the base */
    uint32_t *now;                /* [n] likewise, of the sequence being put */
    uint64_t *dirty;              /* set of nodes that are other ones than before */
    uint64_t *fresh;              /* set of words that the last load has changed */
    bool valid;
    coset__tree_met *met; /* by hash, the last one: most nodes are met again soon, and the set is far away in memory */
} coset__tree_member;

typedef struct {
    coset__set nodes;
    uint32_t words, chunks, bits; /* bits of a chunk, the highest ones of a word */
    uint32_t n;                   /* nodes without the root; the first ones are the chunks */
    uint32_t (*kids)[2];          /* [n] of nodes that are no chunks */
    uint32_t (*above)[2];         /* [n] the pair that a node belongs to (n: the root), and its side */
    uint32_t root[2];             /* nodes */
    uint32_t threads;
    coset__tree_member *members;
} coset__tree;

/* `bytes` of the sequences may be other than zero. */
bool coset__tree_init(coset__tree *t, uint32_t words, uint32_t bytes, uint32_t threads, coset__budget *budget);
void coset__tree_fini(coset__tree *t);

/* Words of a set of words: word w is bit w % 64 of its word w / 64. */
static inline uint32_t coset__tree_set(uint32_t n) { return (n + 63) / 64; }

/* False: the set of nodes is full. `changed`: the words that differ from those of the base, or NULL: not known. Only
 * they and the pairs above them cost something. */
bool coset__tree_put(coset__tree *t, uint32_t thread, const uint64_t *words, const uint64_t *changed, uint64_t *root);
/* All words, into the base of the thread; what they share with the base before is not read again. *changed: the set of
 * words that differ from it, until the next call. */
const uint64_t *coset__tree_load(coset__tree *t, uint32_t thread, uint64_t root, const uint64_t **changed);
/* Word w. Cost: the height of the tree, for each chunk that it is part of. */
uint64_t coset__tree_word(const coset__tree *t, uint64_t root, uint32_t w);

#endif
