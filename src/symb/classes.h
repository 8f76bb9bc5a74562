/* symb/classes.h - simulation and bisimulation between the states of a model, as one diagram over pairs of states.
 *
 * Layer    symb (sees engine, bdd).
 * Idea     the pairs that agree on the observed conditions are reduced until each step of the first state of a pair is
 *          answered by one of the second (and the other way): each round is a few images backward, in which one state
 *          of the pair is a parameter. States with the same partners both ways are a class.
 * Symmetry on representatives: quotient and model are bisimilar as far as what is observed is symmetric, so there are
 *          as many classes as without.
 * Source   S. Jha: Symmetry and induction in model checking (1996), 2.7 and 3.8.
 */
#ifndef COSET_SYMB_CLASSES_H
#define COSET_SYMB_CLASSES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/count.h"

#define COSET_SYMB_SILENT UINT32_MAX
/* What is observed may be true of all states of a model, or of none. */
#define COSET_SYMB_ALWAYS UINT32_MAX
#define COSET_SYMB_NEVER  (UINT32_MAX - 1)

typedef struct {
    bool simulation; /* else bisimulation */
    bool weak;       /* silent steps before and after each step are not seen */
    bool all;   /* of one model: of all combinations of values that slots can have, whether they are reached or not */
    bool apart; /* the variables of the two states of a pair stand behind one another, else beside one another */
    uint32_t n_events;
    const uint32_t *event; /* [n_groups] what is seen of a rule's steps, or COSET_SYMB_SILENT */
    uint32_t n_observed;
    const uint32_t *observed; /* of two models at most 64; properties of states on which related states agree */
} coset_symb_relating;

typedef struct {
    const char *why; /* nothing is known, because; or NULL */
    coset_count states, classes;
    uint64_t nodes;   /* of the relation */
    uint64_t largest; /* of the sets of pairs on the way */
    uint32_t rounds;  /* until nothing changed */
    double seconds;   /* without the search */
} coset_symb_classes;

#endif
