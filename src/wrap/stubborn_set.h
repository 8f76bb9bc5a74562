/* wrap/stubborn_set.h - the smallest stubborn set of a state.
 *
 * Layer    wrap.
 * Idea     Transitions are nodes of a graph. An enabled one has edges to all that conflict with it, a disabled one to
 *          those that can make one of its false conditions true. A set closed under these edges is stubborn if it has
 *          an enabled transition. The smallest ones are SCCs with enabled transitions from which no other such SCC is
 *          reachable; one depth-first search finds them and visits each transition once. Results are cached: no search
 *          is needed if the same transitions are enabled and all values that were read are of the same classes
 *          (wrap/contents.h).
 * Source   A. Valmari, "Stubborn sets for reduced state space generation", 1990; components: R. Tarjan, 1972.
 */
#ifndef COSET_WRAP_STUBBORN_SET_H
#define COSET_WRAP_STUBBORN_SET_H

#include "wrap/contents.h"

typedef struct coset_stubborn_search coset_stubborn_search;

/* `classes`: NULL: no cache. */
coset_stubborn_search *coset_stubborn_search_new(const coset_relations *r, const coset_classes *classes);
void coset_stubborn_search_free(coset_stubborn_search *s);
/* The enabled transitions, all of that priority, of a smallest set without any of `blunt`; NULL: there is none. Valid
 * until the next call. */
const uint64_t *coset_stubborn_search_set(coset_stubborn_search *s, const coset_value *src, const uint64_t *enabled,
                                          const uint64_t *blunt, uint32_t priority);

#endif
