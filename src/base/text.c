#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define MOST_FILES    UINT16_MAX
#define MOST_READ     1000u  /* by name, once each */
#define MOST_MESSAGES 10000u /* more than anybody reads; further ones are only counted */
#define MOST_BYTES    ((size_t)1 << 30)

typedef struct {
    char *name, *bytes;
    size_t len;
} source;

typedef struct {
    coset_severity severity;
    char code[8];
    coset_pos pos;
    uint32_t len, number; /* number: order of arrival, which decides between messages at one place */
    char *text, *help;
} message;

struct coset_text {
    COSET_VEC(source) files;
    COSET_VEC(message) messages;
    uint32_t printed; /* messages before this one have been shown */
    uint32_t errors, warnings;
};

coset_text *coset_text_new(void) { return coset_new(1, sizeof(coset_text)); }

void coset_text_free(coset_text *t)
{
    if (!t)
        return;
    for (uint32_t i = 0; i < t->files.n; i++) {
        coset_delete(t->files.at[i].name);
        coset_delete(t->files.at[i].bytes);
    }
    for (uint32_t i = 0; i < t->messages.n; i++) {
        coset_delete(t->messages.at[i].text);
        coset_delete(t->messages.at[i].help);
    }
    coset_vec_fini(&t->files);
    coset_vec_fini(&t->messages);
    coset_delete(t);
}

/* ---- files --------------------------------------------------------------------------------------------------- */

static uint16_t add_source(coset_text *t, const char *name, char *bytes, size_t len)
{
    COSET_INVARIANT(t->files.n < MOST_FILES);
    source *s = coset_vec_add(&t->files);
    s->name = coset_copy_text(name);
    s->bytes = bytes;
    s->len = len;
    return (uint16_t)(t->files.n - 1);
}

uint16_t coset_text_add(coset_text *t, const char *name, const char *bytes, size_t len)
{
    char *copy = coset_new(len + 1, 1);
    if (len)
        memcpy(copy, bytes, len);
    return add_source(t, name, copy, len);
}

/* Everything up to the end of the stream, followed by a NUL; NULL if reading fails or there is too much. */
static char *read_all(FILE *in, size_t *len)
{
    size_t room = 1 << 16, n = 0;
    char *bytes = coset_new(room, 1);
    for (;;) {
        n += fread(bytes + n, 1, room - n - 1, in);
        if (ferror(in) || n >= MOST_BYTES) {
            errno = ferror(in) ? errno : EFBIG;
            coset_delete(bytes);
            return NULL;
        }
        if (feof(in))
            break;
        if (n == room - 1) {
            room *= 2;
            bytes = coset_resize(bytes, room, 1);
        }
    }
    bytes[n] = '\0';
    *len = n;
    return bytes;
}

coset_status coset_text_read(coset_text *t, const char *path, uint16_t *file, coset_err *err)
{
    bool standard = strcmp(path, "-") == 0;
    errno = 0;
    FILE *in = standard ? stdin : fopen(path, "rb");
    size_t len = 0;
    char *bytes = in ? read_all(in, &len) : NULL;
    int os = errno;
    if (in && !standard)
        (void)fclose(in);
    if (!bytes) {
        coset_status status = coset_fail(err, COSET_NOINPUT, "cannot read %s: %s", path, strerror(os));
        if (err)
            err->os = os;
        return status;
    }
    *file = add_source(t, standard ? "<stdin>" : path, bytes, len);
    return COSET_OK;
}

coset_status coset_text_read_once(coset_text *t, const char *path, uint16_t *file, coset_err *err)
{
    for (uint32_t i = 0; i < t->files.n; i++)
        if (strcmp(t->files.at[i].name, path) == 0) {
            *file = (uint16_t)i;
            return COSET_OK;
        }
    if (t->files.n >= MOST_READ)
        return coset_fail(err, COSET_NOINPUT, "cannot read %s: too many files", path);
    return coset_text_read(t, path, file, err);
}

const char *coset_text_name(const coset_text *t, uint16_t file)
{
    COSET_INVARIANT(file < t->files.n);
    return t->files.at[file].name;
}

coset_text_piece coset_text_whole(const coset_text *t, uint16_t file)
{
    coset_text_piece all = {.pos = {1, 1, file}};
    all.bytes = coset_text_bytes(t, file, &all.len);
    return all;
}

uint16_t coset_text_column(uint16_t first, size_t offset)
{
    return offset < (size_t)(UINT16_MAX - first) ? (uint16_t)(first + offset) : UINT16_MAX;
}

const char *coset_text_bytes(const coset_text *t, uint16_t file, size_t *len)
{
    COSET_INVARIANT(file < t->files.n);
    if (len)
        *len = t->files.at[file].len;
    return t->files.at[file].bytes;
}

/* ---- messages ------------------------------------------------------------------------------------------------ */

static char *format_text(const char *fmt, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, fmt, again);
    va_end(again);
    COSET_INVARIANT(len >= 0);
    char *text = coset_new((size_t)len + 1, 1);
    (void)vsnprintf(text, (size_t)len + 1, fmt, args);
    return text;
}

void coset_message(coset_text *t, coset_severity severity, const char *code, coset_pos pos, uint32_t len,
                   const char *fmt, ...)
{
    t->errors += severity == COSET_SEVERITY_ERROR;
    t->warnings += severity == COSET_SEVERITY_WARNING;
    if (t->messages.n >= MOST_MESSAGES)
        return;
    message *m = coset_vec_add(&t->messages);
    va_list args;
    va_start(args, fmt);
    m->text = format_text(fmt, args);
    va_end(args);
    m->severity = severity;
    (void)snprintf(m->code, sizeof m->code, "%s", code ? code : "");
    m->pos = pos;
    m->len = len ? len : 1;
    m->number = t->messages.n;
    m->help = NULL;
}

void coset_message_help(coset_text *t, const char *fmt, ...)
{
    if (t->messages.n == 0 || t->messages.n >= MOST_MESSAGES)
        return;
    message *m = &t->messages.at[t->messages.n - 1];
    va_list args;
    va_start(args, fmt);
    coset_delete(m->help);
    m->help = format_text(fmt, args);
    va_end(args);
}

uint32_t coset_text_notes(const coset_text *t) { return t->messages.n; }

coset_text_note coset_text_note_at(const coset_text *t, uint32_t i)
{
    COSET_INVARIANT(i < t->messages.n);
    const message *m = &t->messages.at[i];
    return (coset_text_note){m->severity, m->code, m->text, m->help, m->pos};
}

uint32_t coset_text_errors(const coset_text *t) { return t->errors; }
uint32_t coset_text_warnings(const coset_text *t) { return t->warnings; }

/* ---- printing ------------------------------------------------------------------------------------------------ */

#define WINDOW 150u /* columns of a source line that are shown around the place */
#define TAB    4u

typedef struct {
    const char *bold, *severity[3], *code, *caret, *off;
} palette;

static const palette plain = {"", {"", "", ""}, "", "", ""};
static const palette colours = {"\033[1m", {"\033[36m", "\033[35m", "\033[31m"}, "\033[2m", "\033[32m", "\033[0m"};

static int compare_messages(const void *left, const void *right)
{
    const message *a = left, *b = right;
    if (a->pos.file != b->pos.file)
        return a->pos.file < b->pos.file ? -1 : 1;
    if (a->pos.line != b->pos.line)
        return a->pos.line < b->pos.line ? -1 : 1;
    if (a->pos.column != b->pos.column)
        return a->pos.column < b->pos.column ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

/* The beginning of the line that was searched last: messages come in order. */
typedef struct {
    const source *file;
    uint32_t line;
    const char *at;
} cursor;

/* The bytes of a line without its end. */
static const char *find_line(const source *s, uint32_t line, size_t *len, cursor *last)
{
    if (last->file != s || last->line > line)
        *last = (cursor){.file = s, .line = 1, .at = s->bytes};
    const char *end = s->bytes + s->len;
    for (; last->line < line; last->line++) {
        const char *newline = memchr(last->at, '\n', (size_t)(end - last->at));
        if (!newline)
            return NULL;
        last->at = newline + 1;
    }
    const char *at = last->at, *newline = memchr(at, '\n', (size_t)(end - at));
    const char *stop = newline ? newline : end;
    if (stop > at && stop[-1] == '\r')
        stop--;
    *len = (size_t)(stop - at);
    return at;
}

/* Length of the UTF-8 sequence at `at`, or 0 if there is none. */
static size_t utf8_length(const unsigned char *at, size_t room)
{
    size_t n = at[0] < 0x80 ? 1 : at[0] >= 0xc2 && at[0] < 0xe0 ? 2 : (at[0] & 0xf0) == 0xe0 ? 3 : 0;
    if (at[0] >= 0xf0 && at[0] < 0xf5)
        n = 4;
    if (n == 0 || n > room)
        return 0;
    for (size_t i = 1; i < n; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    }
    return n;
}

/* Prints one character of a source line and returns how many bytes it took; *width is its width on the screen.
 * Characters that could disturb a terminal are shown as '?'. With out NULL nothing is printed. */
static size_t put_character(FILE *out, const char *at, size_t room, uint32_t *width)
{
    unsigned char c = (unsigned char)*at;
    *width = c == '\t' ? TAB : 1;
    if (c == '\t') {
        if (out)
            (void)fprintf(out, "%*s", (int)TAB, "");
        return 1;
    }
    size_t n = utf8_length((const unsigned char *)at, room);
    bool control = c < 0x20 || c == 0x7f || (c == 0xc2 && n == 2 && (unsigned char)at[1] < 0xa0);
    if (out && (n == 0 || control))
        (void)fputc('?', out);
    else if (out)
        (void)fwrite(at, 1, n, out);
    return n ? n : 1;
}

/* The source line with a caret below. Only the part of a very long line around the position is shown. */
static void print_excerpt(FILE *out, const source *s, const message *m, const palette *p, cursor *last)
{
    size_t len;
    const char *line = find_line(s, m->pos.line, &len, last);
    if (!line)
        return;
    size_t target = m->pos.column ? m->pos.column - 1u : 0;
    if (target > len)
        target = len;
    size_t from = target > WINDOW / 2 && len > WINDOW ? target - WINDOW / 2 : 0;
    while (from > 0 && ((unsigned char)line[from] & 0xc0) == 0x80)
        from--;
    size_t to = len - from > WINDOW ? from + WINDOW : len;
    uint32_t before = from ? 3 : 0, under = 0, width;
    (void)fprintf(out, "%6u | %s", m->pos.line, from ? "..." : "");
    for (size_t at = from; at < to;) {
        size_t n = put_character(out, line + at, len - at, &width);
        if (at < target)
            before += width;
        else if (at < target + m->len)
            under += width;
        at += n;
    }
    (void)fprintf(out, "%s\n       | %*s%s^", to < len ? "..." : "", (int)before, "", p->caret);
    for (uint32_t i = 1; i < under; i++)
        (void)fputc('~', out);
    (void)fprintf(out, "%s\n", p->off);
}

/* Text of a message; it may quote the source, so control characters are replaced. */
static void print_words(FILE *out, const char *text)
{
    size_t len = strlen(text);
    uint32_t width;
    for (size_t at = 0; at < len;)
        at += put_character(out, text + at, len - at, &width);
}

static void print_message(FILE *out, const coset_text *t, const message *m, const palette *p, cursor *last)
{
    static const char *const names[] = {"note", "warning", "error"};
    const source *s = m->pos.file < t->files.n ? &t->files.at[m->pos.file] : NULL;
    if (s && m->pos.line)
        (void)fprintf(out, "%s%s:%u:%u: ", p->bold, s->name, m->pos.line, m->pos.column);
    else if (s)
        (void)fprintf(out, "%s%s: ", p->bold, s->name);
    (void)fprintf(out, "%s%s%s:%s ", p->off, p->severity[m->severity], names[m->severity], p->off);
    print_words(out, m->text);
    if (m->code[0])
        (void)fprintf(out, " %s[%s]%s", p->code, m->code, p->off);
    (void)fputc('\n', out);
    if (s && m->pos.line)
        print_excerpt(out, s, m, p, last);
    if (m->help) {
        (void)fputs("  help: ", out);
        print_words(out, m->help);
        (void)fputc('\n', out);
    }
}

/* The same message was printed: a later evaluation may run into the same mistake again. */
static bool was_shown(const coset_text *t, const message *m)
{
    for (uint32_t i = 0; i < t->printed; i++) {
        const message *o = &t->messages.at[i];
        if (o->pos.line == m->pos.line && o->pos.column == m->pos.column && o->pos.file == m->pos.file &&
            strcmp(o->code, m->code) == 0 && strcmp(o->text, m->text) == 0)
            return true;
    }
    return false;
}

void coset_text_print(coset_text *t, FILE *out, bool colour, uint32_t most)
{
    if (t->messages.n > t->printed)
        qsort(t->messages.at + t->printed, t->messages.n - t->printed, sizeof *t->messages.at, compare_messages);
    uint32_t shown = 0, hidden = t->printed ? 0 : t->errors;
    cursor last = {0};
    for (uint32_t i = t->printed; i < t->messages.n; i++) {
        const message *m = &t->messages.at[i];
        bool is_error = m->severity == COSET_SEVERITY_ERROR;
        if ((is_error && most && shown >= most) || was_shown(t, m))
            continue;
        shown += is_error;
        print_message(out, t, m, colour ? &colours : &plain, &last);
    }
    hidden = hidden > shown ? hidden - shown : 0;
    if (hidden)
        (void)fprintf(out, "%u more error%s\n", hidden, hidden == 1 ? "" : "s");
    t->printed = t->messages.n;
}

/* ---- nearest word -------------------------------------------------------------------------------------------- */

#define LONGEST_WORD 64u

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Edit distance with swaps of neighbours (optimal string alignment), ignoring case. */
static uint32_t edit_distance(const char *a, uint32_t n, const char *b, uint32_t m)
{
    uint32_t rows[3][LONGEST_WORD + 1], *older = rows[0], *old = rows[1], *now = rows[2];
    for (uint32_t j = 0; j <= m; j++)
        old[j] = j;
    memset(older, 0, sizeof rows[0]);
    for (uint32_t i = 1; i <= n; i++) {
        now[0] = i;
        for (uint32_t j = 1; j <= m; j++) {
            int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            now[j] = smaller(smaller(old[j], now[j - 1]) + 1, old[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) && tolower((unsigned char)a[i - 2]) == y)
                now[j] = smaller(now[j], older[j - 2] + 1);
        }
        uint32_t *free_row = older;
        older = old;
        old = now;
        now = free_row;
    }
    return old[m];
}

const char *coset_nearest(const char *word, const char *const *words, uint32_t n)
{
    size_t len = strlen(word);
    if (len == 0 || len > LONGEST_WORD)
        return NULL;
    const char *best = NULL;
    uint32_t best_distance = (uint32_t)(len < 3 ? 1 : len < 6 ? 2 : len / 3) + 1;
    for (uint32_t i = 0; i < n; i++) {
        size_t other = strlen(words[i]);
        size_t gap = other > len ? other - len : len - other;
        if (other == 0 || other > LONGEST_WORD || gap >= best_distance)
            continue;
        uint32_t d = edit_distance(word, (uint32_t)len, words[i], (uint32_t)other);
        if (d < best_distance && d < smaller((uint32_t)len, (uint32_t)other) + (d == 0)) {
            best = words[i];
            best_distance = d;
        }
    }
    return best;
}
