/* detect/extract/symtypes.h - symmetric types inside a detected group.
 *
 * Layer    detect.
 * Idea     a factor of the group that permutes n things arbitrarily, whatever they are (slots, blocks of slots, values,
 *          both), acts like a declared scalarset of n elements. A factor that does not may contain some: in the
 *          subgroup that fixes its blocks. All types found commute, so they generate a subgroup; the rest of the group
 *          are its cosets.
 */
#ifndef COSET_DETECT_EXTRACT_SYMTYPES_H
#define COSET_DETECT_EXTRACT_SYMTYPES_H

#include "detect/extract/detected.h"

typedef struct {
    uint32_t n; /* elements, at least 2 */
    /* The exchange of two elements that fixes the others; a permutation of literals: swaps[i * n + j] for i < j. */
    const coset_point *const *swaps;
} coset__symtype;

typedef struct {
    uint32_t n;
    const coset__symtype *types;
} coset__symtypes;

static inline const coset_point *coset__swap(const coset__symtype *t, uint32_t i, uint32_t j)
{
    return t->swaps[i < j ? i * t->n + j : j * t->n + i];
}

/* `depth`: how deep factors are searched. Each swap is an element of the group. Owner: arena. */
coset__symtypes coset__symtypes_find(const coset_detected *d, uint32_t depth, coset_arena *arena);

#endif
