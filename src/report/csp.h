/* report/csp.h - results of the assertions of a CSP script, and their renderings.
 *
 * Layer    report (sees base, model, engine, symm, trace). Only report and app write to stdout.
 * Idea     one result for each assertion; text, JSON (schema "coset/1") and the formats of FDR's command line are
 *          renderings of it.
 * Shapes   events are numbers into the result's event names: 0 tau, 1 tick, the others visible; COSET_CSP_NO_EVENT
 *          where there is none.
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
    COSET_CSP_DIVERGES,    /* taus go on for ever from the end, or from step `loop` on */
    COSET_CSP_BOTH_WAYS,   /* after the trace `event` can happen and can be refused */
    COSET_CSP_NO_TRACE,    /* after the steps, which it can do, `event` cannot happen */
    COSET_CSP_RUN,         /* violates a formula: from step `loop` on it repeats; n_steps: nothing more happens */
    COSET_CSP_N_FAILURES
} coset_csp_failure;

typedef struct {
    uint32_t n;
    const uint32_t *events;
} coset_csp_set;

/* What one component does: `events` has an entry for each step, NO_EVENT where it does nothing. */
typedef struct {
    const char *name;
    const uint32_t *events;
} coset_csp_part;

typedef struct coset_csp_counterexample {
    coset_csp_failure kind;
    uint32_t n_steps; /* taus included; the bad event is not among them */
    const uint32_t *steps;
    uint32_t event; /* BAD_EVENT, BOTH_WAYS, NO_TRACE */
    uint32_t loop;  /* DIVERGES: the step from which the taus repeat; n_steps where not known. RUN */
    uint32_t n_offers;
    const uint32_t *offers; /* refusals: what the state offers */
    uint32_t n_allowed;     /* of a refinement: events that the specification allows after the steps */
    const uint32_t *allowed;
    uint32_t n_asked; /* of a refinement in F or FD: it offers one of these sets at least */
    const coset_csp_set *asked;
    uint32_t revived; /* refusals in V and R: the event that is performed after it; NO_EVENT: the refusal alone */
    const coset_csp_set *seen; /* R: for each step what the stable state offers that makes it; n = 0: none was seen */
    uint32_t n_parts;          /* 0: not known; 1: the whole, before what is around it */
    const coset_csp_part *parts;
    /* BOTH_WAYS: another run with this trace, at whose end `event` is refused; NULL: not known. */
    const struct coset_csp_counterexample *refusing;
} coset_csp_counterexample;

/* From step `loop` on it repeats. */
static inline bool coset_csp_loops(const coset_csp_counterexample *c)
{
    return (c->kind == COSET_CSP_DIVERGES || c->kind == COSET_CSP_RUN) && c->loop < c->n_steps;
}
/* The events of its components go one step further than its own. */
bool coset_csp_has_last(const coset_csp_counterexample *c);
/* There are several components, or the one there is does something that is hidden around it. */
bool coset_csp_shows_parts(const coset_csp_counterexample *c);

/* What step i was before the outermost hidings, as the components tell; NO_EVENT where they do not agree. */
uint32_t coset_csp_inner(const coset_csp_counterexample *c, uint32_t i);

/* Why a constant of a type stays where it is. */
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
    bool is_beyond_text; /* the text does not allow all of that; it was found on the compiled system */
    uint32_t n_reasons;
    const coset_csp_reason *reasons;
} coset_csp_type;

/* The symmetry of one assertion: of each datatype with two constants or more those that are exchanged. */
typedef struct {
    uint32_t n_types;
    const coset_csp_type *types;
    const char *order;    /* of the group, decimal */
    const char *strategy; /* of the search; NULL: nothing moves, or nothing was searched */
    bool exact;           /* of the strategy */
} coset_csp_group;

typedef struct coset_csp_result {
    const char *assertion;   /* as the script says it */
    const char *spec, *impl; /* its processes; spec is NULL where there is one */
    const char *kind;        /* "refinement", "deadlock", .. */
    coset_pos pos;
    coset_verdict verdict; /* of the assertion, negation included */
    bool negated;
    const char *reason; /* one sentence, or NULL */
    const char *note;   /* what the user ought to know, or NULL */
    uint32_t exit;      /* status of a failure of this kind */
    uint32_t n_events;
    const char *const *event_names;
    uint32_t n_found;
    const coset_csp_counterexample *found;
    const coset_csp_group *group; /* NULL: symmetry was not asked for */
    coset_result counts;          /* of the product; its numbers only. All 0: nothing was searched */
    double seconds;
} coset_csp_result;

typedef struct {
    const char *text, *value; /* value NULL: could not be evaluated */
    bool cut;                 /* because of a bound */
} coset_csp_print;

/* What the report of a script has where that of a model has the model. */
typedef struct coset_csp_results {
    const char *language;
    uint32_t n_results; /* of all assertions that are checked, those that have not ended too */
    const coset_csp_result *results;
    uint32_t n_prints;
    const coset_csp_print *prints;
    bool unreduced; /* no assertion is reduced by symmetry, whatever the script asks for */
    bool reveal_taus;
} coset_csp_results;

/* There is nothing in the script that could hold or fail: that is no success. */
bool coset_csp_is_empty(const coset_report *r);
/* The worst of all: an error (also of a print statement), for there nothing was checked, before a failure before
 * incomplete. */
coset_verdict coset_csp_verdict(const coset_report *r);
/* Its exit status. Of several failures the largest wins. */
coset_exit coset_csp_exit_code(const coset_report *r);

/* For people, before coset_report_text: what stands before the first assertion, and a line for result i when it has
 * ended. */
void coset_csp_text_begin(const coset_report *r, const coset_text_style *style, FILE *out);
void coset_csp_text_result(const coset_report *r, uint32_t i, const coset_text_style *style, FILE *out);

/* ---- symmetry ---------------------------------------------------------------------------------------------------- */

/* The types of one group: what moves, and why the rest stays. */
void coset_csp_group_text(const coset_csp_group *g, const coset_text *text, FILE *out);
/* Of all results: those without a group say why in their reason. */
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

/* What is told about one or more scripts: new; of each script begin, each result as it ends, close, or a failure; then
 * end. Text and frames are written at once, documents at the end. The borrowed things are needed during each call. */
typedef struct coset_fdr coset_fdr;
coset_fdr *coset_fdr_new(const coset_fdr_style *style, FILE *out);
void coset_fdr_begin(coset_fdr *f, const coset_report *r);
void coset_fdr_result(coset_fdr *f, const coset_report *r, uint32_t i);
void coset_fdr_close(coset_fdr *f, const coset_report *r);
/* A script that could not be checked: why, and its messages. */
void coset_fdr_add_failure(coset_fdr *f, const coset_text *text, const char *why);
/* Writes what is left and frees. Errors: COSET_IO. */
coset_status coset_fdr_end(coset_fdr *f, coset_err *err) COSET_NODISCARD;

#endif
