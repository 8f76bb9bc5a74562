/* certcheck/check.h - verification of the generators of a certificate on the states and steps of its model.
 *
 * Layer    certcheck.
 * Idea     a generator that takes start states to start states and commutes with the steps of all reachable states
 *          takes reachable states to reachable ones. So these are a set that contains the reachable states and that
 *          all generators map to itself, as the certificate asks for; they are all explored, or nothing is proved.
 * Sound    coset_check_all proves; coset_check_some gives evidence only.
 */
#ifndef COSET_CERTCHECK_CHECK_H
#define COSET_CERTCHECK_CHECK_H

#include "certcheck/certificate.h"
#include "model/model.h"

typedef struct {
    uint32_t states, n_starts, n_props; /* what was looked at */
    uint32_t of_props;                  /* that the model has */
    uint64_t steps;                     /* of these states */
    uint64_t comparisons;               /* of a state with its image */
    uint64_t unknown;                   /* images that have values nobody knows: they were not compared */
    bool cut;                           /* there are more states than allowed: nothing was compared */
} coset_check_counts;

/* All reachable states, at most `most`. Errors: COSET_INPUT with a message where the certificate is wrong; what the
 * model's start rules and steps return. */
coset_status coset_check_all(const coset_model *m, const coset_certificate *c, uint32_t most,
                             coset_check_counts *counts);
/* The states of random runs, `samples` of them (with doubles). */
coset_status coset_check_some(const coset_model *m, const coset_certificate *c, uint32_t samples, uint64_t seed,
                              coset_check_counts *counts);

#endif
