/* lts/parting.h - why two states are not related: steps of one state that the other cannot answer.
 *
 * Layer    lts.
 * Idea     in the round that separates two states, one of them has a step all of whose answers were separated from its
 *          target in an earlier round. Played against the answers that last longest, this is a shortest play; played
 *          against all answers, it is a formula of Hennessy-Milner logic that holds in the first state and not in the
 *          second. The game provides rounds and steps: from tables, or from diagrams
 *          (symb/search/distinguishing_run.c).
 * Owner    the arena given.
 */
#ifndef COSET_LTS_PARTING_H
#define COSET_LTS_PARTING_H

#include "lts/relate.h"

typedef struct {
    bool simulation; /* else bisimulation */
    /* The synchronous round that separates two states, one of each side; 0: by labels; COSET_RELATED: none. */
    uint32_t (*round)(void *ctx, uint32_t s, uint32_t t);
    /* The steps of a state, sorted by event; the array stays valid. */
    const coset_lts_edge *(*steps)(void *ctx, uint32_t state, uint64_t *n);
    bool (*goes_on)(void *ctx); /* false: the last results of the others may be wrong. NULL: always true */
    void *ctx;
} coset_parting_game;

typedef struct {
    const char *(*event)(void *ctx, uint32_t event); /* as written in < > and [ ] */
    /* A condition that holds in s and not in t, whose labels differ. */
    const char *(*label)(void *ctx, uint32_t s, uint32_t t);
    void *ctx;
    bool weak; /* << >> and [[ ]] */
} coset_parting_words;

typedef struct {
    uint32_t event, to; /* one side moves */
    bool answered;
    uint32_t answer; /* the other side's target with the same event, if it has one */
} coset_parting_step;

typedef struct {
    uint32_t s, t; /* the start of the play */
    uint32_t n_steps;
    const coset_parting_step *steps;
    const char *formula, *end; /* in s and in no other, or NULL: too long; what separates the last two */
} coset_parting;

/* `s` is related to none of others[0 .. n - 1] (simulation: they do not simulate it). False if the budget does not
 * suffice. */
bool coset_parting_make(const coset_parting_game *game, uint32_t s, const uint32_t *others, uint32_t n,
                        const coset_parting_words *words, coset_arena *arena, coset_parting *out);
/* The game of a relation between the states of a transition system. */
typedef struct {
    coset_relation *relation;
    const coset_relating *how;
} coset_parting_tables;
coset_parting_game coset_parting_by_tables(coset_parting_tables *tables);

#endif
