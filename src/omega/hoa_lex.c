/* omega/hoa_lex.c - words of HOA. */
#include <ctype.h>
#include <string.h>

#include "omega/hoa_int.h"

void coset__hoa_blame(coset__hoa *h, const char *code, const char *words, const char *help)
{
    if (h->failed)
        return;
    h->failed = true;
    coset_message(h->text, COSET_SEVERITY_ERROR, code, coset__ltl_place(&h->piece, h->now.at),
                  h->now.len > 200 ? 200 : (uint32_t)h->now.len, "%s", words);
    coset_message_help(h->text, "%s", help);
}

/* The position after blanks and comments, which may be nested. */
static size_t skip(coset__hoa *h, size_t at)
{
    const char *s = h->piece.bytes;
    size_t n = h->piece.len, from = at;
    uint32_t depth = 0;
    while (at < n) {
        if (at + 1 < n && s[at] == '/' && s[at + 1] == '*') {
            from = depth++ == 0 ? at : from;
            at += 2;
        } else if (depth && at + 1 < n && s[at] == '*' && s[at + 1] == '/') {
            depth--;
            at += 2;
        } else if (depth || isspace((unsigned char)s[at])) {
            at++;
        } else {
            break;
        }
    }
    if (depth) {
        h->now = (coset__hoa_token){.at = from, .len = 2};
        coset__hoa_blame(h, "H001", "this comment is not closed", "add */ where it ends");
    }
    return at;
}

static bool is_word_byte(char c) { return isalnum((unsigned char)c) || c == '_' || c == '-'; }

static void read_string(coset__hoa *h, coset__hoa_token *t)
{
    const char *s = h->piece.bytes;
    size_t end = t->at + 1, n = 0;
    while (end < h->piece.len && s[end] != '"' && s[end])
        end += 1 + (s[end] == '\\' && end + 1 < h->piece.len && s[end + 1]);
    char *out = coset_arena_get(h->arena, end - t->at, 1);
    for (size_t at = t->at + 1; at < end; at++) {
        at += s[at] == '\\' && at + 1 < end;
        out[n++] = s[at];
    }
    t->kind = COSET__HOA_STRING;
    t->text = out;
    t->len = end + 1 - t->at;
    if (end >= h->piece.len || s[end] != '"') {
        h->now = (coset__hoa_token){.at = t->at, .len = 1};
        t->len = end - t->at;
        coset__hoa_blame(h, "H001", "this text in quotes is not closed", "add \" where it ends");
    }
}

static void read_number(coset__hoa *h, coset__hoa_token *t)
{
    const char *s = h->piece.bytes + t->at;
    size_t left = h->piece.len - t->at;
    uint64_t n = 0;
    for (t->len = 0; t->len < left && isdigit((unsigned char)s[t->len]); t->len++)
        n = n > UINT32_MAX ? n : n * 10 + (uint64_t)(s[t->len] - '0');
    t->kind = COSET__HOA_INT;
    t->number = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

/* A word, a header or an alias. */
static void read_word(coset__hoa *h, coset__hoa_token *t)
{
    size_t from = t->at + (h->piece.bytes[t->at] == '@'), to = from;
    while (to < h->piece.len && is_word_byte(h->piece.bytes[to]))
        to++;
    t->text = coset_arena_text_n(h->arena, h->piece.bytes + from, to - from);
    t->kind = from > t->at ? COSET__HOA_ALIAS : COSET__HOA_WORD;
    if (t->kind == COSET__HOA_WORD && to < h->piece.len && h->piece.bytes[to] == ':') {
        t->kind = COSET__HOA_HEADER;
        to++;
    }
    t->len = to - t->at;
}

void coset__hoa_step(coset__hoa *h)
{
    static const char *const long_marks[] = {"--BODY--", "--END--", "--ABORT--"};
    coset__hoa_token t = {.at = skip(h, h->behind), .len = 1};
    const char *s = h->piece.bytes + t.at;
    size_t left = h->piece.len - t.at;
    if (h->failed || left == 0) {
        t.kind = COSET__HOA_END;
        t.len = left ? 1 : 0;
    } else if (isdigit((unsigned char)*s)) {
        read_number(h, &t);
    } else if (isalpha((unsigned char)*s) || *s == '_' || *s == '@') {
        read_word(h, &t);
    } else if (*s == '"') {
        read_string(h, &t);
    } else {
        t.kind = COSET__HOA_MARK;
        for (size_t i = 0; i < sizeof long_marks / sizeof *long_marks; i++)
            if (left >= strlen(long_marks[i]) && memcmp(s, long_marks[i], strlen(long_marks[i])) == 0)
                t.len = strlen(long_marks[i]);
        t.text = coset_arena_text_n(h->arena, s, t.len);
    }
    h->now = t;
    h->behind = t.at + t.len;
}

bool coset__hoa_is_mark(const coset__hoa *h, const char *mark)
{
    return h->now.kind == COSET__HOA_MARK && strcmp(h->now.text, mark) == 0;
}

bool coset__hoa_is_word(const coset__hoa *h, const char *word)
{
    return h->now.kind == COSET__HOA_WORD && strcmp(h->now.text, word) == 0;
}

void coset__hoa_want(coset__hoa *h, const char *mark)
{
    if (!coset__hoa_is_mark(h, mark)) {
        char words[64];
        (void)snprintf(words, sizeof words, "expected %s here", mark);
        coset__hoa_blame(h, "H001", words, "look at the description of the format HOA, version 1");
    } else {
        coset__hoa_step(h);
    }
}

uint32_t coset__hoa_number(coset__hoa *h, uint32_t limit, const char *what)
{
    uint32_t n = h->now.number;
    char words[96];
    if (h->now.kind != COSET__HOA_INT) {
        (void)snprintf(words, sizeof words, "expected %s here", what);
        coset__hoa_blame(h, "H001", words, "write a number");
        return 0;
    }
    if (n >= limit) {
        (void)snprintf(words, sizeof words, "%s must be below %u here", what, (unsigned)limit);
        coset__hoa_blame(h, "H002", words, "numbers begin with 0; the header says how many there are");
        return 0;
    }
    coset__hoa_step(h);
    return n;
}
