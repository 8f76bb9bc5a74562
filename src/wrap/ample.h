/* wrap/ample.h - partial order reduction by processes: ample sets.
 *
 * Layer    wrap (sees model).
 * Idea     given are sets of transitions, those of a process or of several (a cluster). In a state the enabled ones of
 *          such a set may be taken in place of all steps where their closure, made as that of a stubborn set, stays in
 *          it: with an enabled transition all that conflict with it, with another one, for a false condition, all that
 *          can make it true. Then the set is independent of all other processes (safe), alternatives that wait
 *          included. The first such set in the order given is taken, if none of its enabled transitions is visible or
 *          faults.
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

typedef struct {
    uint64_t *reached; /* a set of transitions */
    uint32_t *pending; /* [r->n] */
} coset_ample_scratch;

coset_ample_scratch coset_ample_scratch_new(const coset_relations *r);
void coset_ample_scratch_free(coset_ample_scratch *s);

/* Some transition of the set is enabled, and what these are pulls in no other one outside of the set, unless it is
 * never enabled again. `enabled`: all that are, of that priority. */
bool coset_ample_is_closed(const coset_relations *r, const uint64_t *set, const uint64_t *enabled, uint32_t priority,
                           const coset_value *src, coset_ample_scratch *scratch);

/* Turn by turn those sets that may be taken, as far as cycles do not forbid it; see explore/dfs.h. */
typedef struct coset_ample_chooser {
    const coset_ample *a;
    uint64_t *enabled, *blunt; /* scratch, words of a set of transitions */
    coset_ample_scratch scratch;
} coset_ample_chooser;

bool coset_ample_offer(void *chooser, const coset_value *src, uint32_t turn, uint32_t n, const coset_part *steps,
                       const bool *faults, bool *take);

#endif
