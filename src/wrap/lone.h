/* wrap/lone.h - stubborn sets of few transitions, told from few slots before any step is computed.
 *
 * Layer    wrap (sees model).
 * Idea     what a stubborn set depends on are mostly conditions on single slots. A transition with a false one is disabled.
 *          All others may be enabled: a set that is closed whether or not they are is stubborn as soon as one of them is. So
 *          few steps have to be computed to see whether it may be taken. The sets are searched for seat by seat: a seat is
 *          the slot of a first condition, mostly where a process stands. What was found for a seat is kept by the contents
 *          that were looked at (wrap/contents.h): later a few look-ups tell it.
 * Result   depends on the state alone, not on what is kept.
 * Owner    coset_lone borrows relations and classes and is constant; a search belongs to one worker.
 */
#ifndef COSET_WRAP_LONE_H
#define COSET_WRAP_LONE_H

#include "wrap/contents.h"

typedef struct coset_lone coset_lone;
typedef struct coset_lone_search coset_lone_search;

/* NULL: no transition may be in such a set. */
coset_lone *coset_lone_new(const coset_relations *r, const coset_classes *classes);
void coset_lone_free(coset_lone *l);
uint32_t coset_lone_seats(const coset_lone *l);

coset_lone_search *coset_lone_search_new(const coset_lone *l);
void coset_lone_search_free(coset_lone_search *s);
/* The transitions of a set for the seat that may be enabled, *n of them: all others in it are not. None is visible or
 * sticky (nor, where all are, looked at as such); they may fault. NULL: nothing was found. Until the next call. */
const uint32_t *coset_lone_find(coset_lone_search *s, uint32_t seat, const coset_value *state, uint32_t *n);

#endif
