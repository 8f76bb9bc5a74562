/* lang/promela/lower/lower.h - from a checked syntax tree to a guarded-rule program.
 *
 * Layer    lang/promela/lower.
 * Needs    what coset_pml_check guarantees (ast.h).
 * Idea     a process is a record: its control state and variables; the processes of one proctype are an array of such
 *          records, indexed by pid. Each transition of the automaton (graph.h) is a rule with the pid as parameter.
 *          Channels of one shape (capacity and fields) are an array indexed by channel number.
 * States   as Spin stores them. Two things exist only inside a step, in transient states (ir.h): `_exclusive`, the
 *          process that is in the midst of an atomic sequence, and `_handshake`, the channel of a rendez-vous that has
 *          been offered and must be taken at once. An atomic sequence that blocks gives its token up (priority 1); a
 *          `timeout` is true where nothing else can be done (priority 2).
 */
#ifndef COSET_LANG_PROMELA_LOWER_LOWER_H
#define COSET_LANG_PROMELA_LOWER_LOWER_H

#include "lang/promela/expr/channel.h"
#include "lang/promela/expr/expr.h"
#include "lang/promela/expr/kinds.h"
#include "lang/promela/expr/value.h"
#include "lang/promela/facts/classes.h"
#include "lang/promela/facts/each.h"
#include "lang/promela/facts/processes.h"
#include "lang/promela/facts/variables.h"
#include "lang/promela/program/how.h"
#include "lang/promela/state/state.h"

/* The program, in a new arena that it owns. It borrows nothing from the tree. Problems (what is not supported yet, what
 * is too large) are messages in `text` and COSET_INPUT. `tree` is the arena of the tree: the automata go there. */
coset_status coset_pml_lower(coset_text *text, coset_pml_model *model, const char *name, coset_pml_how how,
                             coset_arena *tree, coset_ir **out, coset_err *err) COSET_NODISCARD;

/* ---- private to lower ------------------------------------------------------------------------------------- */

/* arrive.c: processes that are started one by one. The arguments and the pid of the start that is being made are
 * constants. */
void coset_pml_arrive(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *run);
void coset_pml_put_arrivals(coset_pml_lowerer *l);

/* count.c. The loop as a whole; `tells`: it says how it is left. */
void coset_pml_count(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_counting *c,
                     bool tells);

/* priority.c. Of a process that is born: by `run`, or NULL, at the start. */
void coset_pml_give_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                             const coset_pml_expr *run);
void coset_pml_set_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                            const coset_pml_stmt *st);

/* moves.c. The functions that tell who can move, where they are needed: after the state is laid out, before rules. */
void coset_pml_lower_others(coset_pml_lowerer *l);

/* each.c: what is written once for each element of a scalarset */
/* The loop; the statement is lowered once. */
void coset_pml_roll(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_unrolled *u);

/* Some option can be executed. */
const coset_ir_expr *coset_pml_any_choice(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_choice *c,
                                          bool in_d_step);
/* In the rule of an open choice: `before` the effect of the option's first statement, or behind it. */
void coset_pml_put_choice(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                          const coset_pml_choice *c, bool before);

/* predicate.c: conditions of formulas, as properties. */
void coset_pml_lower_predicates(coset_pml_lowerer *l);
/* message.c */
void coset_pml_send(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st,
                    uint32_t s);
void coset_pml_receive(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st,
                       uint32_t s);

/* request.c: what is checked on request; else these do nothing */
void coset_pml_lower_receptions(coset_pml_lowerer *l);
/* The process uses the channel, in a way that `kind` (XR or XS) reserves. */
void coset_pml_check_claims(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                            const coset_pml_expr *chan, coset_pml_stmt_op kind);
/* It evaluates the expression, which may ask about channels. */
void coset_pml_check_questions(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                               const coset_pml_expr *e);

/* process.c */
void coset_pml_run(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *run);
/* Makes the `run` inside an expression, if there is one; the expression can be lowered then. */
void coset_pml_run_first(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *e);
/* By that `run`, or NULL: at the start. */
void coset_pml_start(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_who *born, const coset_pml_expr *run);
void coset_pml_die(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, coset_pos pos);
/* The only start state. */
void coset_pml_lower_start(coset_pml_lowerer *l);

/* One rule for the opening. */
void coset_pml_lower_opening(coset_pml_lowerer *l);
/* stmt.c */
/* Whether a node can be executed outside of a handshake, in a family's process; an offer of a rendez-vous only if
 * somebody takes it, but `in_d_step`, where it is a fault, always. */
const coset_ir_expr *coset_pml_can(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_edge *e,
                                   const coset_pml_edge *list, bool in_d_step);
/* None of these transitions can be executed; NULL: there are none. */
const coset_ir_expr *coset_pml_none_can(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_edge *list);
/* The effect of a basic statement that is no send or receive. */
void coset_pml_effect(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st);
/* Somebody takes the offer of this send on a rendez-vous channel of shape s. */
const coset_ir_expr *coset_pml_taken(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_stmt *st,
                                     uint32_t s);

/* say.c */
/* The text of a printf or printm; `known`: values for its arguments, else NULL. */
void coset_pml_say_text(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st,
                        const coset_ir_expr *const *known);
/* What is sent or received on the channel with that number; `values` NULL: what stands in `message`. */
void coset_pml_say_message(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                           const coset_pml_stmt *st, const coset_pml_shape *shape, const coset_ir_expr *number,
                           const coset_ir_place *message, const coset_ir_expr *const *values);
/* The statement with Spin's number `id` is executed; for rules without a fixed list of them. */
void coset_pml_say_deed(coset_pml_lowerer *l, coset_ir_list *list, const coset_ir_expr *id, coset_pos pos);

/* trace.c: what a trace or notrace watches */
typedef struct {
    coset_pml_stmt_op op;          /* SEND or RECEIVE */
    const coset_ir_expr *number;   /* of the channel */
    const coset_pml_shape *shape;  /* its shape */
    const coset_ir_place *message; /* that was sent, or will be taken away */
    coset_pos pos;                 /* of the statement */
} coset_pml_event;
void coset_pml_find_trace(coset_pml_lowerer *l);
/* The automaton is where it may stop. */
const coset_ir_expr *coset_pml_trace_may_end(coset_pml_lowerer *l);
/* Its step on an event. */
void coset_pml_watch(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_event *e);

/* dstep.c */
const coset_ir_expr *coset_pml_dstep_guard(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_node *n);
void coset_pml_dstep(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_node *n);
/* What follows the first statement, which is a receive. */
void coset_pml_dstep_rest(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_node *n);

/* rule.c */
void coset_pml_lower_rules(coset_pml_lowerer *l);

#endif
