/* lang/promela/step/when.h - when statements and processes are enabled.
 *
 * Layer    lang/promela/step.
 */
#ifndef COSET_LANG_PROMELA_STEP_WHEN_H
#define COSET_LANG_PROMELA_STEP_WHEN_H

#include "lang/promela/program/pieces.h"

/* ---- can.c ------------------------------------------------------------------------------------------------------ */

/* Whether a node can be executed outside of a handshake, in a family's process. A rendez-vous offer is enabled only if
 * some process accepts it, but always `in_d_step`, where it is a fault. */
const coset_ir_expr *coset_pml_can(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_edge *e,
                                   const coset_pml_edge *list, bool in_d_step);
/* None of these transitions can be executed; NULL: there are none. */
const coset_ir_expr *coset_pml_none_can(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_edge *list);
/* A d_step can begin or continue with this node; NULL: always. */
const coset_ir_expr *coset_pml_can_begin(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_node *n);

/* ---- moves.c ---------------------------------------------------------------------------------------------------- */

/* Defines the functions that decide whether a process is enabled, if needed: after the state is laid out, before rules.
 */
void coset_pml_lower_others(coset_pml_lowerer *l);

#endif
