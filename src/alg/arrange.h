/* alg/arrange.h - all arrangements of blocks, one transposition after another.
 *
 * Layer    alg.
 * Idea     positions 0 .. n-1 are cut into consecutive blocks; the arrangements are all permutations inside the blocks,
 *          each exactly once. Blocks are the digits of an odometer; each digit enumerates the arrangements of its block
 *          by one exchange at a time, from whatever arrangement the block has at the start.
 * Source   B. R. Heap, 1963. Differs: several blocks; a round starts from the arrangement that the last one has left.
 */
#ifndef COSET_ALG_ARRANGE_H
#define COSET_ALG_ARRANGE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t start, n; /* positions start .. start+n-1 */
} coset_block;

typedef struct {
    uint32_t n_blocks;
    const coset_block *blocks; /* disjoint, borrowed */
    uint32_t *counters;        /* as many as there are positions, borrowed */
} coset_arrange;

/* Sets the counters to the first arrangement (the current one). */
void coset_arrange_start(coset_arrange *a);
/* Exchanges two items to make the next arrangement; false after the last one (nothing is exchanged then). */
bool coset_arrange_next(coset_arrange *a, uint32_t *items);

#endif
