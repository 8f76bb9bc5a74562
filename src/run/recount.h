/* run/recount.h - the counts of the model itself, if the search covered renamings of its start states.
 *
 * Layer    run.
 * Idea     a second search under the group that preserves the start states visits exactly the states that the model
 *          reaches. It is run if it is short.
 */
#ifndef COSET_RUN_RECOUNT_H
#define COSET_RUN_RECOUNT_H

#include "run/reduce.h"

/* The search covered states that only other renamings of the start states reach. */
bool coset_reduction_renames_starts(const coset_reduction *r, const coset_model *m);
/* Stores the model's own counts in a complete result; false: counting would take too long. */
bool coset_recount(const coset_reduction *r, const coset_session *s, const coset_engine_options *o,
                   coset_result *result);

#endif
