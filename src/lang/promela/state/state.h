/* lang/promela/state/state.h - what a state consists of, where it stands, what it means.
 *
 * Layer    lang/promela/state.
 */
#ifndef COSET_LANG_PROMELA_STATE_STATE_H
#define COSET_LANG_PROMELA_STATE_STATE_H

#include "lang/promela/program/pieces.h"

/* ---- layout.c: types and places --------------------------------------------------------------------------------- */

/* Gives all variables, channels and processes their places. */
void coset_pml_lower_state(coset_pml_lowerer *l);
const coset_ir_type *coset_pml_var_type(coset_pml_lowerer *l, const coset_pml_var *v);
const coset_ir_type *coset_pml_scalar_type(coset_pml_lowerer *l, const coset_pml_type *t, bool in_array);
/* The messages have one part: a bit has a byte there, as in arrays; among others it keeps one bit (Spin's verifier). */
bool coset_pml_is_alone(const coset_pml_shape *s);
/* Where no channel is declared: reading it is a fault, whatever the number. */
const coset_ir_place *coset_pml_no_channel(coset_pml_lowerer *l, const coset_ir_expr *number, coset_pos pos);
/* Of a process: all of it, its control state, a parameter or local variable. */
const coset_ir_place *coset_pml_process(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos);
const coset_ir_place *coset_pml_control(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos);
const coset_ir_place *coset_pml_own(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_var *v,
                                    coset_pos pos);

/* ---- token.c ---------------------------------------------------------------------------------------------------- */

/* The places that tell who holds the token, or who offers; of one family. NULL: none of it ever does. */
const coset_ir_place *coset_pml_token_of(const coset_pml_lowerer *l, const coset_pml_family *f);
const coset_ir_place *coset_pml_offerer_of(const coset_pml_lowerer *l, const coset_pml_family *f);
/* No process but `who` (NULL: none at all) is in the midst of an atomic sequence; NULL: always so. */
const coset_ir_expr *coset_pml_free(coset_pml_lowerer *l, const coset_pml_who *who);
void coset_pml_clear_offerers(coset_pml_lowerer *l, coset_ir_list *list);
void coset_pml_clear_tokens(coset_pml_lowerer *l, coset_ir_list *list);

/* ---- keys.c ----------------------------------------------------------------------------------------------------- */

/* By scalarset: where the control states of its processes stand, and the first global array of plain values
 * that its elements index. After all variables have their places. */
const coset_sort_keys *const *coset_pml_sort_keys(coset_pml_lowerer *l);

/* ---- remember.c: what the program keeps for its teller (tell.h) ------------------------------------------------- */

const char *coset_pml_node_text(coset_pml_lowerer *l, const coset_pml_node *n);
/* Origin of a rule that executes these nodes; or that says itself what it does, from the first of them on. `each`:
 * instances of the rule for each process. */
const void *coset_pml_origin_of(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t each,
                                const coset_pml_node *const *nodes, uint32_t n, bool says_itself);
/* The state is laid out: remembers what it means. */
void coset_pml_remember(coset_pml_lowerer *l);

#endif
