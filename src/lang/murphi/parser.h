/* lang/murphi/parser.h - what the files of the parser share: parse*.c and no others include it.
 *
 * Recovery: the first problem sets `panic`; until it is cleared nothing more is reported and the parsing functions
 *          return as soon as they can. Lists of statements, declarations and rules clear it after skipping to a place
 *          where the next element may begin. Each place is reported only once.
 */
#ifndef COSET_LANG_MURPHI_PARSER_H
#define COSET_LANG_MURPHI_PARSER_H

#include "lang/murphi/lex.h"

typedef struct {
    coset_text *text;
    coset_arena *arena;
    const coset_mu_token *first, *at;
    const coset_mu_token *blamed;  /* the last token with a message */
    const coset_mu_token *else_if; /* the last `else` before an `if`, or NULL */
    bool panic;
    bool braces;   /* a block began with one: } ends blocks */
    bool finished; /* stopped: nothing more is reported */
    uint32_t nest, errors;
} coset_mu_parser;

static inline bool coset_mu_sees(const coset_mu_parser *p, coset_mu_token_kind kind) { return p->at->kind == kind; }
static inline bool coset_mu_is_operator(coset_mu_token_kind kind)
{
    return kind >= COSET_MU_T_QUESTION && kind <= COSET_MU_T_PERCENT && kind != COSET_MU_T_NOT &&
           kind != COSET_MU_T_TILDE;
}
static inline bool coset_mu_is_end(coset_mu_token_kind kind)
{
    return kind >= COSET_MU_T_END && kind <= COSET_MU_T_ENDWHILE;
}

/* parse_tools.c */
/* The token is the name `word`, case-insensitively. */
bool coset_mu_sees_word(const coset_mu_parser *p, const char *word);
/* The token after this one; EOF after EOF. */
const coset_mu_token *coset_mu_peek(const coset_mu_parser *p);
void coset_mu_skip(coset_mu_parser *p);
/* Skips the token if it is of that kind. */
bool coset_mu_accept(coset_mu_parser *p, coset_mu_token_kind kind);
/* As accept, else reports that `kind` was expected `where` ("after the condition"; NULL for nothing). */
bool coset_mu_expect(coset_mu_parser *p, coset_mu_token_kind kind, const char *where);

/* Reports at a token and sets `panic`, unless it is set already. True if a message was added that has no help yet. */
bool coset_mu_blame(coset_mu_parser *p, const coset_mu_token *at, const char *code, const char *fmt, ...)
    COSET_PRINTF(4, 5);
/* Nothing after this place is read. */
void coset_mu_give_up(coset_mu_parser *p);
/* A word or mark of other languages; messages at it give the Murphi equivalent. */
bool coset_mu_is_foreign(const coset_mu_token *t);
/* The text of the token for messages. */
const char *coset_mu_token_text(const coset_mu_parser *p, const coset_mu_token *t);

/* A word that begins a rule, but could also be a name: assume, cover, liveness, choose. */
bool coset_mu_is_soft_rule(const coset_mu_token *t);
/* A rule, ruleset, start state, property ... begins here. */
bool coset_mu_begins_rule(const coset_mu_parser *p);
/* The word that closes what `open` began: `end` or one of the two given. */
void coset_mu_parse_end(coset_mu_parser *p, const coset_mu_token *open, coset_mu_token_kind kind,
                        coset_mu_token_kind other);

/* Every recursive function calls enter and leave; enter is false, after a message and at the end of the text, if it is
 * too deep. */
bool coset_mu_enter(coset_mu_parser *p);
void coset_mu_leave(coset_mu_parser *p);

/* parse_expr.c */
coset_mu_expr *coset_mu_parse_expression(coset_mu_parser *p);
coset_mu_expr *coset_mu_parse_designator(coset_mu_parser *p);
/* Arguments up to the closing parenthesis, which is also skipped. */
coset_mu_expr *coset_mu_parse_arguments(coset_mu_parser *p);

/* parse_decl.c */
coset_mu_typex *coset_mu_parse_type(coset_mu_parser *p);
/* All const, type and var sections that follow. */
coset_mu_decl *coset_mu_parse_decls(coset_mu_parser *p);
/* `i: T` or `i := a to b by c`, and lists of them; then `do`. */
coset_mu_decl *coset_mu_parse_quantifiers(coset_mu_parser *p);
/* `a: e; b: e do` */
coset_mu_decl *coset_mu_parse_aliases(coset_mu_parser *p);
/* `i: designator` */
coset_mu_decl *coset_mu_parse_entry(coset_mu_parser *p);
coset_mu_decl *coset_mu_new_decl(coset_mu_parser *p, coset_mu_decl_kind kind, const coset_mu_token *name);

/* parse_stmt.c */
coset_mu_stmt *coset_mu_parse_stmts(coset_mu_parser *p);

/* parse_rule.c */
coset_mu_rule *coset_mu_parse_rule(coset_mu_parser *p);

#endif
