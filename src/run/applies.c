/* run/applies.c - options without effect for the language of the model are refused. */
#include <string.h>

#include "lang/cspm/cspm.h"
#include "lang/murphi/murphi.h"
#include "lang/promela/promela.h"
#include "run/auto_symmetry.h"
#include "run/session.h"

enum { MURPHI = 1, PROMELA = 2, CSPM = 4, CALLBACKS = 8, TEXTS = MURPHI | PROMELA | CSPM };

typedef struct {
    const char *name;
    unsigned languages;
    bool given; /* and not as it is by default */
} row;

static unsigned bit_of(const coset_language *l)
{
    return l == &coset_cspm ? CSPM : l == &coset_promela ? PROMELA : l == &coset_murphi ? MURPHI : CALLBACKS;
}

static const char *owners(unsigned languages)
{
    languages &= TEXTS;
    if (languages == TEXTS)
        return "models in a text";
    return languages == CSPM ? "CSPM scripts" : languages == PROMELA ? "Promela models" : "Murphi and Promela models";
}

int coset_session_refuse_options(const coset_session *s)
{
    const coset_settings *o = s->settings;
    const row rows[] = {
        {"--merge", PROMELA, o->merge},
        {"--dead", PROMELA, o->reset},
        {"--ended", PROMELA, o->ended != COSET_ENDED_AUTO},
        {"--assertions", PROMELA, o->no_assertions},
        {"--unspecified", PROMELA, o->receptions},
        {"--exclusive", PROMELA, o->claims},
        {"--least-int", PROMELA, o->least_int},
        {"--nonprogress", PROMELA, o->nonprogress},
        {"--ltl", MURPHI | PROMELA, o->ltl.n > 0},
        {"--automaton", MURPHI | PROMELA, o->automaton != NULL},
        {"--claim", MURPHI | PROMELA, o->claim != NULL},
        {"--sym", PROMELA, o->sym != NULL},
        {"--trail", PROMELA, o->trail != NULL},
        {"--trace=columns", PROMELA, o->trace == COSET_TRACE_COLUMNS},
        {"--include", PROMELA, o->folders.n > 0},
        {"--assertion", CSPM, o->assertion > 0},
        {"--compile", CSPM, o->compile != 0},
        {"--max-counterexamples", CSPM, o->counterexamples > 1},
        {"--reveal-taus", CSPM, o->reveal_taus},
        {"--por", MURPHI | PROMELA, o->por != COSET_POR_OFF},
        {"--search=dfs", MURPHI | PROMELA, o->order == COSET_IN_DEPTH},
        {"--simplify", MURPHI | PROMELA, o->simplify},
        {"--put", MURPHI | PROMELA, o->put},
        {"--audit", MURPHI | PROMELA | CALLBACKS, o->audit > 0},
        {"--code", MURPHI | PROMELA, o->code != COSET_CODE_AUTO},
        {"--no-trace", MURPHI | PROMELA | CALLBACKS, o->engine.no_trace},
        {"--exchange", MURPHI | PROMELA | CALLBACKS, o->exchanged != NULL},
        {"--deadlock", MURPHI | PROMELA | CALLBACKS, o->deadlock_given},
        {"--engine=symbolic", TEXTS, o->search == COSET_BY_DIAGRAMS},
        {"--symmetry=detect", TEXTS, coset_auto_wanted(o)},
        {"-D", TEXTS, o->defines.n > 0},
        {"--lang", TEXTS, o->language != NULL},
        {"--dialect", TEXTS, o->dialect != NULL},
        {"--fair", TEXTS, o->fairness != NULL},
        {"a formula", TEXTS, o->formulas.n > 0},
    };
    unsigned mine = bit_of(s->language);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].given && !(rows[i].languages & mine))
            return coset_session_fail(s, COSET_EXIT_USAGE, "%s is for %s: leave it out", rows[i].name,
                                      owners(rows[i].languages));
    return COSET_EXIT_HOLDS;
}
