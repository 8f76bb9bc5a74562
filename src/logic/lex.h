/* logic/lex.h - the tokens of formulas.
 *
 * Layer    logic, private.
 * Idea     temporal operators and connectives are recognised. Everything else belongs to the language of the model;
 *          only its extent is determined, by matching brackets and the ends of quantifiers.
 */
#ifndef COSET_LOGIC_LEX_H
#define COSET_LOGIC_LEX_H

#include "base/mem.h"
#include "base/text.h"

typedef enum {
    COSET__END,
    COSET__WORD,   /* a name or a number */
    COSET__STRING, /* "..." */
    COSET__MARK,   /* any other sign or pair of signs */
    COSET__NOT,
    COSET__AND,
    COSET__OR,
    COSET__IMPLIES,
    COSET__IFF,
    COSET__OPEN,
    COSET__CLOSE,
    COSET__OPEN_INDEX,
    COSET__CLOSE_INDEX,
    COSET__OPEN_BRACE,
    COSET__CLOSE_BRACE,
    COSET__LESS,
    COSET__GREATER,
    COSET__SEMICOLON,
    COSET__COLON,
    COSET__DOT,
    COSET__COMMA
} coset__token_kind;

typedef struct {
    coset__token_kind kind;
    coset_pos pos;
    uint32_t begin, end; /* bytes of the file */
    const char *text;    /* WORD, STRING: without the marks */
} coset__token;

typedef COSET_VEC(coset__token) coset__tokens;

/* All tokens, the last one END. Comments (slash star, two slashes) are skipped. Messages F001. */
void coset__formula_lex(coset_text *text, uint16_t file, coset_arena *arena, coset__tokens *out);
static inline uint32_t coset__token_len(const coset__token *t) { return t->end > t->begin ? t->end - t->begin : 1; }

#endif
