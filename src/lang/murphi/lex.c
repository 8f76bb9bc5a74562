#include "lang/murphi/lex.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
    const char *word;
    coset_mu_token_kind kind;
} spelling;

/* By kind, from ALIAS on: also the names of keywords in messages. In alphabetical order. */
static const spelling keywords[] = {
    {"alias", COSET_MU_T_ALIAS},
    {"array", COSET_MU_T_ARRAY},
    {"assert", COSET_MU_T_ASSERT},
    {"begin", COSET_MU_T_BEGIN},
    {"by", COSET_MU_T_BY},
    {"case", COSET_MU_T_CASE},
    {"clear", COSET_MU_T_CLEAR},
    {"const", COSET_MU_T_CONST},
    {"do", COSET_MU_T_DO},
    {"else", COSET_MU_T_ELSE},
    {"elsif", COSET_MU_T_ELSIF},
    {"end", COSET_MU_T_END},
    {"endalias", COSET_MU_T_ENDALIAS},
    {"endexists", COSET_MU_T_ENDEXISTS},
    {"endfor", COSET_MU_T_ENDFOR},
    {"endforall", COSET_MU_T_ENDFORALL},
    {"endfunction", COSET_MU_T_ENDFUNCTION},
    {"endif", COSET_MU_T_ENDIF},
    {"endprocedure", COSET_MU_T_ENDPROCEDURE},
    {"endrecord", COSET_MU_T_ENDRECORD},
    {"endrule", COSET_MU_T_ENDRULE},
    {"endruleset", COSET_MU_T_ENDRULESET},
    {"endstartstate", COSET_MU_T_ENDSTARTSTATE},
    {"endswitch", COSET_MU_T_ENDSWITCH},
    {"endwhile", COSET_MU_T_ENDWHILE},
    {"enum", COSET_MU_T_ENUM},
    {"error", COSET_MU_T_ERROR},
    {"exists", COSET_MU_T_EXISTS},
    {"for", COSET_MU_T_FOR},
    {"forall", COSET_MU_T_FORALL},
    {"function", COSET_MU_T_FUNCTION},
    {"if", COSET_MU_T_IF},
    {"invariant", COSET_MU_T_INVARIANT},
    {"isundefined", COSET_MU_T_ISUNDEFINED},
    {"of", COSET_MU_T_OF},
    {"procedure", COSET_MU_T_PROCEDURE},
    {"put", COSET_MU_T_PUT},
    {"real", COSET_MU_T_REAL},
    {"record", COSET_MU_T_RECORD},
    {"return", COSET_MU_T_RETURN},
    {"rule", COSET_MU_T_RULE},
    {"ruleset", COSET_MU_T_RULESET},
    {"scalarset", COSET_MU_T_SCALARSET},
    {"startstate", COSET_MU_T_STARTSTATE},
    {"switch", COSET_MU_T_SWITCH},
    {"then", COSET_MU_T_THEN},
    {"to", COSET_MU_T_TO},
    {"type", COSET_MU_T_TYPE},
    {"undefine", COSET_MU_T_UNDEFINE},
    {"union", COSET_MU_T_UNION},
    {"var", COSET_MU_T_VAR},
    {"while", COSET_MU_T_WHILE},
};

/* Longer spellings precede their prefixes. */
static const spelling marks[] = {
    {"==>", COSET_MU_T_ARROW},      {":=", COSET_MU_T_BECOMES},
    {"..", COSET_MU_T_DOTDOT},      {"->", COSET_MU_T_IMPLIES},
    {"||", COSET_MU_T_OR_OR},       {"&&", COSET_MU_T_AND_AND},
    {"<=", COSET_MU_T_LE},          {"<<", COSET_MU_T_SHL},
    {">=", COSET_MU_T_GE},          {">>", COSET_MU_T_SHR},
    {"!=", COSET_MU_T_NE},          {"==", COSET_MU_T_EQ},
    {";", COSET_MU_T_SEMICOLON},    {":", COSET_MU_T_COLON},
    {",", COSET_MU_T_COMMA},        {".", COSET_MU_T_DOT},
    {"(", COSET_MU_T_OPEN},         {")", COSET_MU_T_CLOSE},
    {"[", COSET_MU_T_OPEN_INDEX},   {"]", COSET_MU_T_CLOSE_INDEX},
    {"{", COSET_MU_T_OPEN_BRACE},   {"}", COSET_MU_T_CLOSE_BRACE},
    {"?", COSET_MU_T_QUESTION},     {"|", COSET_MU_T_BAR},
    {"^", COSET_MU_T_CARET},        {"&", COSET_MU_T_AMPERSAND},
    {"!", COSET_MU_T_NOT},          {"~", COSET_MU_T_TILDE},
    {"<", COSET_MU_T_LT},           {">", COSET_MU_T_GT},
    {"=", COSET_MU_T_EQ},           {"+", COSET_MU_T_PLUS},
    {"-", COSET_MU_T_MINUS},        {"*", COSET_MU_T_STAR},
    {"/", COSET_MU_T_SLASH},        {"%", COSET_MU_T_PERCENT},
    {"\u2254", COSET_MU_T_BECOMES}, {"\u21d2", COSET_MU_T_ARROW},
    {"\u2192", COSET_MU_T_IMPLIES}, {"\u2265", COSET_MU_T_GE},
    {"\u2264", COSET_MU_T_LE},      {"\u2260", COSET_MU_T_NE},
    {"\u00ac", COSET_MU_T_NOT},     {"\u2227", COSET_MU_T_AMPERSAND},
    {"\u2228", COSET_MU_T_BAR},     {"\u2200", COSET_MU_T_FORALL},
    {"\u2203", COSET_MU_T_EXISTS},  {"\u00d7", COSET_MU_T_STAR},
    {"\u00f7", COSET_MU_T_SLASH},   {"\u2215", COSET_MU_T_SLASH},
    {"\u2212", COSET_MU_T_MINUS},
};

#define N_KEYWORDS  (sizeof keywords / sizeof keywords[0])
#define N_MARKS     (sizeof marks / sizeof marks[0])
#define OPEN_QUOTE  "\u201c"
#define CLOSE_QUOTE "\u201d"

bool coset_mu_same_word(const char *a, const char *b) { return strcasecmp(a, b) == 0; }

const char *coset_mu_token_name(coset_mu_token_kind kind)
{
    switch (kind) {
    case COSET_MU_T_EOF:
        return "the end of the file";
    case COSET_MU_T_NAME:
        return "a name";
    case COSET_MU_T_NUMBER:
        return "a number";
    case COSET_MU_T_STRING:
        return "a string";
    case COSET_MU_T_EQ:
        return "=";
    default:
        break;
    }
    if (kind >= COSET_MU_T_ALIAS)
        return keywords[kind - COSET_MU_T_ALIAS].word;
    for (size_t i = 0; i < N_MARKS; i++) {
        if (marks[i].kind == kind)
            return marks[i].word;
    }
    return "?";
}

typedef COSET_VEC(coset_mu_token) token_list;

typedef struct {
    coset_text *text;
    coset_arena *arena;
    coset_mu_dialect dialect;
    const char *at, *end, *line_start;
    uint32_t line;
    uint16_t file, first_column; /* of the line, or of the piece of it */
    bool tainted;                /* the next token will be */
    token_list tokens;
} lexer;

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static coset_pos place(const lexer *l)
{
    return (coset_pos){.line = l->line,
                       .column = coset_text_column(l->first_column, (size_t)(l->at - l->line_start)),
                       .file = l->file};
}

static bool looking_at(const lexer *l, const char *word)
{
    size_t len = strlen(word);
    return (size_t)(l->end - l->at) >= len && memcmp(l->at, word, len) == 0;
}

/* Advances by n bytes, counting lines. */
static void advance(lexer *l, size_t n)
{
    for (; n; n--, l->at++) {
        if (*l->at == '\n') {
            l->line++;
            l->line_start = l->at + 1;
            l->first_column = 1;
        }
    }
}

static coset_mu_token *add_token(lexer *l, coset_mu_token_kind kind, size_t len)
{
    coset_mu_token *t = coset_vec_add(&l->tokens);
    *t = (coset_mu_token){
        .kind = kind, .pos = place(l), .len = (uint32_t)(len < 1000 ? len : 1000), .tainted = l->tainted};
    l->tainted = false;
    return t;
}

static void skip_comment(lexer *l)
{
    coset_pos start = place(l);
    const char *stop = NULL;
    for (const char *c = l->at + 2; c + 1 < l->end; c++) {
        if (c[0] == '*' && c[1] == '/') {
            stop = c + 2;
            break;
        }
    }
    if (!stop) {
        coset_message(l->text, COSET_SEVERITY_ERROR, "E001", start, 2, "this comment is never closed");
        coset_message_help(l->text, "end it with */, or begin a comment of one line with --");
    }
    advance(l, (size_t)((stop ? stop : l->end) - l->at));
}

static void skip_line(lexer *l)
{
    const char *newline = memchr(l->at, '\n', (size_t)(l->end - l->at));
    l->at = newline ? newline : l->end;
}

/* Skips to the next token. */
static void skip_blanks(lexer *l)
{
    while (l->at < l->end) {
        if (is_space(*l->at)) {
            advance(l, 1);
        } else if (looking_at(l, "--")) {
            skip_line(l);
        } else if (looking_at(l, "/*")) {
            skip_comment(l);
        } else {
            return;
        }
    }
}

static int by_word(const void *word, const void *keyword)
{
    return strcasecmp(word, ((const spelling *)keyword)->word);
}

static void lex_word(lexer *l)
{
    size_t n = 1;
    while (l->at + n < l->end && (is_letter(l->at[n]) || is_digit(l->at[n]) || l->at[n] == '_'))
        n++;
    char *word = coset_arena_text_n(l->arena, l->at, n);
    coset_mu_token *t = add_token(l, COSET_MU_T_NAME, n);
    const spelling *keyword = bsearch(word, keywords, N_KEYWORDS, sizeof keywords[0], by_word);
    if (keyword)
        t->kind = keyword->kind;
    static const char *const fixed[] = {"boolean", "true", "false"};
    t->text = word;
    for (int i = 0; i < 3; i++)
        t->text = coset_mu_same_word(word, fixed[i]) ? fixed[i] : t->text;
    if (word[0] == '_') {
        coset_message(l->text, COSET_SEVERITY_ERROR, "E002", t->pos, t->len, "a name cannot begin with _");
        coset_message_help(l->text, "begin it with a letter");
    }
    l->at += n;
}

static int digit_value(char c)
{
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

static void lex_real(lexer *l, size_t digits)
{
    size_t n = digits + 1;
    while (l->at + n < l->end && is_digit(l->at[n]))
        n++;
    coset_message(l->text, COSET_SEVERITY_ERROR, "E004", place(l), (uint32_t)n, "real numbers are not supported");
    coset_message_help(l->text, "scale the quantity and use an integer range");
    (void)add_token(l, COSET_MU_T_NUMBER, n);
    l->at += n;
}

/* Reports if the dialects differ on a number with a leading zero. */
static void note_octal(lexer *l, const coset_mu_token *t, int64_t octal, int64_t decimal)
{
    if (octal == decimal || l->dialect == COSET_MU_CMURPHI)
        return;
    coset_message(l->text, COSET_SEVERITY_WARNING, "W001", t->pos, t->len,
                  "this number is octal because of its leading 0: it is %lld", (long long)octal);
    coset_message_help(l->text, "CMurphi reads it as %lld; leave the 0 out, or choose the dialect cmurphi",
                       (long long)decimal);
}

/* Value of n digits to a base; false on overflow, *bad is the first wrong digit or NULL. */
static bool read_digits(const char *at, size_t n, int base, int64_t *value, const char **bad)
{
    *value = 0;
    *bad = NULL;
    for (size_t i = 0; i < n; i++) {
        if (digit_value(at[i]) >= base) {
            *bad = at + i;
            return true;
        }
        if (__builtin_mul_overflow(*value, (int64_t)base, value) ||
            __builtin_add_overflow(*value, (int64_t)digit_value(at[i]), value))
            return false;
    }
    return true;
}

static void lex_number(lexer *l)
{
    bool hex =
        l->end - l->at > 2 && l->at[0] == '0' && (l->at[1] == 'x' || l->at[1] == 'X') && digit_value(l->at[2]) < 16;
    size_t start = hex ? 2 : 0, n = start;
    while (l->at + n < l->end && digit_value(l->at[n]) < (hex ? 16 : 10))
        n++;
    if (!hex && l->end - l->at > (ptrdiff_t)n + 1 && l->at[n] == '.' && is_digit(l->at[n + 1])) {
        lex_real(l, n);
        return;
    }
    bool leading = !hex && n > 1 && l->at[0] == '0';
    int base = hex ? 16 : leading && l->dialect != COSET_MU_CMURPHI ? 8 : 10;
    coset_mu_token *t = add_token(l, COSET_MU_T_NUMBER, n);
    const char *bad;
    if (!read_digits(l->at + start, n - start, base, &t->value, &bad)) {
        coset_message(l->text, COSET_SEVERITY_ERROR, "E003", t->pos, t->len, "this number is too large");
        coset_message_help(l->text, "the largest number is 9223372036854775807");
        t->value = 0;
    } else if (bad) {
        coset_message(l->text, COSET_SEVERITY_ERROR, "E003", t->pos, t->len,
                      "%c is not an octal digit, and a number with a leading 0 is octal", *bad);
        coset_message_help(l->text, "leave the leading 0 out");
    } else if (leading) {
        int64_t octal = -1, decimal = -1;
        (void)read_digits(l->at, n, 8, &octal, &bad);
        if (!bad && read_digits(l->at, n, 10, &decimal, &bad))
            note_octal(l, t, octal, decimal);
    }
    l->at += n;
}

/* The contents of a string: \" and \\ lose their backslash, all other text is unchanged. */
static const char *string_text(lexer *l, const char *at, size_t len)
{
    char *out = coset_arena_get(l->arena, len + 1, 1);
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        if (at[i] == '\\' && i + 1 < len && (at[i + 1] == '"' || at[i + 1] == '\\'))
            i++;
        out[n++] = at[i];
    }
    return out;
}

static void lex_string(lexer *l)
{
    bool smart = !looking_at(l, "\"");
    size_t open = smart ? strlen(OPEN_QUOTE) : 1, close = 0, n = open;
    for (; l->at + n < l->end; n++) {
        const char *c = l->at + n;
        if (*c == '\\' && l->dialect != COSET_MU_CMURPHI && c + 1 < l->end) {
            n++;
        } else if (*c == '"') {
            close = 1;
        } else if (smart && l->end - c >= 3 && memcmp(c, CLOSE_QUOTE, 3) == 0) {
            close = 3;
        }
        if (close)
            break;
    }
    if (!close) {
        coset_message(l->text, COSET_SEVERITY_ERROR, "E005", place(l), (uint32_t)open, "this string is never closed");
        coset_message_help(l->text, "end it with \"; inside a string, \\\" is a quote");
        add_token(l, COSET_MU_T_STRING, open)->text = "";
        advance(l, (size_t)(l->end - l->at));
        l->tainted = true;
        return;
    }
    coset_mu_token *t = add_token(l, COSET_MU_T_STRING, n + close);
    t->text = string_text(l, l->at + open, n - open);
    advance(l, n + close);
}

/* There is no last token, or it is a semicolon or a keyword: an expression cannot continue. */
static bool between_statements(const lexer *l)
{
    coset_mu_token_kind last = l->tokens.n ? l->tokens.at[l->tokens.n - 1].kind : COSET_MU_T_SEMICOLON;
    return last == COSET_MU_T_SEMICOLON || last >= COSET_MU_T_ALIAS;
}

/* Marks of other languages: an error, then read as `kind` to avoid errors in the following text. */
static bool lex_foreign(lexer *l)
{
    static const struct {
        const char *mark;
        coset_mu_token_kind kind;
        const char *help;
    } foreign[] = {
        {"=>", COSET_MU_T_IMPLIES, "implication is ->, at least is >=, and ==> follows the condition of a rule"},
        {"=<", COSET_MU_T_LE, "at most is <="},
        {"<>", COSET_MU_T_NE, "not equal is !="},
        {"+=", COSET_MU_T_BECOMES, "write the variable on both sides: n := n + 1"},
        {"-=", COSET_MU_T_BECOMES, "write the variable on both sides: n := n - 1"},
        {"//", COSET_MU_T_EOF, "a comment begins with --, or is enclosed in /* and */"},
        {"#", COSET_MU_T_EOF, "a comment begins with --, or is enclosed in /* and */"}, /* last: not in expressions */
    };
    size_t n = sizeof foreign / sizeof *foreign - (between_statements(l) ? 0 : 1);
    for (size_t i = 0; i < n; i++) {
        const char *mark = foreign[i].mark;
        if (!looking_at(l, mark) || looking_at(l, "//*")) /* a division before a comment */
            continue;
        coset_message(l->text, COSET_SEVERITY_ERROR, "E006", place(l), (uint32_t)strlen(mark),
                      "%s has no meaning in Murphi", mark);
        coset_message_help(l->text, "%s", foreign[i].help);
        if (foreign[i].kind == COSET_MU_T_EOF) {
            skip_line(l);
            return true;
        }
        add_token(l, foreign[i].kind, strlen(mark))->tainted = true;
        l->at += strlen(mark);
        l->tainted = true;
        return true;
    }
    return false;
}

static bool lex_mark(lexer *l)
{
    if (lex_foreign(l))
        return true;
    for (size_t i = 0; i < N_MARKS; i++) {
        if (*l->at != marks[i].word[0] || !looking_at(l, marks[i].word))
            continue;
        size_t len = strlen(marks[i].word);
        (void)add_token(l, marks[i].kind, len);
        l->at += len;
        return true;
    }
    return false;
}

static bool begins_token(const lexer *l)
{
    if (is_letter(*l->at) || is_digit(*l->at) || is_space(*l->at) || *l->at == '_' || *l->at == '"')
        return true;
    for (size_t i = 0; i < N_MARKS; i++) {
        if (looking_at(l, marks[i].word))
            return true;
    }
    return looking_at(l, OPEN_QUOTE);
}

/* A run of bytes that begin no token is one error. */
static void lex_garbage(lexer *l)
{
    coset_pos pos = place(l);
    const char *start = l->at;
    while (l->at < l->end && !begins_token(l))
        l->at++;
    l->tainted = true;
    unsigned char c = (unsigned char)*start;
    size_t n = (size_t)(l->at - start);
    if (c > 0x20 && c < 0x7f)
        coset_message(l->text, COSET_SEVERITY_ERROR, "E006", pos, (uint32_t)n, "%c has no meaning in Murphi", c);
    else
        coset_message(l->text, COSET_SEVERITY_ERROR, "E006", pos, (uint32_t)n,
                      "the byte 0x%02x has no meaning in Murphi", c);
    if (c == '\'')
        coset_message_help(l->text, "strings are written in double quotes");
}

#define MOST_ERRORS 100u

const coset_mu_token *coset_mu_lex(coset_text *text, coset_text_piece piece, coset_arena *arena,
                                   coset_mu_dialect dialect)
{
    lexer l = {.text = text,
               .arena = arena,
               .dialect = dialect,
               .at = piece.bytes,
               .end = piece.bytes + piece.len,
               .line_start = piece.bytes,
               .line = piece.pos.line,
               .first_column = piece.pos.column,
               .file = piece.pos.file};
    if (looking_at(&l, "\xef\xbb\xbf")) /* byte order mark */
        l.at += 3;
    uint32_t errors = coset_text_errors(text);
    for (skip_blanks(&l); l.at < l.end && coset_text_errors(text) < errors + MOST_ERRORS; skip_blanks(&l)) {
        if (is_letter(*l.at) || *l.at == '_')
            lex_word(&l);
        else if (is_digit(*l.at) || (*l.at == '.' && l.end - l.at > 1 && is_digit(l.at[1])))
            lex_number(&l);
        else if (*l.at == '"' || looking_at(&l, OPEN_QUOTE))
            lex_string(&l);
        else if (!lex_mark(&l))
            lex_garbage(&l);
    }
    (void)add_token(&l, COSET_MU_T_EOF, 1);
    coset_mu_token *all = coset_arena_copy(arena, l.tokens.at, l.tokens.n, sizeof *all);
    coset_vec_fini(&l.tokens);
    return all;
}
