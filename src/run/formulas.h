/* run/formulas.h - formulas of the command line and of the file MODEL.ctl.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_FORMULAS_H
#define COSET_RUN_FORMULAS_H

#include "run/session.h"

/* Reads --ctl, --mu, --fair, their files and MODEL.ctl into s->formulas, NULL if there are none. Returns an exit
 * status, after messages. */
int coset_formulas_open(coset_session *s);
/* There is no CTL formula, so the conditions of --fair apply to LTL. */
bool coset_formulas_leave_fair(const coset_session *s);
/* Once the model is loaded: names of rules. */
int coset_formulas_close(coset_session *s);

#endif
