/* detect/typed.h - one representative for each orbit, by symmetric types and the cosets of their group.
 *
 * Layer    detect; only for minimal.c.
 * Idea     the symmetric types inside the group make a subgroup S, whose representatives the canonicalisers of symm/
 *          find fast; the group consists of few cosets of it (cosets.h). With S trivial all elements of the group are
 *          tried: so small groups are enumerated.
 */
#ifndef COSET_DETECT_TYPED_H
#define COSET_DETECT_TYPED_H

#include "detect/detect.h"

typedef struct coset__typed coset__typed;
typedef struct coset__typed_scratch coset__typed_scratch;

/* `with_types` false: S is trivial. NULL where there are too many cosets, or no types though they are wanted. */
coset__typed *coset__typed_new(const coset_detected *d, bool with_types);
/* False: of an orbit several representatives may be found, and its size is not. */
bool coset__typed_exact(const coset__typed *t);
void coset__typed_free(coset__typed *t);

coset__typed_scratch *coset__typed_scratch_new(const coset__typed *t);
void coset__typed_scratch_free(coset__typed_scratch *s);
/* As coset__chain_apply. */
uint64_t coset__typed_apply(coset__typed_scratch *s, uint32_t *state, coset_point *perm, coset_count *orbit);

#endif
