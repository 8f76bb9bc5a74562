/* run/look.h - symmetry that nobody declared, looked for while the model is searched.
 *
 * Layer    run.
 * Idea     steps 2 and 3 of search.h. What may be spent is a share of what the search costs (auto_symmetry.h), so a
 *          model without symmetry is searched about as fast as without looking.
 */
#ifndef COSET_RUN_LOOK_H
#define COSET_RUN_LOOK_H

#include "run/search.h"

/* --symmetry=auto, and nothing was proved. */
bool coset_look_wanted(const coset_search *s);
/* It is looked for between the levels of the search that is about to run, where that is wanted and can be, behind what
 * is asked there already. */
void coset_look_begin(coset_search *s);
/* Why it was not looked for, for the report of a search that has ended; or NULL. */
const char *coset_look_missing(const coset_search *s);
/* Searches with what was found, and without it after all if it does not keep up. */
coset_status coset_look_search_found(coset_search *s, coset_err *err) COSET_NODISCARD;
/* Without what was found after all. */
coset_status coset_look_give_up(coset_search *s, coset_err *err) COSET_NODISCARD;
void coset_look_forget(coset_search *s);

#endif
