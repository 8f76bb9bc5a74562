/* wrap/reached.h - a model that starts in all states that a search of it has reached.
 *
 * Layer    wrap (sees model).
 * Idea     a run that begins in a reached state is the end of a run of the model, so what some run does in the end is
 *          found without the way there.
 * Owner    borrows the model and the states.
 */
#ifndef COSET_WRAP_REACHED_H
#define COSET_WRAP_REACHED_H

#include "model/model.h"

typedef struct {
    uint64_t n;
    void (*get)(const void *ctx, uint64_t i, coset_value *state); /* by any thread */
    const void *ctx;
} coset_reached;

coset_model *coset_reached_new(const coset_model *m, const coset_reached *states);

#endif
