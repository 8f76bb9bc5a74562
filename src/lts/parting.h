/* lts/parting.h - why two states are not related: steps that one can do and the other cannot answer.
 *
 * Layer    lts.
 * Idea     in the round that parts two states one of them has a step all of whose answers part from it in an earlier
 *          round. Taken against the answers that last longest this is a play, as short as any; taken against all
 *          answers it is a formula of Hennessy and Milner that is true of the first state and not of the second. Where
 *          rounds and steps come from is the game's business: from tables, or from diagrams
 *          (symb/search/distinguishing_run.c).
 * Owner    the arena given.
 */
#ifndef COSET_LTS_PARTING_H
#define COSET_LTS_PARTING_H

#include "lts/relate.h"

typedef struct {
    bool simulation; /* else bisimulation */
    /* The synchronous round that parts two states of one side each, 0 by labels; COSET_RELATED: none. */
    uint32_t (*round)(void *ctx, uint32_t s, uint32_t t);
    /* The steps of a state, sorted by event; they stay where they are. */
    const coset_lts_edge *(*steps)(void *ctx, uint32_t state, uint64_t *n);
    bool (*goes_on)(void *ctx); /* false: what the others have said last need not be true. NULL: it is */
    void *ctx;
} coset_parting_game;

typedef struct {
    const char *(*event)(void *ctx, uint32_t event); /* as it stands in < > and [ ] */
    /* A condition that is true of s and not of t, whose labels differ. */
    const char *(*label)(void *ctx, uint32_t s, uint32_t t);
    void *ctx;
    bool weak; /* << >> and [[ ]] */
} coset_parting_words;

typedef struct {
    uint32_t event, to; /* one side moves */
    bool answered;
    uint32_t answer; /* the other side with the same event, if it can */
} coset_parting_step;

typedef struct {
    uint32_t s, t; /* where the play begins */
    uint32_t n_steps;
    const coset_parting_step *steps;
    const char *formula, *end; /* true of s and of none of the others, or NULL: too long; what parts the last two */
} coset_parting;

/* `s` is related to none of others[0 .. n - 1] (simulation: they do not simulate it). False where that cannot be told
 * within the budget. */
bool coset_parting_make(const coset_parting_game *game, uint32_t s, const uint32_t *others, uint32_t n,
                        const coset_parting_words *words, coset_arena *arena, coset_parting *out);
/* The game of a relation between the states of a transition system. */
typedef struct {
    coset_relation *relation;
    const coset_relating *how;
} coset_parting_tables;
coset_parting_game coset_parting_by_tables(coset_parting_tables *tables);

#endif
