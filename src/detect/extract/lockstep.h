/* detect/extract/lockstep.h - where a rule and its image differ.
 *
 * Layer    detect, private.
 * Idea     the guard and then the statements of a rule are run on a state and, with the image of its parameters, on the
 *          image of the state, side by side. A condition with two values is reported, and so is a statement after which
 *          one state is not the image of the other; after such a statement the image is restored.
 */
#ifndef COSET_DETECT_EXTRACT_LOCKSTEP_H
#define COSET_DETECT_EXTRACT_LOCKSTEP_H

#include "base/budget.h"
#include "detect/extract/exchange.h"

typedef struct coset__lockstep coset__lockstep;

/* All must outlive it. */
coset__lockstep *coset__lockstep_new(const coset_model *m, const coset_ir *ir, coset_budget *limit);
void coset__lockstep_free(coset__lockstep *k);

/* Runs rule `rule` with the parameters of `instance` on `state` (NULL: all is undefined), in parallel with its image.
 * Returns the number of places found; *places is valid until the next call. A parameter without an image is one, too.
 */
uint32_t coset__lockstep_run(coset__lockstep *k, const coset__exchange *x, const coset__moves *moves, uint32_t rule,
                             uint64_t instance, const coset_value *state, const coset_pos **places);

#endif
