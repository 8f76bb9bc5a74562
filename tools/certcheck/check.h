/* certcheck/check.h - verification of the generators of a certificate on the states and steps of its model.
 *
 * Layer    certcheck.
 * Idea     a generator that maps start states to start states and commutes with the steps of all reachable states maps
 *          reachable states to reachable ones. So the reachable states are a set that all generators map to itself, as
 *          the certificate requires. All of them are explored, or nothing is proved.
 * Sound    coset_check_all proves; coset_check_some gives evidence only.
 */
#ifndef COSET_CERTCHECK_CHECK_H
#define COSET_CERTCHECK_CHECK_H

#include "certcheck/certificate.h"
#include "model/model.h"

typedef struct {
    uint32_t states, n_starts, n_props; /* that were checked */
    uint32_t of_props;                  /* that the model has */
    uint64_t steps;                     /* of these states */
    uint64_t comparisons;               /* of a state with its image */
    uint64_t unknown;                   /* images with unknown values, which were not compared */
    bool cut;                           /* there are more states than allowed: nothing was compared */
} coset_check_counts;

/* Checks all reachable states, at most `most`. Errors: COSET_INPUT with a message if the certificate is wrong; what the
 * model's start rules and steps return. */
coset_status coset_check_all(const coset_model *m, const coset_certificate *c, uint32_t most,
                             coset_check_counts *counts);
/* Checks `samples` states of random runs (with duplicates). */
coset_status coset_check_some(const coset_model *m, const coset_certificate *c, uint32_t samples, uint64_t seed,
                              coset_check_counts *counts);

#endif
