/* lang/cspm/syntax/parse_int.h - what the files of the parser share. */
#ifndef COSET_LANG_CSPM_SYNTAX_PARSE_INT_H
#define COSET_LANG_CSPM_SYNTAX_PARSE_INT_H

#include "lang/cspm/syntax/parse.h"

typedef COSET_VEC(cspm_node *) cspm_list;

typedef struct cspm_parser cspm_parser;

struct cspm_parser {
    coset_text *text;
    coset_arena *arena;
    cspm_names *names;
    const cspm_token *tokens;
    uint32_t at;
    bool failed;                   /* recovering from a mistake: the stream appears ended */
    bool asserts;                  /* the part before an assertion's refinement or property is being parsed */
    uint32_t nested;               /* active calls of coset__cspm_expr */
    COSET_VEC(uint32_t) sequences; /* unfinished sequences in each open bracket */
    /* Appends declarations up to the end of their `place` to `out`. Declarations are layered above expressions; only
     * the let, an expression that contains declarations, calls upwards through this. Set when a parser is created. */
    void (*decls)(cspm_parser *p, int place, cspm_list *out);
};

/* Tokens. */
const cspm_token *coset__cspm_peek(const cspm_parser *p);
cspm_token_kind coset__cspm_kind(const cspm_parser *p);
cspm_token_kind coset__cspm_kind_after(const cspm_parser *p, uint32_t ahead);
const cspm_token *coset__cspm_take(cspm_parser *p);
bool coset__cspm_accept(cspm_parser *p, cspm_token_kind kind);
/* Consumes the token, or reports that `what` needs it. */
bool coset__cspm_expect(cspm_parser *p, cspm_token_kind kind, const char *what);
void coset__cspm_skip_lines(cspm_parser *p);
const cspm_token *coset__cspm_name_token(cspm_parser *p, const char *what);

/* The token as a message names it. */
const char *coset__cspm_shown(cspm_parser *p, const cspm_token *t);

/* Mistakes: the first one of a declaration is reported. is_told: one was, or the lexer reported the next token. */
bool coset__cspm_is_told(const cspm_parser *p);
void coset__cspm_wrong(cspm_parser *p, const cspm_token *at, const char *code, const char *fmt, ...) COSET_PRINTF(4, 5);
void coset__cspm_wrong_node(cspm_parser *p, const cspm_node *at, const char *code, const char *fmt, ...)
    COSET_PRINTF(4, 5);

/* Brackets, for `>`. */
void coset__cspm_open(cspm_parser *p);
void coset__cspm_close(cspm_parser *p);

/* Nodes. `leaf` gets its position from a token; `make` spans from `first` to the last consumed token. */
cspm_node *coset__cspm_leaf(cspm_parser *p, cspm_kind kind, const cspm_token *t);
cspm_node *coset__cspm_build(cspm_parser *p, cspm_kind kind, coset_pos pos, uint32_t begin, const cspm_list *kids);
cspm_node *coset__cspm_make(cspm_parser *p, cspm_kind kind, const cspm_token *first, const cspm_list *kids);
/* The same, with the second list from kid `split` on; frees the list. */
cspm_node *coset__cspm_finish(cspm_parser *p, cspm_kind kind, const cspm_token *first, cspm_list *kids, uint32_t split);
void coset__cspm_add(cspm_list *list, cspm_node *node);

/* Binding strengths, loosest first. An operand of strength s may contain operators of strength s and above. */
enum {
    STRENGTH_ALL = 2, /* @@ and everything below it */
    STRENGTH_HIDE = 3,
    STRENGTH_INTERLEAVE,
    STRENGTH_PARALLEL,
    STRENGTH_INTERNAL,
    STRENGTH_EXTERNAL,
    STRENGTH_INTERRUPT,
    STRENGTH_SLIDING,
    STRENGTH_SEQUENCE,
    STRENGTH_PREFIX,
    STRENGTH_FIELD,
    STRENGTH_DOTABLE,
    STRENGTH_DOT,
    STRENGTH_COLON,
    STRENGTH_OR,
    STRENGTH_AND,
    STRENGTH_NOT,
    STRENGTH_COMPARE,
    STRENGTH_SUM,
    STRENGTH_PRODUCT,
    STRENGTH_LENGTH,
    STRENGTH_CONCAT,
    STRENGTH_APPLY,
};
cspm_node *coset__cspm_expr(cspm_parser *p, int strength);
/* Comma-separated expressions up to (not including) `close`; may be empty. */
void coset__cspm_exprs(cspm_parser *p, cspm_list *out, cspm_token_kind close);
cspm_node *coset__cspm_qualified(cspm_parser *p, cspm_kind kind, const char *what);
cspm_node *coset__cspm_bracketed(cspm_parser *p);
cspm_node *coset__cspm_replicated(cspm_parser *p);
/* `P op`: P is parsed and the next token is an opening bracket of a parallel operator. */
cspm_node *coset__cspm_parallel(cspm_parser *p, cspm_node *left, int strength);
cspm_node *coset__cspm_renaming(cspm_parser *p, cspm_node *process);

/* Checks that an expression tree is a pattern and folds negative numbers; else reports a mistake. */
cspm_node *coset__cspm_pattern(cspm_parser *p, cspm_node *node);

cspm_node *coset__cspm_written_type(cspm_parser *p);
cspm_node *coset__cspm_annotation(cspm_parser *p);
cspm_node *coset__cspm_assertion(cspm_parser *p);

/* The place of declarations determines which are allowed. */
enum { IN_FILE = 1, IN_MODULE = 2, IN_LET = 4, IN_TIMED = 8 };
/* Reports annotations without a definition in the list, and duplicate ones. */
void coset__cspm_check_annotations(cspm_parser *p, const cspm_list *list);

#endif
