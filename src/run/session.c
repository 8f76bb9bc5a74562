/* run/session.c - loading a model, and error messages if that fails. */
#include "run/formulas.h"
#include "run/limits.h"
#include "run/problems.h"
#include "run/temporal.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Room for processes, where their number is not known: at first, how many times more if that is not enough, and from
 * where on all that there can be. */
#define FEW_PROCS  16U
#define MORE_PROCS 4U
#define MOST_PROCS 64U

/* Of models without text; not among the languages, because no file is in it. */
static const char *const no_endings[] = {NULL};
static const char *const model_options[] = {COSET_OPTIONS_OF_MODELS, NULL};
static const coset_language callbacks = {.name = "callbacks", .endings = no_endings, .options = model_options};
static const coset_language_row without_text = {&callbacks, &coset_model_problems};

int coset_complain(coset_exit exit, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fputs("coset: ", stderr);
    vfprintf(stderr, fmt, args);
    fputc('\n', stderr);
    va_end(args);
    return (int)exit;
}

static coset_status write_failure(void *ctx, FILE *out, coset_err *err) { return coset_failure_json(ctx, out, err); }

void coset_write_failure(const coset_settings *s, const coset_failure *f)
{
    coset_failure copy = *f;
    if (s->json_on_stdout)
        (void)coset_write_file("-", write_failure, &copy);
    for (uint32_t i = 0; i < s->outputs.n; i++)
        if (!s->outputs.at[i].itf)
            (void)coset_write_file(s->outputs.at[i].path, write_failure, &copy);
}

int coset_session_fail(const coset_session *s, coset_exit exit, const char *fmt, ...)
{
    char reason[1200];
    va_list args;
    va_start(args, fmt);
    vsnprintf(reason, sizeof reason, fmt, args);
    va_end(args);
    coset_limits_claim(s->settings);
    coset_complain(exit, "%s", reason);
    const coset_failure f = {
        .path = s->path, .text = s->text, .reason = reason, .exit_code = coset_settings_exit(s->settings, (int)exit)};
    coset_write_failure(s->settings, &f);
    return (int)exit;
}

coset_exit coset_exit_of(coset_status status)
{
    static const coset_exit exits[] = {
        [COSET_OK] = COSET_EXIT_HOLDS,           [COSET_USAGE] = COSET_EXIT_USAGE,
        [COSET_INPUT] = COSET_EXIT_MODEL,        [COSET_NOINPUT] = COSET_EXIT_NO_INPUT,
        [COSET_UNSUPPORTED] = COSET_EXIT_MODEL,  [COSET_MEMORY] = COSET_EXIT_RESOURCES,
        [COSET_LIMIT] = COSET_EXIT_RESOURCES,    [COSET_IO] = COSET_EXIT_RESOURCES,
        [COSET_STOPPED] = COSET_EXIT_INCOMPLETE,
    };
    return exits[status];
}

void coset_session_limit(coset_session *s)
{
    s->limit = coset_arena_get(s->arena, 1, sizeof *s->limit);
    *s->limit = coset_limits_budget(s->settings);
}

static bool ends_in(const char *path, const char *ending)
{
    size_t n = strlen(path), k = strlen(ending);
    return n > k && strcasecmp(path + n - k, ending) == 0;
}

static const coset_language_row *language_by_name(const char *name)
{
    for (const coset_language_row *l = coset_languages(); l->language; l++)
        if (strcmp(l->language->name, name) == 0)
            return l;
    return NULL;
}

static const coset_language_row *language_of_file(const char *path, const char *bytes, size_t len)
{
    for (const coset_language_row *l = coset_languages(); l->language; l++)
        for (const char *const *e = l->language->endings; *e; e++)
            if (ends_in(path, *e))
                return l;
    for (const coset_language_row *l = coset_languages(); l->language; l++)
        if (l->language->looks_like(bytes, len))
            return l;
    return NULL;
}

static bool knows_dialect(const coset_language *language, const char *dialect)
{
    for (const char *const *d = language->dialects; d && *d; d++)
        if (strcmp(*d, dialect) == 0)
            return true;
    return false;
}

/* Appends `word` to a list of words. */
static void list_word(char *list, size_t len, const char *word)
{
    size_t used = strlen(list);
    snprintf(list + used, len - used, "%s%s", used ? ", " : "", word);
}

static int no_such_dialect(const coset_session *s, const coset_language *language, const char *dialect)
{
    char all[256] = "";
    for (const char *const *d = language->dialects; d && *d; d++)
        list_word(all, sizeof all, *d);
    if (!*all)
        return coset_session_fail(s, COSET_EXIT_USAGE, "%s has no dialects", language->name);
    return coset_session_fail(s, COSET_EXIT_USAGE, "%s has no dialect \"%s\"; there is: %s", language->name, dialect,
                              all);
}

static int no_such_language(const coset_session *s, const char *name)
{
    char all[256] = "";
    for (const coset_language_row *l = coset_languages(); l->language; l++)
        list_word(all, sizeof all, l->language->name);
    return coset_session_fail(s, COSET_EXIT_USAGE, "there is no language \"%s\"; there is: %s", name, all);
}

static int find_language(coset_session *s)
{
    const coset_settings *settings = s->settings;
    const bool has_text = !settings->source || !settings->source->make;
    size_t len;
    const char *bytes = coset_text_bytes(s->text, s->file, &len);
    const coset_language_row *found = !has_text            ? &without_text
                                      : settings->language ? language_by_name(settings->language)
                                                           : language_of_file(s->path, bytes, len);
    if (!found && settings->language)
        return no_such_language(s, settings->language);
    if (!found)
        return coset_session_fail(s, COSET_EXIT_USAGE,
                                  "%s: neither its ending nor its text tells the language; say --lang", s->path);
    if (has_text && settings->dialect && !knows_dialect(found->language, settings->dialect))
        return no_such_dialect(s, found->language, settings->dialect);
    s->language = found->language;
    s->problems = found->problems;
    return COSET_EXIT_HOLDS;
}

/* Options of a preprocessor, where the language has none. */
static int refuse_macros(const coset_session *s)
{
    const coset_settings *settings = s->settings;
    if (s->language->has_macros)
        return COSET_EXIT_HOLDS;
    for (uint32_t i = 0; i < settings->defines.n; i++) {
        const coset_define *d = &settings->defines.at[i];
        if (d->removed)
            return coset_session_fail(s, COSET_EXIT_USAGE, "-U %s: only Promela models have macros", d->name);
        if (!d->value || !*d->value)
            return coset_session_fail(s, COSET_EXIT_USAGE, "-D %s: a constant needs a value; write -D NAME=VALUE",
                                      d->name);
    }
    return COSET_EXIT_HOLDS;
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

/* A search that looks at each run to its end finds out that there is too little. Rules that a formula names may be
 * missing then. */
static bool may_guess_room(const coset_session *s)
{
    const coset_settings *settings = s->settings;
    bool may = settings->may_assume && settings->search == COSET_BY_EXPLORING && !settings->put && !settings->automaton;
    for (uint32_t i = 0; s->formulas && i < s->formulas->actions.n; i++)
        may = may && !s->formulas->actions.at[i].n_names;
    return may;
}

/* A variant of the model with more symmetry can take its place. */
static bool may_vary(const coset_session *s)
{
    const coset_settings *settings = s->settings;
    return settings->may_vary && is_about_states(s) && !settings->trail && settings->trace != COSET_TRACE_COLUMNS &&
           strcmp(settings->strategy, "off") != 0 && settings->order != COSET_IN_DEPTH;
}

/* With --ended=auto: the variant in which processes vanish where they end, if that has more symmetric types. */
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

/* The model, and variants that may take its place. */
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
                                               "model may tell when one is gone");
    if (status == COSET_OK)
        return COSET_EXIT_HOLDS;
    uint32_t errors = coset_text_errors(s->text);
    if (status == COSET_INPUT && errors)
        return coset_session_fail(s, COSET_EXIT_MODEL, "%s: %u error%s", s->path, (unsigned)errors,
                                  errors == 1 ? "" : "s");
    return coset_session_fail(s, coset_exit_of(status), "%s: %s", s->path, err.text);
}

static coset_status read_text(coset_session *s, coset_err *err)
{
    const coset_source *source = s->settings->source;
    if (!source)
        return coset_text_read(s->text, s->path, &s->file, err);
    s->file = coset_text_add(s->text, s->path, source->bytes, source->len);
    return COSET_OK;
}

int coset_session_read(coset_session *s, coset_settings *settings)
{
    coset_err err = {0};
    *s = (coset_session){.settings = settings, .path = settings->files[0]};
    s->text = coset_text_new();
    s->arena = coset_arena_new();
    coset_status status = read_text(s, &err);
    int code = status == COSET_OK ? find_language(s) : coset_session_fail(s, coset_exit_of(status), "%s", err.text);
    if (code == COSET_EXIT_HOLDS)
        code = coset_session_refuse_options(s);
    if (code == COSET_EXIT_HOLDS)
        code = refuse_macros(s);
    if (code != COSET_EXIT_HOLDS)
        coset_session_close(s);
    return code;
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

int coset_session_open(coset_session *s, coset_settings *settings)
{
    int code = coset_session_read(s, settings);
    if (code != COSET_EXIT_HOLDS)
        return code;
    code = coset_session_load(s);
    if (code != COSET_EXIT_HOLDS)
        coset_session_close(s);
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

static coset_status write_trail(void *ctx, FILE *out, coset_err *err)
{
    const struct {
        const coset_model *m;
        const coset_trace *t;
    } *what = ctx;
    (void)err;
    coset_trail_write(what->m, what->t, out);
    return COSET_OK;
}

int coset_write_trail(const coset_session *s, const coset_trace *t)
{
    struct {
        const coset_model *m;
        const coset_trace *t;
    } what = {s->model, t};
    const char *path = s->settings->trail;
    if (!path)
        return COSET_EXIT_HOLDS;
    if (t && t->n_states)
        return coset_write_file(path, write_trail, &what);
    coset_complain(COSET_EXIT_HOLDS, "there is no trace to write to %s", path);
    return COSET_EXIT_HOLDS;
}
