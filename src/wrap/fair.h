/* wrap/fair.h - fairness of a model as acceptance families.
 *
 * Layer    wrap (sees base, model).
 * Idea     the same states and steps; edges of a worker that annotates tell who moves and who could. Weak fairness is a
 *          Büchi family: an edge marks who moves, and who is not enabled in its source. Strong fairness is a Streett
 *          family: an edge requests who is enabled and grants who moves.
 * Who      an actor (coset_group.actor) is enabled where a step begins with a part of his, and moves in each step that
 *          has a part of his. An instance of a group is enabled where it has a step.
 * Symmetry indices are elements where the model says so; a quotient renames them. So the quotient wraps this model.
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

/* Edges get one family more for each of `what`, behind those of the model. Errors: COSET_UNSUPPORTED where the model
 * does not tell actors or instances apart, or there are too many; or where an actor is an element in one group and none
 * in another, unless they are plain. */
coset_status coset_fair_new(const coset_model *m, uint32_t n, const coset_fairness *what, coset_model **out,
                            coset_err *err) COSET_NODISCARD;

#endif
