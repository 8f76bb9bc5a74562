/* app/csp.h - checking the assertions of a CSP script.
 *
 * Layer    app.
 */
#ifndef COSET_APP_CSP_H
#define COSET_APP_CSP_H

#include "app/session.h"
#include "lang/cspm/script.h"
#include "report/csp.h"

typedef struct {
    coset_session *session;
    coset_cspm_script *script;
    coset_budget budget; /* of time and memory for the whole script, searches included */
    COSET_VEC(coset_csp_result) results;
    COSET_VEC(coset_csp_print) prints;
    coset_csp_report report;
    char *itf;          /* the first counterexample, where asked for; coset_delete */
    bool only_symmetry; /* results tell the symmetry of each assertion; nothing is searched */
} coset_csp_run;

/* Opens the script that the session has read and checks what the settings ask for; messages go to stderr. `run` is zero
 * but for only_symmetry. Returns an
 * exit status; where that is COSET_EXIT_HOLDS `report` is filled (its exit_code is the verdict's). */
int coset_csp_check(coset_csp_run *run, coset_session *session);
void coset_csp_check_free(coset_csp_run *run);

/* The whole of `coset check` for a script: check, tell, files. Returns an exit status. */
int coset_csp_verb(coset_session *session);

/* The whole of `coset symmetry` for a script. Returns an exit status. */
int coset_csp_symmetry_verb(coset_session *session);

/* One assertion (app/csp_assert.c); fills `out`. Returns an exit status that ends the program, or COSET_EXIT_HOLDS. */
int coset_csp_assert(coset_csp_run *run, uint32_t i, coset_csp_result *out);

#endif
