/* run/csp_job.h - the check of one assertion.
 *
 * Layer    run. csp_assert.c compiles and searches, csp_ltl.c does so for formulas, csp_example.c makes counterexamples
 *          from the failures, csp_twin.c splits those of determinism into the runs of the two copies.
 */
#ifndef COSET_RUN_CSP_JOB_H
#define COSET_RUN_CSP_JOB_H

#include "run/csp.h"
#include "run/csp_symm.h"
#include "run/search.h"

typedef struct {
    coset_csp_run *run;
    uint32_t number;
    const coset_cspm_assertion *assertion;
    const coset_cspm_choices *choices; /* NULL: no symmetry reduction */
    coset_csp_symmetry symmetry;
    coset_search search; /* of the product, with that reduction */
    const coset_cspm_compiled *compiled;
    coset_csp_model model;
    coset_model *impl, *product;
    coset_normal *spec;
    const coset_csp_formula *formula; /* that is checked instead of the assertion; or NULL */
    coset_result *result;
    coset_csp_result *out;
    coset_csp_counterexample *examples; /* room for as many as the settings ask for */
    coset_arena *arena;
    bool twin;
    bool trial;       /* nobody asked about symmetry: searched without it up to a bound */
    bool by_itself;   /* symmetry was searched for after such a search */
    uint32_t n_notes; /* messages before it */
    double began;
    double replay_until; /* on coset_clock_now; 0: nothing was replayed yet */
    int code;            /* an exit status that ends the program */
} coset_csp_job;

/* A run of the implementation. State i at states + i * stride; there is one more state than steps, except in a loop. */
typedef struct {
    uint32_t n_steps;
    const uint32_t *steps;
    const coset_value *states;
    size_t stride;
    uint32_t loop; /* the step from which a loop begins; n_steps: none */
} coset_csp_behaviour;

/* The run of one of the two copies in a run of twins; false if it is not found. */
bool coset_csp_twin_run(coset_csp_job *j, const coset_trace *t, bool second, coset_csp_behaviour *out);
/* Whether the event can be refused in this state of the implementation; *performs: whether it can happen. */
bool coset_csp_can_refuse(coset_csp_job *j, const coset_value *state, uint32_t event, bool *performs);

/* Ends without a verdict, for this reason. */
void coset_csp_failed(coset_csp_job *j, coset_status status, const coset_err *err);
void coset_csp_undecided(coset_csp_job *j, coset_verdict verdict, const char *reason);
/* The same, because the search ended early. */
void coset_csp_not_answered(coset_csp_job *j);
/* The assertion cannot be checked: adds a message at the refinement or property. */
void coset_csp_refused(coset_csp_job *j, const char *code, const char *why, const char *help);
/* Compiles the assertion's process, with the choices. */
coset_status coset_csp_compile(coset_csp_job *j, coset_err *err) COSET_NODISCARD;
/* Ends the job, whatever its result; the result keeps what it needs. */
void coset_csp_close(coset_csp_job *j);

/* The number of counterexamples to find. */
uint64_t coset_csp_wanted(const coset_csp_job *j);
/* Whether the search of j->result found a failure; stores counterexamples of the failures in j->out, each replayed, no
 * two alike. If one does not replay, j->code says so. */
bool coset_csp_examples(coset_csp_job *j);
/* `has trace` in failures and failures-divergences (run/csp_trace.c): how the process may deviate from the trace,
 * possible or not, as half a sentence; NULL: the possible meanings of the assertion do not differ here. */
coset_status coset_csp_trace_doubt(coset_csp_job *j, bool possible, const char **doubt, coset_err *err) COSET_NODISCARD;
/* `has trace` fails: the longest prefix that is possible. */
coset_status coset_csp_trace_example(coset_csp_job *j, coset_err *err) COSET_NODISCARD;

#endif
