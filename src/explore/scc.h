/* explore/scc.h - emptiness check by several threads.
 *
 * Layer    explore, private.
 * Idea     Each thread searches strongly connected components depth-first, in an order of its own; all threads share
 *          the results at once (components.h). A state is expanded once, by the thread that reaches it first.
 */
#ifndef COSET_EXPLORE_SCC_H
#define COSET_EXPLORE_SCC_H

#include "explore/accept_int.h"

/* Whether this search supports the model. */
bool coset__scc_can(const coset_model *m, const coset_engine_options *o);

/* Searches the whole model, with an exact store. *result: no accepting run, everything counted, or why the search ended
 * early. NULL: one thread must find out the reason: an accepting run, a fault, or memory has run out. Limits count from
 * `began`. Errors: as coset_accept. */
coset_status coset__scc(const coset_model *m, const coset_engine_options *o, double began, coset_arena *arena,
                        coset_result **result, coset_err *err) COSET_NODISCARD;

#endif
