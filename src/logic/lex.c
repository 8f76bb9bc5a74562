/* logic/lex.c - the words of a formula. */
#include "logic/lex.h"

#include <string.h>

typedef struct {
    coset_text *text;
    const char *bytes;
    uint32_t n, at, line, line_start;
    uint16_t file;
    coset_arena *arena;
    coset__tokens *out;
} lexer;

static coset_pos here(const lexer *l)
{
    uint32_t column = l->at - l->line_start + 1;
    return (coset_pos){l->line, column > UINT16_MAX ? UINT16_MAX : (uint16_t)column, l->file};
}

static void step(lexer *l)
{
    if (l->bytes[l->at++] == '\n') {
        l->line++;
        l->line_start = l->at;
    }
}

static bool sees(const lexer *l, const char *text) { return strncmp(l->bytes + l->at, text, strlen(text)) == 0; }

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void skip_comment(lexer *l)
{
    coset_pos pos = here(l);
    step(l), step(l);
    while (l->at < l->n && !sees(l, "*/"))
        step(l);
    if (l->at >= l->n) {
        coset_message(l->text, COSET_SEVERITY_ERROR, "F001", pos, 2, "this comment has no end");
        return;
    }
    step(l), step(l);
}

static void skip_blanks(lexer *l)
{
    while (l->at < l->n) {
        if (sees(l, "/*"))
            skip_comment(l);
        else if (sees(l, "//"))
            while (l->at < l->n && l->bytes[l->at] != '\n')
                step(l);
        else if (strchr(" \t\r\n\f\v", l->bytes[l->at]) && l->bytes[l->at])
            step(l);
        else
            return;
    }
}

/* Longer spellings precede their own prefixes. */
static const struct {
    const char *text;
    coset__token_kind kind;
} marks[] = {
    {"<->", COSET__IFF},       {"->", COSET__IMPLIES},   {"&&", COSET__AND},        {"||", COSET__OR},
    {"!=", COSET__MARK},       {"==", COSET__MARK},      {"<=", COSET__MARK},       {">=", COSET__MARK},
    {"<<", COSET__MARK},       {">>", COSET__MARK},      {"!", COSET__NOT},         {"&", COSET__AND},
    {"|", COSET__OR},          {"(", COSET__OPEN},       {")", COSET__CLOSE},       {"[", COSET__OPEN_INDEX},
    {"]", COSET__CLOSE_INDEX}, {"{", COSET__OPEN_BRACE}, {"}", COSET__CLOSE_BRACE}, {"<", COSET__LESS},
    {">", COSET__GREATER},     {";", COSET__SEMICOLON},  {":", COSET__COLON},       {".", COSET__DOT},
    {",", COSET__COMMA},
};

static void read_string(lexer *l, coset__token *t)
{
    step(l);
    uint32_t begin = l->at;
    while (l->at < l->n && l->bytes[l->at] != '"' && l->bytes[l->at] != '\n')
        step(l);
    t->kind = COSET__STRING;
    t->text = coset_arena_text_n(l->arena, l->bytes + begin, l->at - begin);
    if (l->at < l->n && l->bytes[l->at] == '"')
        step(l);
    else
        coset_message(l->text, COSET_SEVERITY_ERROR, "F001", t->pos, l->at - t->begin, "this text has no end");
}

static void read_mark(lexer *l, coset__token *t)
{
    t->kind = COSET__MARK;
    size_t i = 0, n = sizeof marks / sizeof *marks;
    while (i < n && !sees(l, marks[i].text))
        i++;
    if (i < n)
        t->kind = marks[i].kind;
    for (size_t k = i < n ? strlen(marks[i].text) : 1; k-- > 0;)
        step(l);
}

static void read_token(lexer *l)
{
    coset__token t = {.pos = here(l), .begin = l->at};
    if (l->at >= l->n) {
        t.kind = COSET__END;
    } else if (l->bytes[l->at] == '"') {
        read_string(l, &t);
    } else if (is_word(l->bytes[l->at])) {
        t.kind = COSET__WORD;
        while (l->at < l->n && is_word(l->bytes[l->at]))
            step(l);
        t.text = coset_arena_text_n(l->arena, l->bytes + t.begin, l->at - t.begin);
    } else {
        read_mark(l, &t);
    }
    t.end = l->at;
    *coset_vec_add(l->out) = t;
}

void coset__formula_lex(coset_text *text, uint16_t file, coset_arena *arena, coset__tokens *out)
{
    size_t len;
    lexer l = {.text = text, .file = file, .line = 1, .arena = arena, .out = out};
    l.bytes = coset_text_bytes(text, file, &len);
    l.n = (uint32_t)len;
    do {
        skip_blanks(&l);
        read_token(&l);
    } while (out->at[out->n - 1].kind != COSET__END);
}
