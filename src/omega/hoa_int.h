/* omega/hoa_int.h - reading HOA: tokens, labels, acceptance conditions.
 *
 * Layer    omega.
 */
#ifndef COSET_OMEGA_HOA_INT_H
#define COSET_OMEGA_HOA_INT_H

#include "omega/omega_int.h"

typedef enum {
    COSET__HOA_END,    /* of the text */
    COSET__HOA_INT,    /* number */
    COSET__HOA_STRING, /* text: without quotes and backslashes */
    COSET__HOA_WORD,   /* text */
    COSET__HOA_HEADER, /* text: the word before the colon */
    COSET__HOA_ALIAS,  /* text: behind the @ */
    COSET__HOA_MARK,   /* one byte, or --BODY-- and the like: text */
} coset__hoa_kind;

typedef struct {
    coset__hoa_kind kind;
    size_t at, len;
    uint32_t number;
    const char *text; /* in the arena */
} coset__hoa_token;

typedef struct {
    const char *name;
    const coset_ltl *label;
} coset__hoa_alias;

typedef struct {
    coset_text *text;
    coset_text_piece piece;
    coset_arena *arena;
    coset_ltls *labels; /* atoms are numbers of AP */
    coset__hoa_token now;
    size_t behind; /* position after the token */
    bool failed;
    uint32_t nest;
    uint32_t n_atoms;
    bool has_atoms;
    COSET_VEC(coset__hoa_alias) aliases;
} coset__hoa;

/* hoa_lex.c */
void coset__hoa_step(coset__hoa *h);
bool coset__hoa_is_mark(const coset__hoa *h, const char *mark);
bool coset__hoa_is_word(const coset__hoa *h, const char *word);
/* Consumes the mark; reports an error if it is missing. */
void coset__hoa_want(coset__hoa *h, const char *mark);
/* Consumes a number, which must be below `limit`. `what` names it in the message. */
uint32_t coset__hoa_number(coset__hoa *h, uint32_t limit, const char *what);
/* Reports a problem at the current token; only the first one is reported. */
void coset__hoa_blame(coset__hoa *h, const char *code, const char *words, const char *help);

/* hoa_label.c: a label, without its brackets, as a formula over numbers of atoms. */
const coset_ltl *coset__hoa_label(coset__hoa *h);
/* Its cubes; reports an error if there are too many. */
typedef COSET_VEC(coset_cube) coset__hoa_cubes;
void coset__hoa_label_cubes(coset__hoa *h, const coset_ltl *label, coset__hoa_cubes *out);
/* An acceptance condition over `n` sets: the sets that must be visited infinitely often. */
uint64_t coset__hoa_acceptance(coset__hoa *h, uint32_t n);

#endif
