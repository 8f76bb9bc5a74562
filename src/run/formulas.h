/* run/formulas.h - formulas of the command line and of the file beside the model.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_FORMULAS_H
#define COSET_RUN_FORMULAS_H

#include "run/session.h"

/* Reads --ctl, --mu, --fair, their files and MODEL.ctl into s->formulas, NULL where there are none. Returns an exit
 * status, after messages. */
int coset_formulas_open(coset_session *s);
/* Conditions of --fair are not for CTL, of which there is no formula: they are left to LTL. */
bool coset_formulas_leave_fair(const coset_session *s);
/* Once the model is loaded: names of rules. */
int coset_formulas_close(coset_session *s);

#endif
