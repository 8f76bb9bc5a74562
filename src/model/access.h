/* model/access.h - tests whether a model respects the sets of slots that it declares as read and written.
 *
 * Layer    model.
 * Idea     the effect of a group may depend only on the slots that it reads. So it must be the same if all other slots
 *          get the values of another reachable state, and it must not change slots that it does not write.
 * Threads  uses workers of its own.
 */
#ifndef COSET_MODEL_ACCESS_H
#define COSET_MODEL_ACCESS_H

#include "base/budget.h"
#include "model/model.h"

typedef struct {
    const char *what;     /* one sentence */
    uint32_t group, prop; /* the one with a wrong declaration; the other is UINT32_MAX */
    uint64_t comparisons;
} coset_access_audit_result;

/* Tests this many states of random walks, or fewer if the budget (may be NULL) is spent. False: some set is wrong. A
 * model without declared sets passes. */
bool coset_access_audit(const coset_model *m, uint64_t seed, uint32_t states, coset_budget *limit,
                        coset_access_audit_result *out);

#endif
