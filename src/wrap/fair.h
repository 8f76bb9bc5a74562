/* wrap/fair.h - fairness of a model as acceptance families.
 *
 * Layer    wrap (sees base, model).
 * Idea     The states and steps are the same; edges of an annotating worker record which actors move and which are
 *          enabled. Weak fairness is a Büchi family: an edge marks the actors that move and those not enabled in its
 *          source. Strong fairness is a Streett family: an edge requests the enabled actors and grants those that move.
 * Who      An actor (coset_group.actor) is enabled in a state if a step begins with one of its parts; it moves in each
 *          step that has a part of it. An instance of a group is enabled if it has a step.
 * Symmetry Indices are elements if the model says so; a quotient renames them. So the quotient wraps this model.
 * Owner    borrows the model.
 */
#ifndef COSET_WRAP_FAIR_H
#define COSET_WRAP_FAIR_H

#include "model/model.h"

typedef enum {
    COSET_FAIR_ACTORS,   /* all of them, by their numbers */
    COSET_FAIR_INSTANCES /* of one group */
} coset_fair_who;

typedef struct {
    coset_fair_who who;
    uint32_t group;         /* for COSET_FAIR_INSTANCES */
    coset_family_kind kind; /* BUCHI: weak, STREETT: strong */
    const char *name;
    bool plain; /* of actors: none is known as an element, so no renaming may be applied */
} coset_fairness;

#define COSET_FAIR_MOST 65536 /* indices of a family */

/* Edges get one more family for each of `what`, after those of the model. Errors: COSET_UNSUPPORTED if the model does
 * not distinguish actors or instances, or there are too many; or if an actor is an element in one group and none in
 * another, unless they are plain. */
coset_status coset_fair_new(const coset_model *m, uint32_t n, const coset_fairness *what, coset_model **out,
                            coset_err *err) COSET_NODISCARD;

#endif
