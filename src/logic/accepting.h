/* logic/accepting.h - accepting runs of a model beside an automaton, by fixpoints of sets.
 *
 * Layer    logic (sees base, omega).
 * Idea     a set of pairs of a state and a state of the automaton is one set of states for each state of the automaton.
 *          A pair steps to another where a step of the model and an edge of the automaton go together whose label holds
 *          in the first state; where no step is enabled the automaton may move alone. The greatest set of pairs each of
 *          which reaches, inside of the set, an edge of each acceptance set that stays in it, has the accepting runs;
 *          there is one if a start reaches it.
 * Source   Emerson and Lei 1986; with acceptance on edges.
 */
#ifndef COSET_LOGIC_ACCEPTING_H
#define COSET_LOGIC_ACCEPTING_H

#include "logic/sets.h"
#include "omega/automaton.h"

typedef struct {
    const coset_omega *a;
    coset_set atoms[64]; /* states where atom i holds; borrowed */
    coset_set stuck;     /* states where a run stays for ever; empty where such runs do not count. Borrowed */
} coset_accepting;

/* Some run from a start is accepted. Means nothing once sets->ops->goes_on is false. */
bool coset_logic_accepts(const coset_sets *sets, const coset_accepting *how);

#endif
