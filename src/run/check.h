/* run/check.h - the whole of a check, from the settings to the results that are written.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_CHECK_H
#define COSET_RUN_CHECK_H

#include "run/settings.h"

/* coset check: loads the model, has it verified, writes the results as the settings say. Returns an exit status. The
 * settings have limits. */
int coset_check(coset_settings *settings);

#endif
