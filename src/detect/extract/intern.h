/* detect/extract/intern.h - numbers for sequences of words: equal sequences have equal numbers.
 *
 * Layer    detect, private.
 */
#ifndef COSET_DETECT_EXTRACT_INTERN_H
#define COSET_DETECT_EXTRACT_INTERN_H

#include "base/mem.h"

typedef struct {
    COSET_VEC(uint32_t) words;
    COSET_VEC(uint32_t) ends; /* of the words of each sequence */
    uint32_t *table;          /* number + 1, or 0 */
    uint32_t room;
} coset__intern;

void coset__intern_fini(coset__intern *t);
/* The number of the sequence, counted from 0 in the order of first appearance. */
uint32_t coset__intern_put(coset__intern *t, const uint32_t *words, uint32_t n);
/* The sequence; valid until the next put. */
const uint32_t *coset__intern_get(const coset__intern *t, uint32_t number, uint32_t *n);
static inline uint32_t coset__intern_count(const coset__intern *t) { return t->ends.n; }

#endif
