/* lang/promela/syntax/parser.h - what the files of the parser share: parse*.c and no others include it.
 *
 * Recovery: the first problem sets `panic`; until it is cleared nothing more is reported and the parsing functions
 *          return as soon as they can. Lists of statements, declarations and units clear it after skipping to a place
 *          where the next element may begin. Each place is reported only once.
 */
#ifndef COSET_LANG_PROMELA_SYNTAX_PARSER_H
#define COSET_LANG_PROMELA_SYNTAX_PARSER_H

#include "lang/promela/syntax/lex.h"
#include "lang/promela/syntax/parse.h"

#define COSET_PML_MOST_ERRORS 100u
#define COSET_PML_MOST_TOKENS (4u << 20) /* of the source with its inlines expanded */

/* ---- the stream of tokens (parse_feed.c) --------------------------------------------------------------------- */

typedef struct {
    const coset_pml_token *at;
    uint32_t n;
} coset_pml_tokens;

/* `inline name(params) { body }` */
typedef struct coset_pml_inline {
    struct coset_pml_inline *next;
    const char *name;
    coset_pos pos;
    uint32_t n_params;
    const char **params;
    coset_pml_tokens body; /* with its braces */
    bool is_open;          /* being expanded */
} coset_pml_inline;

/* A source of tokens: the file, the body of an inline, an argument of its call. */
typedef struct {
    coset_pml_tokens tokens;
    uint32_t at;
    coset_pml_inline *inlined; /* NULL: no body of an inline */
    const coset_pml_tokens *args;
    coset_pml_inlined *call;
    bool first, begins_line; /* the first token of it gets is_first = begins_line */
} coset_pml_frame;

/* A token as the parser sees it. */
typedef struct {
    coset_pml_token token;
    coset_pml_inlined *call; /* for the opening brace of the body of an inline */
} coset_pml_word;

#define COSET_PML_FRAMES (2 * COSET_PML_MAX_INLINES + 4)

typedef struct coset_pml_parser {
    coset_text *text;
    coset_arena *arena;
    coset_pml_model *model;
    /* the stream */
    coset_pml_frame frames[COSET_PML_FRAMES];
    uint32_t n_frames, n_read;
    coset_pml_inline *inlines;
    bool in_body;                        /* newlines end statements */
    uint32_t brackets;                   /* open parentheses and brackets */
    coset_pml_token_kind last_raw, last; /* before and after separators are inserted and removed */
    bool has_raw, has_held, has_ahead;
    coset_pml_word raw, held, ahead;     /* lookahead */
    coset_pml_word now;                  /* the current token */
    COSET_VEC(coset_pml_token) formulas; /* ltl: they are parsed after everything else, as in Spin */
    /* the parser */
    COSET_VEC(coset_pos) blamed;
    bool panic, finished, in_formula, is_sym;
    uint32_t nest, errors, n_unnamed, n_declared;
    coset_pml_expr *result;  /* destination of the value that the current inline returns, or NULL */
    coset_pml_inlined *call; /* the current inline, or NULL */
    bool stops_at_greater;   /* inside `?< >` */
    /* lists under construction */
    coset_pml_var **last_global;
    coset_pml_mtype **last_mtype;
    coset_pml_record **last_record;
    coset_pml_scalarset **last_scalarset;
    coset_pml_proc **last_proc;
    coset_pml_ltl **last_ltl;
} coset_pml_parser;

void coset_pml_feed_start(coset_pml_parser *p, coset_pml_tokens tokens);
/* Advances to the next token. */
void coset_pml_skip(coset_pml_parser *p);
/* The token after this one. */
const coset_pml_token *coset_pml_peek(coset_pml_parser *p);

/* ---- tools (parse_tools.c) -------------------------------------------------------------------------------------- */

static inline const coset_pml_token *coset_pml_now(const coset_pml_parser *p) { return &p->now.token; }
static inline bool coset_pml_sees(const coset_pml_parser *p, coset_pml_token_kind kind)
{
    return p->now.token.kind == kind;
}
bool coset_pml_sees_word(const coset_pml_parser *p, const char *word);
/* Skips the token if it is of that kind. */
bool coset_pml_accept(coset_pml_parser *p, coset_pml_token_kind kind);
/* As accept, else reports that `kind` was expected `where` ("after the condition"; NULL for nothing). */
bool coset_pml_expect(coset_pml_parser *p, coset_pml_token_kind kind, const char *where);
/* Reports at a token and sets `panic`, unless it is set already. True if a message was added. */
bool coset_pml_blame(coset_pml_parser *p, const coset_pml_token *at, const char *code, const char *fmt, ...)
    COSET_PRINTF(4, 5);
/* The same for a place; no panic. */
bool coset_pml_blame_at(coset_pml_parser *p, coset_pos pos, uint32_t len, const char *code, const char *fmt, ...)
    COSET_PRINTF(5, 6);
#define coset_pml_hint(p, ...) coset_message_help((p)->text, __VA_ARGS__)
/* The token for messages. */
const char *coset_pml_token_text(const coset_pml_parser *p, const coset_pml_token *t);
/* The Promela equivalent of this word of another language, or NULL. */
const char *coset_pml_foreign(const char *word);
/* Every recursive function calls enter and leave; enter is false, after a message and at the end, if it is too deep. */
bool coset_pml_enter(coset_pml_parser *p);
void coset_pml_leave(coset_pml_parser *p);
/* Consumes a name and returns it; an empty text after a message. */
coset_pml_token coset_pml_take_name(coset_pml_parser *p, const char *what);

coset_pml_record *coset_pml_find_record(const coset_pml_parser *p, const char *name);
coset_pml_scalarset *coset_pml_find_scalarset(const coset_pml_parser *p, const char *name);
coset_pml_proc *coset_pml_find_proctype(const coset_pml_model *m, const char *name);

/* ---- parts of the grammar ------------------------------------------------------------------------------------ */

/* parse_expr.c */
coset_pml_expr *coset_pml_parse_expr(coset_pml_parser *p);
coset_pml_expr *coset_pml_parse_place(coset_pml_parser *p);
/* The rest of an expression that begins with `left`. */
coset_pml_expr *coset_pml_parse_rest(coset_pml_parser *p, coset_pml_expr *left);
coset_pml_expr *coset_pml_new_expr(coset_pml_parser *p, coset_pml_op op, const coset_pml_token *at);
/* Comma-separated expressions. */
coset_pml_expr *coset_pml_parse_args(coset_pml_parser *p);
/* Arguments of a receive. */
coset_pml_expr *coset_pml_parse_targets(coset_pml_parser *p);
coset_pml_expr *coset_pml_binary(coset_pml_parser *p, coset_pml_op op, const coset_pml_token *at, coset_pml_expr *a,
                                 coset_pml_expr *b);
coset_pml_expr *coset_pml_copy_expr(coset_pml_parser *p, const coset_pml_expr *e);
coset_pml_expr *coset_pml_poll(coset_pml_parser *p, coset_pml_expr *chan, const coset_pml_token *at);

/* parse_decl.c */
bool coset_pml_begins_decl(const coset_pml_parser *p);
/* One declaration with all its names, or NULL if an mtype was declared. */
coset_pml_var *coset_pml_parse_decl(coset_pml_parser *p, coset_pml_storage storage);
void coset_pml_parse_typedef(coset_pml_parser *p);
void coset_pml_parse_scalarset(coset_pml_parser *p);
/* Declarations separated by semicolons. */
coset_pml_var *coset_pml_parse_fields(coset_pml_parser *p, coset_pml_storage storage, coset_pml_token_kind close);

/* parse_stmt.c */
/* `{ statements }` */
coset_pml_stmt *coset_pml_parse_block(coset_pml_parser *p, const char *what);

#endif
