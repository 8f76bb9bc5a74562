/* lang/promela/step/process.h - start and termination of processes.
 *
 * Layer    lang/promela/step.
 */
#ifndef COSET_LANG_PROMELA_STEP_PROCESS_H
#define COSET_LANG_PROMELA_STEP_PROCESS_H

#include "lang/promela/program/pieces.h"

/* ---- priority.c ------------------------------------------------------------------------------------------------- */

/* Of a new process: started by `run`, or initial (NULL). */
void coset_pml_give_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                             const coset_pml_expr *run);
void coset_pml_set_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                            const coset_pml_stmt *st);

/* ---- init.c: initial values ------------------------------------------------------------------------------------- */

/* Of a variable at p whose slots are zero. */
void coset_pml_init_variable(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                             const coset_ir_place *p, const coset_pml_var *v);
/* Of a process without its parameters: started by that `run`, or initial (NULL). */
void coset_pml_start(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_who *born, const coset_pml_expr *run);
/* Number of the first channel of a local variable in the process with this pid. */
const coset_ir_expr *coset_pml_own_channel(coset_pml_lowerer *l, const coset_pml_channels *c, const coset_ir_expr *pid);

/* ---- arrive.c: processes that are started one by one ------------------------------------------------------------ */

/* The current start, with its arguments and pid as constants. */
void coset_pml_arrive(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *run);
void coset_pml_put_arrivals(coset_pml_lowerer *l);

/* ---- process.c -------------------------------------------------------------------------------------------------- */

void coset_pml_run(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *run);
/* Executes the `run` inside an expression, if any; then the expression can be lowered. */
void coset_pml_run_first(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *e);
void coset_pml_die(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, coset_pos pos);

#endif
