/* run/outcome.h - the results of a run, written as the settings say.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_OUTCOME_H
#define COSET_RUN_OUTCOME_H

#include "run/settings.h"

typedef struct {
    void *of; /* given to all */
    void (*text)(void *of, const coset_text_style *style, FILE *out);
    coset_status (*json)(void *of, FILE *out, coset_err *err);
    coset_status (*itf)(void *of, FILE *out, coset_err *err); /* NULL: there is no trace */
} coset_outcome;

/* The report of a check. As below. */
int coset_outcome_report(const coset_report *r, const coset_settings *s);
/* Text or JSON on standard output, then the files asked for. Returns an exit status, after messages. */
int coset_outcome_write(const coset_outcome *o, const coset_settings *s);

#endif
