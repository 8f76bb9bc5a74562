/* lang/murphi/check.h - names, types and constants of a syntax tree. Its guarantees are listed in ast.h.
 *
 * Layer    lang/murphi.
 * Errors   problems are messages in `text`, and COSET_INPUT.
 */
#ifndef COSET_LANG_MURPHI_CHECK_H
#define COSET_LANG_MURPHI_CHECK_H

#include "lang/kit/language.h"
#include "lang/murphi/ast.h"

/* Checks and annotates the tree, which has its dialect. The definitions of `options` (NULL allowed) replace the values
 * of top-level constants and are marked as used. */
coset_status coset_mu_check(coset_text *text, coset_mu_model *model, coset_load_options *options,
                            coset_err *err) COSET_NODISCARD;

/* Parses and checks a file, as the first step of loading. The checked tree is in the arena. */
coset_status coset_mu_read(coset_text *text, uint16_t file, coset_load_options *options, coset_arena *arena,
                           coset_mu_model **out, coset_err *err) COSET_NODISCARD;

#endif
