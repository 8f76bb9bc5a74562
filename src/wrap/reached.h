/* wrap/reached.h - a model whose start states are all states reached by a search.
 *
 * Layer    wrap (sees model).
 * Idea     A run from a reached state is a suffix of a run of the model. So a search of this model decides what runs do
 *          eventually, without their prefixes.
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
