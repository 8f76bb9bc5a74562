#include "lang/cspm/cspm.h"

#include <string.h>

#include "lang/cspm/check/check.h"

/* Runs the stages; each one only if the previous one found no mistake. */
static void check_script(coset_text *text, uint16_t file, coset_arena *arena)
{
    cspm_names *names = coset__cspm_names_new(arena);
    cspm_script script = coset__cspm_parse(text, file, arena, names);
    if (coset_text_errors(text))
        return;
    cspm_reports reports = {.text = text};
    cspm_program program;
    coset__cspm_resolve(&reports, arena, names, script, &program);
    coset__cspm_check(&program);
    if (!coset_text_errors(text))
        coset__cspm_check_forms(&program);
    coset_vec_fini(&reports.places);
}

coset_status coset_cspm_typecheck(coset_text *text, uint16_t file, const coset_load_options *options, coset_err *err)
{
    if (options && options->n_defines)
        return coset_fail(err, COSET_USAGE, "CSPM scripts have no constants that -D could replace");
    uint32_t before = coset_text_errors(text);
    coset_arena *arena = coset_arena_new();
    check_script(text, file, arena);
    coset_arena_free(arena);
    uint32_t errors = coset_text_errors(text) - before;
    if (errors)
        return coset_fail(err, COSET_INPUT, "%s has %u error%s", coset_text_name(text, file), errors,
                          errors == 1 ? "" : "s");
    return COSET_OK;
}

static bool looks_like(const char *bytes, size_t len)
{
    (void)len;
    static const char *const signs[] = {"\nchannel ", "\nassert ", "\ndatatype ", "\nnametype "};
    for (uint32_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strstr(bytes, signs[i]) || strncmp(bytes, signs[i] + 1, strlen(signs[i]) - 1) == 0)
            return true;
    return false;
}

static coset_status load(coset_text *text, uint16_t file, coset_load_options *options, struct coset_model **out,
                         coset_err *err)
{
    *out = NULL;
    coset_status status = coset_cspm_typecheck(text, file, options, err);
    if (status != COSET_OK || options->check_only)
        return status;
    return coset_fail(err, COSET_UNSUPPORTED,
                      "a CSPM script is a list of assertions, not one model: coset check and coset refines take it");
}

static const char *const endings[] = {".csp", ".cspm", ".fdr2", NULL};
static const char *const dialects[] = {NULL};

static const char *const own_options[] = {COSET_OPTIONS_OF_TEXTS,  "--assertion",   "--compile", "--ltl",
                                          "--max-counterexamples", "--reveal-taus", NULL};

const coset_language coset_cspm = {
    .name = "cspm",
    .title = "CSPM",
    .texts = "scripts",
    .options = own_options,
    .endings = endings,
    .dialects = dialects,
    .looks_like = looks_like,
    .load = load,
};
