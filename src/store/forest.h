/* store/forest.h - which words of a state are numbered together.
 *
 * Layer    store.
 * Idea     The words of a state are divided into runs of neighbours, the fields. Each run forms the leaves of a tree of
 *          pairs; a field of a state's key is the number of its root. With one word in each field there are no pairs.
 * Shapes   nodes 0 .. fields-1 are the roots; the children of a pair have higher numbers than the pair.
 * Threads  immutable.
 */
#ifndef COSET_STORE_FOREST_H
#define COSET_STORE_FOREST_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t words, fields, nodes;
    uint32_t *leaf;      /* [words] the leaf of a word */
    uint32_t *word;      /* [nodes] the word of a leaf; of a pair UINT32_MAX */
    uint32_t *above;     /* [nodes] the pair that a node is part of; roots have none */
    uint32_t (*kids)[2]; /* [nodes] of a pair */
} coset__forest;

/* 1 <= fields <= words. */
void coset__forest_init(coset__forest *f, uint32_t words, uint32_t fields);
void coset__forest_fini(coset__forest *f);

static inline bool coset__forest_is_pair(const coset__forest *f, uint32_t node) { return f->word[node] == UINT32_MAX; }

#endif
