/* wrap/relations_audit.h - tries what is known about transitions on reachable states.
 *
 * Layer    wrap (sees model).
 * Idea     random walks. In each state: two transitions that are enabled and do not conflict can be taken in both orders,
 *          and lead to the same states and faults; one that is not enabled, and of which a condition is false, stays so
 *          behind each step that is not an enabler of this condition; none that is dead is enabled. What is said
 *          of cycles cannot be tried on single states.
 * Threads  uses a worker of its own.
 */
#ifndef COSET_WRAP_RELATIONS_AUDIT_H
#define COSET_WRAP_RELATIONS_AUDIT_H

#include "wrap/relations.h"

typedef struct {
    const char *what; /* one sentence; NULL: all agrees */
    uint32_t a, b;    /* transitions that break it */
    uint64_t comparisons;
} coset_relations_audit_result;

/* Looks at so many states, or fewer where the budget (may be NULL) is spent. False: *out says what is wrong. */
bool coset_relations_audit(const coset_model *m, const coset_relations *r, uint64_t seed, uint32_t states,
                           coset_budget *limit, coset_relations_audit_result *out);

#endif
