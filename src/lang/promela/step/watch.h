/* lang/promela/step/watch.h - output, traces and checks of executed statements.
 *
 * Layer    lang/promela/step.
 */
#ifndef COSET_LANG_PROMELA_STEP_WATCH_H
#define COSET_LANG_PROMELA_STEP_WATCH_H

#include "lang/promela/program/pieces.h"

/* ---- say.c ------------------------------------------------------------------------------------------------------ */

/* The text of a printf or printm; `known`: values for its arguments, else NULL. */
void coset_pml_say_text(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st,
                        const coset_ir_expr *const *known);
/* The message sent or received on the channel with that number; `values` NULL: the contents of `message`. */
void coset_pml_say_message(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                           const coset_pml_stmt *st, const coset_pml_shape *shape, const coset_ir_expr *number,
                           const coset_ir_place *message, const coset_ir_expr *const *values);
/* The statement with Spin's number `id` is executed; for rules without a fixed list of them. */
void coset_pml_say_deed(coset_pml_lowerer *l, coset_ir_list *list, const coset_ir_expr *id, coset_pos pos);

/* ---- trace.c: events of a trace or notrace ---------------------------------------------------------------------- */

typedef struct {
    coset_pml_stmt_op op;          /* SEND or RECEIVE */
    const coset_ir_expr *number;   /* of the channel */
    const coset_pml_shape *shape;  /* its shape */
    const coset_ir_place *message; /* that was sent, or will be removed */
    coset_pos pos;                 /* of the statement */
} coset_pml_event;
void coset_pml_find_trace(coset_pml_lowerer *l);
/* The automaton is in a valid end state. */
const coset_ir_expr *coset_pml_trace_may_end(coset_pml_lowerer *l);
/* Its step on an event. */
void coset_pml_watch(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_event *e);

/* ---- claims.c: only on request; else these do nothing ----------------------------------------------------------- */

/* The process uses the channel in a way that `kind` (XR or XS) reserves. */
void coset_pml_check_claims(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                            const coset_pml_expr *chan, coset_pml_stmt_op kind);
/* It evaluates the expression, which may query channels. */
void coset_pml_check_questions(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                               const coset_pml_expr *e);

#endif
