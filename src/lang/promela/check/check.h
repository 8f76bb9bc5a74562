/* lang/promela/check/check.h - names, types and constants of a syntax tree. ast.h describes its guarantees.
 *
 * Layer    lang/promela/check.
 * Errors   problems are messages in `text`, and COSET_INPUT.
 */
#ifndef COSET_LANG_PROMELA_CHECK_CHECK_H
#define COSET_LANG_PROMELA_CHECK_CHECK_H

#include "lang/kit/language.h"
#include "lang/promela/syntax/ast.h"

/* Checks and annotates the tree. */
coset_status coset_pml_check(coset_text *text, coset_pml_model *model, coset_err *err) COSET_NODISCARD;

/* Preprocesses, parses and checks a file, as the first step of loading. The checked tree is in the arena. The
 * definitions of `options` (NULL allowed) are macros and are marked as used. */
coset_status coset_pml_read(coset_text *text, uint16_t file, coset_load_options *options, coset_arena *arena,
                            coset_pml_model **out, coset_err *err) COSET_NODISCARD;

#endif
