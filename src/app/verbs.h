/* app/verbs.h - the verbs of the program; each returns an exit status.
 *
 * Layer    app.
 */
#ifndef COSET_APP_VERBS_H
#define COSET_APP_VERBS_H

#include "options/options.h"

int coset_verb_simulate(coset_settings *s);
int coset_verb_compare(coset_settings *s);
int coset_verb_group(coset_settings *s);
int coset_verb_replay(coset_settings *s);
int coset_verb_automaton(coset_settings *s);
int coset_verb_version(coset_settings *s);
int coset_verb_help(coset_settings *s);

/* The program under the name "refines", and its help; argv[0] is ignored. */
void coset_refines_help(FILE *out);
int coset_refines(int argc, char **argv, const coset_settings *defaults);

/* The table; ends with a name NULL. */
const coset_verb *coset_verbs(void);

/* Help about one verb. */
void coset_help_print(const coset_verb *verb, bool all, FILE *out);

#endif
