/* run/check.c - reads a file and runs a verb on it. */
#include "run/check.h"

#include "run/limits.h"
#include "run/problems.h"

static coset_status write_listing(void *ctx, FILE *out, coset_err *err) { return coset_listing_json(ctx, out, err); }

static int list(coset_session *s)
{
    coset_listing all = {.path = s->path, .language = s->language->name, .text = s->text};
    int code = s->problems->list(s, &all.properties, &all.n);
    if (code != COSET_EXIT_HOLDS)
        return code;
    coset_limits_claim(s->settings);
    return coset_write_file("-", write_listing, &all);
}

static int check_text(coset_session *s)
{
    int code = coset_session_load(s);
    if (code == COSET_EXIT_HOLDS && !s->settings->quiet)
        printf("%s: no errors\n", s->path);
    return code;
}

static int check(coset_session *s) { return s->settings->typecheck_only ? check_text(s) : s->problems->check(s); }

static int symmetry(coset_session *s) { return s->problems->symmetry(s); }

/* Reads the file and applies a verb to it. */
static int with_session(coset_settings *settings, int (*work)(coset_session *s))
{
    coset_session s;
    int code = coset_session_read(&s, settings);
    if (code != COSET_EXIT_HOLDS)
        return code;
    code = work(&s);
    if (!settings->leaves)
        coset_session_close(&s);
    return code;
}

int coset_check(coset_settings *settings)
{
    settings->provisional = settings->may_vary = settings->may_assume = true;
    settings->wants_formulas = !settings->source || !settings->source->make;
    return with_session(settings, check);
}

int coset_symmetry_of(coset_settings *settings)
{
    settings->may_vary = !settings->certificate && !settings->generators;
    return with_session(settings, symmetry);
}

int coset_list(coset_settings *settings) { return with_session(settings, list); }
