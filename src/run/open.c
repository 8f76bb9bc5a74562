/* run/open.c - reads a source file and determines its language. */
#include <string.h>

#include "run/problems.h"

/* For models without source text; not among the languages, because no file has it. */
static const char *const no_endings[] = {NULL};
static const char *const model_options[] = {COSET_OPTIONS_OF_MODELS, NULL};
static const coset_language callbacks = {.name = "callbacks", .endings = no_endings, .options = model_options};
static const coset_language_row without_text = {&callbacks, &coset_model_problems};

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
        return coset_session_fail(
            s, COSET_EXIT_USAGE,
            "%s: the language is clear neither from the file extension nor from the text; use --lang", s->path);
    if (has_text && settings->dialect && !knows_dialect(found->language, settings->dialect))
        return no_such_dialect(s, found->language, settings->dialect);
    s->language = found->language;
    s->problems = found->problems;
    return COSET_EXIT_HOLDS;
}

/* Options of a preprocessor, for a language without one. */
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
