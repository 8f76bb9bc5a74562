/* logic/accepting.h - accepting runs of the product of a model and an automaton, by fixpoints of sets.
 *
 * Layer    logic (sees base, omega).
 * Idea     a set of pairs of a state and a state of the automaton is one set of states for each state of the automaton.
 *          A pair steps to another by a step of the model together with an edge of the automaton whose label holds in
 *          the first state; if no step is enabled the automaton may move alone. Consider the greatest set of pairs each
 *          of which reaches, within the set, an edge of each acceptance set that stays in it. It contains the accepting
 *          runs; there is one if a start reaches it.
 * Fairness weak fairness of an agent is one more acceptance set: the steps in which it acts, and those from states in
 *          which it cannot act. Strong fairness: each pair of the set where the agent can act reaches, within the set,
 *          a step in which it acts that stays in the set.
 * Proof    all pairs that a fair accepting run visits infinitely often pass each of these tests, and so are in the set.
 *          Conversely the set has a step from each pair that stays in it, so it has strongly connected components with
 *          steps that no step within the set leaves. Whatever a pair of such a component reaches within the set is in
 *          the component: an edge of each acceptance set, and a step of each agent that can act in it and is to be
 *          treated strongly fairly. A run that takes all of its steps infinitely often is accepted and fair.
 * Source   Emerson and Lei 1986; Kesten, Pnueli and Raviv 1998 ("feasible"); with acceptance on edges.
 */
#ifndef COSET_LOGIC_ACCEPTING_H
#define COSET_LOGIC_ACCEPTING_H

#include "logic/sets.h"
#include "omega/automaton.h"

/* An agent that is to be treated fairly. */
typedef struct {
    bool strong;       /* acts infinitely often if it can infinitely often; else: if it can from some time on */
    coset_set enabled; /* states where it can act; borrowed. None in which a run stays for ever */
    uint32_t steps;    /* number, for `before` of the sets, of the steps in which it acts */
} coset_accepting_fair;

typedef struct {
    const coset_omega *a;
    coset_set atoms[64]; /* states where atom i holds; borrowed */
    coset_set stuck;     /* states where a run stays for ever; empty if such runs do not count. Borrowed */
    uint32_t n_fair;     /* 0: all runs count */
    const coset_accepting_fair *fair;
} coset_accepting;

/* Some fair run from a start is accepted. Invalid once sets->ops->goes_on is false. */
bool coset_logic_accepts(const coset_sets *sets, const coset_accepting *how);

#endif
