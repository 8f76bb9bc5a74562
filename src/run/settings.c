/* run/settings.c - decisions that depend on settings and on the output stream. */
#include "run/settings.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/machine.h"

coset_settings coset_settings_new(void)
{
    return (coset_settings){
        .strategy = "auto",
        .por = COSET_POR_AUTO,
        .steps = 20,
        .counterexamples = 1,
        .automaton_file = "-",
        .engine = {.threads = coset_machine_threads(),
                   .deadlock = COSET_DEADLOCK_STUTTERING,
                   .max_bytes = coset_machine_memory(),
                   .max_errors = 1},
    };
}

void coset_settings_fini(coset_settings *s)
{
    for (uint32_t i = 0; i < s->defines.n; i++)
        coset_delete((void *)(uintptr_t)s->defines.at[i].name);
    coset_vec_fini(&s->defines);
    coset_vec_fini(&s->folders);
    coset_vec_fini(&s->formulas);
    coset_vec_fini(&s->outputs);
    coset_vec_fini(&s->observed);
    coset_vec_fini(&s->silent);
    coset_vec_fini(&s->ltl);
}

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

/* Of 0, 1 and 2, --exit-code=full uses only 0. */
int coset_settings_exit(const coset_settings *s, int status)
{
    if (!s->simple_exit || status <= 2)
        return status;
    return status >= COSET_EXIT_ASSUMPTION && status <= COSET_EXIT_EXPECTED ? 1 : 2;
}
