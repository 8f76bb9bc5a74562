/* lang/promela/syntax/lex.h - preprocessed text to tokens.
 *
 * Layer    lang/promela/syntax.
 * Errors   problems (E001 .. E006) are messages in the text; the token after one is tainted.
 */
#ifndef COSET_LANG_PROMELA_SYNTAX_LEX_H
#define COSET_LANG_PROMELA_SYNTAX_LEX_H

#include "lang/promela/syntax/source.h"
#include "lang/promela/syntax/token.h"

/* All tokens, in the arena, the last one EOF. Words and signs of temporal logic are recognised from `ltl` to its
 * closing brace. */
const coset_pml_token *coset_pml_lex(coset_pml_source *source, uint32_t *n_tokens);

#endif
