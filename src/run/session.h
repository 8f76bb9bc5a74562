/* run/session.h - a model loaded from a file, with the data that every verb needs.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_SESSION_H
#define COSET_RUN_SESSION_H

#include "base/budget.h"
#include "logic/formula.h"
#include "model/model.h"
#include "run/settings.h"
#include "symm/legal/legal.h"

typedef struct coset_problems coset_problems; /* run/problems.h */

typedef struct {
    coset_settings *settings;
    const char *path; /* of the model */
    coset_text *text;
    uint16_t file; /* of the model in `text` */
    const coset_language *language;
    const coset_problems *problems;                      /* that its source files pose */
    coset_formulas *formulas;                            /* NULL: none */
    coset_temporals *temporals;                          /* properties of infinite runs; NULL: none can be */
    const struct coset_fair_choice *fair;                /* for those: which runs count; NULL: all */
    const struct coset_symb_accepting *const *accepting; /* of each of them, as run/temporal_symb.h says; or NULL */
    const coset_temporal *judged;                        /* the one that is being checked; NULL: properties of states */
    coset_model *model;                                  /* NULL if the file was only read */
    const coset_legal *declared;                         /* of a model without source file; NULL: symmetry is proved */
    coset_model *plain;                      /* model is a variant with more symmetry: the model itself; else NULL */
    coset_model *sure;                       /* model rests on assumptions: the one without them; else NULL */
    bool por_pays;                           /* with --por=auto: the search of states was reduced */
    uint32_t procs;                          /* as in coset_load_options */
    coset_arena *arena;                      /* for everything that lives as long as the session */
    COSET_VEC(const coset_ir_stmt *) broken; /* loops whose iterations do not commute, as a search has shown */
    coset_budget *limit; /* of time, memory and the user's wish to stop, for the work before a search; or NULL */
} coset_session;

/* Reads the file named first on the command line and determines its language; makes no model of it. Returns an exit
 * status; if it is not 0, there is nothing to close. */
int coset_session_read(coset_session *s, coset_settings *settings);
/* Makes the model and prints messages about it. Returns an exit status. */
int coset_session_load(coset_session *s);
/* Reads the model named first on the command line and prints messages about it. Returns an exit status; if it is not 0,
 * there is nothing to close. */
int coset_session_open(coset_session *s, coset_settings *settings);
/* Frees the variant of the model and replaces it by the one without assumptions, or by the model itself. False: it is
 * no variant. */
bool coset_session_step_back(coset_session *s);
/* Rebuilds the model and its variants with room for more processes, or for all. Returns an exit status; if it is not 0,
 * there is no model. */
int coset_session_widen(coset_session *s, bool all);
void coset_session_close(coset_session *s);
/* Makes the budget for the work before a search. */
void coset_session_limit(coset_session *s);

/* "coset: <text>" on stderr. Returns `exit`. */
int coset_complain(coset_exit exit, const char *fmt, ...) COSET_PRINTF(2, 3);
/* applies.c: COSET_EXIT_USAGE if an option has no meaning for the language of the model. */
int coset_session_refuse_options(const coset_session *s);
/* As coset_complain; a JSON result that is asked for says so too. For runs that end without a result. */
int coset_session_fail(const coset_session *s, coset_exit exit, const char *fmt, ...) COSET_PRINTF(3, 4);
/* Writes the failure to the requested JSON files. */
void coset_write_failure(const coset_settings *s, const coset_failure *f);
/* Exit status for a status that ended a run. */
coset_exit coset_exit_of(coset_status status);

/* Calls `write` for the file `path` ("-" is stdout): the file is written as a whole, or stays as it was. Returns an
 * exit status and complains. */
int coset_write_file(const char *path, coset_status (*write)(void *ctx, FILE *out, coset_err *err), void *ctx);

/* Writes the trace (or NULL) to the file of --trail, if that is given. Returns an exit status and complains. */
int coset_write_trail(const coset_session *s, const coset_trace *t);

#endif
