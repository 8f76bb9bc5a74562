/* symb/search/distinguishing_run.h - distinguishing plays between two models, from rounds stored as diagrams.
 *
 * Layer    symb, private.
 */
#ifndef COSET_SYMB_SEARCH_DISTINGUISHING_RUN_H
#define COSET_SYMB_SEARCH_DISTINGUISHING_RUN_H

#include "symb/search/relate_two_models.h"
#include "symb/search/relating.h"

/* Explains why no start state of the other side is a partner of one in `alone`, states of side out->first. Leaves
 * out->told false if there is no time, or too many states have to be examined. */
void coset__distinguishing_run(coset__relating *c, coset_bdd alone, const coset_symb_words *words, coset_arena *arena,
                               coset_symb_relate *out);

#endif
