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

/* others.c: what processes know of each other.
 * The functions that tell who can move, where they are needed: after the state is laid out, before rules. */
void coset_pml_lower_others(coset_pml_lowerer *l);
const coset_ir_expr *coset_pml_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos);
/* Of a process that is born: by `run`, or NULL, at the start. */
void coset_pml_give_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                             const coset_pml_expr *run);
void coset_pml_set_priority(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                            const coset_pml_stmt *st);
/* enabled, pc_value, get_priority. */
const coset_ir_expr *coset_pml_lower_other(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
const coset_ir_expr *coset_pml_may_move(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos);
/* Nobody of a higher priority could move; NULL: always so. */
const coset_ir_expr *coset_pml_is_first(coset_pml_lowerer *l, const coset_pml_who *who);

/* A number is the pid of a process of the family. */
const coset_ir_expr *coset_pml_is_in_family(coset_pml_lowerer *l, const coset_pml_who *who);
/* remote.c: P[pid]@label, P[pid]:variable, and both without a pid. */
const coset_ir_expr *coset_pml_lower_remote(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
/* The number that the model sees as `_pid`. */
const coset_ir_expr *coset_pml_pid(coset_pml_lowerer *l, const coset_pml_who *who);

/* each.c: what is written once for each element of a scalarset */
/* parts[0], parts[1], .. are the same expression for each element of a scalarset: one quantifier, and how many it
 * stands for. Else NULL. */
const coset_ir_expr *coset_pml_for_each(coset_pml_lowerer *l, const coset_pml_who *who, bool all,
                                        const coset_pml_expr *const *parts, uint32_t n, uint32_t *used);
/* They are the addends of a sum, of global variables: a call of a function that adds them up. Else NULL. */
#define COSET_PML_MOST_ADDEND 65536
const coset_ir_expr *coset_pml_sum_each(coset_pml_lowerer *l, const coset_pml_who *who,
                                        const coset_pml_expr *const *parts, uint32_t n);
/* The loop; the statement is lowered once. */
void coset_pml_roll(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_unrolled *u);

/* Between these two the first option stands for the one of the binder's element. */
const coset_ir_binder *coset_pml_open_choice(coset_pml_lowerer *l, const coset_pml_family *f,
                                             const coset_pml_choice *c);
void coset_pml_close_choice(coset_pml_lowerer *l);
/* Some option can be executed. */
const coset_ir_expr *coset_pml_any_choice(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_choice *c,
                                          bool in_d_step);
/* In the rule of an open choice: `before` the effect of the option's first statement, or behind it. */
void coset_pml_put_choice(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                          const coset_pml_choice *c, bool before);

/* expr.c */
const coset_ir_expr *coset_pml_lower_expr(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
const coset_ir_expr *coset_pml_truth(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
/* predicate.c: conditions of formulas, as properties. */
void coset_pml_lower_predicates(coset_pml_lowerer *l);
const coset_ir_place *coset_pml_lower_place(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
/* A value with these bounds as it is after it has been stored in a variable of type t. */
const coset_ir_expr *coset_pml_cut(coset_pml_lowerer *l, const coset_ir_expr *e, int64_t lo, int64_t hi,
                                   const coset_pml_type *t, bool in_array);

/* channel.c */
/* The shapes that a channel expression may have: fills `shapes`, returns how many. */
uint32_t coset_pml_shapes_of(coset_pml_lowerer *l, const coset_pml_expr *chan, uint32_t n_args, uint32_t *shapes);
/* The number of the channel is one of shape s; NULL: always. */
const coset_ir_expr *coset_pml_is_shape(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *chan,
                                        uint32_t s);
/* The number of a channel. */
const coset_ir_expr *coset_pml_number_of(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *chan);
/* It is what is offered just now, on a channel of shape s. */
const coset_ir_expr *coset_pml_is_offered(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *chan,
                                          uint32_t s);
/* The channel of a send or receive that only puts a message behind the others, or takes the first one; else NULL. */
const coset_ir_place *coset_pml_queue(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_stmt *st,
                                      uint32_t s);
const coset_ir_place *coset_pml_channel(coset_pml_lowerer *l, const coset_ir_expr *number, uint32_t s,
                                        const coset_pml_expr *chan);
const coset_ir_expr *coset_pml_length(coset_pml_lowerer *l, const coset_ir_place *channel);
const coset_ir_expr *coset_pml_lower_poll(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
/* Looking at `e` polls a channel without places, which is an error, as in Spin's verifier; NULL: never. */
#define COSET_PML_POLLED_OFFER "a rendez-vous channel cannot be polled"
const coset_ir_expr *coset_pml_polls_offer(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
/* Asserts that it does not. */
void coset_pml_check_polls(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list,
                           const coset_pml_expr *e);
const coset_ir_expr *coset_pml_lower_chan_op(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_expr *e);
/* Whether a send or receive on a channel of shape s can be executed, its rendez-vous partner left out of account. */
const coset_ir_expr *coset_pml_can_send(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_stmt *st,
                                        uint32_t s);
const coset_ir_expr *coset_pml_can_receive(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_stmt *st,
                                           uint32_t s);
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
/* The channel of a send or receive may have shape s. */
bool coset_pml_can_have_shape(coset_pml_lowerer *l, const coset_pml_stmt *st, uint32_t s);
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
