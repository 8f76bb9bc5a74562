/* run/witness.h - two iterations of a loop that do not commute, found while a model was searched.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_WITNESS_H
#define COSET_RUN_WITNESS_H

#include "report/report.h"
#include "run/reduce.h"

/* What the search of r->checked has found first; runs the step again with the two iterations exchanged. Owner: the
 * session's arena. */
coset_report_order coset_order_witness(coset_reduction *r, const coset_session *s);

#endif
