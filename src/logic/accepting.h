/* logic/accepting.h - accepting runs of a model beside an automaton, by fixpoints of sets.
 *
 * Layer    logic (sees base, omega).
 * Idea     a set of pairs of a state and a state of the automaton is one set of states for each state of the automaton.
 *          A pair steps to another where a step of the model and an edge of the automaton go together whose label holds
 *          in the first state; where no step is enabled the automaton may move alone. The greatest set of pairs each of
 *          which reaches, inside of the set, an edge of each acceptance set that stays in it, has the accepting runs;
 *          there is one if a start reaches it.
 * Fairness weak fairness of somebody is one more acceptance set: the steps in which he acts, and those from states where
 *          he cannot. Strong fairness: each pair of the set where he can act reaches, inside of it, a step in which he
 *          acts that stays in it.
 * Proof    all that a fair accepting run meets infinitely often passes each of these tests, and so is in the set.
 *          Conversely the set has a step out of each pair that stays in it, so it has strongly connected components with
 *          steps that no step inside of it leaves. What a pair of such a component reaches inside of the set is in the
 *          component: an edge of each acceptance set, and a step of each that somewhere in it can act and is to be
 *          treated strongly fairly. A run that takes all of its steps again and again is accepted and fair.
 * Source   Emerson and Lei 1986; Kesten, Pnueli and Raviv 1998 ("feasible"); with acceptance on edges.
 */
#ifndef COSET_LOGIC_ACCEPTING_H
#define COSET_LOGIC_ACCEPTING_H

#include "logic/sets.h"
#include "omega/automaton.h"

/* Somebody who is to be treated fairly. */
typedef struct {
    bool strong;       /* acts infinitely often if he can infinitely often; else: if he always can from some time on */
    coset_set enabled; /* states where he can; borrowed. None where a run stays for ever */
    uint32_t steps;    /* those in which he acts, as `before` of the sets knows them */
} coset_accepting_fair;

typedef struct {
    const coset_omega *a;
    coset_set atoms[64]; /* states where atom i holds; borrowed */
    coset_set stuck;     /* states where a run stays for ever; empty where such runs do not count. Borrowed */
    uint32_t n_fair;     /* 0: all runs count */
    const coset_accepting_fair *fair;
} coset_accepting;

/* Some fair run from a start is accepted. Means nothing once sets->ops->goes_on is false. */
bool coset_logic_accepts(const coset_sets *sets, const coset_accepting *how);

#endif
