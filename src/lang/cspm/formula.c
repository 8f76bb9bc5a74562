/* LTL formulas about the events of a process: the extent and meaning of conditions. */
#include "lang/cspm/formula.h"

#include <ctype.h>
#include <string.h>

typedef struct {
    coset_text *text;
    coset_arena *arena;
    coset_cspm_formula *out;
} reader;

static bool is_word_byte(char c) { return isalnum((unsigned char)c) || c == '_' || c == '\''; }

static size_t skip_blanks(const coset_text_piece *p, size_t at)
{
    while (at < p->len && isspace((unsigned char)p->bytes[at]))
        at++;
    return at;
}

/* The position after the bracket that closes the one at `at`; `at` if none does. */
static size_t behind(const coset_text_piece *p, size_t at)
{
    const char open = p->bytes[at], close = open == '{' ? '}' : ')';
    uint32_t depth = 0;
    for (size_t i = at; i < p->len; i++) {
        depth += p->bytes[i] == open;
        if (p->bytes[i] == close && --depth == 0)
            return i + 1;
    }
    return at;
}

/* The position after a name with dots: c, c.1.x, M::c.1; `at` if none begins. */
static size_t behind_name(const coset_text_piece *p, size_t at)
{
    const char *s = p->bytes;
    size_t i = at;
    if (i == p->len || !(isalpha((unsigned char)s[i]) || s[i] == '_'))
        return at;
    while (i < p->len) {
        const bool dot = s[i] == '.' && i + 1 < p->len && is_word_byte(s[i + 1]);
        const bool colons = i + 2 < p->len && s[i] == ':' && s[i + 1] == ':' && is_word_byte(s[i + 2]);
        if (!is_word_byte(s[i]) && !dot && !colons)
            break;
        i += colons ? 2 : 1;
    }
    return i;
}

static size_t refuse(reader *r, const coset_text_piece *p, size_t at, const char *code, const char *words,
                     const char *help)
{
    coset_pos pos = p->pos;
    for (size_t i = 0; i < at; i++) {
        pos.line += p->bytes[i] == '\n';
        pos.column = p->bytes[i] == '\n' ? 1 : coset_text_column(pos.column, 1);
    }
    coset_message(r->text, COSET_SEVERITY_ERROR, code, pos, 1, "%s", words);
    coset_message_help(r->text, "%s", help);
    return COSET_LTL_REFUSED;
}

static size_t add(reader *r, const coset_text_piece *p, size_t at, size_t end, coset_cspm_atom new, uint32_t *atom)
{
    coset_cspm_formula *f = r->out;
    for (uint32_t i = 0; i < f->n_atoms; i++) {
        const coset_cspm_atom *old = &f->atoms[i];
        const bool same_set = old->set && new.set ? strcmp(old->set, new.set) == 0 : old->set == new.set;
        if (old->kind == new.kind && same_set)
            return *atom = i, end;
    }
    if (f->n_atoms == COSET_LTL_ATOMS)
        return refuse(r, p, at, "L004", "a formula has at most 64 different conditions",
                      "split the formula into several properties");
    f->atoms[f->n_atoms] = new;
    *atom = f->n_atoms++;
    return end;
}

/* A set in braces, or a name, which denotes all events that begin with it. Returns `at` if neither begins. */
static size_t read_set(reader *r, const coset_text_piece *p, size_t at, const char **set)
{
    size_t end = at == p->len ? at : p->bytes[at] == '{' ? behind(p, at) : behind_name(p, at);
    const int n = (int)(end - at);
    if (end == at && at < p->len && p->bytes[at] == '{')
        return refuse(r, p, at, "L003", "this condition is not closed", "add } where it ends");
    if (end > at && p->bytes[at] == '{')
        *set = coset_arena_printf(r->arena, "%.*s", n, p->bytes + at);
    else if (n == 4 && memcmp(p->bytes + at, "tick", 4) == 0)
        *set = NULL;
    else
        *set = coset_arena_printf(r->arena, "{| %.*s |}", n, p->bytes + at);
    return end;
}

static bool is_word(const coset_text_piece *p, size_t at, const char *word)
{
    const size_t n = strlen(word);
    return behind_name(p, at) == at + n && memcmp(p->bytes + at, word, n) == 0;
}

static size_t read_offered(reader *r, const coset_text_piece *p, size_t at, uint32_t *atom)
{
    size_t open = skip_blanks(p, at + strlen("offered")), from = skip_blanks(p, open + 1);
    coset_cspm_atom new = {COSET_CSPM_OFFERED, NULL};
    size_t end = from < p->len && open < p->len && p->bytes[open] == '(' ? read_set(r, p, from, &new.set) : from;
    if (end == COSET_LTL_REFUSED)
        return end;
    size_t close = skip_blanks(p, end);
    if (end == from || close >= p->len || p->bytes[close] != ')')
        return refuse(r, p, at, "L012", "\"offered\" needs one event, channel or set of events",
                      "write offered(c.1), offered(c) or offered({a, b})");
    return add(r, p, at, close + 1, new, atom);
}

static size_t read(void *ctx, const coset_text_piece *p, size_t at, bool tight, uint32_t *atom)
{
    reader *r = ctx;
    coset_cspm_atom new = {COSET_CSPM_HAPPENS, NULL};
    (void)tight;
    if (is_word(p, at, "offered"))
        return read_offered(r, p, at, atom);
    if (is_word(p, at, "stopped"))
        return add(r, p, at, at + strlen("stopped"), (coset_cspm_atom){COSET_CSPM_STOPPED, NULL}, atom);
    size_t end = read_set(r, p, at, &new.set);
    return end == COSET_LTL_REFUSED || end == at ? end : add(r, p, at, end, new, atom);
}

coset_status coset_cspm_read_formula(coset_text *text, uint16_t file, coset_ltls *pool, coset_arena *arena,
                                     coset_cspm_formula *out, coset_err *err)
{
    const coset_text_piece whole = coset_text_whole(text, file);
    *out =
        (coset_cspm_formula){.text = coset_arena_printf(arena, "%.*s", (int)whole.len, whole.bytes), .pos = whole.pos};
    reader r = {text, arena, out};
    const coset_ltl_reader how = {&r, read};
    return coset_ltl_read(pool, text, whole, &how, &out->must, err);
}
