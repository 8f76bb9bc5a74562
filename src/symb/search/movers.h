/* symb/search/movers.h - the agents that act in steps.
 *
 * Layer    symb, private.
 * Idea     actors, or instances of rules, that can act in some reached state. One that never can is treated fairly in
 *          each run.
 * Needs    a complete forward search of all states, without symmetry.
 */
#ifndef COSET_SYMB_SEARCH_MOVERS_H
#define COSET_SYMB_SEARCH_MOVERS_H

#include "symb/search/actions.h"

typedef struct {
    bool strong;       /* as in coset_symb_fair */
    coset_bdd enabled; /* kept: reached states where it can act */
    coset__steps by;   /* its rules */
} coset__mover;

typedef COSET_VEC(coset__mover) coset__movers;

/* All of coset_symb_options.fair, unless the search has stopped. Must be freed in any case. */
void coset__movers_find(coset__reach *s, coset__movers *out);
void coset__movers_free(const coset__reach *s, coset__movers *all);
/* Reached states with a step into `to` in which it acts. */
coset_bdd coset__mover_sources(coset__reach *s, const coset__mover *x, coset_bdd to);

#endif
