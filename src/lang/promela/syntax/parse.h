/* lang/promela/syntax/parse.h - tokens to syntax tree.
 *
 * Layer    lang/promela/syntax.
 * Errors   problems in the source are messages in `text`; the parser continues after each of them, so one run reports
 *          several. The tree is complete, and valid for coset_pml_check, only if no error was added.
 * Cost     linear in the source with its inlines expanded, which is bounded.
 */
#ifndef COSET_LANG_PROMELA_SYNTAX_PARSE_H
#define COSET_LANG_PROMELA_SYNTAX_PARSE_H

#include "lang/promela/syntax/ast.h"
#include "lang/promela/syntax/source.h"

/* The tree of a preprocessed source, in its arena. `file` is the main one. COSET_INPUT if it has errors (*out is then
 * the valid part). */
coset_status coset_pml_parse(coset_pml_source *source, uint16_t file, coset_pml_model **out,
                             coset_err *err) COSET_NODISCARD;

/* Reads the conditions of formulas into the model. `wanted` may be NULL. */
coset_status coset_pml_add_predicates(coset_text *text, coset_wanted *wanted, coset_pml_model *model,
                                      coset_err *err) COSET_NODISCARD;

/* A file that describes the symmetry of a model: declarations only, as in the model, but with names of scalarsets for
 * types and bounds, and proctypes without a body. Its scalarsets, types, variables and proctypes are those of *out. */
coset_status coset_pml_parse_sym(coset_pml_source *source, uint16_t file, coset_pml_model **out,
                                 coset_err *err) COSET_NODISCARD;

#endif
