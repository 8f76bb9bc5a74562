/* run/load.c - the model of a source file, and its variants. */
#include "run/formulas.h"
#include "run/limits.h"
#include "run/session.h"
#include "run/temporal.h"

#include <string.h>

/* Room for processes, if their number is not known: at first, the factor of growth if that is not enough, and the
 * number above which there is room for all possible ones. */
#define FEW_PROCS  16U
#define MORE_PROCS 4U
#define MOST_PROCS 64U

void coset_session_limit(coset_session *s)
{
    s->limit = coset_arena_get(s->arena, 1, sizeof *s->limit);
    *s->limit = coset_limits_budget(s->settings);
}

static coset_load_options load_options(const coset_session *s)
{
    const coset_settings *settings = s->settings;
    return (coset_load_options){
        .n_defines = settings->defines.n,
        .defines = settings->defines.at,
        .n_folders = settings->folders.n,
        .folders = settings->folders.at,
        .check_only = settings->typecheck_only,
        .simplify = settings->simplify,
        .merge = settings->merge,
        .no_assertions = settings->no_assertions,
        .receptions = settings->receptions,
        .claims = settings->claims,
        .least_int = settings->least_int,
        .leave_ended = settings->ended == COSET_ENDED_VANISH,
        .reset = settings->reset,
        .dialect = settings->dialect,
        .sym = settings->sym,
        .wanted = s->formulas ? &s->formulas->wanted : NULL,
        .temporals = s->temporals,
        .procs = s->procs,
    };
}

/* Properties of infinite runs and formulas are about the model itself. */
static bool is_about_states(const coset_session *s)
{
    const coset_settings *settings = s->settings;
    return !s->formulas && settings->search == COSET_BY_EXPLORING && !settings->put && !settings->nonprogress &&
           (!s->temporals || s->temporals->all.n == 0) && !settings->automaton;
}

/* A search that follows each run to its end detects that there is too little room. Rules that a formula names may be
 * missing then. */
static bool may_guess_room(const coset_session *s)
{
    const coset_settings *settings = s->settings;
    bool may = settings->may_assume && settings->search == COSET_BY_EXPLORING && !settings->put && !settings->automaton;
    for (uint32_t i = 0; s->formulas && i < s->formulas->actions.n; i++)
        may = may && !s->formulas->actions.at[i].n_names;
    return may;
}

/* A variant of the model with more symmetry can replace it. */
static bool may_vary(const coset_session *s)
{
    const coset_settings *settings = s->settings;
    return settings->may_vary && is_about_states(s) && !settings->trail && settings->trace != COSET_TRACE_COLUMNS &&
           strcmp(settings->strategy, "off") != 0 && settings->order != COSET_IN_DEPTH;
}

/* With --ended=auto: the variant in which processes vanish when they end, if that has more symmetric types. */
static void load_leaving(coset_session *s)
{
    coset_load_options options = load_options(s);
    coset_model *variant = NULL;
    bool ends = false;
    for (uint32_t i = 0; i < s->model->symmetry.n_declined; i++)
        ends = ends || s->model->symmetry.declined[i].ends;
    options.leave_ended = true;
    if (!ends || s->settings->ended != COSET_ENDED_AUTO ||
        s->language->load(s->text, s->file, &options, &variant, NULL) != COSET_OK || !variant)
        return;
    if (variant->symmetry.n_types > s->model->symmetry.n_types) {
        s->plain = s->model;
        s->model = variant;
    } else {
        coset_model_free(variant);
    }
}

/* The variant in which loops that send to each element never block. */
static void load_assuming(coset_session *s)
{
    coset_load_options options = load_options(s);
    coset_model *variant = NULL;
    options.leave_ended = options.leave_ended || s->plain;
    options.assume_room = true;
    if (!s->settings->may_assume || (s->settings->por != COSET_POR_OFF && s->settings->por != COSET_POR_AUTO) ||
        s->language->load(s->text, s->file, &options, &variant, NULL) != COSET_OK || !variant)
        return;
    s->sure = s->model;
    s->model = variant;
}

bool coset_session_step_back(coset_session *s)
{
    coset_model **to = s->sure ? &s->sure : &s->plain;
    if (!*to)
        return false;
    coset_model_free(s->model);
    s->model = *to;
    *to = NULL;
    s->broken.n = 0; /* loops of the variant */
    return true;
}

/* The model, and variants that may replace it. */
static coset_status load_all(coset_session *s, coset_err *err)
{
    const coset_source *source = s->settings->source;
    if (source && source->make)
        return source->make(source->ctx, s->arena, &s->model, &s->declared, err);
    coset_load_options options = load_options(s);
    coset_status status = s->language->load(s->text, s->file, &options, &s->model, err);
    if (status == COSET_OK && s->model && may_vary(s))
        load_leaving(s);
    if (status == COSET_OK && s->model && may_vary(s) && options.lacks_room)
        load_assuming(s);
    return status;
}

int coset_session_widen(coset_session *s, bool all)
{
    coset_err err = {0};
    coset_model_free(s->model);
    coset_model_free(s->sure);
    coset_model_free(s->plain);
    s->model = s->sure = s->plain = NULL;
    s->broken.n = 0;
    s->procs = !all && s->procs < MOST_PROCS ? s->procs * MORE_PROCS : 0;
    if (s->temporals)
        coset_temporals_forget(s->temporals);
    coset_status status = load_all(s, &err);
    if (status != COSET_OK)
        return coset_session_fail(s, coset_exit_of(status), "%s: %s", s->path, err.text);
    int code = coset_temporals_close(s);
    return code == COSET_EXIT_HOLDS ? coset_formulas_close(s) : code;
}

static int load(coset_session *s)
{
    coset_settings *settings = s->settings;
    coset_err err = {0};
    s->procs = may_guess_room(s) ? FEW_PROCS : 0;
    coset_status status = load_all(s, &err);
    if (s->language->stuttering_is_life && !settings->deadlock_given)
        settings->engine.deadlock = COSET_DEADLOCK_STUCK;
    bool colour = coset_settings_colour(settings, stderr);
    coset_text_print(s->text, stderr, colour, 20);
    if (status == COSET_OK && s->model && settings->ended == COSET_ENDED_VANISH && !s->model->variant)
        (void)coset_complain(COSET_EXIT_HOLDS, "--ended=vanish changes nothing: no process ends, or something in the "
                                               "model may observe when one is removed");
    if (status == COSET_OK)
        return COSET_EXIT_HOLDS;
    uint32_t errors = coset_text_errors(s->text);
    if (status == COSET_INPUT && errors)
        return coset_session_fail(s, COSET_EXIT_MODEL, "%s: %u error%s", s->path, (unsigned)errors,
                                  errors == 1 ? "" : "s");
    return coset_session_fail(s, coset_exit_of(status), "%s: %s", s->path, err.text);
}

/* Traces as Spin shows them need a language in which processes send messages. */
static int check_trace(const coset_session *s)
{
    const coset_settings *settings = s->settings;
    const char *option = settings->trail                          ? "--trail"
                         : settings->trace == COSET_TRACE_COLUMNS ? "--trace=columns"
                                                                  : NULL;
    if (!option || !s->model || s->model->teller)
        return COSET_EXIT_HOLDS;
    return coset_session_fail(s, COSET_EXIT_USAGE, "%s is for Promela models: leave it out", option);
}

int coset_session_load(coset_session *s)
{
    int code = coset_formulas_open(s);
    if (code == COSET_EXIT_HOLDS)
        code = coset_temporals_open(s);
    if (code == COSET_EXIT_HOLDS)
        code = load(s);
    if (code == COSET_EXIT_HOLDS)
        code = coset_temporals_close(s);
    if (code == COSET_EXIT_HOLDS)
        code = coset_formulas_close(s);
    if (code == COSET_EXIT_HOLDS)
        code = check_trace(s);
    return code;
}

void coset_session_close(coset_session *s)
{
    coset_model_free(s->model);
    coset_model_free(s->sure);
    coset_model_free(s->plain);
    coset_formulas_free(s->formulas);
    if (s->temporals)
        coset_temporals_fini(s->temporals);
    coset_arena_free(s->arena);
    coset_text_free(s->text);
    *s = (coset_session){0};
}
