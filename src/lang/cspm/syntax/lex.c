#include "lang/cspm/syntax/token.h"

#include <string.h>

#define INCLUDE_DEPTH 64
#define MOST_INCLUDES 1000

/* Which adjacent line ends a token swallows. */
enum { TAKES_BEFORE = 1, TAKES_AFTER = 2, TAKES_BOTH = 3 };

typedef struct {
    const char *text;
    uint8_t kind, takes;
} spelling;

static const spelling words[] = {
    {"if", TOKEN_IF, TAKES_BOTH},
    {"then", TOKEN_THEN, TAKES_BOTH},
    {"else", TOKEN_ELSE, TAKES_BOTH},
    {"let", TOKEN_LET, TAKES_BOTH},
    {"within", TOKEN_WITHIN, TAKES_BOTH},
    {"channel", TOKEN_CHANNEL, TAKES_AFTER},
    {"datatype", TOKEN_DATATYPE, TAKES_AFTER},
    {"subtype", TOKEN_SUBTYPE, TAKES_AFTER},
    {"nametype", TOKEN_NAMETYPE, TAKES_AFTER},
    {"external", TOKEN_EXTERNAL, TAKES_AFTER},
    {"transparent", TOKEN_TRANSPARENT, TAKES_AFTER},
    {"assert", TOKEN_ASSERT, TAKES_AFTER},
    {"module", TOKEN_MODULE, TAKES_AFTER},
    {"exports", TOKEN_EXPORTS, TAKES_AFTER},
    {"endmodule", TOKEN_ENDMODULE, 0},
    {"instance", TOKEN_INSTANCE, TAKES_AFTER},
    {"Timed", TOKEN_TIMED, TAKES_AFTER},
    {"and", TOKEN_AND, TAKES_BOTH},
    {"or", TOKEN_OR, TAKES_BOTH},
    {"not", TOKEN_NOT, TAKES_BOTH},
    {"true", TOKEN_TRUE, TAKES_BEFORE},
    {"false", TOKEN_FALSE, TAKES_BEFORE},
    {"print", TOKEN_PRINT, 0},
};

/* Longer spellings precede their prefixes. */
static const spelling signs[] = {
    {"|~|", TOKEN_INTERNAL, TAKES_BOTH},
    {"|||", TOKEN_INTERLEAVE, TAKES_BOTH},
    {"<->", TOKEN_LINK, TAKES_BOTH},
    {"=>*", TOKEN_EXTEND, TAKES_BOTH},
    {"[]", TOKEN_BOX, TAKES_BOTH},
    {"/\\", TOKEN_INTERRUPT, TAKES_BOTH},
    {"->", TOKEN_ARROW, TAKES_BOTH},
    {"[>", TOKEN_SLIDING, TAKES_BOTH},
    {"|>", TOKEN_EXCEPT_CLOSE, TAKES_BOTH},
    {"||", TOKEN_BARS, TAKES_BOTH},
    {"|\\", TOKEN_PROJECT, TAKES_BOTH},
    {"/+", TOKEN_SYNC_OPEN, TAKES_BOTH},
    {"+\\", TOKEN_SYNC_CLOSE, TAKES_BOTH},
    {"[+", TOKEN_PLUS_OPEN, TAKES_BOTH},
    {"+]", TOKEN_PLUS_CLOSE, TAKES_BOTH},
    {"==", TOKEN_EQ, TAKES_BOTH},
    {"!=", TOKEN_NE, TAKES_BOTH},
    {"<=", TOKEN_LE, TAKES_BOTH},
    {">=", TOKEN_GE, TAKES_BOTH},
    {"{|", TOKEN_EVENTS_OPEN, TAKES_AFTER},
    {"|}", TOKEN_EVENTS_CLOSE, TAKES_BEFORE},
    {"[[", TOKEN_RENAME_OPEN, TAKES_BOTH},
    {"]]", TOKEN_RENAME_CLOSE, TAKES_BEFORE},
    {"[|", TOKEN_SHARE_OPEN, TAKES_BOTH},
    {"|]", TOKEN_SHARE_CLOSE, TAKES_BOTH},
    {"|)", TOKEN_MAP_CLOSE, TAKES_BEFORE},
    {"..", TOKEN_RANGE, TAKES_BOTH},
    {"<-", TOKEN_FROM, TAKES_BOTH},
    {"=>", TOKEN_DOTABLE, TAKES_BOTH},
    {"@@", TOKEN_DOUBLE, TAKES_BOTH},
    {"<", TOKEN_LESS, TAKES_AFTER},
    {">", TOKEN_GREATER, TAKES_BEFORE},
    {"(", TOKEN_LEFT, TAKES_AFTER},
    {")", TOKEN_RIGHT, TAKES_BEFORE},
    {"{", TOKEN_BRACE_OPEN, TAKES_AFTER},
    {"}", TOKEN_BRACE_CLOSE, TAKES_BEFORE},
    {"[", TOKEN_BRACKET_OPEN, TAKES_BOTH},
    {"]", TOKEN_BRACKET_CLOSE, TAKES_BOTH},
    {"|", TOKEN_BAR, TAKES_BOTH},
    {",", TOKEN_COMMA, TAKES_BOTH},
    {".", TOKEN_DOT, TAKES_BOTH},
    {"?", TOKEN_QUERY, TAKES_BOTH},
    {"!", TOKEN_BANG, TAKES_BOTH},
    {"$", TOKEN_DOLLAR, TAKES_BOTH},
    {":", TOKEN_COLON, TAKES_BOTH},
    {"@", TOKEN_AT, TAKES_BOTH},
    {"\\", TOKEN_BACKSLASH, TAKES_BOTH},
    {"=", TOKEN_ASSIGN, TAKES_BOTH},
    {"+", TOKEN_PLUS, TAKES_BOTH},
    {"-", TOKEN_MINUS, TAKES_AFTER},
    {"*", TOKEN_STAR, TAKES_BOTH},
    {"/", TOKEN_SLASH, TAKES_BOTH},
    {"%", TOKEN_PERCENT, TAKES_BOTH},
    {"^", TOKEN_CARET, TAKES_BOTH},
    {"#", TOKEN_HASH, TAKES_AFTER},
    {";", TOKEN_SEMICOLON, TAKES_BOTH},
    {"&", TOKEN_AMPERSAND, TAKES_BOTH},
};

enum { N_WORDS = sizeof words / sizeof *words, N_SIGNS = sizeof signs / sizeof *signs };

typedef struct {
    coset_text *text;
    coset_arena *arena;
    cspm_names *names;
    cspm_tokens *out;
    size_t root_len;   /* length of the folder part of the first file's name */
    const char *root;  /* name of the first file */
    uint32_t includes; /* files read so far */
    bool takes_after;  /* the last token swallows line ends */
    bool ended;        /* line ends were read since the last token */
    bool hard_end;     /* the line is a print statement: its end is significant */
    /* The file being read. */
    uint16_t file;
    const char *at, *bytes, *line_start;
    uint32_t line, len;
    const uint16_t *stack; /* files being included, n of them */
    uint32_t n_stack;
} lexer;

const char *coset__cspm_spelling(cspm_token_kind kind)
{
    for (uint32_t i = 0; i < N_WORDS; i++)
        if (words[i].kind == kind)
            return words[i].text;
    for (uint32_t i = 0; i < N_SIGNS; i++)
        if (signs[i].kind == kind)
            return signs[i].text;
    switch (kind) {
    case TOKEN_END:
        return "the end of the file";
    case TOKEN_NEWLINE:
        return "the end of the line";
    case TOKEN_MAP_OPEN:
        return "(|";
    case TOKEN_SCOPE:
    case TOKEN_HAS_TYPE:
        return "::";
    case TOKEN_UNDERSCORE:
        return "_";
    default:
        return "a value";
    }
}

const char *coset__cspm_near_word(const char *name)
{
    const char *known[N_WORDS + 2];
    uint32_t n = 0;
    for (uint32_t i = 0; i < N_WORDS; i++)
        if (words[i].kind >= TOKEN_CHANNEL && words[i].kind <= TOKEN_TIMED)
            known[n++] = words[i].text;
    known[n++] = "print";
    known[n++] = "include";
    return coset_nearest(name, known, n);
}

/* ---- places -------------------------------------------------------------------------------------------------- */

static coset_pos place(const lexer *x, const char *at)
{
    size_t column = (size_t)(at - x->line_start) + 1;
    return (coset_pos){x->line, column > UINT16_MAX ? UINT16_MAX : (uint16_t)column, x->file};
}

static void wrong(const lexer *x, const char *at, uint32_t len, const char *code, const char *message)
{
    coset_message(x->text, COSET_SEVERITY_ERROR, code, place(x, at), len, "%s", message);
}

static bool at_end(const lexer *x) { return (size_t)(x->at - x->bytes) >= x->len; }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

/* ---- tokens -------------------------------------------------------------------------------------------------- */

/* The position of a NEWLINE is directly after the token before it. */
static void add_newline(lexer *x, bool hard)
{
    cspm_token *last = x->out->n ? &x->out->at[x->out->n - 1] : NULL;
    if (last && last->kind == TOKEN_NEWLINE) {
        last->value |= hard;
        return;
    }
    cspm_token t = {.kind = TOKEN_NEWLINE, .pos = place(x, x->at), .value = hard};
    if (last) {
        t.pos = last->pos;
        t.pos.column = (uint16_t)(last->pos.column + (last->end - last->begin));
        t.begin = t.end = last->end;
    }
    *coset_vec_add(x->out) = t;
}

/* Adds the token whose text is [from, x->at). */
static cspm_token *add(lexer *x, cspm_token_kind kind, const char *from, uint8_t takes)
{
    if (x->ended && !x->takes_after && !(takes & TAKES_BEFORE))
        add_newline(x, false);
    x->ended = false;
    x->takes_after = takes & TAKES_AFTER;
    cspm_token *t = coset_vec_add(x->out);
    *t = (cspm_token){.kind = (uint8_t)kind,
                      .pos = place(x, from),
                      .begin = (uint32_t)(from - x->bytes),
                      .end = (uint32_t)(x->at - x->bytes)};
    return t;
}

static void next_line(lexer *x)
{
    x->at++;
    x->line++;
    x->line_start = x->at;
    x->ended = true;
    if (x->hard_end)
        add_newline(x, true);
    x->hard_end = false;
}

/* Skips a nested comment; x->at is after its opening. */
static void block_comment(lexer *x)
{
    lexer open = *x;
    open.at -= 2;
    uint32_t depth = 1;
    while (depth && !at_end(x)) {
        if (x->at[0] == '\n') {
            next_line(x);
        } else if (x->at[0] == '{' && x->at[1] == '-') {
            depth++;
            x->at += 2;
        } else if (x->at[0] == '-' && x->at[1] == '}') {
            depth--;
            x->at += 2;
        } else {
            x->at++;
        }
    }
    if (!depth)
        return;
    wrong(&open, open.at, 2, "C001", "this comment is never closed");
    if (is_digit(open.at[2]))
        coset_message_help(x->text, "`{-` begins a comment; a set with a negative number is written {(-1), ..}");
}

/* Skips white space and comments; stops at a line end if `one_line`. */
static void skip_space(lexer *x, bool one_line)
{
    while (!at_end(x)) {
        char c = x->at[0];
        if (c == '\n') {
            if (one_line)
                return;
            next_line(x);
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            x->at++;
        } else if (c == '-' && x->at[1] == '-') {
            while (!at_end(x) && *x->at != '\n')
                x->at++;
        } else if (c == '{' && x->at[1] == '-') {
            x->at += 2;
            block_comment(x);
        } else {
            return;
        }
    }
}

static char escaped(char c)
{
    switch (c) {
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return c;
    }
}

static void lex_char(lexer *x)
{
    const char *from = x->at++;
    bool escape = *x->at == '\\';
    x->at += escape;
    char c = *x->at;
    if (at_end(x) || c == '\n' || x->at[1] != '\'') {
        wrong(x, from, 1, "C002", "a character is written 'c', or '\\n', '\\r', '\\t', '\\'' with an escape");
        add(x, TOKEN_WRONG, from, TAKES_BEFORE);
        return;
    }
    x->at += 2;
    add(x, TOKEN_CHAR, from, TAKES_BEFORE)->value = (unsigned char)(escape ? escaped(c) : c);
}

static void lex_string(lexer *x)
{
    const char *from = x->at++;
    COSET_VEC(char) bytes = {0};
    while (!at_end(x) && *x->at != '"' && *x->at != '\n') {
        bool escape = *x->at == '\\' && (size_t)(x->at + 1 - x->bytes) < x->len && x->at[1] != '\n';
        x->at += escape;
        *coset_vec_add(&bytes) = escape ? escaped(*x->at) : *x->at;
        x->at++;
    }
    if (at_end(x) || *x->at != '"') {
        wrong(x, from, 1, "C003", "this string is not closed before the end of the line");
        add(x, TOKEN_WRONG, from, TAKES_BEFORE);
    } else {
        x->at++;
        cspm_token *t = add(x, TOKEN_STRING, from, TAKES_BEFORE);
        t->text = coset_arena_text_n(x->arena, bytes.n ? bytes.at : "", bytes.n);
        t->value = bytes.n;
    }
    coset_vec_fini(&bytes);
}

static void lex_number(lexer *x)
{
    const char *from = x->at;
    int64_t value = 0;
    bool big = false;
    for (; is_digit(*x->at); x->at++)
        big |= __builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, *x->at - '0', &value);
    if (big)
        wrong(x, from, (uint32_t)(x->at - from), "C004", "this number is larger than 2^63 - 1");
    add(x, TOKEN_INT, from, TAKES_BEFORE)->value = value;
}

/* ---- properties in `:[ .. ]` --------------------------------------------------------------------------------- */

typedef struct {
    const char *text;
    uint8_t property;
} property_name;

static const property_name properties[] = {
    {"deadlock free", PROPERTY_DEADLOCK},
    {"deadlock-free", PROPERTY_DEADLOCK},
    {"livelock free", PROPERTY_DIVERGENCE},
    {"livelock-free", PROPERTY_DIVERGENCE},
    {"divergence free", PROPERTY_DIVERGENCE},
    {"divergence-free", PROPERTY_DIVERGENCE},
    {"deterministic", PROPERTY_DETERMINISTIC},
    {"has trace", PROPERTY_TRACE},
    {"symmetric", PROPERTY_SYMMETRIC},
    {"tau priority", PROPERTY_TAU_PRIORITY},
    {"tau priority over", PROPERTY_TAU_PRIORITY},
    {"partial order reduce", PROPERTY_PARTIAL_ORDER},
    {"symmetry reduce", PROPERTY_SYMMETRY},
};
enum { N_PROPERTIES = sizeof properties / sizeof *properties };

static const char *const models[] = {"", "T", "F", "FD", "V", "VD", "R", "RD"};
enum { N_MODELS = sizeof models / sizeof *models };

static uint8_t model_of(const char *text, size_t len)
{
    for (uint8_t i = 1; i < N_MODELS; i++)
        if (strlen(models[i]) == len && memcmp(models[i], text, len) == 0)
            return i;
    return CSPM_MODEL_DEFAULT;
}

/* The words up to `[` or `]`, joined with one space. */
static void property_words(lexer *x, char *words_out, size_t room)
{
    size_t n = 0;
    while (!at_end(x) && *x->at != '[' && *x->at != ']' && *x->at != '\n') {
        char c = *x->at++;
        bool space = c == ' ' || c == '\t' || c == '\r';
        if (space && (n == 0 || words_out[n - 1] == ' '))
            continue;
        if (n + 1 < room)
            words_out[n++] = space ? ' ' : c;
    }
    while (n && words_out[n - 1] == ' ')
        n--;
    words_out[n] = '\0';
}

/* The word in `[word]` inside a property, or "" if there is none. */
static void property_suffix(lexer *x, char *word, size_t room)
{
    size_t n = 0;
    word[0] = '\0';
    if (*x->at != '[')
        return;
    for (x->at++; !at_end(x) && *x->at != ']' && *x->at != '\n'; x->at++)
        if (*x->at != ' ' && n + 1 < room)
            word[n++] = *x->at;
    word[n] = '\0';
    if (*x->at == ']')
        x->at++;
    while (*x->at == ' ' || *x->at == '\t')
        x->at++;
}

static bool is_reduction(const char *word)
{
    return strcmp(word, "precise") == 0 || strcmp(word, "hybrid") == 0 || strcmp(word, "fast") == 0;
}

static void unknown_property(lexer *x, const char *from, const char *name)
{
    const char *known[N_PROPERTIES];
    for (uint32_t i = 0; i < N_PROPERTIES; i++)
        known[i] = properties[i].text;
    coset_message(x->text, COSET_SEVERITY_ERROR, "C005", place(x, from), (uint32_t)(x->at - from),
                  "there is no property or option `%s`", name);
    const char *near = coset_nearest(name, known, N_PROPERTIES);
    for (uint32_t i = 0; i < N_PROPERTIES && !near; i++)
        near = *name && strncmp(known[i], name, strlen(name)) == 0 ? known[i] : NULL;
    if (near)
        coset_message_help(x->text, "did you mean `%s`?", near);
    else
        coset_message_help(x->text, "properties: deadlock free, divergence free, deterministic, has trace, symmetric; "
                                    "options: tau priority over, partial order reduce, symmetry reduce");
}

/* Called after a message at this place, so the parser reports nothing for it. */
static void add_wrong(lexer *x, const char *from)
{
    x->at += *x->at == ':';
    add(x, TOKEN_WRONG, from, TAKES_BEFORE);
}

static void lex_property(lexer *x)
{
    const char *from = x->at;
    char name[64], suffix[16];
    x->at += 2;
    property_words(x, name, sizeof name);
    property_suffix(x, suffix, sizeof suffix);
    if (*x->at != ']') {
        wrong(x, from, 2, "C006", "`:[` without its `]`");
        coset_message_help(x->text, "a property is written `:[deadlock free]`, with a model `:[deadlock free [F]]`");
        add_wrong(x, from);
        return;
    }
    x->at++;
    const property_name *p = NULL;
    for (uint32_t i = 0; i < N_PROPERTIES && !p; i++)
        if (strcmp(properties[i].text, name) == 0)
            p = &properties[i];
    if (!p) {
        unknown_property(x, from, name);
        add_wrong(x, from);
        return;
    }
    uint8_t model = model_of(suffix, strlen(suffix));
    bool reduction = p->property == PROPERTY_PARTIAL_ORDER;
    if (*suffix && (reduction ? !is_reduction(suffix) : !model || p->property >= PROPERTY_SYMMETRIC))
        wrong(x, from, (uint32_t)(x->at - from), "C007",
              reduction ? "the mode of the partial order reduction is one of precise, hybrid, fast"
                        : "the model is one of T, F, FD, V, VD, R, RD");
    bool colon = *x->at == ':';
    x->at += colon;
    /* `:[symmetry reduce]:` may end an assertion, with the types omitted. */
    bool goes_on = (colon && p->property != PROPERTY_SYMMETRY) || p->property == PROPERTY_TRACE ||
                   p->property == PROPERTY_TAU_PRIORITY;
    cspm_token *t = add(x, TOKEN_PROPERTY, from, goes_on ? TAKES_BOTH : TAKES_BEFORE);
    t->property = p->property;
    t->model = reduction ? CSPM_MODEL_DEFAULT : model;
    t->text = reduction && *suffix ? coset_arena_text(x->arena, suffix) : NULL;
    t->colon = colon;
}

/* An invalid form of `[T=`: a bracket, letters and one `=`, which does not occur elsewhere in CSPM. */
static void wrong_refines(lexer *x, const char *from, const char *word, size_t n)
{
    uint8_t model = model_of(word, n);
    uint32_t len = (uint32_t)(x->at - from);
    if (model)
        coset_message(x->text, COSET_SEVERITY_ERROR, "C016", place(x, from), len, "`[%s=` is written without spaces",
                      models[model]);
    else
        coset_message(x->text, COSET_SEVERITY_ERROR, "C016", place(x, from), len,
                      "there is no refinement `[%.*s=`: it is `[T=`, `[F=` or `[FD=`", (int)n, word);
    add(x, TOKEN_WRONG, from, TAKES_BOTH);
}

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* `[T=` and its like; false if the text is something else. */
static bool lex_refines(lexer *x)
{
    const char *from = x->at, *word = skip_blanks(from + 1);
    size_t n = 0;
    while (n < 30 && is_letter(word[n]))
        n++;
    const char *sign = skip_blanks(word + n);
    if (sign[0] != '=' || sign[1] == '=' || sign[1] == '>')
        return false;
    uint8_t model = n ? model_of(word, n) : CSPM_MODEL_DEFAULT;
    x->at = sign + 1;
    if (model && sign == from + 1 + n)
        add(x, TOKEN_REFINES, from, TAKES_BOTH)->model = model;
    else
        wrong_refines(x, from, word, n);
    return true;
}

/* ---- signs and words ----------------------------------------------------------------------------------------- */

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }

/* Context-dependent signs. */
static bool lex_special(lexer *x)
{
    const char *from = x->at;
    if (from[0] == ':' && from[1] == '[') {
        lex_property(x);
        return true;
    }
    if (from[0] == ':' && from[1] == ':') {
        bool space = from == x->bytes || is_space(from[-1]) || is_space(from[2]);
        x->at += 2;
        add(x, space ? TOKEN_HAS_TYPE : TOKEN_SCOPE, from, TAKES_BOTH);
        return true;
    }
    if (from[0] == '(' && from[1] == '|' && is_space(from[2])) {
        x->at += 2;
        add(x, TOKEN_MAP_OPEN, from, TAKES_AFTER);
        return true;
    }
    if (strncmp(from, ">==", 3) == 0 || strncmp(from, ">=>", 3) == 0) { /* `<1>==s`, `<a>=>b`: `>=` cannot be meant */
        x->at++;
        add(x, TOKEN_GREATER, from, TAKES_BEFORE);
        return true;
    }
    if (from[0] == '[')
        return lex_refines(x);
    return false;
}

static bool lex_sign(lexer *x)
{
    if (lex_special(x))
        return true;
    for (uint32_t i = 0; i < N_SIGNS; i++) {
        size_t n = strlen(signs[i].text);
        if (strncmp(x->at, signs[i].text, n) != 0)
            continue;
        const char *from = x->at;
        x->at += n;
        add(x, (cspm_token_kind)signs[i].kind, from, signs[i].takes);
        return true;
    }
    return false;
}

static void read_file(lexer *x, uint16_t file, const uint16_t *stack, uint32_t n_stack);

static bool being_read(const lexer *x, const char *path)
{
    for (uint32_t i = 0; i < x->n_stack; i++)
        if (strcmp(coset_text_name(x->text, x->stack[i]), path) == 0)
            return true;
    return false;
}

static void include_path(lexer *x, const char *from, const char *name)
{
    const char *path = *name == '/' ? name : coset_arena_printf(x->arena, "%.*s%s", (int)x->root_len, x->root, name);
    uint32_t len = (uint32_t)(x->at - from);
    coset_err err;
    uint16_t file;
    if (being_read(x, path)) {
        wrong(x, from, len, "C010", "this file includes itself");
    } else if (x->n_stack >= INCLUDE_DEPTH || x->includes >= MOST_INCLUDES) {
        wrong(x, from, len, "C011", "too many included files");
    } else if (coset_text_read(x->text, path, &file, &err) != COSET_OK) {
        wrong(x, from, len, "C012", err.text);
    } else {
        uint16_t stack[INCLUDE_DEPTH];
        memcpy(stack, x->stack, x->n_stack * sizeof *stack);
        stack[x->n_stack] = file;
        x->includes++;
        lexer outer = *x;
        add_newline(x, true);
        read_file(x, file, stack, outer.n_stack + 1);
        outer.includes = x->includes;
        *x = outer;
        add_newline(x, true);
    }
}

/* `include "path"` on its own line; x->at is after the word. */
static void lex_include(lexer *x, const char *from)
{
    if (x->out->n && x->out->at[x->out->n - 1].kind != TOKEN_NEWLINE && !x->ended)
        wrong(x, from, 7, "C008", "include must be on a line of its own");
    while (*x->at == ' ' || *x->at == '\t')
        x->at++;
    const char *open = x->at;
    const char *name = open + 1, *close = name;
    while (*open == '"' && *close != '"' && *close != '\n' && *close != '\r' && (size_t)(close - x->bytes) < x->len)
        close++;
    if (*open != '"' || *close != '"') {
        wrong(x, from, 7, "C009", "the file to include is written in quotes: include \"file.csp\"");
        while (!at_end(x) && *x->at != '\n')
            x->at++;
        return;
    }
    x->at = close + 1;
    const char *path = coset_arena_text_n(x->arena, name, (size_t)(close - name));
    const char *behind = x->at;
    lexer saved = *x;
    skip_space(x, true);
    if (!at_end(x) && *x->at != '\n') {
        wrong(x, x->at, 1, "C008", "include must be on a line of its own");
    }
    *x = saved;
    x->at = behind;
    include_path(x, from, path);
}

static void lex_word(lexer *x)
{
    const char *from = x->at;
    while (is_word(*x->at))
        x->at++;
    while (*x->at == '\'')
        x->at++;
    size_t len = (size_t)(x->at - from);
    if (len == 7 && memcmp(from, "include", 7) == 0) {
        lex_include(x, from);
        return;
    }
    for (uint32_t i = 0; i < N_WORDS; i++) {
        if (strlen(words[i].text) == len && memcmp(words[i].text, from, len) == 0) {
            add(x, (cspm_token_kind)words[i].kind, from, words[i].takes);
            x->hard_end = words[i].kind == TOKEN_PRINT;
            return;
        }
    }
    add(x, TOKEN_NAME, from, 0)->text = coset__cspm_name(x->names, from, len);
}

/* One message for the rest of the line. */
static void wrong_line(lexer *x, uint32_t len, const char *code, const char *text)
{
    const char *from = x->at;
    wrong(x, from, len, code, text);
    while (!at_end(x) && *x->at != '\n')
        x->at++;
    add(x, TOKEN_WRONG, from, TAKES_BEFORE);
}

static void unexpected(lexer *x)
{
    unsigned char c = (unsigned char)*x->at;
    char shown[48];
    if (c >= ' ' && c < 127)
        snprintf(shown, sizeof shown, "`%c` has no meaning here", c);
    else
        snprintf(shown, sizeof shown, "the byte %02x has no meaning outside comments", c);
    wrong_line(x, 1, "C013", shown);
}

static void lex_one(lexer *x)
{
    char c = *x->at;
    if (is_letter(c)) {
        lex_word(x);
    } else if (is_digit(c)) {
        lex_number(x);
    } else if (c == '_') {
        const char *from = x->at++;
        add(x, TOKEN_UNDERSCORE, from, TAKES_BEFORE);
        if (is_word(*x->at) || *x->at == '\'')
            wrong(x, from, 2, "C014", "a name begins with a letter");
    } else if (c == '\'') {
        lex_char(x);
    } else if (c == '"') {
        lex_string(x);
    } else if (strncmp(x->at, "//", 2) == 0) {
        wrong_line(x, 2, "C016", "a comment begins with `--`, not with `//`");
    } else if (!lex_sign(x)) {
        unexpected(x);
    }
}

static void read_file(lexer *x, uint16_t file, const uint16_t *stack, uint32_t n_stack)
{
    size_t len;
    x->file = file;
    x->bytes = x->at = x->line_start = coset_text_bytes(x->text, file, &len);
    x->len = len > UINT32_MAX ? UINT32_MAX : (uint32_t)len;
    x->line = 1;
    x->stack = stack;
    x->n_stack = n_stack;
    x->ended = false;
    x->takes_after = false;
    x->hard_end = false;
    if (strncmp(x->at, "\xef\xbb\xbf", 3) == 0) /* byte order mark */
        x->at += 3;
    if (strncmp(x->at, "{\\rtf1", 6) == 0) {
        wrong(x, x->at, 6, "C015", "this is a word processor's file (RTF), not plain text");
        return;
    }
    for (skip_space(x, false); !at_end(x); skip_space(x, false))
        lex_one(x);
    x->ended = false;
}

void coset__cspm_lex(coset_text *text, uint16_t file, coset_arena *arena, cspm_names *names, cspm_tokens *out)
{
    const char *root = coset_text_name(text, file);
    const char *slash = strrchr(root, '/');
    lexer x = {.text = text,
               .arena = arena,
               .names = names,
               .out = out,
               .root = root,
               .root_len = slash ? (size_t)(slash + 1 - root) : 0};
    read_file(&x, file, &file, 1);
    add_newline(&x, true);
    add(&x, TOKEN_END, x.at, TAKES_BEFORE);
}
