/* lang/murphi/murphi.c - the Murphi front end as a whole. */
#include "lang/murphi/murphi.h"

#include <string.h>
#include <strings.h>

#include "ir/interp.h"
#include "ir/simplify.h"
#include "ir/wanted.h"
#include "lang/murphi/check.h"
#include "lang/murphi/dialect.h"
#include "lang/murphi/lower.h"
#include "lang/murphi/temporal.h"

static const char *const endings[] = {".m", ".murphi", NULL};
/* Some line starts with a word that only Murphi has there. */
static bool looks_like(const char *bytes, size_t len)
{
    static const char *const words[] = {"startstate", "ruleset", "scalarset", "rule \""};
    for (size_t i = 0; i < len; i++)
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            size_t n = strlen(words[w]);
            if (n <= len - i && strncasecmp(bytes + i, words[w], n) == 0)
                return true;
        }
    return false;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static coset_status build(coset_text *text, uint16_t file, coset_load_options *options, coset_arena *tree,
                          coset_ir **ir, coset_err *err)
{
    coset_mu_model *model = NULL;
    coset_status s = coset_mu_read(text, file, options, tree, &model, err);
    if (s == COSET_OK)
        s = coset_mu_lower(text, model, base_name(coset_text_name(text, file)), ir, err);
    if (s == COSET_OK && options && options->temporals)
        s = coset_mu_make_temporals(text, model, *ir, options->temporals, err);
    if (s == COSET_OK)
        s = coset_ir_add_wanted(*ir, text, options ? options->wanted : NULL, err);
    coset_mu_forget_temporals(model);
    if (s != COSET_OK && *ir) {
        coset_arena_free((*ir)->arena);
        *ir = NULL;
    }
    return s;
}

static coset_status load(coset_text *text, uint16_t file, coset_load_options *options, coset_model **out,
                         coset_err *err)
{
    coset_arena *tree = coset_arena_new();
    coset_ir *ir = NULL;
    coset_status s = build(text, file, options, tree, &ir, err);
    coset_arena_free(tree);
    if (s == COSET_OK && options && options->simplify)
        coset_ir_simplify(ir, text);
    if (s == COSET_OK)
        *out = coset_ir_model(ir);
    return s;
}

static const char *const options[] = {COSET_OPTIONS_OF_TEXTS, COSET_OPTIONS_OF_MODELS, COSET_OPTIONS_OF_RULES, NULL};

const coset_language coset_murphi = {
    .name = "murphi",
    .title = "Murphi",
    .texts = "models",
    .options = options,
    .braces = true,
    .endings = endings,
    .dialects = coset_mu_dialects,
    .looks_like = looks_like,
    .load = load,
};
