/* run/check.h - a whole check, from the settings to the written results.
 *
 * Layer    run.
 * Use      the settings have limits. All return an exit status, after messages.
 */
#ifndef COSET_RUN_CHECK_H
#define COSET_RUN_CHECK_H

#include "run/settings.h"

/* coset check: loads and verifies the model and writes the results as the settings say. */
int coset_check(coset_settings *settings);
/* coset symmetry: the group of the model, or of each assertion, and what breaks it. */
int coset_symmetry_of(coset_settings *settings);
/* What can be checked, without checking it: properties and messages, as JSON on stdout. */
int coset_list(coset_settings *settings);

#endif
