/* symb/encode/accepting.h - formulas of linear time on the states that a symbolic search has reached.
 *
 * Layer    symb (sees omega, logic).
 * Idea     the automaton of the runs that violate a formula stays explicit: a set of pairs is a diagram for each of its
 *          states (logic/accepting.h).
 * Needs    a complete search forward, of all states: without symmetry.
 */
#ifndef COSET_SYMB_ENCODE_ACCEPTING_H
#define COSET_SYMB_ENCODE_ACCEPTING_H

#include <stdbool.h>

#include "omega/automaton.h"

typedef struct coset_symb_accepting {
    const coset_omega *a;
    const uint32_t *props, *instances; /* of atom i: the predicate, and which instance of it */
    bool stutters;                     /* false: runs that stop do not count */
    bool decided, accepts;             /* the answer: whether some run is accepted; */
    const char *why;                   /* if it is not decided: why not. In the arena of the search, or constant */
} coset_symb_accepting;

#endif
