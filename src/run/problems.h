/* run/problems.h - the problems that a source file poses, and how they are checked.
 *
 * Layer    run.
 * Idea     a source file is one model, whose properties are checked together (model_problems.c), or a script of
 *          assertions, each a problem of its own (csp.c). Either is a constant of this type; languages.c lists which
 *          language has which. All return an exit status, after messages; the session has been read, and stays the
 *          caller's.
 */
#ifndef COSET_RUN_PROBLEMS_H
#define COSET_RUN_PROBLEMS_H

#include "run/session.h"

struct coset_problems {
    int (*check)(coset_session *s);    /* coset check */
    int (*symmetry)(coset_session *s); /* coset symmetry */
    /* Lists what can be checked; rows in the session's arena. */
    int (*list)(coset_session *s, const coset_listed **all, uint32_t *n);
    const char *no_formulas, *no_comparison; /* why they are not supported; NULL: they are */
};

/* The symmetry of a model (symmetry.c). */
int coset_symmetry_model(coset_session *s);

extern const coset_problems coset_model_problems, coset_script_problems;

/* A language that the program reads. */
typedef struct {
    const coset_language *language;
    const coset_problems *problems;
} coset_language_row;

/* The table; ends with a language NULL. */
const coset_language_row *coset_languages(void);

#endif
