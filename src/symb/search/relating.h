/* symb/search/relating.h - greatest fixpoints over pairs of states, of one model or of two.
 *
 * Layer    symb, private.
 * Shapes   the first state of a pair is in the current variables of side 0. Of two models the second one is in those of
 *          side 1; of one model in the variables beside (vars.h), and what it does is found by turning pairs round.
 * Rounds   of one model each event is looked at with what is left after the one before it. Of two models a round takes
 *          away what all events together do, with steps of a weak relation before and after those that are not seen,
 *          so that its number is the length of a play (lts/relate.h); what each round takes away is kept.
 */
#ifndef COSET_SYMB_SEARCH_RELATING_H
#define COSET_SYMB_SEARCH_RELATING_H

#include "symb/search/actions.h"

typedef struct {
    coset__reach *side[2]; /* the same one twice: one model */
    coset_bdds *b;
    const coset_symb_relating *how[2];
    coset__steps *seen[2], silent[2]; /* [n_events]; weak relations */
    coset_bdd_map *turn;              /* of one model: exchanges the two states of a pair, */
    coset_bdd_map *beside;            /* puts the first in place of the second */
    coset_bdd pairs;                  /* kept: of states in question */
    coset_bdd related;                /* kept: what is left of them */
    COSET_VEC(coset_bdd) parted;      /* kept, of two models: by labels, then by each round */
    uint64_t largest;                 /* of the sets of pairs on the way */
    uint32_t rounds;
} coset__relating;

/* Finds `related`, unless there is no time; may_go_on of the sides tells. */
void coset__relating_make(coset__relating *c, coset__reach *first, coset__reach *second);
void coset__relating_free(coset__relating *c);
/* Pairs whose state of that side comes into one of the pairs by a step with the event (COSET_SYMB_SILENT: by silent
 * steps), with silent ones before and after it where the relation is weak. */
coset_bdd coset__relating_before(coset__relating *c, uint32_t side, uint32_t event, coset_bdd pairs);
coset_bdd coset__relating_turned(const coset__relating *c, coset_bdd pairs);
static inline bool coset__relating_is_one(const coset__relating *c) { return c->side[0] == c->side[1]; }
/* Remembers the size. */
coset_bdd coset__relating_note(coset__relating *c, coset_bdd pairs);

#endif
