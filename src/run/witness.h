/* run/witness.h - two iterations of a loop that do not commute, found during a search.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_WITNESS_H
#define COSET_RUN_WITNESS_H

#include "report/report.h"
#include "run/reduce.h"

/* The first such loop in the search of r->checked; runs the step again with the two iterations exchanged. Owner: the
 * session's arena. */
coset_report_order coset_order_witness(coset_reduction *r, const coset_session *s);

#endif
