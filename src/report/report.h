/* report/report.h - one result object, several renderings.
 *
 * Layer    report (sees base, model, engine, symm, trace). Only report and app write to stdout.
 */
#ifndef COSET_REPORT_REPORT_H
#define COSET_REPORT_REPORT_H

#include <stdio.h>

#include "engine/engine.h"
#include "symm/canon.h"
#include "symm/group.h"
#include "trace/trace.h"

/* Everything known after a check. Borrowed. */
typedef struct {
    const coset_model *model;           /* unreduced */
    const char *path;                   /* of the model file */
    const coset_text *text;             /* for positions in messages */
    const coset_result *result;
    const coset_symgroup *group;        /* the group of the run */
    const coset_strategy *strategy;     /* NULL: symmetry off (or trivial group) */
    const coset_trace *const *traces;   /* [n_props] or NULL entries */
    const coset_engine_options *options;
    int exit_code;
} coset_report;

/* Exit status of DESIGN 8 for a result (0, 10..16, 20). */
int coset_report_exit_code(const coset_model *m, const coset_result *r);

typedef struct {
    bool colour;
    bool quiet;        /* verdict lines only */
    bool full_states;  /* traces show whole states, not only changes */
} coset_text_style;

void coset_report_text(const coset_report *r, const coset_text_style *style, FILE *out);
/* One JSON object, schema "coset/1" (doc/schema/coset-1.schema.json). */
coset_status coset_report_json(const coset_report *r, FILE *out, coset_err *err) COSET_NODISCARD;
/* A trace in the Informal Trace Format. */
coset_status coset_report_itf(const coset_report *r, const coset_trace *t, FILE *out, coset_err *err) COSET_NODISCARD;
/* A trace as text. */
void coset_trace_text(const coset_model *m, const coset_trace *t, const coset_text_style *style, FILE *out);

#endif
