/* wrap/product.h - the product of a model and an automaton for infinite words.
 *
 * Layer    wrap (sees base, omega, model).
 * Idea     The automaton reads, in each state, which predicates hold there, and moves with each step of the model: the
 *          edge from (s, q) to (t, r) is a step from s to t and an edge from q to r whose label s satisfies. If the
 *          model has no step at all, the automaton moves alone, for ever (stuttering). The value of an atom about the
 *          last step is known only on the edge into a state. With such atoms the automaton reads a state when it is
 *          entered, and the start state with the first step: the edge to (t, r) is one from q to r whose label is
 *          satisfied by t and the step. A stuttering step is no step of a rule.
 * Shapes   The slots of the model, then one for the state of the automaton (if it has not read the start state: the
 *          number of its states); the model's groups, then one for stuttering. A state whose automaton has no move has
 *          no edges; this is no error. Properties keep their numbers; only assumptions and violations by steps
 *          themselves are checked. One more property follows: COSET_PROP_ACCEPTANCE or, for a terminal automaton if no
 *          state is excluded by an assumption, an invariant that is false where the automaton accepts every
 *          continuation.
 * Faults   If a predicate cannot be evaluated, the only edge is a fault.
 * Owner    borrows model, automaton and predicates.
 */
#ifndef COSET_WRAP_PRODUCT_H
#define COSET_WRAP_PRODUCT_H

#include "model/model.h"
#include "omega/automaton.h"

typedef struct {
    const uint32_t *predicates; /* the property of the model that is atom i of the automaton, */
    const uint32_t *instances;  /* and which instance of it; */
    const char *const *rules; /* or, if not NULL, a name: the step that led to the state was of a group of that name */
    const uint32_t *still;    /* NULL, or for each atom 0, or 1 + the property that replaces it while the run stutters:
                              a state is read so from the second time on */
    bool stutters;            /* false: finite runs do not count */
    uint32_t n_first;         /* 0, or the automaton starts in each of these states that has a move: not with names */
    const uint32_t *first;    /* of rules */
} coset_product_how;

coset_model *coset_product_new(const coset_model *m, const coset_omega *a, const coset_product_how *how);
/* Acceptance sets of the automaton as a family: sets[i] is index i. */
typedef struct {
    coset_family family;
    const uint32_t *sets;
} coset_product_family;

/* From now on these sets are families, after those of the model, instead of plain sets; n = 0: all are plain. Call it
 * before the product has workers. `families` outlive it. */
void coset_product_index(coset_model *m, uint32_t n, const coset_product_family *families);
/* Of a product: the automaton also reads the last state of a run. */
bool coset_product_reads_last(const coset_model *m);
/* Of a product: number of the property that it adds. */
uint32_t coset_product_prop(const coset_model *m);
/* It is an invariant: the search for a violation needs no cycles. */
bool coset_product_is_terminal(const coset_model *m);

#endif
