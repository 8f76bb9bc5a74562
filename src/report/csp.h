/* report/csp.h - results of the assertions of a CSP script, and their renderings.
 *
 * Layer    report (sees base, model, engine, symm, trace). Only report and app write to stdout.
 * Idea     one result for each assertion; text, JSON (schema "coset/1") and the formats of FDR's command line are
 *          renderings of it.
 * Shapes   events are numbers into the result's event names: 0 tau, 1 tick, the others visible; COSET_CSP_NO_EVENT if
 *          there is none.
 * Owner    everything is borrowed.
 */
#ifndef COSET_REPORT_CSP_H
#define COSET_REPORT_CSP_H

#include "report/report.h"

#define COSET_CSP_NO_EVENT UINT32_MAX

typedef enum {
    COSET_CSP_BAD_EVENT,   /* the specification does not allow the last event */
    COSET_CSP_BAD_REFUSAL, /* the state at the end offers too little */
    COSET_CSP_DEADLOCK,    /* .. nothing at all */
    COSET_CSP_DIVERGES,    /* an infinite run of taus from the end, or from step `loop` on */
    COSET_CSP_BOTH_WAYS,   /* after the trace `event` can happen and can be refused */
    COSET_CSP_NO_TRACE,    /* after the steps, which are possible, `event` is not */
    COSET_CSP_RUN,         /* violates a formula: it repeats from step `loop`; n_steps: no further step */
    COSET_CSP_N_FAILURES
} coset_csp_failure;

typedef struct {
    uint32_t n;
    const uint32_t *events;
} coset_csp_set;

/* The events of one component: `events` has an entry for each step, NO_EVENT if it does not take part. */
typedef struct {
    const char *name;
    const uint32_t *events;
} coset_csp_part;

typedef struct coset_csp_counterexample {
    coset_csp_failure kind;
    uint32_t n_steps; /* taus included; the bad event is not among them */
    const uint32_t *steps;
    uint32_t event; /* BAD_EVENT, BOTH_WAYS, NO_TRACE */
    uint32_t loop;  /* DIVERGES: the step from which the taus repeat; n_steps: not known. RUN */
    uint32_t n_offers;
    const uint32_t *offers; /* refusals: what the state offers */
    uint32_t n_allowed;     /* of a refinement: events that the specification allows after the steps */
    const uint32_t *allowed;
    uint32_t n_asked; /* of a refinement in F or FD: one of these sets must be offered */
    const coset_csp_set *asked;
    uint32_t revived; /* refusals in V and R: the event that is performed after it; NO_EVENT: the refusal alone */
    const coset_csp_set *seen; /* R: for each step, what its stable source state offers; n = 0: none was recorded */
    uint32_t n_parts;          /* 0: not known; 1: the whole process, inside the outermost operators */
    const coset_csp_part *parts;
    /* BOTH_WAYS: another run with this trace, at whose end `event` is refused; NULL: not known. */
    const struct coset_csp_counterexample *refusing;
} coset_csp_counterexample;

/* From step `loop` on it repeats. */
static inline bool coset_csp_loops(const coset_csp_counterexample *c)
{
    return (c->kind == COSET_CSP_DIVERGES || c->kind == COSET_CSP_RUN) && c->loop < c->n_steps;
}
/* The events of its components include one more step than its own. */
bool coset_csp_has_last(const coset_csp_counterexample *c);
/* There are several components, or the only one performs an event that is hidden around it. */
bool coset_csp_shows_parts(const coset_csp_counterexample *c);

/* The event of step i inside the outermost hidings, according to the components; NO_EVENT if they do not agree. */
uint32_t coset_csp_inner(const coset_csp_counterexample *c, uint32_t i);

/* Why the group does not move a constant of a type. */
typedef struct {
    uint32_t element; /* UINT32_MAX: all of the type stay */
    coset_pos pos;    /* the line to blame; line 0: none */
    const char *text; /* one sentence */
} coset_csp_reason;

typedef struct {
    const char *name;
    coset_pos pos;
    uint32_t n;
    const char *const *elements;
    const bool *moves;   /* [n]; none, or two at least */
    bool is_beyond_text; /* the script does not allow all of that; it was verified on the compiled system */
    uint32_t n_reasons;
    const coset_csp_reason *reasons;
} coset_csp_type;

/* The symmetry of one assertion: for each datatype with two constants or more, the constants that are exchanged. */
typedef struct {
    uint32_t n_types;
    const coset_csp_type *types;
    const char *order;    /* of the group, decimal */
    const char *strategy; /* of the search; NULL: trivial group, or nothing was searched */
    bool exact;           /* of the strategy */
} coset_csp_group;

typedef struct coset_csp_result {
    const char *assertion;   /* as written in the script */
    const char *spec, *impl; /* its processes; spec is NULL if there is only one */
    const char *kind;        /* "refinement", "deadlock", .. */
    coset_pos pos;
    coset_verdict verdict; /* of the assertion, negation included */
    bool negated;
    const char *reason; /* one sentence, or NULL */
    const char *note;   /* a note for the user, or NULL */
    uint32_t exit;      /* status of a failure of this kind */
    uint32_t n_events;
    const char *const *event_names;
    uint32_t n_found;
    const coset_csp_counterexample *found;
    const coset_csp_group *group; /* NULL: symmetry was not asked for */
    coset_result counts;          /* of the product; only its counts. All 0: nothing was searched */
    double seconds;
} coset_csp_result;

typedef struct {
    const char *text, *value; /* value NULL: could not be evaluated */
    bool cut;                 /* by a bound */
} coset_csp_print;

/* In the report of a script, this replaces the model. */
typedef struct coset_csp_results {
    const char *language;
    uint32_t n_results; /* of all assertions to check, including those that have not ended */
    const coset_csp_result *results;
    uint32_t n_prints;
    const coset_csp_print *prints;
    bool unreduced; /* no assertion is reduced by symmetry, whatever the script asks for */
    bool reveal_taus;
} coset_csp_results;

/* The script has no assertion that could hold or fail, which is no success. */
bool coset_csp_is_empty(const coset_report *r);
/* The worst of all results: an error (also of a print statement), because nothing was checked there; then a failure;
 * then incomplete. */
coset_verdict coset_csp_verdict(const coset_report *r);
/* Its exit status. With several failures the largest wins. */
coset_exit coset_csp_exit_code(const coset_report *r);

/* Text output before coset_report_text: the heading before the first assertion, and a line for result i when it has
 * ended. */
void coset_csp_text_begin(const coset_report *r, const coset_text_style *style, FILE *out);
void coset_csp_text_result(const coset_report *r, uint32_t i, const coset_text_style *style, FILE *out);

/* ---- symmetry ---------------------------------------------------------------------------------------------------- */

/* The types of one group: the elements that move, and why the others do not. */
void coset_csp_group_text(const coset_csp_group *g, const coset_text *text, FILE *out);
/* For all results: those without a group give the reason. */
void coset_csp_symmetry_text(const coset_report *r, const coset_text_style *style, FILE *out);
coset_status coset_csp_symmetry_json(const coset_report *r, FILE *out, coset_err *err) COSET_NODISCARD;

/* ---- the formats of FDR's command line -------------------------------------------------------------------------- */

typedef enum {
    COSET_FDR_PLAIN,
    COSET_FDR_COLOUR,
    COSET_FDR_JSON,
    COSET_FDR_XML,
    COSET_FDR_YAML,
    COSET_FDR_FRAMED_JSON, /* framed: one document for each result; of JSON each on a line of its own */
    COSET_FDR_FRAMED_XML,
    COSET_FDR_FRAMED_YAML
} coset_fdr_format;

typedef struct {
    coset_fdr_format format;
    bool quiet; /* plain: no counts */
    bool brief; /* plain: results only */
} coset_fdr_style;

/* The output for one or more scripts: new; for each script begin, each result as it ends, close, or a failure; then
 * end. Text and frames are written at once, documents at the end. Borrowed data must live during each call only. */
typedef struct coset_fdr coset_fdr;
coset_fdr *coset_fdr_new(const coset_fdr_style *style, FILE *out);
void coset_fdr_begin(coset_fdr *f, const coset_report *r);
void coset_fdr_result(coset_fdr *f, const coset_report *r, uint32_t i);
void coset_fdr_close(coset_fdr *f, const coset_report *r);
/* A script that could not be checked: the reason and its messages. */
void coset_fdr_add_failure(coset_fdr *f, const coset_text *text, const char *why);
/* Writes what is left and frees. Errors: COSET_IO. */
coset_status coset_fdr_end(coset_fdr *f, coset_err *err) COSET_NODISCARD;

#endif
