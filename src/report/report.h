/* report/report.h - one result object, several output formats.
 *
 * Layer    report (sees base, model, engine, symm, trace). Only report and app write to stdout.
 * Owner    everything in a coset_report is borrowed.
 * Text     names and values are printed as the model writes them; a renderer invents none.
 */
#ifndef COSET_REPORT_REPORT_H
#define COSET_REPORT_REPORT_H

#include <stdio.h>

#include "engine/engine.h"
#include "symm/canon/canon.h"
#include "symm/group/group.h"
#include "symm/legal/legal.h"
#include "trace/trace.h"

/* Exit status of DESIGN 8. */
typedef enum {
    COSET_EXIT_HOLDS = 0,
    COSET_EXIT_ASSUMPTION = 10,
    COSET_EXIT_DEADLOCK = 11,
    COSET_EXIT_SAFETY = 12,
    COSET_EXIT_LIVENESS = 13,
    COSET_EXIT_ASSERTION = 14,
    COSET_EXIT_REFINEMENT = 15,
    COSET_EXIT_EXPECTED = 16, /* a cover is not reached */
    COSET_EXIT_INCOMPLETE = 20,
    COSET_EXIT_USAGE = 64,
    COSET_EXIT_MODEL = 65,
    COSET_EXIT_NO_INPUT = 66,
    COSET_EXIT_INTERNAL = 70,
    COSET_EXIT_RESOURCES = 71
} coset_exit;

/* A group that was detected, in words. */
typedef struct {
    const char *group;    /* "C5 on s, fork", or "order 12" */
    const char *order;    /* decimal */
    const char *strategy; /* "chain", "types", "elements", "local"; NULL: the group is trivial */
    bool exact;
    const char *not_fair; /* why formulas under fairness are decided without it, or NULL */
    double seconds;       /* of detection; if nobody asked for it: processor time, with all looks and trials */
} coset_report_found;

/* A loop whose iterations depend on each other, found by a search. */
typedef struct {
    coset_pos loop, pos; /* of the loop; of a place that two iterations touch, or where the loop was left */
    const char *a, *b;   /* elements of the two iterations; a = b: one is known */
    const char *name;    /* of the variable, or NULL: iteration b ended as `why` says, if it does */
    const char *why;
    bool differs;             /* exchanging the two changes what the step leads to */
    const coset_value *state; /* source of the step; NULL: a start state */
} coset_report_order;

/* Everything known after a check. */
typedef struct {
    const coset_model *model;               /* unreduced; NULL: it is a script of assertions, .. */
    const struct coset_csp_results *script; /* .. which are judged one by one (report/csp.h); or NULL */
    const char *path;                       /* of the model file */
    const coset_text *text;                 /* for file names of positions */
    const coset_result *result;             /* of a script: sums, the engine, and why an assertion is not decided */
    const coset_symgroup *group;            /* the group of the run; NULL: symmetry off */
    uint32_t n_losses;                      /* symmetries of the transitions that this run cannot use, and why */
    const coset_refusal *losses;
    uint32_t n_checked; /* loops that were checked to commute in each step */
    uint32_t n_orders;  /* earlier searches that ended because a loop did not */
    const coset_report_order *orders;
    const coset_strategy *strategy;   /* NULL: symmetry off, or trivial group */
    uint64_t canon_calls;             /* of the canonicaliser */
    double canon_ns;                  /* nanoseconds for each, about */
    const coset_report_found *found;  /* instead of a group of renamings, or NULL */
    const bool *fired;                /* [n_groups] rules that fire in the unreduced model, where the group exchanges
                                         rules: counts are then those of representatives; or NULL: as counted */
    uint32_t n_unsure;                /* of them only may fire */
    const char *switched_off;         /* why symmetry was switched off, or NULL */
    const char *por;                  /* what became of partial order reduction; NULL: it was not asked for */
    uint32_t n_por_reasons;           /* why rules are not reduced, */
    const char *const *por_reasons;   /* a line each; NULL: that was not asked for */
    bool partial;                     /* the search pruned transitions */
    bool renamed;                     /* counts are those of all renamings of the start states */
    const char *not_looked;           /* why detection of possible undeclared symmetry did not run, or NULL */
    const coset_trace *const *traces; /* [n_props] or NULL entries */
    const char *itf;                  /* of a script: the first counterexample in that format, or NULL */
    bool no_traces;                   /* JSON leaves them out */
    const coset_engine_options *options;
    int exit_code;
    const char *property; /* the name to print for the property of a trace, or NULL: that of the model */
} coset_report;

/* The failed property that decides the exit status. With several the first of this order wins: assumption (nothing was
 * checked), invariant and fault, assertion, deadlock, liveness, cover. If none failed: the first cover that is reached,
 * or COSET_NO_PROP. */
uint32_t coset_report_decisive(const coset_model *m, const coset_result *r);
coset_verdict coset_report_verdict(const coset_report *r);
/* The trace of that property, or NULL. */
const coset_trace *coset_report_decisive_trace(const coset_report *r);
/* Exit status of a failure of a property of that kind. */
coset_exit coset_report_exit_of(coset_prop_kind kind);
/* Exit status for a result: 0, 10..16 or 20. */
coset_exit coset_report_exit_code(const coset_model *m, const coset_result *r);

typedef struct {
    bool colour;
    bool quiet;       /* verdict lines only */
    bool verbose;     /* covers that are reached get their trace too */
    bool rule_counts; /* how often each rule fired */
    bool full_states; /* traces show whole states, not only changes */
    bool columns;     /* traces show messages, in one column for each process; for models with a teller */
    bool no_traces;
} coset_text_style;

void coset_report_text(const coset_report *r, const coset_text_style *style, FILE *out);
/* One JSON object, schema "coset/1" (doc/schema/coset-1.schema.json). */
coset_status coset_report_json(const coset_report *r, FILE *out, coset_err *err) COSET_NODISCARD;

/* A run that ended without a result. */
typedef struct {
    const char *path;                    /* of the model file */
    const coset_text *text;              /* its messages; NULL: none */
    const char *reason;                  /* one sentence */
    int exit_code;                       /* COSET_EXIT_INCOMPLETE: a limit ended it */
    const coset_progress *covered;       /* until then; NULL: nothing, or not known */
    const struct coset_listing *listing; /* the properties to check, which are incomplete; NULL: not known */
} coset_failure;

/* Lines of properties and of the result, for a run that a limit ended. */
void coset_failure_text(const coset_failure *f, const coset_text_style *style, FILE *out);
/* One JSON object, schema "coset/1": verdict "error" or "incomplete", the reason and the messages. */
coset_status coset_failure_json(const coset_failure *f, FILE *out, coset_err *err) COSET_NODISCARD;

/* ---- what can be checked ------------------------------------------------------------------------------------- */

typedef struct {
    const char *name, *kind;
    coset_pos pos;
} coset_listed;

typedef struct coset_listing {
    const char *path, *language;
    const coset_text *text; /* its messages are listed too */
    uint32_t n;
    const coset_listed *properties;
} coset_listing;

/* The properties of a model that a search can report: without conditions that formulas use, and assumptions of a
 * variant. Owner: arena; they outlive the model. */
const coset_listed *coset_listed_of(const coset_model *m, coset_arena *a, uint32_t *n);
/* One JSON object: language, properties, messages. */
coset_status coset_listing_json(const coset_listing *l, FILE *out, coset_err *err) COSET_NODISCARD;

/* ---- traces ------------------------------------------------------------------------------------------------- */

/* A trace as numbered steps. */
void coset_trace_text(const coset_model *m, const coset_text *text, const coset_trace *t, const coset_text_style *style,
                      FILE *out);
/* The state `now`: the differences from `before`, or all of it if `before` is NULL. */
void coset_state_text(const coset_model *m, const coset_value *before, const coset_value *now, FILE *out);
/* The output of a step, line by line; nothing if `output` is NULL. */
void coset_output_text(const char *output, FILE *out);
/* A trail for `spin -t`; of a model with a teller. */
void coset_trail_write(const coset_model *m, const coset_trace *t, FILE *out);
/* "file.m:12", without the folder, as everywhere in reports; or "" for no position. */
void coset_pos_text(const coset_text *text, coset_pos pos, char *out, size_t len);

/* A trace in the Informal Trace Format. */
coset_status coset_report_itf(const coset_report *r, const coset_trace *t, FILE *out, coset_err *err) COSET_NODISCARD;
/* True if there is a trace to write as ITF, .. */
bool coset_report_has_itf(const coset_report *r);
/* .. and is written. */
coset_status coset_report_write_itf(const coset_report *r, FILE *out, coset_err *err) COSET_NODISCARD;

/* The contents of an ITF file, as text; coset_itf_read makes it, the arena owns it. */
typedef struct {
    const char *property; /* that it violates, or NULL */
    uint32_t instance;    /* of an indexed property */
    const char *fault;    /* action of a last step that ends in a fault, or NULL */
    uint32_t n_states;
    const char *const *actions;       /* [n_states], NULL if the file does not say */
    const char *const *const *values; /* [n_states][n_slots] values as text; NULL if the file omits one */
} coset_itf;

/* Reads an ITF trace of model `m`. Errors: COSET_NOINPUT; COSET_INPUT (not JSON, not ITF, unknown variable). */
coset_status coset_itf_read(const coset_model *m, const char *path, coset_arena *arena, const coset_itf **out,
                            coset_err *err) COSET_NODISCARD;

/* ---- symmetry ----------------------------------------------------------------------------------------------- */

/* "NODE S4, DATA S2", or why there is nothing. `out` is cut at `len`. */
void coset_factors_text(const coset_model *m, const coset_symgroup *g, char *out, size_t len);
/* A detected group in words; owner: its maker. */
typedef struct {
    const char *name, *order, *on;
} coset_report_factor;

/* A quantifier, a loop or a parameter. */
typedef struct {
    const char *word, *name; /* "forall", "p" */
    coset_pos pos;
} coset_report_binding;

/* Symmetry that is missing or not used, and the place that causes this. */
typedef struct {
    coset_pos pos;
    const char *what;   /* "rule \"send\"" */
    const char *reason; /* one sentence */
    uint32_t n_bindings;
    const coset_report_binding *bindings; /* that it depends on, outer ones first */
} coset_report_loss;

typedef struct {
    const char *failed; /* why nothing was detected, or NULL */
    const char *group, *order;
    uint32_t n_factors;
    const coset_report_factor *factors;
    uint32_t n_generators;
    const char *const *generators; /* in the names of the model */
    uint32_t n_losses;
    const coset_report_loss *losses;
    uint32_t vertices, edges, instances;
    uint64_t runs;                /* executions of pieces of the model */
    uint64_t states, comparisons; /* of the test on sampled states */
    double seconds;
} coset_report_detection;

void coset_detection_text(const coset_report_detection *d, const coset_text *text, const coset_text_style *style,
                          FILE *out);
/* The group `g` of the transitions and its subgroups of the start states (may be NULL) and properties (props[p], may be
 * NULL). */
void coset_symmetry_text(const coset_model *m, const coset_text *text, const coset_symgroup *g,
                         const coset_symgroup *starts, const coset_symgroup *const *props,
                         const coset_text_style *style, FILE *out);
/* The symmetry that a search gains by checking loops in each step; nothing if it checks none. */
void coset_checked_text(const coset_model *m, const coset_text *text, const coset_legal *searched, FILE *out);
/* `searched`: as above; `detected` may be NULL. */
coset_status coset_symmetry_json(const coset_model *m, const coset_text *text, const coset_legal *proved,
                                 const coset_legal *searched, const coset_report_detection *detected, FILE *out,
                                 coset_err *err) COSET_NODISCARD;

#endif
