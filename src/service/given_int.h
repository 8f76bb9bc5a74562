/* service/given_int.h - parts of a model given by callbacks.
 *
 * Layer    service, not seen by others.
 */
#ifndef COSET_SERVICE_GIVEN_INT_H
#define COSET_SERVICE_GIVEN_INT_H

#include "model/model.h"
#include "service/given.h"

typedef struct {
    coset_model model; /* first */
    const coset_given *given;
    coset_arena *arena;
    uint32_t *of_slot; /* [n_slots] the variable of a slot */
} coset__given_model;

static inline const coset__given_model *coset__given_of(const coset_model *m) { return (const coset__given_model *)m; }

/* The number of values of a range. */
uint32_t coset__given_size(const coset_given *g, const coset_given_range *range);

/* given_steps.c */
extern const coset_model_ops coset__given_ops;

/* given_symmetry.c: the declared symmetry, and its subgroup that preserves the start states. Owner: arena. */
const coset_legal *coset__given_legal(const coset_model *m, const coset_given *g, coset_arena *arena);

#endif
