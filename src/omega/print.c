/* omega/print.c - formulas as text: as Spin reads them, and in the prefix form of LBT. */
#include <ctype.h>
#include <string.h>

#include "omega/omega_int.h"

bool coset__ltl_is_name(const char *s)
{
    if (!isalpha((unsigned char)*s) && *s != '_')
        return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && *s != '_')
            return false;
    return true;
}

static void print(const coset_ltl *f, const char *const *names, FILE *out, bool nested);

static void print_binary(const coset_ltl *f, const char *const *names, FILE *out, bool nested)
{
    const char *word = f->op == COSET_LTL_AND     ? " && "
                       : f->op == COSET_LTL_OR    ? " || "
                       : f->op == COSET_LTL_UNTIL ? " U "
                                                  : " V ";
    (void)fputs(nested ? "(" : "", out);
    for (uint32_t i = 0; i < f->n; i++) {
        (void)fputs(i ? word : "", out);
        print(f->kid[i], names, out, true);
    }
    (void)fputs(nested ? ")" : "", out);
}

static void print(const coset_ltl *f, const char *const *names, FILE *out, bool nested)
{
    switch (f->op) {
    case COSET_LTL_FALSE:
    case COSET_LTL_TRUE:
        (void)fputs(f->op == COSET_LTL_TRUE ? "true" : "false", out);
        return;
    case COSET_LTL_ATOM:
        (void)fprintf(out, coset__ltl_is_name(names[f->atom]) ? "%s" : "{%s}", names[f->atom]);
        return;
    case COSET_LTL_NOT:
    case COSET_LTL_NEXT:
        (void)fputs(f->op == COSET_LTL_NOT ? "!" : "X ", out);
        print(f->kid[0], names, out, true);
        return;
    default:
        break;
    }
    if (coset_ltl_is_always(f) || coset_ltl_is_eventually(f)) {
        (void)fputs(coset_ltl_is_always(f) ? "[]" : "<>", out);
        print(f->kid[1], names, out, true);
    } else {
        print_binary(f, names, out, nested);
    }
}

void coset_ltl_print(const coset_ltl *f, const char *const *names, FILE *out) { print(f, names, out, false); }

void coset_ltl_print_lbt(const coset_ltl *f, FILE *out)
{
    static const char *const words[] = {
        [COSET_LTL_FALSE] = "f", [COSET_LTL_TRUE] = "t", [COSET_LTL_NOT] = "!",   [COSET_LTL_AND] = "&",
        [COSET_LTL_OR] = "|",    [COSET_LTL_NEXT] = "X", [COSET_LTL_UNTIL] = "U", [COSET_LTL_RELEASE] = "V"};
    if (f->op == COSET_LTL_ATOM) {
        (void)fprintf(out, "p%u", (unsigned)f->atom);
        return;
    }
    /* An operator of n formulas is written n - 1 times. */
    (void)fputs(words[f->op], out);
    for (uint32_t i = 2; i < f->n; i++)
        (void)fprintf(out, " %s", words[f->op]);
    for (uint32_t i = 0; i < f->n; i++) {
        (void)fputc(' ', out);
        coset_ltl_print_lbt(f->kid[i], out);
    }
}
