/* run/por_auto.h - --por=auto: partial order reduction that is tried while the model is searched.
 *
 * Layer    run.
 * Idea     the model is searched without reduction. At the end of a level that is the largest so far, about as much of
 *          the search is still to come as has been seen: there a small part of the reduced search is made, for one
 *          part in a hundred of the states. Where it stores few states up to the levels that both have reached, the
 *          search begins anew with it.
 * Counts   what decides is counted, so it depends neither on threads nor on other work on the machine: states up to
 *          each level; and, for what comparing transitions may cost, units of work (base/budget.h), of which each state
 *          and each step of the search so far allow a few. Time only ends a trial that takes far longer than it can on any machine
 *          whose sets are worth to be found.
 */
#ifndef COSET_RUN_POR_AUTO_H
#define COSET_RUN_POR_AUTO_H

#include "run/search.h"

/* Puts the trials before what is asked between levels already. Nothing where they are not wanted or cannot be. */
void coset_por_auto_begin(coset_search *s);
/* A trial has ended the search: with reduction instead, and without it after all if it does not stay smaller. */
coset_status coset_por_auto_search(coset_search *s, coset_err *err) COSET_NODISCARD;
/* What is told in the end. */
void coset_por_auto_end(coset_search *s);
void coset_por_auto_forget(coset_search *s);

#endif
