/* run/applies.c - refuses options that have no effect for the language of the model. */
#include <string.h>

#include "run/auto_symmetry.h"
#include "run/problems.h"

typedef struct {
    const char *name; /* as in the lists of the languages */
    bool given;       /* differs from the default */
} row;

static bool has_option(const coset_language *l, const char *name)
{
    for (const char *const *o = l->options; *o; o++)
        if (strcmp(*o, name) == 0)
            return true;
    return false;
}

/* The languages that have the option: "Murphi and Promela models". */
static const char *owners(const char *name, coset_arena *a)
{
    const char *words = "", *texts = "";
    bool all = true;
    for (const coset_language_row *l = coset_languages(); l->language; l++) {
        if (!has_option(l->language, name)) {
            all = false;
            continue;
        }
        words = coset_arena_printf(a, "%s%s%s", words, *words ? " and " : "", l->language->title);
        texts = l->language->texts;
    }
    return all ? "models in a text" : coset_arena_printf(a, "%s %s", words, texts);
}

int coset_session_refuse_options(const coset_session *s)
{
    const coset_settings *o = s->settings;
    const row rows[] = {
        {"--merge", o->merge},
        {"--dead", o->reset},
        {"--ended", o->ended != COSET_ENDED_AUTO},
        {"--assertions", o->no_assertions},
        {"--unspecified", o->receptions},
        {"--exclusive", o->claims},
        {"--least-int", o->least_int},
        {"--nonprogress", o->nonprogress},
        {"--ltl", o->ltl.n > 0},
        {"--automaton", o->automaton != NULL},
        {"--claim", o->claim != NULL},
        {"--sym", o->sym != NULL},
        {"--trail", o->trail != NULL},
        {"--trace=columns", o->trace == COSET_TRACE_COLUMNS},
        {"--include", o->folders.n > 0},
        {"--assertion", o->assertion > 0},
        {"--compile", o->compile != 0},
        {"--max-counterexamples", o->counterexamples > 1},
        {"--reveal-taus", o->reveal_taus},
        {"--por", o->por_given && o->por != COSET_POR_OFF},
        {"--search=dfs", o->order == COSET_IN_DEPTH},
        {"--simplify", o->simplify},
        {"--put", o->put},
        {"--audit", o->audit > 0},
        {"--code", o->code != COSET_CODE_AUTO},
        {"--no-trace", o->engine.no_trace},
        {"--exchange", o->exchanged != NULL},
        {"--deadlock", o->deadlock_given},
        {"--engine=symbolic", o->search == COSET_BY_DIAGRAMS},
        {"--symmetry=detect", coset_auto_wanted(o)},
        {"-D", o->defines.n > 0},
        {"--lang", o->language != NULL},
        {"--dialect", o->dialect != NULL},
        {"--fair", o->fairness != NULL},
        {"a formula", o->formulas.n > 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].given && !has_option(s->language, rows[i].name))
            return coset_session_fail(s, COSET_EXIT_USAGE, "%s is for %s: leave it out", rows[i].name,
                                      owners(rows[i].name, s->arena));
    return COSET_EXIT_HOLDS;
}
