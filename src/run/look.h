/* run/look.h - detection of undeclared symmetry while the model is searched.
 *
 * Layer    run.
 * Idea     steps 2 and 3 of search.h. Detection may use a share of the cost of the search (auto_symmetry.h), so a model
 *          without symmetry is searched about as fast as without detection.
 */
#ifndef COSET_RUN_LOOK_H
#define COSET_RUN_LOOK_H

#include "run/search.h"

/* --symmetry=auto, and no symmetry was proved. */
bool coset_look_wanted(const coset_search *s);
/* Schedules detection between the levels of the search that is about to run, if it is wanted and possible, after the
 * callback that is set there already. */
void coset_look_begin(coset_search *s);
/* Why detection did not run, for the report of a search that has ended; or NULL. */
const char *coset_look_missing(const coset_search *s);
/* Searches the quotient by the detected group; if that falls behind, searches the model itself. */
coset_status coset_look_search_found(coset_search *s, coset_err *err) COSET_NODISCARD;
/* Gives up the detected group and searches the model itself. */
coset_status coset_look_give_up(coset_search *s, coset_err *err) COSET_NODISCARD;
void coset_look_forget(coset_search *s);

#endif
