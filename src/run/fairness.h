/* run/fairness.h - fairness of runs: by process, or by rule instance.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_FAIRNESS_H
#define COSET_RUN_FAIRNESS_H

#include "run/session.h"
#include "trace/trace.h"
#include "wrap/fair.h"

typedef struct coset_fair_choice {
    const char *words; /* "under weak fairness of processes"; NULL: every run counts */
    uint32_t n;
    const coset_fairness *what;
} coset_fair_choice;

/* The choice of --fair; weak or strong fairness only. Returns an exit status, after messages. */
int coset_fair_choose(const coset_session *s, coset_fair_choice *out);

/* Why the loop of the trace is fair: fills its fates. */
coset_status coset_fair_explain(const coset_model *m, const coset_fair_choice *fairness, coset_trace *t,
                                coset_arena *arena, coset_err *err) COSET_NODISCARD;

#endif
