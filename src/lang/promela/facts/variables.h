/* lang/promela/facts/variables.h - variables that are omitted from states.
 *
 * Layer    lang/promela/facts.
 */
#ifndef COSET_LANG_PROMELA_FACTS_VARIABLES_H
#define COSET_LANG_PROMELA_FACTS_VARIABLES_H

#include "lang/promela/program/pieces.h"

/* used.c. Finds dead global variables; is_left_out: this one is omitted from states. */
void coset_pml_find_used(coset_pml_lowerer *l);
bool coset_pml_is_left_out(const coset_pml_lowerer *l, const coset_pml_var *v);

/* hidden.c. Finds hidden variables whose values never outlive a step; to be called after coset_pml_find_used. */
void coset_pml_find_scratch(coset_pml_lowerer *l);
/* Clears them at the end of a step. */
void coset_pml_forget_scratch(coset_pml_lowerer *l, const coset_pml_family *f, const coset_pml_edge *e,
                              coset_ir_list *list);

/* mailbox.c. Finds arrays of channels that are indexed by elements; after classes and the trace are known. */
void coset_pml_find_mailboxes(coset_pml_lowerer *l);

#endif
