/* symb/search/movers.h - who acts in steps.
 *
 * Layer    symb, private.
 * Idea     actors, or instances of rules, as far as they can act in a reached state. Whoever never can is treated
 *          fairly in each run.
 * Needs    a complete search forward, of all states: without symmetry.
 */
#ifndef COSET_SYMB_SEARCH_MOVERS_H
#define COSET_SYMB_SEARCH_MOVERS_H

#include "symb/search/actions.h"

typedef struct {
    bool strong;       /* as in coset_symb_fair */
    coset_bdd enabled; /* kept: reached states where he can act */
    coset__steps by;   /* his rules */
} coset__mover;

typedef COSET_VEC(coset__mover) coset__movers;

/* All of coset_symb_options.fair, unless the search has stopped. To be freed in any case. */
void coset__movers_find(coset__reach *s, coset__movers *out);
void coset__movers_free(const coset__reach *s, coset__movers *all);
/* Reached states with a step into `to` in which he acts. */
coset_bdd coset__mover_sources(coset__reach *s, const coset__mover *x, coset_bdd to);

#endif
