/* wrap/stubborn_set.h - the smallest stubborn set of a state.
 *
 * Layer    wrap.
 * Idea     transitions are nodes of a graph: an enabled one leads to all that conflict with it, another one to those
 *          that can make a false condition of it true. What is closed under these edges is stubborn, if it has an
 *          enabled transition. Smallest are strongly connected components with enabled transitions from which no other
 *          such component is reached; one depth-first search finds them, which looks at each transition once.
 *          What was found is kept, and told without a search where the same transitions are enabled and all contents that
 *          were looked at are of the same classes (wrap/contents.h).
 * Source   A. Valmari, "Stubborn sets for reduced state space generation", 1990; components: R. Tarjan, 1972.
 */
#ifndef COSET_WRAP_STUBBORN_SET_H
#define COSET_WRAP_STUBBORN_SET_H

#include "wrap/contents.h"

typedef struct coset_stubborn_search coset_stubborn_search;

/* `classes`: NULL where nothing is to be kept. */
coset_stubborn_search *coset_stubborn_search_new(const coset_relations *r, const coset_classes *classes);
void coset_stubborn_search_free(coset_stubborn_search *s);
/* The enabled transitions, all of that priority, of a smallest set without any of `blunt`; NULL: there is none. Until
 * the next call. */
const uint64_t *coset_stubborn_search_set(coset_stubborn_search *s, const coset_value *src, const uint64_t *enabled,
                                          const uint64_t *blunt, uint32_t priority);

#endif
