/* lang/promela/step/process.h - processes come and go.
 *
 * Layer    lang/promela/step.
 */
#ifndef COSET_LANG_PROMELA_STEP_PROCESS_H
#define COSET_LANG_PROMELA_STEP_PROCESS_H

#include "lang/promela/program/pieces.h"

/* ---- priority.c ------------------------------------------------------------------------------------------------- */

/* Of a process that is born: by `run`, or NULL, at the start. */
void coset_pml_give_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                             const coset_pml_expr *run);
void coset_pml_set_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                            const coset_pml_stmt *st);

/* ---- init.c: first values --------------------------------------------------------------------------------------- */

/* Of a variable that holds zeros, at p. */
void coset_pml_init_variable(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                             const coset_ir_place *p, const coset_pml_var *v);
/* Of a process but for its parameters: by that `run`, or NULL: at the start. */
void coset_pml_start(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_who *born, const coset_pml_expr *run);
/* Number of the first channel of a local variable in the process with this pid. */
const coset_ir_expr *coset_pml_own_channel(coset_pml_lowerer *l, const coset_pml_channels *c, const coset_ir_expr *pid);

/* ---- arrive.c: processes that are started one by one ------------------------------------------------------------ */

/* The arguments and the pid of the start that is being made are constants. */
void coset_pml_arrive(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *run);
void coset_pml_put_arrivals(coset_pml_lowerer *l);

/* ---- process.c -------------------------------------------------------------------------------------------------- */

void coset_pml_run(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *run);
/* Makes the `run` inside an expression, if there is one; the expression can be lowered then. */
void coset_pml_run_first(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *e);
void coset_pml_die(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, coset_pos pos);

#endif
