/* lang/promela/syntax/preprocess.h - macros, conditions and includes of a model, by the mcpp library.
 *
 * Layer    lang/promela/syntax.
 * Idea     The library has global state and leaks on errors, so it runs in a child process (a fork, no other program)
 *          that returns its output through a pipe. A source without directives needs no preprocessor.
 * Errors   its errors become messages in `text` (E010 ..), and COSET_INPUT.
 */
#ifndef COSET_LANG_PROMELA_SYNTAX_PREPROCESS_H
#define COSET_LANG_PROMELA_SYNTAX_PREPROCESS_H

#include "lang/kit/language.h"
#include "lang/promela/syntax/source.h"

/* The preprocessed file. `options` (NULL allowed): definitions become macros and are marked as used. `__COSET__` is
 * defined as 1. Includes are searched in the folder of the including file. */
coset_status coset_pml_preprocess(coset_text *text, uint16_t file, coset_load_options *options, coset_arena *arena,
                                  coset_pml_source *out, coset_err *err) COSET_NODISCARD;

#endif
