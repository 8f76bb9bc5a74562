/* lang/promela/syntax/lex.c - preprocessed text to tokens. */
#include "lang/promela/syntax/lex.h"

#include <stdlib.h>
#include <string.h>

enum { W = 1, L = 2, F = 4 };

static const struct {
    const char *spelling;
    int flags;
} known[] = {
#define X(kind, spelling, flags) {spelling, flags},
    COSET_PML_TOKENS(X)
#undef X
};
#define N_KINDS (sizeof known / sizeof *known)

const char *coset_pml_token_name(coset_pml_token_kind kind)
{
    static const char *const names[] = {
#define X(kind, spelling, flags) "`" spelling "`",
        COSET_PML_TOKENS(X)
#undef X
    };
    return kind <= COSET_PML_T_STRING ? known[kind].spelling : names[kind];
}

typedef struct {
    coset_pml_source *source;
    const char *bytes;
    size_t len, at;
    bool newline, tainted;
    int ltl; /* 0 outside; 1 after `ltl`; else 1 + open braces */
    COSET_VEC(coset_pml_token) tokens;
} lexer;

static int at(const lexer *x, size_t ahead)
{
    return x->at + ahead < x->len ? (unsigned char)x->bytes[x->at + ahead] : -1;
}
static bool is_digit(int c) { return c >= '0' && c <= '9'; }
static bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static void wrong(lexer *x, size_t from, size_t len, const char *code, const char *what, const char *help)
{
    uint32_t n = (uint32_t)len;
    coset_pos pos = coset_pml_source_place(x->source, from, &n);
    coset_message(x->source->text, COSET_SEVERITY_ERROR, code, pos, n, "%s", what);
    if (help)
        coset_message_help(x->source->text, "%s", help);
    x->tainted = true;
}

static coset_pml_token *add(lexer *x, coset_pml_token_kind kind, size_t from)
{
    uint32_t len = (uint32_t)(x->at - from);
    coset_pos pos = coset_pml_source_place(x->source, from, &len);
    coset_pml_token *t = coset_vec_add(&x->tokens);
    *t = (coset_pml_token){.kind = kind, .pos = pos, .len = len, .is_first = x->newline, .is_tainted = x->tainted};
    x->newline = x->tainted = false;
    return t;
}

/* Skips a comment, a blank, a newline or the end of a comment that is not open (as Spin does); false if there is
 * none. */
static bool skip_blank(lexer *x)
{
    int c = at(x, 0);
    if (c == '\n')
        x->newline = true;
    if (c == 0xef && at(x, 1) == 0xbb && at(x, 2) == 0xbf) /* a byte order mark, of a file or of an included one */
        return x->at += 3, true;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == 0)
        return x->at++, true;
    if (c == '*' && at(x, 1) == '/')
        return x->at += 2, true;
    if (c == '/' && at(x, 1) == '/') {
        while (at(x, 0) != -1 && at(x, 0) != '\n')
            x->at++;
        return true;
    }
    if (c != '/' || at(x, 1) != '*')
        return false;
    size_t from = x->at;
    x->at += 2;
    while (at(x, 0) != -1 && (at(x, 0) != '*' || at(x, 1) != '/'))
        x->at++;
    if (at(x, 0) == -1)
        wrong(x, from, 2, "E001", "a comment is not closed", "close it with `*/`");
    else
        x->at += 2;
    return true;
}

static void lex_number(lexer *x)
{
    size_t from = x->at;
    int64_t value = 0; /* as in atoi, which Spin uses: at most INT64_MAX, of which an int stores 32 bits */
    for (; is_digit(at(x, 0)); x->at++)
        if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, at(x, 0) - '0', &value))
            value = INT64_MAX;
    coset_pml_token *t = add(x, COSET_PML_T_NUMBER, from);
    t->value = (int32_t)(uint32_t)value;
    if (value > INT32_MAX) {
        coset_message(x->source->text, COSET_SEVERITY_WARNING, "W001", t->pos, t->len,
                      "the number does not fit into an int and is read as %d", t->value);
    }
}

static const char *copy(lexer *x, size_t from, size_t to)
{
    return coset_arena_text_n(x->source->arena, x->bytes + from, to - from);
}

/* Letters of the temporal operators. */
static coset_pml_token_kind temporal_word(const char *word, size_t n)
{
    static const struct {
        const char *word;
        coset_pml_token_kind kind;
    } more[] = {{"U", COSET_PML_T_UNTIL}, {"V", COSET_PML_T_RELEASE},         {"W", COSET_PML_T_WEAK_UNTIL},
                {"X", COSET_PML_T_NEXT},  {"stronguntil", COSET_PML_T_UNTIL}, {"equivalent", COSET_PML_T_EQUIV}};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (strlen(more[i].word) == n && memcmp(more[i].word, word, n) == 0)
            return more[i].kind;
    return COSET_PML_T_NAME;
}

static coset_pml_token_kind word_kind(const lexer *x, const char *word, size_t n)
{
    int wanted = x->ltl > 1 ? W | L : W;
    for (size_t i = 0; i < N_KINDS; i++)
        if (known[i].flags & wanted && strlen(known[i].spelling) == n && memcmp(known[i].spelling, word, n) == 0)
            return (coset_pml_token_kind)i;
    return x->ltl > 1 ? temporal_word(word, n) : COSET_PML_T_NAME;
}

/* Text in brackets of one kind, with strings and characters of C in it. */
static void skip_c_brackets(lexer *x, int open, int close)
{
    uint32_t depth = 0;
    do {
        int c = at(x, 0);
        depth += c == open;
        depth -= depth && c == close;
        if (c == '"' || c == '\'') {
            x->at++;
            while (at(x, 0) != c && at(x, 0) != '\n' && at(x, 0) != -1)
                x->at += at(x, 0) == '\\' && at(x, 1) != -1 ? 2 : 1;
        }
        x->at++;
    } while (depth && x->at < x->len);
    if (x->at > x->len)
        x->at = x->len;
}

/* Skips the C text after a word; it is no Promela, and the parser rejects the word. */
static void skip_c(lexer *x)
{
    while (skip_blank(x))
        ;
    if (at(x, 0) == '[')
        skip_c_brackets(x, '[', ']');
    while (skip_blank(x))
        ;
    if (at(x, 0) == '{')
        skip_c_brackets(x, '{', '}');
}

static void lex_word(lexer *x)
{
    size_t from = x->at;
    while (is_letter(at(x, 0)) || is_digit(at(x, 0)))
        x->at++;
    coset_pml_token_kind kind = word_kind(x, x->bytes + from, x->at - from);
    const char *text = kind == COSET_PML_T_NAME ? copy(x, from, x->at) : NULL;
    coset_pml_token *t = add(x, kind, from);
    t->text = text;
    if (kind == COSET_PML_T_LTL && x->ltl == 0)
        x->ltl = 1;
    if (kind == COSET_PML_T_C_CODE || kind == COSET_PML_T_C_DECL || kind == COSET_PML_T_C_EXPR)
        skip_c(x);
}

/* The byte that a backslash and `c` denote inside a string, as in C. */
static int escaped(int c)
{
    switch (c) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case 'f':
        return '\f';
    case 'a':
        return '\a';
    case 'b':
        return '\b';
    case 'v':
        return '\v';
    default:
        return c;
    }
}

static void lex_string(lexer *x)
{
    size_t from = x->at++;
    COSET_VEC(char) out = {0};
    while (at(x, 0) != '"' && at(x, 0) != '\n' && at(x, 0) != -1) {
        int c = at(x, 0);
        if (c == '\\' && at(x, 1) != -1 && at(x, 1) != '\n') {
            x->at++;
            c = escaped(at(x, 0));
        }
        *coset_vec_add(&out) = (char)c;
        x->at++;
    }
    if (at(x, 0) != '"') {
        wrong(x, from, 1, "E002", "a string is not closed on its line", "close it with `\"`");
    } else {
        x->at++;
        const char *text = coset_arena_text_n(x->source->arena, out.n ? out.at : "", out.n);
        coset_pml_token *t = add(x, COSET_PML_T_STRING, from);
        t->text = text;
        t->text_len = out.n;
    }
    coset_vec_fini(&out);
}

/* 'a' and '\n' are numbers. */
static void lex_character(lexer *x)
{
    size_t from = x->at++;
    int value = at(x, 0);
    if (value == '\\') {
        x->at++;
        value = at(x, 0);
    }
    bool letter = x->at > from + 1 && (value == 'n' || value == 'r' || value == 't' || value == 'f');
    if (value == -1 || value == '\n' || at(x, 1) != '\'') {
        wrong(x, from, 1, "E003", "a character constant is not closed", "write it as 'c', with one character");
        for (size_t i = 0; i < 8 && at(x, i) != '\n'; i++)
            if (at(x, i) == '\'') {
                x->at += i + 1;
                break;
            }
        return;
    }
    x->at += 2;
    add(x, COSET_PML_T_NUMBER, from)->value = letter ? escaped(value) : value;
}

/* A sign of two bytes after which Spin also consumes the last byte of a longer one; it counts as that longer one. */
static coset_pml_token_kind long_sign(const lexer *x)
{
    static const struct {
        const char *sign;
        coset_pml_token_kind kind;
    } signs[] = {
        {"-->", COSET_PML_T_ARROW}, {"!!=", COSET_PML_T_NE}, {"<=<", COSET_PML_T_SHL}, {">=>", COSET_PML_T_SHR}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (x->len - x->at >= 3 && memcmp(signs[i].sign, x->bytes + x->at, 3) == 0)
            return signs[i].kind;
    return COSET_PML_T_EOF;
}

/* The longest sign that begins here, or EOF, and its length. */
static coset_pml_token_kind sign_kind(const lexer *x, size_t *len)
{
    coset_pml_token_kind best = x->ltl > 1 ? COSET_PML_T_EOF : long_sign(x);
    size_t most = best == COSET_PML_T_EOF ? 0 : 3;
    for (size_t i = COSET_PML_T_LBRACE; i < COSET_PML_T_ACTIVE; i++) {
        size_t n = strlen(known[i].spelling);
        bool temporal = i == COSET_PML_T_BOX || i == COSET_PML_T_DIAMOND || i == COSET_PML_T_EQUIV;
        if (n > most && n <= x->len - x->at && memcmp(known[i].spelling, x->bytes + x->at, n) == 0 &&
            (x->ltl > 1 || !temporal)) {
            best = (coset_pml_token_kind)i;
            most = n;
        }
    }
    *len = most;
    return best;
}

static void lex_sign(lexer *x)
{
    size_t from = x->at;
    if (x->ltl > 1 && ((at(x, 0) == '/' && at(x, 1) == '\\') || (at(x, 0) == '\\' && at(x, 1) == '/'))) {
        coset_pml_token_kind kind = at(x, 0) == '/' ? COSET_PML_T_AND : COSET_PML_T_OR;
        x->at += 2;
        add(x, kind, from);
        return;
    }
    size_t len;
    coset_pml_token_kind kind = sign_kind(x, &len);
    if (kind == COSET_PML_T_EOF) {
        while ((at(x, 0) & 0x80) && at(x, 0) != -1 && (at(x, 1) & 0xc0) == 0x80) /* one character of UTF-8 */
            x->at++;
        x->at++;
        wrong(x, from, x->at - from, "E004", "this character has no meaning in Promela", NULL);
        return;
    }
    x->at += len;
    add(x, kind, from);
    if (x->ltl && kind == COSET_PML_T_LBRACE)
        x->ltl++;
    else if (x->ltl && kind == COSET_PML_T_RBRACE)
        x->ltl = x->ltl > 2 ? x->ltl - 1 : 0;
    else if (x->ltl == 1)
        x->ltl = 0; /* no formula follows: the parser reports it */
}

static void lex_one(lexer *x)
{
    int c = at(x, 0);
    if (is_digit(c))
        lex_number(x);
    else if (is_letter(c))
        lex_word(x);
    else if (c == '"')
        lex_string(x);
    else if (c == '\'')
        lex_character(x);
    else if (c == '$') {
        wrong(x, x->at, 1, "E005", "formulas in `$` are not supported", "write `ltl name { formula }`");
        do
            x->at++;
        while (at(x, 0) != '$' && at(x, 0) != '\n' && at(x, 0) != -1);
        x->at += at(x, 0) == '$';
    } else
        lex_sign(x);
}

const coset_pml_token *coset_pml_lex(coset_pml_source *source, uint32_t *n_tokens)
{
    lexer x = {.source = source, .bytes = source->bytes, .len = source->len};
    while (x.at < x.len)
        if (!skip_blank(&x))
            lex_one(&x);
    add(&x, COSET_PML_T_EOF, x.at);
    *n_tokens = x.tokens.n;
    const coset_pml_token *copied = coset_arena_copy(source->arena, x.tokens.at, x.tokens.n, sizeof *x.tokens.at);
    coset_vec_fini(&x.tokens);
    return copied;
}
