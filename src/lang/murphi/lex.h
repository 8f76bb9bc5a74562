/* lang/murphi/lex.h - the tokens of Murphi.
 *
 * Layer    lang/murphi.
 * Shapes   one flat array of tokens, ended by EOF, for unlimited lookahead of the parser. Keywords ignore case.
 *          Words that only one of the two reference tools reserves (assume, cover, liveness, choose, multiset,
 *          ismember, undefined ...) are plain names here; the parser recognises them by context.
 */
#ifndef COSET_LANG_MURPHI_LEX_H
#define COSET_LANG_MURPHI_LEX_H

#include "lang/murphi/ast.h"

typedef enum {
    COSET_MU_T_EOF,
    COSET_MU_T_NAME,   /* text; boolean, true and false in lower case */
    COSET_MU_T_NUMBER, /* value */
    COSET_MU_T_STRING, /* text */
    /* operators and marks */
    COSET_MU_T_SEMICOLON,
    COSET_MU_T_COLON,
    COSET_MU_T_COMMA,
    COSET_MU_T_DOT,
    COSET_MU_T_DOTDOT,
    COSET_MU_T_OPEN,
    COSET_MU_T_CLOSE,
    COSET_MU_T_OPEN_INDEX,
    COSET_MU_T_CLOSE_INDEX,
    COSET_MU_T_OPEN_BRACE,
    COSET_MU_T_CLOSE_BRACE,
    COSET_MU_T_BECOMES,
    COSET_MU_T_ARROW, /* ==> */
    COSET_MU_T_QUESTION,
    COSET_MU_T_IMPLIES,
    COSET_MU_T_OR_OR,
    COSET_MU_T_AND_AND,
    COSET_MU_T_BAR,
    COSET_MU_T_CARET,
    COSET_MU_T_AMPERSAND,
    COSET_MU_T_NOT,
    COSET_MU_T_TILDE,
    COSET_MU_T_LT,
    COSET_MU_T_LE,
    COSET_MU_T_GT,
    COSET_MU_T_GE,
    COSET_MU_T_EQ,
    COSET_MU_T_NE,
    COSET_MU_T_SHL,
    COSET_MU_T_SHR,
    COSET_MU_T_PLUS,
    COSET_MU_T_MINUS,
    COSET_MU_T_STAR,
    COSET_MU_T_SLASH,
    COSET_MU_T_PERCENT,
    /* keywords; those from END to ENDWHILE close something */
    COSET_MU_T_ALIAS,
    COSET_MU_T_ARRAY,
    COSET_MU_T_ASSERT,
    COSET_MU_T_BEGIN,
    COSET_MU_T_BY,
    COSET_MU_T_CASE,
    COSET_MU_T_CLEAR,
    COSET_MU_T_CONST,
    COSET_MU_T_DO,
    COSET_MU_T_ELSE,
    COSET_MU_T_ELSIF,
    COSET_MU_T_END,
    COSET_MU_T_ENDALIAS,
    COSET_MU_T_ENDEXISTS,
    COSET_MU_T_ENDFOR,
    COSET_MU_T_ENDFORALL,
    COSET_MU_T_ENDFUNCTION,
    COSET_MU_T_ENDIF,
    COSET_MU_T_ENDPROCEDURE,
    COSET_MU_T_ENDRECORD,
    COSET_MU_T_ENDRULE,
    COSET_MU_T_ENDRULESET,
    COSET_MU_T_ENDSTARTSTATE,
    COSET_MU_T_ENDSWITCH,
    COSET_MU_T_ENDWHILE,
    COSET_MU_T_ENUM,
    COSET_MU_T_ERROR,
    COSET_MU_T_EXISTS,
    COSET_MU_T_FOR,
    COSET_MU_T_FORALL,
    COSET_MU_T_FUNCTION,
    COSET_MU_T_IF,
    COSET_MU_T_INVARIANT,
    COSET_MU_T_ISUNDEFINED,
    COSET_MU_T_OF,
    COSET_MU_T_PROCEDURE,
    COSET_MU_T_PUT,
    COSET_MU_T_REAL,
    COSET_MU_T_RECORD,
    COSET_MU_T_RETURN,
    COSET_MU_T_RULE,
    COSET_MU_T_RULESET,
    COSET_MU_T_SCALARSET,
    COSET_MU_T_STARTSTATE,
    COSET_MU_T_SWITCH,
    COSET_MU_T_THEN,
    COSET_MU_T_TO,
    COSET_MU_T_TYPE,
    COSET_MU_T_UNDEFINE,
    COSET_MU_T_UNION,
    COSET_MU_T_VAR,
    COSET_MU_T_WHILE
} coset_mu_token_kind;

typedef struct {
    coset_mu_token_kind kind;
    coset_pos pos;
    uint32_t len;     /* bytes in the source */
    const char *text; /* NAME, STRING: in the arena */
    int64_t value;    /* NUMBER */
    bool tainted;     /* preceded by invalid text, which is reported */
} coset_mu_token;

/* All tokens of a piece, in the arena, the last one EOF. Problems (E001 .. E006) are messages in `text`. */
const coset_mu_token *coset_mu_lex(coset_text *text, coset_text_piece piece, coset_arena *arena,
                                   coset_mu_dialect dialect);

/* The name of a kind of token in messages: "`==>`", "a name", "the end of the file". */
const char *coset_mu_token_name(coset_mu_token_kind kind);

/* The two texts are equal except for the case of ASCII letters. */
bool coset_mu_same_word(const char *a, const char *b);

#endif
