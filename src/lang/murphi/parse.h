/* lang/murphi/parse.h - text to syntax tree.
 *
 * Layer    lang/murphi.
 * Errors   errors in the text are messages in `text`; the parser continues after each of them, so that one run shows
 *          several. The tree is complete, and fit for coset_mu_check, only if no error was added.
 * Cost     linear; recursion is bounded by COSET_MU_MAX_NEST.
 */
#ifndef COSET_LANG_MURPHI_PARSE_H
#define COSET_LANG_MURPHI_PARSE_H

#include "lang/murphi/ast.h"

/* The tree of a file, in the arena. COSET_INPUT where the text has errors (*out is then the part understood). */
coset_status coset_mu_parse(coset_text *text, uint16_t file, coset_arena *arena, coset_mu_dialect dialect,
                            coset_mu_model **out, coset_err *err) COSET_NODISCARD;

/* Appends a property for each predicate that is no name, read as expressions. */
coset_status coset_mu_add_predicates(coset_text *text, coset_mu_model *model, coset_wanted *wanted,
                                     coset_mu_dialect dialect, coset_err *err) COSET_NODISCARD;

/* A single expression that fills the piece, or NULL after messages. */
coset_mu_expr *coset_mu_parse_expr(coset_text *text, coset_text_piece piece, coset_arena *arena,
                                   coset_mu_dialect dialect);

#endif
