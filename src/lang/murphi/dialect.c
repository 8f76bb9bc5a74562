#include "lang/murphi/dialect.h"

#include <string.h>

#include "lang/murphi/lex.h"

const char *const coset_mu_dialects[] = {"strict", "rumur", "cmurphi", NULL};

const char *coset_mu_dialect_name(coset_mu_dialect dialect)
{
    return dialect == COSET_MU_STRICT ? NULL : coset_mu_dialects[dialect];
}

/* `multiset` may also be a name: `multiset [...] of` is the type. */
static bool is_multiset(const coset_mu_token *t)
{
    if (t[0].kind != COSET_MU_T_NAME || !coset_mu_same_word(t[0].text, "multiset") ||
        t[1].kind != COSET_MU_T_OPEN_INDEX)
        return false;
    int open = 0;
    for (t++; t->kind != COSET_MU_T_EOF; t++) {
        open += (t->kind == COSET_MU_T_OPEN_INDEX) - (t->kind == COSET_MU_T_CLOSE_INDEX);
        if (open == 0)
            return t[1].kind == COSET_MU_T_OF;
    }
    return false;
}

/* Discards messages about the source, because it is read again. */
static bool has_cmurphi_types(coset_text *text, uint16_t file)
{
    size_t len;
    const char *bytes = coset_text_bytes(text, file, &len);
    coset_text *scratch = coset_text_new();
    coset_arena *arena = coset_arena_new();
    uint16_t copy = coset_text_add(scratch, "", bytes, len);
    bool found = false;
    for (const coset_mu_token *t = coset_mu_lex(scratch, coset_text_whole(scratch, copy), arena, COSET_MU_CMURPHI);
         t->kind != COSET_MU_T_EOF && !found; t++)
        found = (t[0].kind == COSET_MU_T_UNION && t[1].kind == COSET_MU_T_OPEN_BRACE) || is_multiset(t);
    coset_arena_free(arena);
    coset_text_free(scratch);
    return found;
}

coset_status coset_mu_find_dialect(const char *name, coset_text *text, uint16_t file, coset_mu_dialect *out,
                                   coset_err *err)
{
    *out = COSET_MU_STRICT;
    if (!name) {
        if (has_cmurphi_types(text, file))
            *out = COSET_MU_CMURPHI;
        return COSET_OK;
    }
    for (int i = 0; coset_mu_dialects[i]; i++)
        if (strcmp(name, coset_mu_dialects[i]) == 0) {
            *out = (coset_mu_dialect)i;
            return COSET_OK;
        }
    return coset_fail(err, COSET_USAGE, "Murphi has no dialect %.60s; there are strict, rumur and cmurphi", name);
}
