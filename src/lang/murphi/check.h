/* lang/murphi/check.h - names, types and constants of a syntax tree. What it guarantees stands in ast.h.
 *
 * Layer    lang/murphi.
 * Errors   problems are messages in `text`, and COSET_INPUT.
 */
#ifndef COSET_LANG_MURPHI_CHECK_H
#define COSET_LANG_MURPHI_CHECK_H

#include "lang/kit/language.h"
#include "lang/murphi/ast.h"

/* Checks and annotates the tree. `options` may be NULL; its definitions replace values of top-level constants (and are
 * marked as used), its dialect is "rumur" (default) or "cmurphi". */
coset_status coset_mu_check(coset_text *text, coset_mu_model *model, coset_load_options *options,
                            coset_err *err) COSET_NODISCARD;

#endif
