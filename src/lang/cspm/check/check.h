/* lang/cspm/check/check.h - the type checker.
 *
 * Layer    lang/cspm, internal.
 * Idea     Hindley-Milner inference, group by group in the order of the scope pass. The definitions of the script are
 *          generalised, those of a let only if they are annotated. Afterwards each expression, pattern and symbol has
 *          its type. Uses of a group with a mistake are not reported, so one mistake gives one message.
 */
#ifndef COSET_LANG_CSPM_CHECK_CHECK_H
#define COSET_LANG_CSPM_CHECK_CHECK_H

#include "lang/cspm/check/scope.h"

/* Type-checks the program; problems are messages. */
void coset__cspm_check(cspm_program *program);

/* Reports well-typed code without a meaning: patterns with an ambiguous split, operators without a timed form. */
void coset__cspm_check_forms(cspm_program *program);

#endif
