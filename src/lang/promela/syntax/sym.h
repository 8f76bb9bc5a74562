/* lang/promela/syntax/sym.h - a separate file that declares which data of the model are elements of scalarsets.
 *
 * Layer    lang/promela/syntax.
 * Idea     The description of symmetry that SymmSpin reads: it repeats those declarations of the model that contain
 *          elements of a scalarset or are indexed by them, with the scalarset's name as the type or the bound. See
 *          doc/languages/promela.md.
 * Errors   problems are messages in `text`, and COSET_INPUT.
 */
#ifndef COSET_LANG_PROMELA_SYNTAX_SYM_H
#define COSET_LANG_PROMELA_SYNTAX_SYM_H

#include "lang/kit/language.h"
#include "lang/promela/syntax/ast.h"

/* Reads the file that options->sym names, or else `name.sym` next to a model `name.ending`, if it exists, into the
 * model, which is parsed and not yet checked. */
coset_status coset_pml_read_sym(coset_text *text, uint16_t file, coset_load_options *options, coset_pml_model *model,
                                coset_err *err) COSET_NODISCARD;

/* The same for a file that is given. */
coset_status coset_pml_apply_sym(coset_text *text, uint16_t sym, coset_load_options *options, coset_pml_model *model,
                                 coset_err *err) COSET_NODISCARD;

#endif
