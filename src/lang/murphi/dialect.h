/* lang/murphi/dialect.h - dialects of Murphi.
 *
 * Layer    lang/murphi.
 */
#ifndef COSET_LANG_MURPHI_DIALECT_H
#define COSET_LANG_MURPHI_DIALECT_H

#include "base/err.h"
#include "base/text.h"
#include "lang/murphi/ast.h"

extern const char *const coset_mu_dialects[]; /* by coset_mu_dialect, NULL at the end */

/* NULL for the strict dialect, which is not mentioned. */
const char *coset_mu_dialect_name(coset_mu_dialect dialect);

/* The dialect of that name. NULL: cmurphi if the file declares a multiset or a union, which only CMurphi has; else
 * strict. COSET_USAGE: there is none of that name. */
coset_status coset_mu_find_dialect(const char *name, coset_text *text, uint16_t file, coset_mu_dialect *out,
                                   coset_err *err) COSET_NODISCARD;

#endif
