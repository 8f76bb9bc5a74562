/* lang/promela/state/state.h - the parts of a state, their places and their meaning.
 *
 * Layer    lang/promela/state.
 */
#ifndef COSET_LANG_PROMELA_STATE_STATE_H
#define COSET_LANG_PROMELA_STATE_STATE_H

#include "lang/promela/program/pieces.h"

/* ---- layout.c: types and places --------------------------------------------------------------------------------- */

/* Assigns places to all variables, channels and processes. */
void coset_pml_lower_state(coset_pml_lowerer *l);
const coset_ir_type *coset_pml_var_type(coset_pml_lowerer *l, const coset_pml_var *v);
const coset_ir_type *coset_pml_scalar_type(coset_pml_lowerer *l, const coset_pml_type *t, bool in_array);
/* The messages have one part: then a bit is stored in a byte, as in arrays, else in one bit (Spin's verifier). */
bool coset_pml_is_alone(const coset_pml_shape *s);
/* Used if no channel is declared: reading it is a fault for every number. */
const coset_ir_place *coset_pml_no_channel(coset_pml_lowerer *l, const coset_ir_expr *number, coset_pos pos);
/* Of a process: all of it, its control state, a parameter or local variable. */
const coset_ir_place *coset_pml_process(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos);
const coset_ir_place *coset_pml_control(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos);
const coset_ir_place *coset_pml_own(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_var *v,
                                    coset_pos pos);

/* ---- token.c ---------------------------------------------------------------------------------------------------- */

/* The places that store which process of a family holds the token, or offers. NULL: no process of it ever does. */
const coset_ir_place *coset_pml_token_of(const coset_pml_lowerer *l, const coset_pml_family *f);
const coset_ir_place *coset_pml_offerer_of(const coset_pml_lowerer *l, const coset_pml_family *f);
/* No process except `who` (NULL: none at all) is inside an atomic sequence; NULL: always true. */
const coset_ir_expr *coset_pml_free(coset_pml_lowerer *l, const coset_pml_who *who);
void coset_pml_clear_offerers(coset_pml_lowerer *l, coset_ir_list *list);
void coset_pml_clear_tokens(coset_pml_lowerer *l, coset_ir_list *list);

/* ---- keys.c ----------------------------------------------------------------------------------------------------- */

/* By scalarset: the slots of the control states of its processes, and of the first global array of plain values that
 * its elements index. To be called after all variables have their places. */
const coset_sort_keys *const *coset_pml_sort_keys(coset_pml_lowerer *l);

/* ---- remember.c: what the program stores for its teller (tell.h) ------------------------------------------------ */

const char *coset_pml_node_text(coset_pml_lowerer *l, const coset_pml_node *n);
/* Origin of a rule that executes these nodes, or (says_itself) that reports its statements when executed, beginning
 * with the first of them. `each`: instances of the rule for each process. */
const void *coset_pml_origin_of(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t each,
                                const coset_pml_node *const *nodes, uint32_t n, bool says_itself);
/* Stores the meaning of all slots, after the state is laid out. */
void coset_pml_remember(coset_pml_lowerer *l);

#endif
