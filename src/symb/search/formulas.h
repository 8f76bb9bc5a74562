/* symb/search/formulas.h - formulas decided on the states that a symbolic search has reached.
 *
 * Layer    symb, private.
 * Idea     sets are diagrams over the reached representatives. After images backward and forward, representatives are
 *          computed (coset__sources, coset__represent), so every operator stays within them; universal operators are
 *          complements of existential ones.
 * Needs    a complete search. Predicates are symmetric under the group of the run (run/reduce.h), which
 *          coset__symmetry_refuted has checked on the diagrams.
 * Source   S. Jha's thesis, 3.6; Emerson and Wahl 2005, 5.
 */
#ifndef COSET_SYMB_SEARCH_FORMULAS_H
#define COSET_SYMB_SEARCH_FORMULAS_H

#include "logic/sets.h"
#include "symb/search/actions.h"
#include "symb/search/movers.h"
#include "symb/search/reach_state.h"

/* Sets of the reached states, and the steps between them. */
typedef struct {
    coset__reach *s;
    const coset_formulas *f; /* or NULL: then there are no actions */
    coset__steps *actions;   /* [n] of coset_formulas.actions */
    coset__movers movers;    /* without actions: `before` uses the steps in which each of these acts */
    coset_bdd dead;          /* kept: no step leads to a reached state */
    coset_sets sets;
} coset__reached_sets;

/* Call close before using the search for anything else. The structure must not be moved. */
void coset__reached_sets_open(coset__reached_sets *c, coset__reach *s, const coset_formulas *f);
void coset__reached_sets_close(coset__reached_sets *c);
/* The diagram as a set. */
coset_set coset__reached_set(const coset__reached_sets *c, coset_bdd x);

/* Fills the results of the formulas of the options, if there are any. */
void coset__reach_formulas(coset__reach *s, coset_result *r);
/* accepting.c: decides the automata of the options, if there are any. */
void coset__reach_accepting(coset__reach *s);

#endif
