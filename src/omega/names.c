/* omega/names.c - atoms that are names, or texts in braces or quotes. */
#include <ctype.h>
#include <string.h>

#include "omega/omega_int.h"

uint32_t coset_ltl_names_add(coset_ltl_names *names, const char *name, size_t len)
{
    for (uint32_t i = 0; i < names->n; i++)
        if (strlen(names->name[i]) == len && memcmp(names->name[i], name, len) == 0)
            return i;
    if (names->n == COSET_LTL_ATOMS)
        return COSET_LTL_ATOMS;
    char *copy = coset_new(len + 1, 1);
    memcpy(copy, name, len);
    names->name[names->n] = copy;
    return names->n++;
}

void coset_ltl_names_fini(coset_ltl_names *names)
{
    for (uint32_t i = 0; i < names->n; i++)
        coset_delete(names->name[i]);
    names->n = 0;
}

/* The position after a name with its indices and fields; `at` if there is none. */
static size_t name_end(const coset_text_piece *piece, size_t at)
{
    const char *s = piece->bytes;
    size_t i = at;
    if (i == piece->len || !(isalpha((unsigned char)s[i]) || s[i] == '_'))
        return at;
    while (i < piece->len) {
        if (isalnum((unsigned char)s[i]) || s[i] == '_' || s[i] == '.') {
            i++;
        } else if (s[i] == '[') { /* not that of [] */
            size_t close = i + 1;
            while (close < piece->len && (isalnum((unsigned char)s[close]) || s[close] == '_'))
                close++;
            if (close == i + 1 || close == piece->len || s[close] != ']')
                break;
            i = close + 1;
        } else {
            break;
        }
    }
    return i;
}

static size_t refuse(coset_ltl_names *names, const coset_text_piece *piece, size_t at, const char *code,
                     const char *words, const char *help)
{
    coset_message(names->text, COSET_SEVERITY_ERROR, code, coset__ltl_place(piece, at), 1, "%s", words);
    coset_message_help(names->text, "%s", help);
    return COSET_LTL_REFUSED;
}

size_t coset_ltl_names_read(void *ctx, const coset_text_piece *piece, size_t at, bool tight, uint32_t *atom)
{
    coset_ltl_names *names = ctx;
    const char *s = piece->bytes;
    size_t from = at, to = name_end(piece, at), end = to;
    (void)tight;
    if (s[at] == '{' || s[at] == '"') {
        const char *close = memchr(s + at + 1, s[at] == '{' ? '}' : '"', piece->len - at - 1);
        if (!close)
            return refuse(names, piece, at, "L003", "this condition is not closed", "add } or \" where it ends");
        from = at + 1;
        to = (size_t)(close - s);
        end = to + 1;
    }
    while (from < to && isspace((unsigned char)s[from]))
        from++;
    while (to > from && isspace((unsigned char)s[to - 1]))
        to--;
    if (end == at)
        return at;
    if (from == to || memchr(s + from, 0, to - from))
        return refuse(names, piece, at, "L001", "there is no condition in these braces or quotes", "write one");
    *atom = coset_ltl_names_add(names, s + from, to - from);
    if (*atom == COSET_LTL_ATOMS)
        return refuse(names, piece, at, "L004", "a formula has at most 64 different conditions",
                      "split the formula into several properties");
    return end;
}
