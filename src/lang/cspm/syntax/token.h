/* lang/cspm/syntax/token.h - from bytes to tokens.
 *
 * Layer    lang/cspm, internal.
 * Idea     Line ends separate declarations unless an adjacent token swallows them: the lexer emits a NEWLINE token
 *          only if neither the token before swallows the following line ends nor the token after the preceding
 *          ones. An include puts a hard NEWLINE on both sides, which no token swallows, so no declaration spans two
 *          files. The parser decides whether `>` closes a sequence.
 */
#ifndef COSET_LANG_CSPM_SYNTAX_TOKEN_H
#define COSET_LANG_CSPM_SYNTAX_TOKEN_H

#include "lang/cspm/syntax/ast.h"

typedef enum {
    TOKEN_END,
    TOKEN_NEWLINE,  /* value = 1: hard */
    TOKEN_NAME,     /* text */
    TOKEN_INT,      /* value */
    TOKEN_CHAR,     /* value */
    TOKEN_STRING,   /* text, value = length */
    TOKEN_PROPERTY, /* `:[ .. ]`, see below */
    TOKEN_REFINES,  /* model */
    TOKEN_WRONG,    /* the lexer has reported this place: no rule accepts it */
    /* Words. */
    TOKEN_IF,
    TOKEN_THEN,
    TOKEN_ELSE,
    TOKEN_LET,
    TOKEN_WITHIN,
    TOKEN_CHANNEL,
    TOKEN_DATATYPE,
    TOKEN_SUBTYPE,
    TOKEN_NAMETYPE,
    TOKEN_EXTERNAL,
    TOKEN_TRANSPARENT,
    TOKEN_ASSERT,
    TOKEN_MODULE,
    TOKEN_EXPORTS,
    TOKEN_ENDMODULE,
    TOKEN_INSTANCE,
    TOKEN_TIMED,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_NOT,
    TOKEN_TRUE,
    TOKEN_FALSE,
    TOKEN_PRINT,
    TOKEN_UNDERSCORE,
    /* Signs. */
    TOKEN_BOX,          /* [] */
    TOKEN_INTERNAL,     /* |~| */
    TOKEN_INTERLEAVE,   /* ||| */
    TOKEN_INTERRUPT,    /* /\ */
    TOKEN_ARROW,        /* -> */
    TOKEN_SLIDING,      /* [> */
    TOKEN_EXCEPT_CLOSE, /* |> */
    TOKEN_BARS,         /* || */
    TOKEN_SEMICOLON,
    TOKEN_AMPERSAND,
    TOKEN_PROJECT,    /* |\ */
    TOKEN_SYNC_OPEN,  /* /+ */
    TOKEN_SYNC_CLOSE, /* +\ */
    TOKEN_PLUS_OPEN,  /* [+ */
    TOKEN_PLUS_CLOSE, /* +] */
    TOKEN_EQ,
    TOKEN_NE,
    TOKEN_LE,
    TOKEN_GE,
    TOKEN_LESS,
    TOKEN_GREATER,
    TOKEN_LEFT,        /* ( */
    TOKEN_RIGHT,       /* ) */
    TOKEN_EVENTS_OPEN, /* {| */
    TOKEN_EVENTS_CLOSE,
    TOKEN_BRACE_OPEN,
    TOKEN_BRACE_CLOSE,
    TOKEN_MAP_OPEN, /* (| and a space */
    TOKEN_MAP_CLOSE,
    TOKEN_RENAME_OPEN, /* [[ */
    TOKEN_RENAME_CLOSE,
    TOKEN_SHARE_OPEN, /* [| */
    TOKEN_SHARE_CLOSE,
    TOKEN_BRACKET_OPEN,
    TOKEN_BRACKET_CLOSE,
    TOKEN_BAR,
    TOKEN_COMMA,
    TOKEN_RANGE, /* .. */
    TOKEN_DOT,
    TOKEN_QUERY,
    TOKEN_BANG,
    TOKEN_DOLLAR,
    TOKEN_FROM,     /* <- */
    TOKEN_LINK,     /* <-> */
    TOKEN_SCOPE,    /* :: without space around */
    TOKEN_HAS_TYPE, /* :: with space */
    TOKEN_COLON,
    TOKEN_DOTABLE, /* => */
    TOKEN_EXTEND,  /* =>* */
    TOKEN_DOUBLE,  /* @@ */
    TOKEN_AT,
    TOKEN_BACKSLASH,
    TOKEN_ASSIGN,
    TOKEN_PLUS,
    TOKEN_MINUS,
    TOKEN_STAR,
    TOKEN_SLASH,
    TOKEN_PERCENT,
    TOKEN_CARET,
    TOKEN_HASH,
} cspm_token_kind;

typedef enum {
    PROPERTY_DEADLOCK,
    PROPERTY_DIVERGENCE,
    PROPERTY_DETERMINISTIC,
    PROPERTY_TRACE,
    PROPERTY_SYMMETRIC,
    /* From here on options. */
    PROPERTY_TAU_PRIORITY,
    PROPERTY_PARTIAL_ORDER,
    PROPERTY_SYMMETRY,
} cspm_property;

typedef struct {
    uint8_t kind;        /* cspm_token_kind */
    uint8_t model;       /* cspm_model of REFINES and PROPERTY */
    uint8_t property;    /* cspm_property of PROPERTY */
    bool colon;          /* the PROPERTY ended in `]:` */
    coset_pos pos;       /* */
    uint32_t begin, end; /* bytes in the file */
    const char *text;    /* interned name, bytes of a string, mode of PARTIAL_ORDER or NULL */
    int64_t value;
} cspm_token;

typedef COSET_VEC(cspm_token) cspm_tokens;

/* Equal texts give equal pointers. */
typedef struct cspm_names cspm_names;
cspm_names *coset__cspm_names_new(coset_arena *arena);
const char *coset__cspm_name(cspm_names *names, const char *text, size_t len);

/* Reads `file` and its includes (paths are relative to the folder of the first file). Problems are messages of `text`;
 * the tokens then end early or lack the unreadable parts. The last token is END. */
void coset__cspm_lex(coset_text *text, uint16_t file, coset_arena *arena, cspm_names *names, cspm_tokens *out);

/* The spelling of the token, for messages. */
const char *coset__cspm_spelling(cspm_token_kind kind);
/* The declaration keyword nearest to `name`, or NULL. */
const char *coset__cspm_near_word(const char *name);

#endif
