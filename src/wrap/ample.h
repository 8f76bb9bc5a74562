/* wrap/ample.h - partial order reduction by processes: ample sets.
 *
 * Layer    wrap (sees model).
 * Idea     The caller gives sets of transitions: those of one process or of several (a cluster). In a state the enabled
 *          transitions of a subset may replace all steps if the subset is closed as a stubborn set is: with an enabled
 *          transition it contains all that conflict with it; with a disabled one it contains, for a false condition,
 *          all that can make it true. Unions of closed sets are closed, so there is a largest one: transitions that
 *          cannot be in any closed set are removed up to a fixpoint. The rest is independent of all other processes
 *          (safe), including their alternatives that wait. The steps of a process conflict with each other, so either
 *          all or none of them are taken. The first set in the given order with such a subset is taken, if none of its
 *          enabled transitions is visible or faults.
 * Cycles   A depth-first search applies its stack proviso (coset_ample_offer). Elsewhere no set with a sticky
 *          transition is taken (relations.h).
 * Kept     the same as by stubborn sets (stubborn.h).
 * Source   Holzmann, Peled, "An improvement in formal verification", 1994; clusters: Bosnacki's thesis, ch. 2.
 */
#ifndef COSET_WRAP_AMPLE_H
#define COSET_WRAP_AMPLE_H

#include "wrap/relations.h"

typedef struct {
    const coset_relations *r;
    uint32_t n;
    const uint64_t *const *sets; /* [n] of transitions, in the order in which they are tried */
} coset_ample;

/* A state for which a set is searched. */
typedef struct {
    const coset_relations *r;
    const coset_value *src;
    const uint64_t *enabled, *blunt; /* sets of transitions: all enabled ones; those that are visible or fault */
    uint32_t priority;               /* of the enabled ones */
} coset_ample_state;

/* The enabled transitions, without blunt ones, of the largest subset of `set` that is closed except for transitions
 * that are never enabled again. False: there is none. `out`: [r->n_words]. Time: quadratic in the transitions of the
 * set at worst. */
bool coset_ample_find(const coset_ample_state *s, const uint64_t *set, uint64_t *out);

/* Offers one by one the sets that may be taken; the search checks the cycle proviso (explore/dfs.h). */
typedef struct coset_ample_chooser {
    const coset_ample *a;
    uint64_t *enabled, *blunt, *found; /* [a->r->n_words] */
} coset_ample_chooser;

bool coset_ample_offer(void *chooser, const coset_value *src, uint32_t turn, uint32_t n, const coset_part *steps,
                       const bool *faults, bool *take);

#endif
