/* symb/search/formulas.h - formulas decided on the states that a symbolic search has reached.
 *
 * Layer    symb, private.
 * Idea     sets are diagrams over the reached representatives. Images backward and forward are followed by finding
 *          representatives (coset__sources, coset__represent), so every operator stays inside them; universal operators
 *          are complements of existential ones.
 * Needs    a complete search. Predicates are symmetric under the group of the run (run/reduce.h), which
 *          coset__symmetry_refuted has checked on the diagrams.
 * Source   S. Jha's thesis, 3.6; Emerson and Wahl 2005, 5.
 */
#ifndef COSET_SYMB_SEARCH_FORMULAS_H
#define COSET_SYMB_SEARCH_FORMULAS_H

#include "symb/search/reach_int.h"

/* Fills the results of the formulas of the options, if there are any. */
void coset__reach_formulas(coset__reach *s, coset_result *r);

#endif
