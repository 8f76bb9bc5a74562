/* symb/through.h - steps that pass through transient states, of sets of states.
 *
 * Layer    symb, private.
 * Idea     the rules of a program with transient states (ir.h) fire from state to state until one is not transient. The
 *          clusters of its relation are steps of single rules; an image goes on from the transient states in it, a
 *          preimage goes back through them (image.c). So sets of transient states live inside an image only.
 * Names    after coset__through_settle `fires` and `faults` of a rule speak of whole steps that begin with it.
 * Source   ir/through.c is the meaning. A walk lives where it ends or never ends: that is a greatest fixpoint, and does
 *          not depend on the way by which a state is reached.
 */
#ifndef COSET_SYMB_THROUGH_H
#define COSET_SYMB_THROUGH_H

#include "symb/relation.h"

/* Only rules that lead anywhere fire, the least priority first; clusters must be those of the rules as they are. They
 * are made again. */
void coset__through_settle(coset__relation *r);
/* States behind whole steps whose first rules have led to `set`. */
coset_bdd coset__through_forth(const coset__relation *r, coset_bdd set);
/* The states of `to` that are not transient, and all transient states from which steps end there. */
coset_bdd coset__through_back(const coset__relation *r, coset_bdd to);

/* The transient states that steps out of `from` meet. */
coset_bdd coset__through_met(const coset__relation *r, coset_bdd from);
/* States of `set`, which are transient, from which a walk can stay in `set` for ever. */
coset_bdd coset__through_for_ever(const coset__relation *r, coset_bdd set);

/* walks.c: how many walks there are. */
typedef struct {
    const coset__relation *r;
    coset_bdd from, met;   /* kept */
    coset__ways_list ways; /* of the states met: ways from there to an end (or a fault) */
} coset__walks;

/* Walks out of the states of `from`. False: some walk meets a state twice, or there are too many to count. */
bool coset__walks_begin(coset__walks *w, const coset__relation *r, coset_bdd from) COSET_NODISCARD;
void coset__walks_end(coset__walks *w);
/* Adds where the rule begins steps, by the number of their ways. */
void coset__walks_of(const coset__walks *w, const coset__rule *rule, coset__ways_list *out);
/* How often rules of the group fire in walks: `out` gets sets of `from` with numbers that are to be added. */
bool coset__walks_fired(const coset__walks *w, uint32_t group, coset__ways_list *out) COSET_NODISCARD;
/* Another list with the same contents. */
coset__ways_list coset__ways_copy(coset_bdds *b, const coset__ways_list *list);

#endif
