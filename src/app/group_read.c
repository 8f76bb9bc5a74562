/* app/group_read.c - reading generators in cycle notation, and questions. */
#include "app/group_read.h"

#include <string.h>

typedef struct {
    coset_text *text;
    const char *bytes;
    size_t n, at, line_start;
    uint32_t line;
    uint16_t file;
    coset_arena *arena;
    coset_group_text *out;
    bool bad;
} reader;

static void complain(reader *r, const char *code, uint32_t len, const char *what, const char *help)
{
    size_t column = r->at - r->line_start + 1;
    coset_pos pos = {r->line, column > UINT16_MAX ? UINT16_MAX : (uint16_t)column, r->file};
    if (r->bad)
        return;
    r->bad = true;
    coset_message(r->text, COSET_SEVERITY_ERROR, code, pos, len, "%s", what);
    coset_message_help(r->text, "%s", help);
}

static void skip(reader *r)
{
    bool comment = false;
    for (; r->at < r->n; r->at++) {
        char c = r->bytes[r->at];
        comment = c == '#' || (comment && c != '\n');
        if (!comment && c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != ',')
            return;
        if (c == '\n') {
            r->line++;
            r->line_start = r->at + 1;
        }
    }
}

static bool sees(const reader *r, char c) { return r->at < r->n && r->bytes[r->at] == c; }
static bool sees_digit(const reader *r) { return r->at < r->n && r->bytes[r->at] >= '0' && r->bytes[r->at] <= '9'; }

static bool takes(reader *r, char c)
{
    bool is = sees(r, c);
    r->at += is;
    if (is)
        skip(r);
    return is;
}

/* A number from lo to hi; 0 after a message. */
static uint32_t number(reader *r, uint32_t lo, uint32_t hi, const char *help)
{
    uint64_t v = 0;
    size_t first = r->at;
    while (sees_digit(r) && v <= UINT32_MAX)
        v = v * 10 + (uint64_t)(r->bytes[r->at++] - '0');
    uint32_t len = (uint32_t)(r->at - first);
    if (len && v >= lo && v <= hi) {
        skip(r);
        return (uint32_t)v;
    }
    r->at = first;
    complain(r, "G001", len ? len : 1, len ? "this number is out of range" : "a number is missing here", help);
    return 0;
}

static uint32_t point(reader *r)
{
    const char *help =
        coset_arena_printf(r->arena, "points are counted from 1 to the degree, %u", (unsigned)r->out->degree);
    return number(r, 1, r->out->degree, help);
}

/* Adds the cycle (1 2 3) to the permutation; no point may occur twice. */
static void cycle(reader *r, coset_point *perm, bool *moved)
{
    uint32_t first = UINT32_MAX, last = UINT32_MAX;
    (void)takes(r, '(');
    while (!r->bad && !takes(r, ')')) {
        size_t at = r->at, line_start = r->line_start;
        uint32_t line = r->line, p = point(r) - 1;
        if (r->bad)
            return;
        if (moved[p]) {
            r->at = at;
            r->line_start = line_start;
            r->line = line;
            complain(r, "G002", 1, "this point is already in the permutation",
                     "cycles of one permutation have no point in common; write two statements for a product");
            return;
        }
        moved[p] = true;
        if (first == UINT32_MAX)
            first = p;
        else
            perm[last] = p;
        perm[p] = first;
        last = p;
    }
}

static const coset_point *permutation(reader *r)
{
    uint32_t n = r->out->degree;
    coset_point *perm = coset_arena_get(r->arena, n, sizeof *perm);
    bool *moved = coset_new(n, sizeof *moved);
    for (uint32_t p = 0; p < n; p++)
        perm[p] = p;
    if (!sees(r, '('))
        complain(r, "G003", 1, "a permutation is missing here", "write cycles: (1 2 3)(4 5), or () for the identity");
    while (!r->bad && sees(r, '('))
        cycle(r, perm, moved);
    coset_delete(moved);
    return perm;
}

static void end(reader *r)
{
    if (!r->bad && !takes(r, ';'))
        complain(r, "G004", 1, "a semicolon is missing here", "every statement ends with ;");
}

static bool word(reader *r, const char *text)
{
    size_t n = strlen(text);
    if (r->n - r->at < n || strncmp(r->bytes + r->at, text, n) != 0)
        return false;
    r->at += n;
    skip(r);
    return true;
}

static void ask(reader *r, coset_group_asks kind, uint32_t n, const uint32_t *at)
{
    *coset_vec_add(&r->out->questions) = (coset_group_question){kind, n, at};
}

static void ask_points(reader *r, coset_group_asks kind)
{
    uint32_t n = 0, *points = coset_arena_get(r->arena, r->out->degree, sizeof *points);
    while (!r->bad && !sees(r, ';') && n < r->out->degree)
        points[n++] = point(r) - 1;
    ask(r, kind, n, points);
}

/* One vector, or two. */
static void ask_vectors(reader *r, coset_group_asks kind, uint32_t n_vectors)
{
    uint32_t n = n_vectors * r->out->degree, *values = coset_arena_get(r->arena, n, sizeof *values);
    const char *help =
        coset_arena_printf(r->arena, "a vector has %u values, from 0 to 4294967294", (unsigned)r->out->degree);
    for (uint32_t i = 0; i < n && !r->bad; i++)
        values[i] = number(r, 0, UINT32_MAX - 1, help);
    ask(r, kind, n, values);
}

static void ask_window(reader *r)
{
    uint32_t *width = coset_arena_get(r->arena, 1, sizeof *width);
    *width = number(r, 1, r->out->degree, "the length of a window is between 1 and the number of points");
    ask(r, COSET_ASK_WINDOW, 1, width);
}

static void statement(reader *r)
{
    if (sees(r, '('))
        *coset_vec_add(&r->out->generators) = permutation(r);
    else if (word(r, "member"))
        ask(r, COSET_ASK_MEMBER, r->out->degree, permutation(r));
    else if (word(r, "fix"))
        ask_points(r, COSET_ASK_FIX);
    else if (word(r, "keep"))
        ask_points(r, COSET_ASK_KEEP);
    else if (word(r, "least"))
        ask_vectors(r, COSET_ASK_LEAST, 1);
    else if (word(r, "same"))
        ask_vectors(r, COSET_ASK_SAME, 2);
    else if (word(r, "window"))
        ask_window(r);
    else if (word(r, "transpositions"))
        ask(r, COSET_ASK_TRANSPOSITIONS, 0, NULL);
    else if (word(r, "cosets"))
        ask_points(r, COSET_ASK_COSETS);
    else
        complain(r, "G005", 1, "this is not a statement",
                 "write a generator (1 2 3)(4 5); or member (1 2); fix 1 2; keep 1 2; least 0 1 0; same 0 1 0 1 0 0; "
                 "window 4; transpositions; cosets 1 2;");
    end(r);
}

coset_status coset_group_read(coset_text *text, uint16_t file, coset_arena *arena, coset_group_text *out)
{
    reader r = {.text = text, .line = 1, .file = file, .arena = arena, .out = out};
    r.bytes = coset_text_bytes(text, file, &r.n);
    skip(&r);
    if (word(&r, "degree"))
        out->degree = number(&r, 1, COSET_MOST_POINTS, "the degree is between 1 and 2000");
    else
        complain(&r, "G006", 1, "the number of points is missing here", "begin with degree N;");
    end(&r);
    while (!r.bad && r.at < r.n)
        statement(&r);
    return r.bad ? COSET_INPUT : COSET_OK;
}

void coset_group_text_fini(coset_group_text *g)
{
    coset_vec_fini(&g->generators);
    coset_vec_fini(&g->questions);
}
