/* wrap/relations_audit.h - tests the relations between transitions on reachable states.
 *
 * Layer    wrap (sees model).
 * Idea     Random walks. In each state: two enabled transitions without a conflict can be taken in both orders, and
 *          lead to the same states and faults; a disabled one with a false condition stays disabled after each step
 *          that is not an enabler of this condition; no dead one is enabled. Claims about cycles cannot be tested on
 *          single states.
 * Threads  uses a worker of its own.
 */
#ifndef COSET_WRAP_RELATIONS_AUDIT_H
#define COSET_WRAP_RELATIONS_AUDIT_H

#include "wrap/relations.h"

typedef struct {
    const char *what; /* one sentence; NULL: all agrees */
    uint32_t a, b;    /* transitions that violate it */
    uint64_t comparisons;
} coset_relations_audit_result;

/* Tests this many states, or fewer if the budget (may be NULL) is spent. False: *out says what is wrong. */
bool coset_relations_audit(const coset_model *m, const coset_relations *r, uint64_t seed, uint32_t states,
                           coset_budget *limit, coset_relations_audit_result *out);

#endif
