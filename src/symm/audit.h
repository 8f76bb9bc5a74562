/* symm/audit.h - a test of a group by sampling: do its renamings map the behaviour of the model to itself?
 *
 * Layer    symm.
 * Idea     the proof of symm/legal/legal.h is checked against the model itself. For reachable states s and generators p
 *          of the group: the steps (and faults) of p(s) are the images of the steps of s, start states
 *          are closed under p, and each property has the same value in s and p(s).
 * Sound    in one direction only: a disagreement proves that the group is wrong; agreement is evidence.
 */
#ifndef COSET_SYMM_AUDIT_H
#define COSET_SYMM_AUDIT_H

#include "base/budget.h"
#include "symm/legal/legal.h"

typedef struct {
    uint64_t seed;
    uint32_t states;     /* most different states to check; 0 = 1000 */
    coset_budget *limit; /* once exhausted the audit ends; comparisons so far count; may be NULL */
} coset_audit_options;

typedef struct {
    uint64_t states, comparisons;
    bool agrees;
    uint32_t type, a, b;      /* if not: the renaming that swaps elements a and b of this type, or, if a = b, rotates
                                 all its moving elements */
    uint32_t prop;            /* the property that disagrees, or COSET_NO_PROP: steps or start states disagree */
    uint32_t group;           /* of the first step that has no image; UINT32_MAX: none */
    const coset_value *state; /* the state, in the arena; NULL: the start states */
} coset_audit_result;

/* Cost: for each state and generator one expansion and a sort of its steps. Errors: only those that the model's own
 * next function returns. */
coset_status coset_audit(const coset_model *m, const coset_legal *legal, const coset_audit_options *options,
                         coset_arena *arena, coset_audit_result *result) COSET_NODISCARD;

#endif
