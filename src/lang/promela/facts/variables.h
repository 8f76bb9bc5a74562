/* lang/promela/facts/variables.h - variables that states can do without.
 *
 * Layer    lang/promela/facts.
 */
#ifndef COSET_LANG_PROMELA_FACTS_VARIABLES_H
#define COSET_LANG_PROMELA_FACTS_VARIABLES_H

#include "lang/promela/program/pieces.h"

/* used.c. The global variable is no part of states. */
void coset_pml_find_used(coset_pml_lowerer *l);
bool coset_pml_is_left_out(const coset_pml_lowerer *l, const coset_pml_var *v);

/* hidden.c. Which hidden variables no value outlives a step of; to be called behind coset_pml_find_used. */
void coset_pml_find_scratch(coset_pml_lowerer *l);
/* At the end of a step. */
void coset_pml_forget_scratch(coset_pml_lowerer *l, const coset_pml_family *f, const coset_pml_edge *e,
                              coset_ir_list *list);

/* mailbox.c. Which arrays of channels are indexed by elements; when classes and the trace are known. */
void coset_pml_find_mailboxes(coset_pml_lowerer *l);

#endif
