/* run/verify.h - from a loaded model to results: groups, search, traces, temporal properties, report.
 *
 * Layer    run.
 * Idea     a model may be a variant with more symmetry that rests on assumptions, and its group may rest on loops whose
 *          iterations commute. The search checks both. If one fails, it restarts with the next variant or with a
 *          smaller group; the report is about the model itself.
 */
#ifndef COSET_RUN_VERIFY_H
#define COSET_RUN_VERIFY_H

#include "run/search.h"
#include "run/temporal.h"

typedef struct {
    coset_session *session; /* loaded and owned by the caller */
    coset_reduction reduction;
    coset_search search;        /* of the session, with the reduction: both are set by the caller */
    coset_temporal_seen *seen;  /* [temporals] before the search, or NULL: there are none */
    const coset_trace **traces; /* [n_props], replayed; NULL: no trace */
    coset_report report;
    COSET_VEC(coset_report_order) orders; /* loops that ended a search */
    double lost;                          /* seconds of those searches */
} coset_verification;

/* Fills `report`. Returns an exit status; if it is not COSET_EXIT_HOLDS, there is no report, and a message has said
 * why. */
int coset_verify(coset_verification *v);
void coset_verification_fini(coset_verification *v);

#endif
