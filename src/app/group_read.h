/* app/group_read.h - a group of permutations and questions about it, as text.
 *
 * Layer    app.
 * Shapes   `degree N;` first, then in any order generators `(1 2 3)(4 5);` and questions: `member (1 2);`, `fix 1 2;`,
 *          `keep 1 2;`, `least 0 1 0 ...;`, `same 0 1 0 ... 1 0 0 ...;`, `window 4;`, `transpositions;`, `cosets 1 2;`.
 *          Points count from 1; # begins a comment.
 * Errors   messages with a place (G001 ...), and COSET_INPUT.
 */
#ifndef COSET_APP_GROUP_READ_H
#define COSET_APP_GROUP_READ_H

#include "alg/permaction.h"
#include "base/text.h"

#define COSET_MOST_POINTS 2000

typedef enum {
    COSET_ASK_MEMBER,
    COSET_ASK_FIX,
    COSET_ASK_KEEP,
    COSET_ASK_LEAST,
    COSET_ASK_SAME,
    COSET_ASK_WINDOW,
    COSET_ASK_TRANSPOSITIONS,
    COSET_ASK_COSETS
} coset_group_asks;

typedef struct {
    coset_group_asks kind;
    uint32_t n;         /* MEMBER, LEAST: degree; SAME: twice that */
    const uint32_t *at; /* permutation, points from 0, values, or a width */
} coset_group_question;

typedef COSET_VEC(const coset_point *) coset_group_generators;

typedef struct {
    uint32_t degree;
    coset_group_generators generators;
    COSET_VEC(coset_group_question) questions;
} coset_group_text;

coset_status coset_group_read(coset_text *text, uint16_t file, coset_arena *arena, coset_group_text *out);
void coset_group_text_fini(coset_group_text *g);

#endif
