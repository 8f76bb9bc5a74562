/* run/por_auto.h - --por=auto: partial order reduction that is tried while the model is searched.
 *
 * Layer    run.
 * Idea     the model is searched without reduction. At the end of a level that is the largest so far, about as much of
 *          the search remains as has been done: there a small part of the reduced search is run, with 1/100 of the
 *          states. If it stores few states up to the levels that both have reached, the search restarts with reduction.
 * Counts   decisions rest on counts, so they depend neither on threads nor on other work on the machine: states up to
 *          each level; and, for the cost of comparing transitions, units of work (base/budget.h), of which each state
 *          and each step of the search so far grants a few. Time only ends a trial that takes far longer than any trial
 *          whose sets are worth computing.
 */
#ifndef COSET_RUN_POR_AUTO_H
#define COSET_RUN_POR_AUTO_H

#include "run/search.h"

/* Schedules the trials between levels, before the callback that is set there already. Does nothing if they are not
 * wanted or not possible. */
void coset_por_auto_begin(coset_search *s);
/* A trial has ended the search: searches with reduction, and without it after all if it does not stay smaller. */
coset_status coset_por_auto_search(coset_search *s, coset_err *err) COSET_NODISCARD;
/* Fills what the report says about reduction. */
void coset_por_auto_end(coset_search *s);
void coset_por_auto_forget(coset_search *s);

#endif
