/* report/comparison.h - the result of comparing two models, or the states of one.
 *
 * Layer    report.
 * Owner    everything is borrowed.
 */
#ifndef COSET_REPORT_COMPARISON_H
#define COSET_REPORT_COMPARISON_H

#include "report/report.h"

typedef struct {
    const char *path;
    const coset_model *model;
    coset_count n_states, n_starts;
    coset_count n_steps;
    const char *symmetry; /* order of the group of the quotient: states are representatives; or NULL */
} coset_compared;

/* A step of the play that distinguishes the models. */
typedef struct {
    uint32_t side; /* who moves: 0 or 1 */
    const char *action;
    const coset_value *to, *answer; /* states; NULL: there is no answer */
} coset_compared_step;

typedef struct {
    const char *relation; /* "bisimulation", ... */
    uint32_t n_sides;
    coset_compared sides[2];
    const char *actions; /* "rules", "none" */
    uint32_t n_silent;
    const char *const *silent;
    uint32_t n_observed;
    const char *const *observed;
    coset_verdict verdict; /* of two sides; one: HOLDS or INCOMPLETE */
    const char *reason;    /* one sentence, or NULL */
    coset_count n_classes; /* of one side */
    uint64_t nodes;        /* of the relation if it is a decision diagram; else 0 */
    uint64_t largest;      /* of such diagrams during the computation; */
    uint32_t rounds;       /* until the fixpoint; */
    double search_seconds; /* before that */
    double seconds;
    int exit_code;
    /* If the relation fails: */
    bool told;                    /* the fields below are set */
    uint32_t first;               /* the side whose start state has no partner */
    const char *formula;          /* true of that state, of no start state of the other side; or NULL: too long */
    const coset_value *starts[2]; /* where the play begins */
    uint32_t n_steps;
    const coset_compared_step *steps;
    const char *end; /* true of the last state of `first`, false of that of the other side */
} coset_comparison;

void coset_comparison_text(const coset_comparison *c, const coset_text_style *style, FILE *out);
/* One JSON object, schema "coset/1". */
coset_status coset_comparison_json(const coset_comparison *c, FILE *out, coset_err *err) COSET_NODISCARD;

#endif
