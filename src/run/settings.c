/* run/settings.c - what depends on settings and on where the output goes. */
#include "run/settings.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value && *value;
}

bool coset_settings_colour(const coset_settings *s, FILE *out)
{
    if (s->colour != COSET_COLOUR_AUTO)
        return s->colour == COSET_COLOUR_ALWAYS;
    if (is_set("NO_COLOR"))
        return false;
    const char *force = getenv("CLICOLOR_FORCE"), *term = getenv("TERM");
    if (force && *force && strcmp(force, "0") != 0)
        return true;
    return isatty(fileno(out)) && term && strcmp(term, "dumb") != 0;
}

coset_text_style coset_settings_style(const coset_settings *s, FILE *out)
{
    return (coset_text_style){
        .colour = coset_settings_colour(s, out),
        .quiet = s->quiet,
        .verbose = s->verbose,
        .rule_counts = s->stats,
        .full_states = s->trace == COSET_TRACE_FULL,
        .no_traces = s->trace == COSET_TRACE_OFF,
        .columns = s->trace == COSET_TRACE_COLUMNS,
    };
}

/* 0, 1 and 2 are no statuses of --exit-code=full but 0. */
int coset_settings_exit(const coset_settings *s, int status)
{
    if (!s->simple_exit || status <= 2)
        return status;
    return status >= COSET_EXIT_ASSUMPTION && status <= COSET_EXIT_EXPECTED ? 1 : 2;
}
