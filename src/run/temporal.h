/* run/temporal.h - properties of infinite runs: ltl formulas, claims, labels.
 *
 * Layer    run.
 * Idea     each is checked by a search of its own, in the product of the model with the automaton of its violations,
 *          under the group that preserves its predicates.
 */
#ifndef COSET_RUN_TEMPORAL_H
#define COSET_RUN_TEMPORAL_H

#include "run/temporal_looks.h"

/* Before the model is loaded: reads the properties that the settings ask for. Returns an exit status, after
 * messages. */
int coset_temporals_open(coset_session *s);
/* Once it is loaded. Returns an exit status, after messages. */
int coset_temporals_close(coset_session *s);

/* The group for the search for runs that violate the formula; NULL: another choice of elements represents this one, or
 * there is no automaton. */
const coset_symgroup *coset_temporals_group(coset_session *s, coset_temporal *x);

/* Checks all of them: fills result->props and traces of their rows. `base`: of the search for properties of states; its
 * machine code is reused. Returns an exit status, after messages. */
int coset_temporals_judge(coset_session *s, const coset_reduction *base, const coset_engine_options *options,
                          const coset_temporal_seen *seen, coset_result *result, const coset_trace **traces);

#endif
