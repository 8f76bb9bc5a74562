/* run/settings.h - what the command line asks for.
 *
 * Layer    run.
 * Owner    texts are borrowed from argv.
 */
#ifndef COSET_RUN_SETTINGS_H
#define COSET_RUN_SETTINGS_H

#include "engine/engine.h"
#include "lang/kit/language.h"
#include "logic/judge.h"
#include "report/report.h"
#include "symb/search/reach.h"

/* A model that is not read from a file. */
typedef struct {
    const char *bytes; /* text in memory, or NULL */
    size_t len;
    /* A model without source text: makes it, and its declared symmetry. Both are the caller's; the declaration lives in
     * the arena. Errors: COSET_INPUT. */
    coset_status (*make)(void *ctx, coset_arena *arena, coset_model **out, const coset_legal **declared,
                         coset_err *err);
    void *ctx;
} coset_source;

/* Receives progress instead of the user. */
typedef struct {
    void (*tell)(void *ctx, const coset_progress *now);
    void *ctx;
} coset_listener;

typedef struct coset_limits coset_limits; /* run/limits.h */
typedef enum { COSET_COLOUR_AUTO, COSET_COLOUR_ALWAYS, COSET_COLOUR_NEVER } coset_colour;
typedef enum { COSET_PROGRESS_AUTO, COSET_PROGRESS_LINE, COSET_PROGRESS_JSON, COSET_PROGRESS_NONE } coset_progress_mode;
typedef enum { COSET_CODE_AUTO, COSET_CODE_NATIVE, COSET_CODE_INTERP } coset_code_mode;
typedef enum { COSET_BY_EXPLORING, COSET_BY_DIAGRAMS } coset_search_mode;
typedef enum { COSET_IN_BREADTH, COSET_IN_DEPTH } coset_search_order;
typedef enum { COSET_TRACE_CHANGES, COSET_TRACE_FULL, COSET_TRACE_OFF, COSET_TRACE_COLUMNS } coset_trace_mode;

/* -o FORMAT:FILE */
typedef struct {
    bool itf;         /* else JSON */
    const char *path; /* "-" is standard output */
} coset_output;

/* Choices of --relation; those with an odd number are simulations, from 2 on they are weak. */
#define COSET_RELATIONS     "bisimulation simulation weak-bisimulation weak-simulation"
#define COSET_MOST_OBSERVED 64

/* --ctl, --mu, --fair, --observe */
typedef struct {
    coset_formula_kind kind;
    const char *text;   /* "@FILE": the content of the file */
    const char *option; /* that gave it */
} coset_formula_given;

typedef COSET_VEC(coset_formula_given) coset_formulas_given;
typedef COSET_VEC(coset_output) coset_outputs;
typedef COSET_VEC(coset_define) coset_defines;
typedef COSET_VEC(const char *) coset_folders;
typedef COSET_VEC(const char *) coset_words;

typedef struct {
    const char *files[2]; /* model, trace */
    uint32_t n_files;

    const char *language, *dialect; /* NULL: by the file, by the language */
    const char *sym;                /* NULL: the file next to the model */
    coset_defines defines;
    coset_folders folders; /* -I */
    bool typecheck_only, simplify;
    enum { COSET_ENDED_AUTO, COSET_ENDED_SPIN, COSET_ENDED_VANISH } ended; /* Promela */
    bool may_vary;                                     /* the verb can use a variant of the model: see load.c */
    bool may_assume;                                   /* and one that rests on assumptions, because it checks them */
    bool merge, reset;                                 /* Spin's optimisations */
    bool no_assertions, receptions, claims, least_int; /* Promela */

    const char *strategy;    /* "auto", "off" or the name of one */
    const char *certificate; /* of a detected group: file to write, or NULL */
    const char *generators;  /* of it, for coset group: the same */
    uint64_t audit;          /* number of states to audit, 0 = none */
    coset_search_mode search;
    coset_search_order order;
    coset_symb_options symb; /* of the symbolic engine; groups are filled later */
    enum {
        COSET_POR_OFF,
        COSET_POR_AUTO,
        COSET_POR_STUBBORN,
        COSET_POR_AMPLE,
        COSET_POR_CLUSTER
    } por;                /* partial order reduction */
    bool por_given;       /* else the report mentions it only if it is used */
    bool por_chains;      /* of it: a state with one invisible step is not stored */
    const char *clusters; /* of it: a file, "auto", or NULL: the same */
    coset_code_mode code; /* how steps are computed during a search */

    coset_formulas_given formulas;
    unsigned relation, actions; /* of a comparison: numbers of their choices */
    bool whole_group;           /* compute unique representatives */
    bool all_states;            /* not only reached ones */
    bool apart;                 /* order of variables of pairs */
    coset_words observed, silent;
    coset_fixpoint fixpoint;
    bool provisional;      /* the verb may use symmetry that holds for its search only, not for the whole model */
    coset_words ltl;       /* --ltl */
    const char *automaton; /* --automaton: file of violating runs, or NULL */
    const char *claim;     /* --claim, or NULL */
    const char *fairness;  /* weak or strong, maybe with :RULE,RULE; NULL: none */
    bool nonprogress;      /* search for non-progress cycles */
    bool wants_formulas;   /* the verb decides formulas, including those of the file next to the model */

    bool deadlock_given;      /* else the language decides */
    uint64_t assertion;       /* of a script: only this one, from 1; 0 = all */
    uint64_t counterexamples; /* at most so many for each assertion */
    bool reveal_taus;         /* show internal events in traces of scripts */
    unsigned compile;         /* scripts: a coset_cspm_compile_how */

    coset_engine_options engine; /* threads, deadlock, limits; stop and progress are filled later */

    uint64_t seed, steps;
    bool has_seed, interactive;

    bool json_on_stdout;
    coset_outputs outputs;
    coset_trace_mode trace;
    const char *trail;     /* file for Spin, or NULL */
    const char *exchanged; /* types whose elements may be exchanged, separated by commas, or NULL: all */
    coset_progress_mode progress;
    coset_colour colour;
    bool put; /* show what put statements print during the search */
    bool quiet, verbose, stats, simple_exit;

    bool negate;                /* the formula of an automaton */
    unsigned automaton_format;  /* number of the choice */
    const char *automaton_file; /* "-" is standard output */
    bool automaton_output;      /* a format of automata was asked for */

    bool help, help_all, version;

    const coset_source *source;     /* of the model; NULL: its file */
    const coset_listener *listener; /* or NULL */

    coset_limits *limits; /* of the run; NULL: they are not watched */
    bool leaves;          /* set by a verb: threads still run but nobody needs them, so the program exits at once */
} coset_settings;

/* The defaults. */
coset_settings coset_settings_new(void);
void coset_settings_fini(coset_settings *s);

/* Whether to write colour to a stream: --color, then NO_COLOR, CLICOLOR_FORCE, TERM and whether it is a terminal. */
bool coset_settings_colour(const coset_settings *s, FILE *out);
/* The program's exit status, mapped as --exit-code says. Idempotent. */
int coset_settings_exit(const coset_settings *s, int status);
coset_text_style coset_settings_style(const coset_settings *s, FILE *out);

#endif
