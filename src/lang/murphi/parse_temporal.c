/* lang/murphi/parse_temporal.c - the end of a condition in a formula, and the operators around it. */
#include "lang/murphi/parse_temporal.h"

#include <ctype.h>
#include <string.h>

#include "lang/murphi/parser.h"

/* ---- words and signs -------------------------------------------------------------------------------------------- */

typedef enum {
    SIGN_NONE,     /* part of a condition */
    SIGN_OPEN,     /* ( or an index */
    SIGN_CLOSE,    /* ) or ] */
    SIGN_BRACE,    /* { */
    SIGN_QUANTIFY, /* forall, exists */
    SIGN_END,
    SIGN_JOIN, /* & | -> <-> and words for them */
    SIGN_TIME  /* temporal operators, names of rules */
} sign;

static bool is_word_byte(char c) { return isalnum((unsigned char)c) || c == '_'; }

static sign sign_of_word(const char *s, size_t n)
{
    static const struct {
        const char *word;
        sign is;
        bool any_case;
    } words[] = {{"forall", SIGN_QUANTIFY, true}, {"exists", SIGN_QUANTIFY, true}, {"end", SIGN_END, true},
                 {"endforall", SIGN_END, true},   {"endexists", SIGN_END, true},   {"X", SIGN_TIME, false},
                 {"U", SIGN_TIME, false},         {"W", SIGN_TIME, false},         {"R", SIGN_TIME, false},
                 {"V", SIGN_TIME, false},         {"always", SIGN_TIME, false},    {"eventually", SIGN_TIME, false},
                 {"next", SIGN_TIME, false},      {"until", SIGN_TIME, false},     {"stronguntil", SIGN_TIME, false},
                 {"weakuntil", SIGN_TIME, false}, {"release", SIGN_TIME, false},   {"implies", SIGN_JOIN, false},
                 {"equivalent", SIGN_JOIN, false}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == n &&
            (words[i].any_case ? strncasecmp(words[i].word, s, n) : strncmp(words[i].word, s, n)) == 0)
            return words[i].is;
    return SIGN_NONE;
}

/* The sign at `at`, which is no blank, and its length. */
static sign look(const coset_text_piece *p, size_t at, size_t *len)
{
    const char *s = p->bytes + at;
    const size_t left = p->len - at;
    *len = 1;
    if (is_word_byte(*s)) {
        while (*len < left && is_word_byte(s[*len]))
            ++*len;
        return sign_of_word(s, *len);
    }
    if (left >= 3 && memcmp(s, "<->", 3) == 0) {
        *len = 3;
        return SIGN_JOIN;
    }
    static const struct {
        char text[3];
        sign is;
    } signs[] = {{"[]", SIGN_TIME}, {"<>", SIGN_TIME}, {"&&", SIGN_JOIN}, {"||", SIGN_JOIN}, {"->", SIGN_JOIN}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (left >= 2 && memcmp(s, signs[i].text, 2) == 0) {
            *len = 2;
            return signs[i].is;
        }
    switch (*s) {
    case '"': /* the name of a rule */
        while (*len < left && s[*len] != '"')
            ++*len;
        *len += *len < left;
        return SIGN_TIME;
    case '(':
    case '[':
        return SIGN_OPEN;
    case ')':
    case ']':
        return SIGN_CLOSE;
    case '{':
        return SIGN_BRACE;
    case '&':
    case '|':
        return SIGN_JOIN;
    default:
        return SIGN_NONE;
    }
}

static size_t skip_blanks(const coset_text_piece *p, size_t at)
{
    while (at < p->len && isspace((unsigned char)p->bytes[at]))
        at++;
    return at;
}

/* The position after the brace that closes the one at `at`. */
static size_t behind_brace(const coset_text_piece *p, size_t at)
{
    uint32_t open = 0;
    for (; at < p->len; at++) {
        open += p->bytes[at] == '{';
        if (p->bytes[at] == '}' && --open == 0)
            return at + 1;
    }
    return at;
}

/* The position after the end of the parenthesis or quantifier at `at`; *timed: it contains a temporal operator or a
 * brace. */
static size_t behind_group(const coset_text_piece *p, size_t at, bool *timed)
{
    uint32_t open = 0;
    *timed = false;
    for (size_t len; at < p->len; at += len) {
        at = skip_blanks(p, at);
        if (at == p->len)
            break;
        sign is = look(p, at, &len);
        if (is == SIGN_BRACE)
            len = behind_brace(p, at) - at;
        *timed = *timed || is == SIGN_TIME || is == SIGN_BRACE; /* the model's language has no braces */
        open += is == SIGN_OPEN || is == SIGN_QUANTIFY;
        if ((is == SIGN_CLOSE || is == SIGN_END) && (open == 0 || --open == 0))
            return at + len;
    }
    return p->len;
}

coset_text_piece coset_mu_subpiece(const coset_text_piece *p, size_t from, size_t to)
{
    coset_text_piece out = {.bytes = p->bytes + from, .len = to - from, .pos = p->pos};
    size_t line = 0;
    for (size_t i = 0; i < from; i++)
        if (p->bytes[i] == '\n') {
            out.pos.line++;
            out.pos.column = 1;
            line = i + 1;
        }
    out.pos.column = coset_text_column(out.pos.column, from - line);
    return out;
}

bool coset_mu_find_rule(const coset_text_piece *p, size_t at, coset_text_piece *name, size_t *end)
{
    static const char word[] = "fired";
    size_t len;
    (void)look(p, at, &len);
    size_t quote = skip_blanks(p, at + len);
    if (len != sizeof word - 1 || memcmp(p->bytes + at, word, len) != 0 || quote == p->len || p->bytes[quote] != '"')
        return false;
    (void)look(p, quote, &len);
    const bool closed = len > 1 && p->bytes[quote + len - 1] == '"';
    *name = coset_mu_subpiece(p, quote + 1, quote + len - closed);
    *end = quote + len;
    return true;
}

coset_mu_part coset_mu_find_part(const coset_text_piece *p, size_t at, bool tight, size_t *end)
{
    size_t len, from = at;
    bool timed = false, begun = false;
    for (; at < p->len; at += len) {
        at = skip_blanks(p, at);
        if (at == p->len)
            break;
        sign is = look(p, at, &len);
        if (is == SIGN_QUANTIFY || is == SIGN_OPEN) {
            size_t behind = behind_group(p, at, &timed);
            if (timed && !begun)
                return *end = behind, is == SIGN_QUANTIFY ? COSET_MU_PART_QUANTIFIED : COSET_MU_PART_NONE;
            len = behind - at;
        } else if (is == SIGN_BRACE) {
            len = behind_brace(p, at) - at;
            if (!begun)
                return *end = at + len, COSET_MU_PART_BRACED;
        } else if (is != SIGN_NONE) {
            break;
        }
        bool is_mark = is == SIGN_NONE && !is_word_byte(p->bytes[at]) && p->bytes[at] != '.';
        if (tight && begun && is_mark)
            break;
        begun = true;
        if (tight && is == SIGN_QUANTIFY) {
            at += len;
            break;
        }
    }
    while (at > from && isspace((unsigned char)p->bytes[at - 1]))
        at--;
    *end = at;
    return at > from ? COSET_MU_PART_CONDITION : COSET_MU_PART_NONE;
}

/* ---- quantifiers ------------------------------------------------------------------------------------------------ */

/* The word `do`, or the colon that may replace it, after the last type. */
static size_t find_do(const coset_text_piece *p, size_t at)
{
    for (size_t len; at < p->len; at += len) {
        at = skip_blanks(p, at);
        if (at == p->len)
            break;
        (void)look(p, at, &len);
        if (len == 2 && strncasecmp(p->bytes + at, "do", 2) == 0)
            return at + 2;
    }
    return p->len;
}

bool coset_mu_split_quantifier(coset_text *text, const coset_text_piece *p, size_t at, size_t end,
                               coset_mu_quantified *out)
{
    size_t len, close = end;
    (void)look(p, at, &len);
    while (close > at && is_word_byte(p->bytes[close - 1]))
        close--;
    const coset_text_piece whole = coset_mu_subpiece(p, at, end);
    const size_t body = find_do(p, at + len);
    if (body >= close || close == at) {
        coset_message(text, COSET_SEVERITY_ERROR, "L010", whole.pos, (uint32_t)len, "this quantifier has no end");
        coset_message_help(text, "write forall NAME: TYPE do FORMULA end");
        return false;
    }
    out->all = len == 6 && strncasecmp(p->bytes + at, "forall", 6) == 0;
    out->binders = coset_mu_subpiece(p, at + len, body);
    out->body = coset_mu_subpiece(p, body, close);
    return true;
}

coset_mu_decl *coset_mu_read_binders(coset_text *text, coset_text_piece piece, coset_arena *arena,
                                     coset_mu_dialect dialect)
{
    uint32_t errors = coset_text_errors(text);
    coset_mu_parser p = {.text = text, .arena = arena, .first = coset_mu_lex(text, piece, arena, dialect)};
    p.at = p.first;
    coset_mu_decl *d = coset_mu_parse_quantifiers(&p);
    for (const coset_mu_decl *x = d; x && !p.panic; x = x->next)
        if (x->from && coset_text_errors(text) == errors) {
            coset_message(text, COSET_SEVERITY_ERROR, "L011", x->pos, x->len,
                          "a name that a formula binds ranges over a type");
            coset_message_help(text, "write forall i: 1..3 do ... end");
        }
    return coset_text_errors(text) == errors ? d : NULL;
}

/* ---- comments --------------------------------------------------------------------------------------------------- */

/* "NAME:" or "\"NAME\":" before the formula. */
static void read_name(coset_mu_comment *c, coset_arena *arena)
{
    const coset_text_piece *p = &c->formula;
    size_t at = skip_blanks(p, 0), from = at, to;
    if (at < p->len && p->bytes[at] == '"') {
        from = ++at;
        while (at < p->len && p->bytes[at] != '"' && p->bytes[at] != '\n')
            at++;
        to = at++;
    } else {
        while (at < p->len && is_word_byte(p->bytes[at]))
            at++;
        to = at;
    }
    at = at < p->len ? skip_blanks(p, at) : at;
    if (to > from && at < p->len && p->bytes[at] == ':') {
        c->name = coset_arena_text_n(arena, p->bytes + from, to - from);
        c->formula = coset_mu_subpiece(p, at + 1, p->len);
    }
}

bool coset_mu_next_comment(const coset_text_piece *all, size_t *at, coset_mu_comment *out, coset_arena *arena)
{
    static const char mark[] = "@ltl";
    const char *s = all->bytes;
    for (size_t i = *at; i + 1 < all->len; i++) {
        size_t end = i + 1;
        bool line = s[i] == '-' && s[i + 1] == '-', block = s[i] == '/' && s[i + 1] == '*';
        if (s[i] == '"')
            while (end < all->len && s[end] != '"' && s[end] != '\n')
                end++;
        for (end += line || block; (line && end < all->len && s[end] != '\n') ||
                                   (block && end + 1 < all->len && !(s[end] == '*' && s[end + 1] == '/'));)
            end++;
        if (!line && !block) {
            i = s[i] == '"' ? end : i;
            continue;
        }
        const size_t from = skip_blanks(all, i + 2), n = sizeof mark - 1;
        if (from + n < end && memcmp(s + from, mark, n) == 0 && !is_word_byte(s[from + n])) {
            *out = (coset_mu_comment){.formula = coset_mu_subpiece(all, from + n, end)};
            read_name(out, arena);
            *at = end + block;
            return true;
        }
        i = end;
    }
    return false;
}
