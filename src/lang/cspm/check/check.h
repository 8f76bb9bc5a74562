/* lang/cspm/check/check.h - types of everything.
 *
 * Layer    lang/cspm, internal.
 * Idea     Hindley and Milner, group by group in the order of the scope pass; the definitions of the script are
 * generalised, those of a let only where they are annotated. Each expression, pattern and symbol has its type
 * afterwards. A group with a mistake stays silent where it is used, so one mistake gives one message.
 */
#ifndef COSET_LANG_CSPM_CHECK_CHECK_H
#define COSET_LANG_CSPM_CHECK_CHECK_H

#include "lang/cspm/check/scope.h"

/* Types the program; problems are messages. */
void coset__cspm_check(cspm_program *program);

/* What is well typed but has no meaning: patterns that do not say how to split, operators that have no timed form. */
void coset__cspm_check_forms(cspm_program *program);

#endif
