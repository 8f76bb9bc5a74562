/* lang/promela/syntax/token.h - the tokens of Promela.
 *
 * Layer    lang/promela/syntax.
 * Shapes   X(kind, spelling, flags): flag W marks a word, L a word only inside ltl formulas, F a token after which a
 *          newline may end a statement.
 */
#ifndef COSET_LANG_PROMELA_SYNTAX_TOKEN_H
#define COSET_LANG_PROMELA_SYNTAX_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

#define COSET_PML_TOKENS(X)                                                                                            \
    X(EOF, "the end of the file", 0)                                                                                   \
    X(NAME, "a name", F)                                                                                               \
    X(NUMBER, "a number", F)                                                                                           \
    X(STRING, "a string", 0)                                                                                           \
    X(LBRACE, "{", 0)                                                                                                  \
    X(RBRACE, "}", F)                                                                                                  \
    X(LPAREN, "(", 0)                                                                                                  \
    X(RPAREN, ")", F)                                                                                                  \
    X(LBRACKET, "[", 0)                                                                                                \
    X(RBRACKET, "]", F)                                                                                                \
    X(COMMA, ",", 0)                                                                                                   \
    X(SEMI, ";", 0)                                                                                                    \
    X(ARROW, "->", 0)                                                                                                  \
    X(COLON, ":", 0)                                                                                                   \
    X(OPTION, "::", 0)                                                                                                 \
    X(DOT, ".", 0)                                                                                                     \
    X(DOTDOT, "..", 0)                                                                                                 \
    X(AT, "@", 0)                                                                                                      \
    X(BECOMES, "=", 0)                                                                                                 \
    X(INCREMENT, "++", F)                                                                                              \
    X(DECREMENT, "--", F)                                                                                              \
    X(SEND, "!", 0)                                                                                                    \
    X(SEND_SORTED, "!!", 0)                                                                                            \
    X(RECEIVE, "?", 0)                                                                                                 \
    X(RECEIVE_RANDOM, "??", 0)                                                                                         \
    X(OR, "||", 0)                                                                                                     \
    X(AND, "&&", 0)                                                                                                    \
    X(BITOR, "|", 0)                                                                                                   \
    X(BITXOR, "^", 0)                                                                                                  \
    X(BITAND, "&", 0)                                                                                                  \
    X(EQ, "==", 0)                                                                                                     \
    X(NE, "!=", 0)                                                                                                     \
    X(LT, "<", 0)                                                                                                      \
    X(LE, "<=", 0)                                                                                                     \
    X(GT, ">", 0)                                                                                                      \
    X(GE, ">=", 0)                                                                                                     \
    X(SHL, "<<", 0)                                                                                                    \
    X(SHR, ">>", 0)                                                                                                    \
    X(PLUS, "+", 0)                                                                                                    \
    X(MINUS, "-", 0)                                                                                                   \
    X(STAR, "*", 0)                                                                                                    \
    X(SLASH, "/", 0)                                                                                                   \
    X(PERCENT, "%", 0)                                                                                                 \
    X(TILDE, "~", 0)                                                                                                   \
    X(BOX, "[]", 0)                                                                                                    \
    X(DIAMOND, "<>", 0)                                                                                                \
    X(EQUIV, "<->", 0)                                                                                                 \
    X(ACTIVE, "active", W)                                                                                             \
    X(ASSERT, "assert", W)                                                                                             \
    X(ATOMIC, "atomic", W)                                                                                             \
    X(BIT, "bit", W)                                                                                                   \
    X(BOOL, "bool", W)                                                                                                 \
    X(BREAK, "break", W | F)                                                                                           \
    X(BYTE, "byte", W)                                                                                                 \
    X(C_CODE, "c_code", W)                                                                                             \
    X(C_DECL, "c_decl", W)                                                                                             \
    X(C_EXPR, "c_expr", W)                                                                                             \
    X(C_STATE, "c_state", W)                                                                                           \
    X(C_TRACK, "c_track", W)                                                                                           \
    X(CHAN, "chan", W)                                                                                                 \
    X(D_PROCTYPE, "D_proctype", W)                                                                                     \
    X(D_STEP, "d_step", W)                                                                                             \
    X(DO, "do", W)                                                                                                     \
    X(ELSE, "else", W | F)                                                                                             \
    X(EMPTY, "empty", W)                                                                                               \
    X(ENABLED, "enabled", W)                                                                                           \
    X(EVAL, "eval", W)                                                                                                 \
    X(FALSE, "false", W | F)                                                                                           \
    X(FI, "fi", W | F)                                                                                                 \
    X(FOR, "for", W)                                                                                                   \
    X(FULL, "full", W)                                                                                                 \
    X(GET_PRIORITY, "get_priority", W)                                                                                 \
    X(GOTO, "goto", W)                                                                                                 \
    X(HIDDEN, "hidden", W)                                                                                             \
    X(IF, "if", W)                                                                                                     \
    X(INIT, "init", W)                                                                                                 \
    X(INLINE, "inline", W)                                                                                             \
    X(INT, "int", W)                                                                                                   \
    X(LEN, "len", W)                                                                                                   \
    X(LOCAL, "local", W)                                                                                               \
    X(LTL, "ltl", W)                                                                                                   \
    X(MTYPE, "mtype", W)                                                                                               \
    X(NEMPTY, "nempty", W)                                                                                             \
    X(NEVER, "never", W)                                                                                               \
    X(NFULL, "nfull", W)                                                                                               \
    X(NOTRACE, "notrace", W)                                                                                           \
    X(NP, "np_", W)                                                                                                    \
    X(OD, "od", W | F)                                                                                                 \
    X(OF, "of", W)                                                                                                     \
    X(PC_VALUE, "pc_value", W)                                                                                         \
    X(PID, "pid", W)                                                                                                   \
    X(PRINTF, "printf", W)                                                                                             \
    X(PRINTM, "printm", W)                                                                                             \
    X(PRIORITY, "priority", W)                                                                                         \
    X(PROCTYPE, "proctype", W)                                                                                         \
    X(PROVIDED, "provided", W)                                                                                         \
    X(RETURN, "return", W)                                                                                             \
    X(RUN, "run", W)                                                                                                   \
    X(SELECT, "select", W)                                                                                             \
    X(SET_PRIORITY, "set_priority", W)                                                                                 \
    X(SHORT, "short", W)                                                                                               \
    X(SHOW, "show", W)                                                                                                 \
    X(SKIP, "skip", W | F)                                                                                             \
    X(TIMEOUT, "timeout", W | F)                                                                                       \
    X(TRACE, "trace", W)                                                                                               \
    X(TRUE, "true", W | F)                                                                                             \
    X(TYPEDEF, "typedef", W)                                                                                           \
    X(UNLESS, "unless", W)                                                                                             \
    X(UNSIGNED, "unsigned", W)                                                                                         \
    X(XR, "xr", W)                                                                                                     \
    X(XS, "xs", W)                                                                                                     \
    X(ALWAYS, "always", L)                                                                                             \
    X(EVENTUALLY, "eventually", L)                                                                                     \
    X(NEXT, "next", L)                                                                                                 \
    X(UNTIL, "until", L)                                                                                               \
    X(WEAK_UNTIL, "weakuntil", L)                                                                                      \
    X(RELEASE, "release", L)                                                                                           \
    X(IMPLIES, "implies", L)

typedef enum {
#define X(kind, spelling, flags) COSET_PML_T_##kind,
    COSET_PML_TOKENS(X)
#undef X
} coset_pml_token_kind;

typedef struct {
    coset_pml_token_kind kind;
    coset_pos pos;
    uint32_t len;      /* bytes in the user's text, for underlining */
    const char *text;  /* NAME, STRING: in the arena */
    uint32_t text_len; /* STRING */
    int32_t value;     /* NUMBER */
    bool is_first;     /* preceded by a newline */
    bool is_tainted;   /* preceded by invalid text, which is reported */
} coset_pml_token;

/* The name of a kind of token in messages: "`->`", "a name", "the end of the file". */
const char *coset_pml_token_name(coset_pml_token_kind kind);

#endif
