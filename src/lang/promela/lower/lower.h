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

#include "lang/promela/program/how.h"
#include "lang/promela/program/pieces.h"

/* The program, in a new arena that it owns. It borrows nothing from the tree. Problems (what is not supported yet, what
 * is too large) are messages in `text` and COSET_INPUT. `tree` is the arena of the tree: the automata go there. */
coset_status coset_pml_lower(coset_text *text, coset_pml_model *model, const char *name, coset_pml_how how,
                             coset_arena *tree, coset_ir **out, coset_err *err) COSET_NODISCARD;

/* ---- private to lower ------------------------------------------------------------------------------------- */

/* type.c: state variables */
/* Where no channel is declared: reading it is a fault, whatever the number. */
const coset_ir_place *coset_pml_no_channel(coset_pml_lowerer *l, const coset_ir_expr *number, coset_pos pos);
const coset_ir_type *coset_pml_var_type(coset_pml_lowerer *l, const coset_pml_var *v);
const coset_ir_type *coset_pml_scalar_type(coset_pml_lowerer *l, const coset_pml_type *t, bool in_array);
/* The messages have one part: a bit has a byte there, as in arrays; among others it keeps one bit (Spin's verifier). */
bool coset_pml_is_alone(const coset_pml_shape *s);
void coset_pml_lower_state(coset_pml_lowerer *l);
const coset_ir_place *coset_pml_process(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos);
const coset_ir_place *coset_pml_control(coset_pml_lowerer *l, const coset_pml_who *who, coset_pos pos);

/* A parameter or local variable of the process. */
const coset_ir_place *coset_pml_own(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_var *v,
                                    coset_pos pos);
/* Channels that the variable is initialised with: itself, or only those of `field`. */
uint32_t coset_pml_n_channels(const coset_pml_var *v, const coset_pml_var *field);

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

/* slots.c: how many processes there may be, with which pids */
void coset_pml_count_processes(coset_pml_lowerer *l);
/* Marks the control states that can be reached from `from` (itself only by a cycle). */
void coset_pml_reach(const coset_pml_graph *g, uint32_t from, bool *seen);
/* The pids lo .. hi are of the family, too. */
void coset_pml_widen(coset_pml_family *f, uint32_t lo, uint32_t hi);
/* The process starts all others, with arguments that are known: their values come from nowhere else. */
bool coset_pml_is_starter(const coset_pml_lowerer *l, const coset_pml_proc *p);
/* arrive.c: processes that are started one by one while others run. Steps and starts of the runner are noted in
 * order; `alone`: nobody else can have moved yet. */
void coset_pml_note_arriving(coset_pml_lowerer *l, uint32_t at, const coset_pml_stmt *st, bool alone, bool known);
/* All are started; `after`: where the runner stands then. */
void coset_pml_end_arriving(coset_pml_lowerer *l, const coset_pml_family *runner, uint32_t n_before, uint32_t after);
/* The arguments and the pid of the start that is being made are constants. */
void coset_pml_arrive(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *run);
void coset_pml_put_arrivals(coset_pml_lowerer *l);
/* room.c: the same where no process can be followed that starts all others. */
void coset_pml_count_all(coset_pml_lowerer *l);
/* Processes of the family that there may be: more than n where the room is a guess. */
uint32_t coset_pml_most_of(const coset_pml_family *f);
/* Processes of the family may come to their end, as far as their transitions tell. */
bool coset_pml_may_die(const coset_pml_family *f);
/* The same, even if they vanish there. */
bool coset_pml_may_end(const coset_pml_family *f);
/* ended.c: finds out if processes may vanish where they end; before they are counted. */
void coset_pml_leave_ended(coset_pml_lowerer *l);
/* When they are counted: false where they may not, after all, and are to be counted again. */
bool coset_pml_confirm_leaving(coset_pml_lowerer *l);

/* The `run` in the statement of a transition, or NULL. */
const coset_pml_expr *coset_pml_run_of(const coset_pml_edge *e);

/* loop.c. How often one process takes this transition out of control state `from` at most; 0: no bound seen. */
uint32_t coset_pml_most_rounds(const coset_pml_graph *g, uint32_t from, const coset_pml_edge *run);

/* count.c. Finds the loops that count, before there are classes: their counters have a class in each loop. */
void coset_pml_find_countings(coset_pml_lowerer *l);
/* That of a `do`, or NULL. */
const coset_pml_counting *coset_pml_counting_at(const coset_pml_lowerer *l, const coset_pml_stmt *loop);
/* The one at n, if its counter gets its first value before in the sequence, and counts through the elements of a
 * scalarset; or NULL. */
const coset_pml_counting *coset_pml_counting_in(coset_pml_lowerer *l, const coset_pml_seq *seq,
                                                const coset_pml_node *n);
/* The elements that a counter counts through; NULL: plain numbers. */
const coset_ir_type *coset_pml_class_of_counter(coset_pml_lowerer *l, const coset_pml_counting *c);
/* In control state `at` such a loop begins, and is part of one step; step: the transition that leaves it. */
typedef struct {
    const coset_pml_counting *counting;
    coset_pml_edge step;
} coset_pml_counted;
bool coset_pml_find_counted(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t at, coset_pml_counted *out);
/* The loop as a whole; `tells`: it says how it is left. */
void coset_pml_count(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_counting *c,
                     bool tells);

/* others.c: what processes know of each other. Which families have a fixed priority: */
void coset_pml_find_priorities(coset_pml_lowerer *l);
/* The functions that tell who can move, where they are needed: after the state is laid out, before rules. */
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

/* class.c: values that meet are of one class, until classes_are_fixed */
void coset_pml_find_classes(coset_pml_lowerer *l);
uint32_t coset_pml_cell_of(coset_pml_lowerer *l, const void *key, uint32_t part);
coset_pml_shifted coset_pml_top_of(const coset_pml_lowerer *l, coset_pml_shifted v);
void coset_pml_unite(coset_pml_lowerer *l, coset_pml_shifted a, coset_pml_shifted b);
coset_pml_shifted coset_pml_class_value(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e);

/* symm.c: scalarsets. The types are NULL where no element can stand. */
void coset_pml_find_symmetry(coset_pml_lowerer *l);
const coset_ir_type *coset_pml_value_type(coset_pml_lowerer *l, const coset_pml_var *v, int64_t lo, int64_t hi);
const coset_ir_type *coset_pml_index_type(coset_pml_lowerer *l, const coset_pml_var *v, int64_t hi);
/* The same of an element that may be none: -1. */
const coset_ir_type *coset_pml_offered_type(coset_pml_lowerer *l, const coset_pml_var *v, int64_t hi);
const coset_ir_type *coset_pml_part_type(coset_pml_lowerer *l, const coset_pml_chan *c, uint32_t i, int64_t lo,
                                         int64_t hi);
/* By scalarset: where the control states of its processes stand, and the first global array of plain values that its
 * elements index. After all variables have their places. */
const coset_sort_keys *const *coset_pml_sort_keys(coset_pml_lowerer *l);
/* 0 is an element among the values of v. */
bool coset_pml_has_elements(coset_pml_lowerer *l, const coset_pml_var *v);
const coset_ir_type *coset_pml_token_type(coset_pml_lowerer *l, const coset_pml_family *f);
/* The scalarset whose elements an expression of process p, the index of an array, the pid of a process has, or NULL. */
const coset_ir_type *coset_pml_class_of(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_expr *e);
const coset_ir_type *coset_pml_class_of_var(coset_pml_lowerer *l, const coset_pml_var *v);
const coset_ir_type *coset_pml_class_of_index(coset_pml_lowerer *l, const coset_pml_var *v);
const coset_ir_type *coset_pml_class_of_pid(coset_pml_lowerer *l, const coset_pml_proc *p);
/* Of part i of a message in a channel; NULL also where the declaration is not known. */
const coset_ir_type *coset_pml_class_of_part(coset_pml_lowerer *l, const coset_pml_expr *chan, uint32_t i);
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
bool coset_pml_is_hole(const coset_pml_lowerer *l, const coset_pml_expr *e);
/* In an atomic sequence: the statements from control state `at` on are the same one for each element of a scalarset,
 * none of them ever blocks, and what it does is certain. They are one step, to control state `to`. */
typedef struct {
    const coset_pml_node *first, *last;
    const coset_ir_type *type;
    coset_pml_edge step;
} coset_pml_unrolled;
bool coset_pml_find_unrolled(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t at, coset_pml_unrolled *out);
/* Likewise in a d_step, from node n on, in a sequence that ends with `extent`; without `step`. */
bool coset_pml_find_unrolled_in(coset_pml_lowerer *l, const coset_pml_proc *p, const coset_pml_node *n,
                                const coset_pml_node *extent, coset_pml_unrolled *out);
/* The loop; the statement is lowered once. */
void coset_pml_roll(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_unrolled *u);

/* choice.c: options that are written once for each element of a scalarset */
#define COSET_PML_MOST_TAIL 8
typedef struct {
    uint32_t n; /* options: `first` and those behind it in its list */
    const coset_ir_type *type;
    const coset_pml_edge *first;
    coset_pml_edge step; /* `first`, to where all options meet */
    uint32_t spacing;    /* of Spin's numbers */
    uint32_t n_tail;
    const coset_pml_node *tail[COSET_PML_MOST_TAIL]; /* of the first option: what it does until then */
} coset_pml_choice;
bool coset_pml_find_choice(coset_pml_lowerer *l, const coset_pml_family *f, const coset_pml_edge *e,
                           coset_pml_choice *out);
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
void coset_pml_bounds(const coset_pml_expr *e, int64_t *lo, int64_t *hi);
bool coset_pml_in_array(const coset_pml_expr *place);
/* It has a part of that kind. */
bool coset_pml_mentions(const coset_pml_expr *e, coset_pml_op op);

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
/* The variable, or a field of it, has a first value. */
bool coset_pml_has_value(const coset_pml_var *v);
/* Makes the `run` inside an expression, if there is one; the expression can be lowered then. */
void coset_pml_run_first(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_expr *e);
/* By that `run`, or NULL: at the start. */
void coset_pml_start(coset_pml_lowerer *l, coset_ir_list *list, const coset_pml_who *born, const coset_pml_expr *run);
void coset_pml_die(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, coset_pos pos);
/* The only start state. */
void coset_pml_lower_start(coset_pml_lowerer *l);

/* One rule for the opening. */
void coset_pml_lower_opening(coset_pml_lowerer *l);
/* The places that tell who holds the token, or who offers; of one family. NULL: none of it ever does. */
const coset_ir_place *coset_pml_token_of(const coset_pml_lowerer *l, const coset_pml_family *f);
const coset_ir_place *coset_pml_offerer_of(const coset_pml_lowerer *l, const coset_pml_family *f);
/* No process but `who` (NULL: none at all) is in the midst of an atomic sequence; NULL: always so. */
const coset_ir_expr *coset_pml_free(coset_pml_lowerer *l, const coset_pml_who *who);
void coset_pml_clear_offerers(coset_pml_lowerer *l, coset_ir_list *list);
void coset_pml_clear_tokens(coset_pml_lowerer *l, coset_ir_list *list);

/* stmt.c */
/* Whether a node can be executed outside of a handshake, in a family's process; an offer of a rendez-vous only if
 * somebody takes it, but `in_d_step`, where it is a fault, always. */
const coset_ir_expr *coset_pml_can(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_edge *e,
                                   const coset_pml_edge *list, bool in_d_step);
/* None of these transitions can be executed; NULL: there are none. */
const coset_ir_expr *coset_pml_none_can(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_edge *list);
/* The effect of a basic statement that is no send or receive. */
void coset_pml_effect(coset_pml_lowerer *l, const coset_pml_who *who, coset_ir_list *list, const coset_pml_stmt *st);
/* The receive that an edge with this node (which may be NULL) begins with, or NULL. */
const coset_pml_stmt *coset_pml_first_receive(const coset_pml_node *n);
/* The channel of a send or receive may have shape s. */
bool coset_pml_can_have_shape(coset_pml_lowerer *l, const coset_pml_stmt *st, uint32_t s);
/* Somebody takes the offer of this send on a rendez-vous channel of shape s. */
const coset_ir_expr *coset_pml_taken(coset_pml_lowerer *l, const coset_pml_who *who, const coset_pml_stmt *st,
                                     uint32_t s);

/* remember.c: what the program keeps for its teller (tell.h) */
const char *coset_pml_node_text(coset_pml_lowerer *l, const coset_pml_node *n);
/* Origin of a rule that executes these nodes; or that says itself what it does, from the first of them on. `each`:
 * instances of the rule for each process. */
const void *coset_pml_origin_of(coset_pml_lowerer *l, const coset_pml_family *f, uint32_t each,
                                const coset_pml_node *const *nodes, uint32_t n, bool says_itself);
/* The state is laid out: remembers what it means. */
void coset_pml_remember(coset_pml_lowerer *l);

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
