/* symb/search/relate_two_models.h - two models are bisimilar, or one simulates the other: a diagram over pairs of
 * states.
 *
 * Layer    symb (sees engine, lts).
 * Idea     both models have variables in one context, and are searched one after the other. Then the pairs of a state
 *          of the first and a state of the second that agree on the observed conditions are reduced as within one model
 *          (classes.h). If a start state is left without a partner, a play is constructed from the pairs that each
 *          round has removed: states and their steps are computed one by one, as the play needs them.
 * Symmetry each model has its own group and representatives: quotients are bisimilar to their models.
 * Source   S. Jha: Symmetry and induction in model checking (1996), 2.7.
 */
#ifndef COSET_SYMB_SEARCH_RELATE_TWO_MODELS_H
#define COSET_SYMB_SEARCH_RELATE_TWO_MODELS_H

#include "lts/parting.h"
#include "symb/search/reach.h"

typedef struct {
    const char *(*event)(void *ctx, uint32_t event); /* of lts: COSET_TAU, or the number of the visible event + 2 */
    /* A condition that is true of the first; bit i: the i-th observed predicate is true. */
    const char *(*label)(void *ctx, uint64_t seen_s, uint64_t seen_t);
    void *ctx;
} coset_symb_words;

typedef struct {
    uint32_t side;
    const coset_value *state; /* with symmetry it stands for its orbit */
    uint64_t seen;
} coset_symb_played;

typedef struct {
    const char *why; /* why there is no answer; or NULL */
    bool holds;
    const coset_result *result[2]; /* of the searches; NULL: it was not begun */
    coset_count states[2], starts[2];
    uint64_t nodes;   /* of the relation */
    uint64_t largest; /* of the intermediate sets of pairs */
    uint32_t rounds;
    double search_seconds;
    /* If it does not hold: */
    uint32_t first;                  /* the side whose start state has no partner */
    bool told;                       /* the following fields are set */
    coset_parting parting;           /* its states are numbers of: */
    const coset_symb_played *played; /* owner: the arena */
} coset_symb_relate;

/* how[i]->relating says what is observed of model i; both have the same numbers of events and observed predicates.
 * Simulation: the second simulates the first. Errors: as coset_symb_reach. */
coset_status coset_symb_compare(const coset_model *const *m, const coset_engine_options *options,
                                const coset_symb_options *const *how, const coset_symb_words *words, coset_arena *arena,
                                coset_symb_relate *out, coset_err *err) COSET_NODISCARD;

#endif
