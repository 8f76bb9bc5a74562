/* symb/search/relating.h - greatest fixpoints over pairs of states, of one model or of two.
 *
 * Layer    symb, private.
 * Shapes   the first state of a pair is in the current variables of side 0. With two models the second one is in those
 *          of side 1; with one model it is in the variables of the second state (vars.h), and its moves are computed by
 *          swapping the states of pairs.
 * Rounds   with one model each event is processed with the pairs that the event before it has left. With two models a
 *          round removes what all events together remove, with steps of a weak relation before and after silent ones,
 *          so that the number of a round is the length of a play (lts/relate.h); each round's removed pairs are kept.
 */
#ifndef COSET_SYMB_SEARCH_RELATING_H
#define COSET_SYMB_SEARCH_RELATING_H

#include "symb/search/actions.h"

typedef struct {
    coset__reach *side[2]; /* the same one twice: one model */
    coset_bdds *b;
    const coset_symb_relating *how[2];
    coset__steps *seen[2], silent[2]; /* [n_events]; weak relations */
    coset_bdd_map *turn;              /* with one model: exchanges the two states of a pair, */
    coset_bdd_map *beside;            /* moves the first to the place of the second */
    coset_bdd pairs;                  /* kept: initial candidate pairs */
    coset_bdd related;                /* kept: the remaining pairs */
    COSET_VEC(coset_bdd) parted;      /* kept, with two models: pairs removed by labels, then by each round */
    uint64_t largest;                 /* of the intermediate sets of pairs */
    uint32_t rounds;
} coset__relating;

/* Computes `related`, unless time runs out; see may_go_on of the sides. */
void coset__relating_make(coset__relating *c, coset__reach *first, coset__reach *second);
void coset__relating_free(coset__relating *c);
/* Pairs whose state of that side reaches one of the pairs by a step with the event (COSET_SYMB_SILENT: by silent
 * steps), with silent ones before and after it if the relation is weak. */
coset_bdd coset__relating_before(coset__relating *c, uint32_t side, uint32_t event, coset_bdd pairs);
coset_bdd coset__relating_turned(const coset__relating *c, coset_bdd pairs);
static inline bool coset__relating_is_one(const coset__relating *c) { return c->side[0] == c->side[1]; }
/* Records the size. */
coset_bdd coset__relating_note(coset__relating *c, coset_bdd pairs);

#endif
