/* run/csp.h - checking the assertions of a CSP script.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_CSP_H
#define COSET_RUN_CSP_H

#include "lang/cspm/script.h"
#include "report/csp.h"
#include "run/session.h"

/* Who is told while the assertions are checked. From the beginning the report has a result for each assertion that will
 * be checked, with its text; the rest of it is there when it has ended. */
typedef struct {
    void (*begun)(void *ctx, const coset_csp_report *r);
    void (*ended)(void *ctx, const coset_csp_report *r, uint32_t i); /* result i has ended */
    void *ctx;
} coset_csp_listener;

typedef struct {
    coset_session *session;
    coset_cspm_script *script;
    COSET_VEC(coset_csp_result) results;
    COSET_VEC(coset_csp_print) prints;
    coset_csp_report report;
    const coset_csp_listener *listener; /* or NULL */
    char *itf;                          /* the first counterexample, where asked for; coset_delete */
    bool only_symmetry;                 /* results tell the symmetry of each assertion; nothing is searched */
} coset_csp_run;

/* Opens the script that the session has read; messages go to stderr. Returns an exit status. */
int coset_csp_open(coset_csp_run *run, coset_session *session);
/* Opens the script that the session has read and checks what the settings ask for; messages go to stderr. `run` is zero
 * but for only_symmetry and the listener. Returns an exit status; where that is COSET_EXIT_HOLDS `report` is filled
 * (its exit_code is the verdict's). */
int coset_csp_check(coset_csp_run *run, coset_session *session);
void coset_csp_check_free(coset_csp_run *run);

/* What the script says about assertion i; the rest is zero. */
coset_csp_result coset_csp_asked(const coset_csp_run *run, uint32_t i);
/* Checks assertion i (run/csp_assert.c); `out` is what was asked, and is filled. Returns an exit status that ends the
 * program, or COSET_EXIT_HOLDS. */
int coset_csp_assert(coset_csp_run *run, uint32_t i, coset_csp_result *out);

#endif
