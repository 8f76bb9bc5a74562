/* lang/promela/promela.c - the Promela front end as a whole. */
#include "lang/promela/promela.h"

#include <string.h>

#include "ir/interp.h"
#include "ir/wanted.h"
#include "lang/promela/check/check.h"
#include "lang/promela/lower/lower.h"

static const char *const endings[] = {".pml", ".promela", ".prom", ".pm", ".p", NULL};
static const char *const dialects[] = {NULL};

static bool looks_like(const char *bytes, size_t len)
{
    static const char *const words[] = {"proctype", "mtype", "init {", "init{", "never {"};
    for (size_t i = 0; i < len; i++)
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            size_t n = strlen(words[w]);
            if (n <= len - i && memcmp(bytes + i, words[w], n) == 0)
                return true;
        }
    return false;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static coset_status load(coset_text *text, uint16_t file, coset_load_options *options, struct coset_model **out,
                         coset_err *err)
{
    coset_arena *tree = coset_arena_new();
    coset_pml_model *model;
    coset_ir *ir = NULL;
    *out = NULL;
    coset_status s = coset_pml_read(text, file, options, tree, &model, err);
    if (s == COSET_OK && !options->check_only)
        s = coset_pml_lower(text, model, base_name(coset_text_name(text, file)),
                            (coset_pml_how){.merge = options->merge,
                                            .reset = options->reset,
                                            .no_assertions = options->no_assertions,
                                            .receptions = options->receptions,
                                            .claims = options->claims,
                                            .leave_ended = options->leave_ended,
                                            .assume_room = options->assume_room,
                                            .lacks_room = &options->lacks_room,
                                            .procs = options->procs,
                                            .temporals = options->temporals,
                                            .least_int = options->least_int},
                            tree, &ir, err);
    if (s == COSET_OK && ir)
        s = coset_ir_add_wanted(ir, text, options->wanted, err);
    coset_arena_free(tree);
    if (s != COSET_OK && ir) {
        coset_arena_free(ir->arena);
        ir = NULL;
    }
    if (ir)
        *out = coset_ir_model(ir);
    return s;
}

static const char *const options[] = {COSET_OPTIONS_OF_TEXTS,
                                      COSET_OPTIONS_OF_MODELS,
                                      COSET_OPTIONS_OF_RULES,
                                      "--merge",
                                      "--dead",
                                      "--ended",
                                      "--assertions",
                                      "--unspecified",
                                      "--exclusive",
                                      "--least-int",
                                      "--nonprogress",
                                      "--sym",
                                      "--trail",
                                      "--trace=columns",
                                      "--include",
                                      NULL};

const coset_language coset_promela = {
    .name = "promela",
    .title = "Promela",
    .texts = "models",
    .options = options,
    .endings = endings,
    .dialects = dialects,
    .has_macros = true,
    .stuttering_is_life = true,
    .fair_by_process = true,
    .looks_like = looks_like,
    .load = load,
};
