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
    uint32_t n_folders; /* -I: more folders in which included files are searched */
    const char *const *folders;
    const char *sym;    /* Promela: file that describes the symmetry; NULL: the one next to the model, if any */
    bool check_only;    /* parse and check, create no model */
    bool simplify;      /* replace conditions that are constant for all values of their variables; guarded rules */
    bool merge, reset;  /* Promela: Spin's optimisations */
    bool no_assertions; /* Promela: assert statements do nothing */
    bool receptions;    /* Promela: search for messages that a waiting process has no receive for, */
    bool claims;        /* and for processes that use a channel another one reserves by `xr` or `xs` */
    bool leave_ended;   /* Promela: processes vanish when they end, if this is not observable */
    bool assume_room;   /* Promela: loops that send to each element never block; `assumed` assertions check it */
    bool lacks_room;    /* output: with assume_room some loop would be executed as one step */
    uint32_t procs;     /* Promela: maximum number of processes beyond the initial ones, if their number is unknown;
                           `assumed` assertions check it. 0: as many as Spin */
    bool least_int;     /* an int may also be -2^31 */
    coset_temporals *temporals; /* properties of infinite runs: the request and the result; or NULL */
    coset_wanted *wanted;       /* predicates and formulas that become properties; NULL: none. No model, no numbers */
    const char *dialect;        /* NULL = the language's default; see the language's page */
} coset_load_options;

/* Options that not all models support: those of models read from source text, and those of guarded rules. */
#define COSET_OPTIONS_OF_TEXTS  "--engine=symbolic", "-D", "--lang", "--dialect", "a formula"
#define COSET_OPTIONS_OF_MODELS "--audit", "--no-trace", "--exchange", "--deadlock"
#define COSET_OPTIONS_OF_RULES                                                                                         \
    "--ltl", "--automaton", "--claim", "--por", "--search=dfs", "--simplify", "--put", "--code", "--symmetry=detect",  \
        "--fair"

typedef struct {
    const char *name;            /* "murphi" */
    const char *title, *texts;   /* "Murphi", "models" */
    const char *const *options;  /* the ones this language supports of those above; NULL at the end */
    const char *const *endings;  /* ".m", ".murphi", NULL */
    const char *const *dialects; /* names accepted for coset_load_options.dialect, NULL at the end */
    bool has_macros;             /* models are preprocessed: -D without a value, -U and -I are supported */
    bool stuttering_is_life;     /* a state with only a self-loop is no deadlock, unless --deadlock says otherwise */
    bool fair_by_process;        /* fairness is per process, else per rule */
    bool braces;                 /* conditions in LTL formulas are written in braces */
    /* The source looks like this language (used if the file extension does not decide). */
    bool (*looks_like)(const char *bytes, size_t len);
    /* Parses, checks and lowers. Errors in the source become messages in `text` and COSET_INPUT. The model borrows
     * nothing from `text`. With check_only *out may be NULL. */
    coset_status (*load)(coset_text *text, uint16_t file, coset_load_options *options, struct coset_model **out,
                         coset_err *err);
} coset_language;

#endif
