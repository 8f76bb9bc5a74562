/* wrap/lone.h - stubborn sets of few transitions, computed from few slots before any step is computed.
 *
 * Layer    wrap (sees model).
 * Idea     A stubborn set depends mostly on conditions on single slots. A transition with a false one is disabled;
 *          every other may be enabled. A set that is closed whether or not these are enabled is stubborn if one of them
 *          is. So few steps must be computed to decide whether the set may be taken. Sets are searched seat by seat: a
 *          seat is the slot of a first condition, mostly the program counter of a process. The result for a seat is
 *          cached by the values of the slots read (wrap/contents.h), so later it takes a few look-ups.
 * Result   depends on the state alone, not on the cache.
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
/* The transitions of a set for the seat that may be enabled, *n of them; all others in the set are disabled. None is
 * visible or sticky (if all are sticky, stickiness is ignored); they may fault. NULL: nothing was found. Valid until
 * the next call. */
const uint32_t *coset_lone_find(coset_lone_search *s, uint32_t seat, const coset_value *state, uint32_t *n);

#endif
