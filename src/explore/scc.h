/* explore/scc.h - emptiness by several threads.
 *
 * Layer    explore, private.
 * Idea     each thread searches for strongly connected components depth-first, in an order of its own; what one has
 *          found out all know at once (components.h). A state is expanded once, by the thread that comes first.
 */
#ifndef COSET_EXPLORE_SCC_H
#define COSET_EXPLORE_SCC_H

#include "explore/accept_int.h"

/* Whether this search can be done for the model. */
bool coset__scc_can(const coset_model *m, const coset_engine_options *o);

/* Searches all; with an exact store. *result: no accepting run, all counted, or why the search ended early. NULL: one
 * thread must tell what there is: an accepting run, a fault, or memory has run out. Limits count from `began`. Errors:
 * as coset_accept. */
coset_status coset__scc(const coset_model *m, const coset_engine_options *o, double began, coset_arena *arena,
                        coset_result **result, coset_err *err) COSET_NODISCARD;

#endif
