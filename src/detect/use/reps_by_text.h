/* detect/use/reps_by_text.h - one representative for each orbit, by renamings that follow from the text of the program.
 *
 * Layer    detect; only for minimal.c.
 * Idea     if swaps were found in the text (swap.h) there is a program with scalarsets instead of ranges, whose states
 *          are the same slot by slot. Its renamings form a subgroup S, for which the canonicalisers of symm/ work; they
 *          support multisets. The rest of the group are cosets of S (cosets.h).
 */
#ifndef COSET_DETECT_USE_REPS_BY_TEXT_H
#define COSET_DETECT_USE_REPS_BY_TEXT_H

#include "detect/extract/detected.h"

typedef struct coset__reps_by_text coset__reps_by_text;
typedef struct coset__reps_by_text_scratch coset__reps_by_text_scratch;

/* `with_types` false: S is trivial, so all elements of the group are tried. NULL if there are too many cosets, or no
 * renamings but with_types. */
coset__reps_by_text *coset__reps_by_text_new(const coset_detected *d, bool with_types);
void coset__reps_by_text_free(coset__reps_by_text *r);

coset__reps_by_text_scratch *coset__reps_by_text_scratch_new(const coset__reps_by_text *r);
void coset__reps_by_text_scratch_free(coset__reps_by_text_scratch *s);
/* dst, which does not overlap src, is the representative of src, a state of literals. perm: NULL, or the images of
 * literals; orbit: NULL, or its size. Returns the estimated nanoseconds that it took, counted as in reps_by_types.h. */
uint64_t coset__reps_by_text_apply(coset__reps_by_text_scratch *s, const coset_value *src, coset_value *dst,
                                   coset_point *perm, coset_count *orbit);

#endif
