/* lang/murphi/parse.h - text to syntax tree.
 *
 * Layer    lang/murphi.
 * Errors   errors in the source are messages in `text`; the parser continues after each of them, so one run reports
 *          several. The tree is complete, and valid for coset_mu_check, only if no error was added.
 * Cost     linear; recursion is bounded by COSET_MU_MAX_NEST.
 */
#ifndef COSET_LANG_MURPHI_PARSE_H
#define COSET_LANG_MURPHI_PARSE_H

#include "lang/murphi/ast.h"

/* The tree of a file, in the arena. COSET_INPUT if the source has errors (*out is then the valid part). */
coset_status coset_mu_parse(coset_text *text, uint16_t file, coset_arena *arena, coset_mu_dialect dialect,
                            coset_mu_model **out, coset_err *err) COSET_NODISCARD;

/* Appends a property for each predicate that is no name but an expression. */
coset_status coset_mu_add_predicates(coset_text *text, coset_mu_model *model, coset_wanted *wanted,
                                     coset_mu_dialect dialect, coset_err *err) COSET_NODISCARD;

/* The piece as a single expression, or NULL after messages. */
coset_mu_expr *coset_mu_parse_expr(coset_text *text, coset_text_piece piece, coset_arena *arena,
                                   coset_mu_dialect dialect);

#endif
