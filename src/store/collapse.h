/* store/collapse.h - states stored as the numbers of their parts' values, a few bits each.
 *
 * Layer    store.
 * Idea     A word of a state takes few values (values.h), and so do two neighbours together, as the pair of their
 *          numbers. A forest (forest.h) defines which words are combined. The numbers of its roots, in as few bits as
 *          they need so far (layout.h), are the key of a state. Equal states have equal numbers, so keys are compared
 *          exactly. A successor costs one look-up for each word that differs from its source state, and for each pair
 *          above it.
 * Source   COLLAPSE: Holzmann, State compression in Spin, 1997; trees of pairs: Laarman, van de Pol, Weber, Parallel
 *          recursive state compression for free, 2011. Differs: parts are words, whatever they hold; each node of a
 *          tree has numbers of its own; a key has many roots, of as many bits as are needed; numbers are shared by
 *          threads without locks.
 */
#ifndef COSET_STORE_COLLAPSE_H
#define COSET_STORE_COLLAPSE_H

#include "store/forest.h"
#include "store/layout.h"

/* The current position of a thread: a state with all its parts. */
typedef struct {
    COSET_OWN_PAGES coset_arena *own; /* owns what it points to */
    uint64_t *key;                    /* in a layout not older than those of the keys seen before */
    uint32_t *numbers;                /* [nodes] */
    uint64_t *words;                  /* [words]; NULL: only the sum is needed, and `numbers` are those of roots */
    uint64_t *hashes;                 /* [fields] of the values of the roots */
    uint64_t sum;                     /* of them */
    uint64_t *fresh;                  /* set of words that the last move has changed */
    uint64_t *scratch;                /* a key */
    uint32_t *now;                    /* [nodes] of the state being put: the number of each node that is in ... */
    uint64_t *moved;                  /* ... this set */
    uint64_t *waiting;                /* set of pairs still to be looked up */
    bool valid;                       /* false: all is zero, there is no state */
} coset__place;

typedef struct {
    coset__forest forest;
    coset__values values;
    coset__layouts layouts;
    uint32_t threads;
    coset__place *places; /* [threads] */
} coset__collapse;

/* 1 <= fields <= words. */
bool coset__collapse_init(coset__collapse *c, uint32_t words, uint32_t fields, uint32_t threads, coset__budget *budget);
void coset__collapse_fini(coset__collapse *c);
/* How a set stores keys of `c`. */
coset__coding coset__collapse_coding(const coset__collapse *c);

/* False: a table or memory is full. `changed`: the words that differ from those of the thread's position (only these of
 * `words` are read); or NULL: not known. */
bool coset__collapse_put(coset__collapse *c, uint32_t thread, const uint64_t *words, const uint64_t *changed,
                         uint64_t *key, uint64_t *hash);
/* Moves the thread to a state and returns its words. *changed: the set of them that differ from the previous state's,
 * until the next call. */
const uint64_t *coset__collapse_load(coset__collapse *c, uint32_t thread, const uint64_t *key,
                                     const uint64_t **changed);
/* Passes the words of a state to `take`; with `beside`, the position of a thread, only those that may differ from the
 * words there. Cost: the fields, and the nodes above the words passed. */
typedef void coset__take_word(void *ctx, uint32_t w, uint64_t word);
void coset__collapse_words(const coset__collapse *c, const coset__place *beside, const uint64_t *key,
                           coset__take_word *take, void *ctx);
/* Word w. Cost: the height of its tree. */
uint64_t coset__collapse_word(const coset__collapse *c, const uint64_t *key, uint32_t w);

#endif
