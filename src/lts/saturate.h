/* lts/saturate.h - transitions with taus before and after them.
 *
 * Layer    lts.
 * Idea     strong relations on the saturated system are weak ones on the system itself.
 * Errors   NULL if there are too many edges. If the budget (may be NULL) is exhausted the result lacks edges and must
 *          not be used.
 */
#ifndef COSET_LTS_SATURATE_H
#define COSET_LTS_SATURATE_H

#include "base/budget.h"
#include "lts/lts.h"

/* Every state gets the edges that it has after taus, and a tau to each state that it reaches by taus, and to itself. */
coset_lts *coset__lts_delayed(const coset_lts *l, uint32_t n_events, coset_budget *budget);
/* d is delayed: its taus are transitively closed. Adds taus after events. */
coset_lts *coset__lts_weakened(const coset_lts *d, uint32_t n_events);

#endif
