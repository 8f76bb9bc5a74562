/* lang/promela/syntax/source.c - a preprocessed source, and the position of each byte in the user's files.
 *
 * Idea: lines come from the preprocessor's `#line`; columns from aligning the words of the line with those of the
 * user's line. A word that the user did not write comes from a macro and gets the position of the macro's name. */
#include "lang/promela/syntax/source.h"

#include <stdlib.h>
#include <string.h>

typedef COSET_VEC(coset_pml_line) line_list;

static void reset(coset_pml_source *s)
{
    s->at = UINT32_MAX;
    s->n_words = 0;
    s->words = s->columns = s->lengths = NULL;
}

static void keep_lines(coset_pml_source *s, line_list *lines)
{
    s->n_lines = lines->n;
    s->lines = coset_arena_copy(s->arena, lines->at, lines->n, sizeof *lines->at);
    coset_vec_fini(lines);
    reset(s);
}

static void add_line(line_list *lines, size_t start, uint16_t file, uint32_t line)
{
    *coset_vec_add(lines) = (coset_pml_line){.start = (uint32_t)start, .line = line, .file = file};
}

void coset_pml_source_plain(coset_pml_source *s, coset_text *text, coset_text_piece piece, coset_arena *arena)
{
    const uint16_t file = piece.pos.file;
    *s = (coset_pml_source){.text = text, .arena = arena, .bytes = piece.bytes, .len = piece.len};
    s->plain_column = piece.pos.column;
    line_list lines = {0};
    add_line(&lines, 0, file, piece.pos.line);
    for (size_t i = 0; i < s->len; i++)
        if (s->bytes[i] == '\n')
            add_line(&lines, i + 1, file, piece.pos.line + lines.n);
    keep_lines(s, &lines);
}

/* ---- lines of a preprocessor's output ------------------------------------------------------------------------ */

typedef struct {
    coset_text *text;
    const coset_pml_origin *from;
} reader;

/* The file of that name; the main one if it cannot be read any more. */
static uint16_t find_file(reader *r, const char *name)
{
    if (strcmp(name, r->from->name) == 0)
        return r->from->file;
    uint16_t file;
    coset_err err;
    return coset_text_read_once(r->text, name, &file, &err) == COSET_OK ? file : r->from->file;
}

/* A formula of an option begins on the next line. */
static void begins_formula(const reader *r, const char *bytes, uint32_t *line, uint16_t *file)
{
    size_t n = strlen(r->from->given);
    if (!r->from->n_formulas || strncmp(bytes, r->from->given, n) != 0)
        return;
    unsigned long number = strtoul(bytes + n, NULL, 10);
    if (number >= r->from->n_formulas)
        return;
    *file = r->from->formulas[number];
    *line = 0;
}

/* `#line 12 "name"`, which is blanked; false for any other line. */
static bool take_line_mark(reader *r, char *bytes, size_t end, uint32_t *line, uint16_t *file)
{
    if (strncmp(bytes, "#line ", 6) != 0)
        return false;
    char *rest;
    *line = (uint32_t)strtoul(bytes + 6, &rest, 10);
    char *open = memchr(rest, '"', end - (size_t)(rest - bytes));
    char *close = open ? memchr(open + 1, '"', end - (size_t)(open + 1 - bytes)) : NULL;
    if (close) {
        *close = '\0';
        *file = find_file(r, open + 1);
    }
    memset(bytes, ' ', end);
    return true;
}

void coset_pml_source_mapped(coset_pml_source *s, coset_text *text, const coset_pml_origin *from, char *bytes,
                             size_t len, coset_arena *arena)
{
    *s = (coset_pml_source){.text = text, .arena = arena, .bytes = bytes, .len = len};
    reader r = {.text = text, .from = from};
    line_list lines = {0};
    uint32_t line = 1;
    uint16_t file = from->file;
    for (size_t start = 0; start <= len;) {
        char *newline = start < len ? memchr(bytes + start, '\n', len - start) : NULL;
        size_t end = newline ? (size_t)(newline - bytes) : len;
        bool mark = take_line_mark(&r, bytes + start, end - start, &line, &file);
        add_line(&lines, start, file, line);
        begins_formula(&r, bytes + start, &line, &file);
        if (mark && newline)
            *newline = ' '; /* a mark does not count as a newline */
        line += !mark;
        start = end + 1;
    }
    keep_lines(s, &lines);
}

/* ---- columns ------------------------------------------------------------------------------------------------- */

static bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Length of the word, sign or string at `p`, before `end`; blanks have none. */
static uint32_t word_length(const char *p, const char *end)
{
    const char *q = p + 1;
    if (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\f' || *p == '\v')
        return 0;
    if (in_word(*p))
        while (q < end && in_word(*q))
            q++;
    else if (*p == '"') {
        while (q < end && *q != '"')
            q += *q == '\\' && q + 1 < end ? 2 : 1;
        q += q < end;
    }
    return (uint32_t)(q - p);
}

typedef struct {
    uint32_t at, len;
} word;
typedef COSET_VEC(word) word_list;

static void split(const char *line, uint32_t len, word_list *out)
{
    for (uint32_t i = 0; i < len;) {
        uint32_t n = word_length(line + i, line + len);
        if (n)
            *coset_vec_add(out) = (word){.at = i, .len = n};
        i += n ? n : 1;
    }
}

/* Bytes of a line of a user's file; fast if queried in ascending order. */
static const char *user_line(coset_pml_source *s, uint16_t file, uint32_t line, uint32_t *len)
{
    size_t n;
    const char *start = coset_text_bytes(s->text, file, &n), *end = start + n, *p = start;
    uint32_t at = 1;
    if (s->user_at && s->user_file == file && s->user_line <= line) {
        p = s->user_at;
        at = s->user_line;
    }
    for (; at < line && p < end; at++) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        p = newline ? newline + 1 : end;
    }
    s->user_at = p;
    s->user_line = at;
    s->user_file = file;
    const char *stop = p < end ? memchr(p, '\n', (size_t)(end - p)) : NULL;
    *len = (uint32_t)((stop ? stop : end) - p);
    return p;
}

typedef struct {
    const char *made, *written;
    word_list made_words, written_words;
} pairing;

static bool same(const pairing *p, uint32_t made, uint32_t written)
{
    if (made >= p->made_words.n || written >= p->written_words.n)
        return made >= p->made_words.n && written >= p->written_words.n;
    word a = p->made_words.at[made], b = p->written_words.at[written];
    return a.len == b.len && memcmp(p->made + a.at, p->written + b.at, a.len) == 0;
}

#define LOOK_AHEAD 64u

static bool is_sign(const pairing *p, uint32_t written, char sign)
{
    const word *w = written < p->written_words.n ? &p->written_words.at[written] : NULL;
    return w && w->len == 1 && p->written[w->at] == sign;
}

/* The word after the macro at `name` and its arguments. */
static uint32_t macro_end(const pairing *p, uint32_t name)
{
    uint32_t open = 0, w = name + 1;
    if (!is_sign(p, w, '('))
        return w;
    do {
        open += is_sign(p, w, '(');
        open -= is_sign(p, w, ')');
        w++;
    } while (open && w < p->written_words.n);
    return w;
}

/* The written word that equals the preprocessed word `i`, at `from` or shortly after it; or none. */
static uint32_t behind_macro(const pairing *p, uint32_t i, uint32_t from, uint32_t none)
{
    for (uint32_t w = from; w < p->written_words.n && w - from < LOOK_AHEAD; w++)
        if (same(p, i, w) && same(p, i + 1, w + 1))
            return w;
    return none;
}

/* The same word among the arguments of the macro at `name`, or the macro. */
static uint32_t argument(const pairing *p, uint32_t i, uint32_t name, uint32_t end)
{
    if (in_word(p->made[p->made_words.at[i].at]))
        for (uint32_t w = name + 1; w < end && w < p->written_words.n && w - name < LOOK_AHEAD; w++)
            if (same(p, i, w))
                return w;
    return name;
}

static void pair_words(coset_pml_source *s, const pairing *p)
{
    uint32_t w = 0, end = 0; /* the next written word; the end of the macro at it, 0 outside of macros */
    for (uint32_t i = 0; i < p->made_words.n; i++) {
        uint32_t found = w;
        if (!end && !same(p, i, w))
            end = macro_end(p, w);
        if (end) {
            uint32_t behind = behind_macro(p, i, end, w);
            found = behind > w ? behind : argument(p, i, w, end);
            end = behind > w ? 0 : end;
        }
        word made = p->made_words.at[i];
        word written = {0};
        if (p->written_words.n)
            written = p->written_words.at[found < p->written_words.n ? found : p->written_words.n - 1];
        s->words[i] = made.at;
        s->columns[i] = written.at;
        s->lengths[i] = written.len ? written.len : 1;
        w = end ? w : found + 1;
    }
    s->n_words = p->made_words.n;
}

static void open_line(coset_pml_source *s, uint32_t number)
{
    const coset_pml_line *line = &s->lines[number];
    size_t end = number + 1 < s->n_lines ? s->lines[number + 1].start : s->len;
    pairing p = {.made = s->bytes + line->start};
    split(p.made, (uint32_t)(end - line->start), &p.made_words);
    uint32_t len;
    p.written = user_line(s, line->file, line->line, &len);
    split(p.written, len, &p.written_words);
    s->words = coset_arena_get(s->arena, p.made_words.n, sizeof *s->words);
    s->columns = coset_arena_get(s->arena, p.made_words.n, sizeof *s->columns);
    s->lengths = coset_arena_get(s->arena, p.made_words.n, sizeof *s->lengths);
    pair_words(s, &p);
    coset_vec_fini(&p.made_words);
    coset_vec_fini(&p.written_words);
    s->at = number;
}

static uint32_t line_of(const coset_pml_source *s, size_t offset)
{
    uint32_t low = 0, high = s->n_lines;
    if (s->at < s->n_lines && s->lines[s->at].start <= offset)
        low = s->at;
    if (low + 1 >= high || s->lines[low + 1].start > offset)
        return low;
    while (high - low > 1) {
        uint32_t mid = low + (high - low) / 2;
        if (s->lines[mid].start <= offset)
            low = mid;
        else
            high = mid;
    }
    return low;
}

coset_pos coset_pml_source_place(coset_pml_source *s, size_t offset, uint32_t *len)
{
    uint32_t number = line_of(s, offset);
    const coset_pml_line *line = &s->lines[number];
    coset_pos pos = {.line = line->line, .file = line->file, .column = 1};
    if (s->plain_column) {
        s->at = number;
        pos.column = coset_text_column(number ? 1 : s->plain_column, offset - line->start);
        return pos;
    }
    if (s->at != number || !s->words)
        open_line(s, number);
    uint32_t low = 0, high = s->n_words;
    while (high - low > 1) {
        uint32_t mid = low + (high - low) / 2;
        if (s->words[mid] <= offset - line->start)
            low = mid;
        else
            high = mid;
    }
    if (s->n_words) {
        size_t inside = offset - line->start > s->words[low] ? offset - line->start - s->words[low] : 0;
        bool macro = inside >= s->lengths[low];
        pos.column = coset_text_column(1, s->columns[low] + (macro ? 0 : inside));
        if (*len > s->lengths[low] && s->lengths[low] > 1)
            *len = s->lengths[low];
    }
    return pos;
}
