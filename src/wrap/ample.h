/* wrap/ample.h - partial order reduction by processes: ample sets.
 *
 * Layer    wrap (sees model).
 * Idea     given are sets of transitions, those of a process or of several (a cluster). In a state the enabled ones of
 *          a subset may be taken in place of all steps if it is closed as a stubborn set is: with an enabled transition
 *          it has all that conflict with it, with another one, for a false condition, all that can make it true. Unions
 *          of closed sets are closed, so there is a largest one: what cannot be in any is taken out until nothing is.
 *          Then it is independent of all other processes (safe), alternatives that wait included. The steps of a
 *          process conflict with each other, so either all or none of them are taken. The first set in the order given
 *          that has such a subset is taken, if none of its enabled transitions is visible or faults.
 * Cycles   a depth-first search chooses by its stack (coset_ample_offer); elsewhere sticky transitions are not in a set
 *          that is taken (relations.h).
 * Kept     as by stubborn sets.
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

/* A state in which a set is to be found. */
typedef struct {
    const coset_relations *r;
    const coset_value *src;
    const uint64_t *enabled, *blunt; /* sets of transitions: all enabled ones; those that are visible or fault */
    uint32_t priority;               /* of the enabled ones */
} coset_ample_state;

/* The enabled transitions of the largest subset of `set` that is closed but for such as are never enabled again, blunt
 * ones left out. False: there is none. `out`: [r->n_words]. Time: quadratic in the transitions of the set at worst. */
bool coset_ample_find(const coset_ample_state *s, const uint64_t *set, uint64_t *out);

/* Turn by turn those sets that may be taken, as far as cycles do not forbid it; see explore/dfs.h. */
typedef struct coset_ample_chooser {
    const coset_ample *a;
    uint64_t *enabled, *blunt, *found; /* [a->r->n_words] */
} coset_ample_chooser;

bool coset_ample_offer(void *chooser, const coset_value *src, uint32_t turn, uint32_t n, const coset_part *steps,
                       const bool *faults, bool *take);

#endif
