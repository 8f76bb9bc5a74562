/* symb/search/actions.h - steps of selected rules on representatives.
 *
 * Layer    symb, private.
 */
#ifndef COSET_SYMB_SEARCH_ACTIONS_H
#define COSET_SYMB_SEARCH_ACTIONS_H

#include "symb/search/reach_state.h"

typedef struct {
    COSET_VEC(coset__cluster) clusters; /* one for each rule */
} coset__steps;

/* A cluster borrows from its rule everything except the maps and cubes. */
void coset__steps_add(const coset__reach *s, const coset__rule *rule, coset__steps *out);
/* groups: [n_groups] which rules. */
void coset__steps_make(const coset__reach *s, const bool *groups, coset__steps *out);
void coset__steps_free(coset__steps *a);
/* Reached representatives with a step into `to`, which may have parameters: variables that are not part of the state.
 */
coset_bdd coset__steps_sources(coset__reach *s, const coset__cluster *at, uint32_t n, coset_bdd to);
/* Reached representatives of the targets of steps out of `from`. */
coset_bdd coset__steps_targets(coset__reach *s, const coset__cluster *at, uint32_t n, coset_bdd from);
/* Why the reached states and steps are incomplete, or NULL. */
const char *coset__reach_unfounded(const coset__reach *s);

/* classes.c: fills the answer of the options, if they ask for it. */
void coset__reach_classes(coset__reach *s);

#endif
