/* run/csp.h - checking the assertions of a CSP script.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_CSP_H
#define COSET_RUN_CSP_H

#include "lang/cspm/compile/script.h"
#include "lang/cspm/formula.h"
#include "report/csp.h"
#include "run/session.h"

/* Callbacks during the check of the assertions. From the beginning the report has a result for each assertion that will
 * be checked, with its text; the rest of a result is filled when its assertion has ended. */
typedef struct {
    void (*begun)(void *ctx, const coset_report *r);
    void (*ended)(void *ctx, const coset_report *r, uint32_t i); /* result i has ended */
    void *ctx;
} coset_csp_listener;

/* A formula of --ltl and its automaton. */
typedef struct {
    coset_cspm_formula read;
    uint32_t conditions[COSET_LTL_ATOMS]; /* of each atom with a set: the number of that set in the script */
    coset_omega *wrong;                   /* the words that violate it; NULL: not translated yet */
} coset_csp_formula;

/* A formula to check on the process of an assertion. */
typedef struct {
    uint32_t assertion, formula;
} coset_csp_claim;

typedef struct {
    coset_session *session;
    coset_cspm_script *script;
    uint32_t n_formulas;
    coset_csp_formula *formulas;
    coset_ltls *pool;                  /* of these; NULL: there are none */
    COSET_VEC(coset_csp_claim) claims; /* their results follow those of assertions */
    COSET_VEC(coset_csp_result) results;
    COSET_VEC(coset_csp_print) prints;
    coset_csp_results answers;
    coset_result sums;
    coset_report report;                /* of these */
    const coset_csp_listener *listener; /* or NULL */
    char *itf;                          /* the first counterexample, if asked for; coset_delete */
    bool only_symmetry;                 /* results report the symmetry of each assertion; nothing is searched */
} coset_csp_run;

/* Opens the script that the session has read; messages go to stderr. Returns an exit status. */
int coset_csp_open(coset_csp_run *run, coset_session *session);
/* Opens the script that the session has read and checks what the settings ask for; messages go to stderr. `run` is zero
 * except for only_symmetry and the listener. Returns an exit status; if that is COSET_EXIT_HOLDS, `report` is filled
 * (its exit_code is the verdict's). */
int coset_csp_check(coset_csp_run *run, coset_session *session);
void coset_csp_check_free(coset_csp_run *run);

/* A result with the text of assertion i from the script; the rest is zero. */
coset_csp_result coset_csp_asked(const coset_csp_run *run, uint32_t i);
/* Checks assertion i (run/csp_assert.c) and fills `out`, which coset_csp_asked made. Returns an exit status that ends
 * the program, or COSET_EXIT_HOLDS. */
int coset_csp_assert(coset_csp_run *run, uint32_t i, coset_csp_result *out);

/* Reads the formulas that the settings give, before the script is opened (run/csp_ltl.c); *conditions are the sets of
 * events in them. Returns an exit status, after messages. */
int coset_csp_formulas_open(coset_csp_run *run, uint32_t *n, const char *const **conditions);
void coset_csp_formulas_close(coset_csp_run *run);
/* Pairs formulas with the assertions `first` to `first + n - 1`: each process gets each formula once. Returns an exit
 * status, after messages. */
int coset_csp_claim_all(coset_csp_run *run, uint32_t first, uint32_t n);
/* A result with the text of the claim; the rest is zero. */
coset_csp_result coset_csp_claimed(const coset_csp_run *run, const coset_csp_claim *claim);
/* As coset_csp_assert. */
int coset_csp_judge(coset_csp_run *run, const coset_csp_claim *claim, coset_csp_result *out);

#endif
