/* lang/kit/language.h - the interface of a language front end.
 *
 * Layer    lang/kit (sees base). A front end is one folder and one constant of this type; run/languages.c lists
 *          them.
 */
#ifndef COSET_LANG_KIT_LANGUAGE_H
#define COSET_LANG_KIT_LANGUAGE_H

#include "base/predicate.h"
#include "base/text.h"
#include "lang/kit/temporal.h"

struct coset_model;

/* -D name=value: replaces the value of a constant of the model, or defines a macro. */
typedef struct {
    const char *name;
    const char *value; /* NULL: -D name (only macros can be without value), */
    bool removed;      /* or -U name: there is no such macro */
    bool used;         /* set by the front end; an unused definition is an error with a nearest-name hint */
} coset_define;

typedef struct {
    uint32_t n_defines;
    coset_define *defines;
    uint32_t n_folders; /* -I: where else files are looked for that the model includes */
    const char *const *folders;
    const char *sym;    /* Promela: file that describes the symmetry; NULL: one beside the model, if there is one */
    bool check_only;    /* parse and check, make no model */
    bool simplify;      /* replace conditions that no value of their variables changes; languages of guarded rules */
    bool merge, reset;  /* Promela: Spin's optimisations */
    bool no_assertions; /* Promela: assert statements do nothing */
    bool receptions;    /* Promela: messages that a waiting process has no receive for are looked for, */
    bool claims;        /* and so are others that use what `xr` and `xs` reserve */
    bool leave_ended;   /* Promela: processes vanish where they end, if nobody can see it */
    bool assume_room;   /* Promela: loops that send to each element never block; assertions that are `assumed` say so */
    bool lacks_room;    /* filled: some loop would be taken as one step with assume_room */
    uint32_t procs;     /* Promela: room for so many processes more than there are at the start, where their number is
                           not known. Assertions that are `assumed` say so. 0: as many as Spin */
    bool least_int;     /* an int may be -2^31, too */
    coset_temporals *temporals; /* properties of infinite runs: what is asked for, and what becomes of it; or NULL */
    coset_wanted *wanted;       /* predicates and formulas that become properties; NULL: none. No model, no numbers */
    const char *dialect;        /* NULL = the language's default; see the language's page */
} coset_load_options;

/* Options that not all models have: those of a model that is read from a text, and those of guarded rules. */
#define COSET_OPTIONS_OF_TEXTS  "--engine=symbolic", "-D", "--lang", "--dialect", "a formula"
#define COSET_OPTIONS_OF_MODELS "--audit", "--no-trace", "--exchange", "--deadlock"
#define COSET_OPTIONS_OF_RULES                                                                                         \
    "--ltl", "--automaton", "--claim", "--por", "--search=dfs", "--simplify", "--put", "--code", "--symmetry=detect",  \
        "--fair"

typedef struct {
    const char *name;            /* "murphi" */
    const char *title, *texts;   /* "Murphi", "models" */
    const char *const *options;  /* of those that not all models have: which mean something here; NULL at the end */
    const char *const *endings;  /* ".m", ".murphi", NULL */
    const char *const *dialects; /* names accepted for coset_load_options.dialect, NULL at the end */
    bool has_macros;             /* models are preprocessed: -D without a value, -U, -I mean something */
    bool stuttering_is_life;     /* a step to the same state is no deadlock, unless --deadlock says otherwise */
    bool fair_by_process;        /* fairness is one of processes, else of rules */
    bool braces;                 /* conditions in LTL formulas stand in braces */
    /* The text looks like this language (used where the ending does not decide). */
    bool (*looks_like)(const char *bytes, size_t len);
    /* Parses, checks and lowers. Problems in the text are messages in `text` and COSET_INPUT. The model borrows
     * nothing from `text`. With check_only *out may be NULL. */
    coset_status (*load)(coset_text *text, uint16_t file, coset_load_options *options, struct coset_model **out,
                         coset_err *err);
} coset_language;

#endif
