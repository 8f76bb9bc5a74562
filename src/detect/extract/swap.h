/* detect/extract/swap.h - symmetries that follow from the text of a program, without enumeration of values.
 *
 * Layer    detect, private.
 * Idea     ranges that are used like scalarsets become scalarsets (infer.h), the proof of legality
 *          (symm/legal/legal.h) says which of their elements may be renamed, and each renaming of two elements is a
 *          permutation of literals. It serves models whose conditions and steps have too many combinations of values
 *          for the graph.
 */
#ifndef COSET_DETECT_EXTRACT_SWAP_H
#define COSET_DETECT_EXTRACT_SWAP_H

#include "detect/extract/constraints.h"
#include "detect/extract/infer.h"

/* Elements a and b of a symmetric type are exchanged. */
typedef struct {
    uint32_t type, a, b;
} coset__swap;

typedef struct {
    coset__inferred inferred;
    uint32_t n_swaps;
    const coset__swap *swaps;
} coset__swaps;

/* Swaps that generate the proved group, for the properties that `o` requires. */
void coset__swaps_find(coset__swaps *t, const coset__constraints *v, const coset_detect_options *o, coset_arena *arena);
void coset__swaps_fini(coset__swaps *t);

/* The image of a literal. */
coset_literal coset__swaps_image(const coset__swaps *t, const coset__swap *s, coset_literal x);
/* Adds to slots the values that the swaps map there. Swaps that move a slot with too many values are dropped. */
void coset__swaps_close(coset__swaps *t, coset__constraints *v);
/* As a permutation of literals, and of rule instances. */
coset_detect_generator coset__swaps_generator(const coset__swaps *t, const coset__swap *s, const coset_literals *l,
                                              coset_arena *arena);

#endif
