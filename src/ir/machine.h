/* ir/machine.h - internals of the interpreter: memory, evaluation, execution.
 *
 * Layer    ir, private.
 * Memory   mem[0 .. n_slots) is the state, followed by the frames: the current one starts at `fp`, the next free slot
 *          is `sp`, the end `end`. A local of type INT takes two slots, every other simple value one (0 = undefined,
 *          else rank + 1).
 * Stops    Functions that return bool return false if evaluation stops: `cut` distinguishes a false assumption from a
 *          fault, which is then in `fault`.
 * Layers   Bottom up: fault.c; order*.c, checked loops; eval.c, domain.c and call.c, expressions; print.c; exec.c,
 *          statements; machine.c; trial.c; level.c; transient.c; step.c, which contains the workers. On the level of
 *          the last four: property.c, explain.c. Each calls only earlier ones, except the three of expressions.
 * Threads  a machine belongs to one thread.
 */
#ifndef COSET_IR_MACHINE_H
#define COSET_IR_MACHINE_H

#include <string.h>

#include "ir/ir.h"

/* Limit on loop rounds and calls of one step (or one property), so that nothing hangs; beyond it is a
 * COSET_FAULT_BOUND, as is a call nested deeper than COSET_IR_RECURSION. */
#define COSET_IR_FUEL         UINT64_C(100000000)
#define COSET_IR_RECURSION    1000
#define COSET_IR_THREAD_STACK ((uintptr_t)3 << 20)

/* A test of a guard, or a bind before it. */
typedef struct {
    const coset_ir_stmt *bind;
    const coset_ir_expr *test;
} coset_ir_check;

/* When the parts of prelude and guard are evaluated: checks[first[d]] .. checks[first[d+1]-1] once d parameters are
 * bound. Their order is that of the source text, and no check precedes a binder whose domain may fault, so semantics
 * and faults are the same as if everything were tested at the innermost point. */
typedef struct {
    uint32_t *first; /* n_params + 2 */
    coset_ir_check *checks;
} coset_ir_plan;

/* A trial, run in a state: a rule, or a rule with one value of its first parameter. */
typedef struct {
    uint32_t rule, rank; /* rank of that value, or COSET_IR_ALL */
} coset_ir_trial;

#define COSET_IR_ALL UINT32_MAX

/* A set of COSET_IR_BUNCH consecutive trials. The last bit means that no blocking slot was undefined: a slot blocks if
 * a guard faults there before all of its tests are evaluated. */
#define COSET_IR_WORDS 4
#define COSET_IR_BUNCH (64 * COSET_IR_WORDS - 1)
typedef struct {
    _Alignas(32) uint64_t words[COSET_IR_WORDS];
} coset_ir_bunch;

/* For each value of a slot the trials that pass: `surely` in any state, `lets` if nothing blocks. */
typedef struct {
    uint32_t slot;
    coset_ir_bunch *lets, *surely;
} coset_ir_sieve;

/* The sieves that a bunch of trials must pass. */
typedef struct {
    uint32_t n;
    const coset_ir_sieve *sieves;
} coset_ir_sieves;

/* For each value of a slot whether it makes a state transient. */
typedef struct {
    uint32_t slot;
    const bool *makes;
} coset_ir_mark;

typedef struct {
    coset_model base; /* first: a coset_model is this */
    coset_ir *ir;
    const coset_ir_type **slot_types; /* [n_slots]; NULL: the "present" slot of a bag entry */
    const coset_ir_plan *plans;       /* [n_rules] */
    uint32_t n_priorities;
    const uint32_t *priorities; /* of the steps, ascending */
    uint32_t n_trials;          /* of steps; in the order of rules, then of ranks. See filter.c */
    const coset_ir_trial *trials;
    const uint32_t *first_trial;              /* [n_rules + 1] */
    const struct coset_ir_dispatch *dispatch; /* [n_priorities] if there are many trials; or NULL: */
    uint32_t n_bunches;
    const coset_ir_bunch *const *levels; /* [n_priorities] of each bunch the trials of that priority */
    const coset_ir_sieves *sieves;       /* [n_bunches] */
    uint32_t n_marks;
    const coset_ir_mark *marks;          /* or NULL: the program's `transient` must be evaluated */
    const struct coset_ir_chain *chains; /* [n_rules] or NULL */
    uint32_t stack;                      /* slots for frames */
    uint32_t rule_frame;                 /* largest frame of a rule or property */
    struct coset_native_code *code;      /* machine code, which grows; NULL: this model interprets */
    void (*release)(coset_model *m);     /* frees it, with what it owns: the program, or machine code */
} coset_ir_machine_model;

/* Output of the put statements of the step. */
typedef struct {
    bool listens;
    char *text; /* with a NUL */
    uint32_t n, room;
} coset_machine_output;

/* The undefined slot that stopped an evaluation, and the expected type of its value; NULL: none did. With `open` (see
 * ir/case_enumeration.h) the value of a slot that is open and 0 is not known yet: an evaluation that reads it stops
 * there, and `address` is the slot; a slot that is 0 and not open is undefined, which is a fault as usual. */
typedef struct {
    uint32_t address;
    const coset_ir_type *type;
    uint8_t *open;        /* [end] or NULL */
    const uint8_t *first; /* [n_slots] `open` at the start of a trial; or NULL: not restored */
} coset_machine_probe;

/* The state on which an active call depends (cycle.h). */
typedef struct {
    const coset_ir_function *function;
    uint32_t depth; /* 0: there is none */
    uint32_t apart; /* a slot of the state where copy and memory differed */
    coset_value *copy;
} coset_call_copy;

/* How statements end. */
typedef enum { COSET_FLOW_ON, COSET_FLOW_RETURN, COSET_FLOW_STOP } coset_flow;

typedef struct coset_machine {
    const coset_ir_machine_model *model;
    coset_value *mem;   /* of the interpreter: the source, in a body its copy; of machine code: the copy only */
    coset_value *saved; /* frame of a rule as it is before the body */
    uint32_t fp, sp, end;
    uint32_t depth; /* of calls */
    coset_call_copy call_copy;
    uint64_t fuel;
    uintptr_t stack_base;              /* of the thread, at the start of the step */
    bool enabled;                      /* a rule was enabled since this was cleared */
    bool called;                       /* a function ran since this was cleared */
    const coset_ir_function *function; /* the running one; NULL in a rule or property */
    /* coset_machine_exec, for lower layers that run statements: a call in an expression runs the body of the function
     * (call.c), the check of a loop its iterations (order.c, order_compare.c). */
    coset_flow (*run)(struct coset_machine *m, const coset_ir_stmt *s);
    int64_t result; /* simple value of the last RETURN */
    bool cut;
    coset_fault fault;
    uint32_t n_covers;
    uint32_t *covers;
    const coset_value *source; /* the state being expanded; NULL for start rules: all undefined */
    coset_on_edge *emit;
    void *emit_ctx;
    const struct coset_native_code *code; /* machine code of this step, or NULL */
    const struct coset_native_counts *counts;
    const void *const **addresses; /* for each piece of machine code, the program's parts that it calls and reads */
    coset_value *view;             /* as mem, for guards and properties in machine code */
    uint64_t fired, skip;          /* edges of the current rule: emitted by machine code, to be skipped here */
    uint64_t n_native;             /* trials in machine code so far */
    bool timed;                    /* the running trial is timed; */
    double away;                   /* seconds of this time spent by the receiver of its edges */
    coset_status stopped;          /* why machine code stopped */
    coset_machine_output output, messages, marks; /* listens: of output only */
    coset_machine_probe *probe;                   /* set: faults have no text, and an undefined slot is reported here */
    struct coset_machine_walk *walk;              /* through transient states, or NULL */
    struct coset_step_cache *recall;              /* or NULL */
    struct coset_machine_order *order;            /* of loops that are checked, or NULL */
    uint32_t recording;                           /* number of them that record what their iterations touch */
    bool inside;                                  /* the source is a transient state */
    COSET_VEC(uint32_t) due;                      /* scratch: trials of a level, see ir/dispatch.h */
    bool joins;                                   /* rules of a chain fire as one */
    bool tells_cuts;                              /* of walks through transient states, see coset_model_ops */
    uint32_t only, n_only; /* in a non-transient state only n_only trials, from `only` on; 0: all */
} coset_machine;

/* A binder while it runs. */
typedef struct {
    const coset_ir_binder *binder;
    uint64_t rank, n; /* next rank, end; not for computed domains */
    int64_t next, to, step;
    bool computed, done;
    uint32_t bag, stride; /* BAGINDEX: address, and slots of an entry */
} coset_domain;

/* The body that machine code runs for a rule: that of its chain, if it has one. */
const coset_ir_stmt *coset_machine_body(const coset_ir_machine_model *m, uint32_t rule);

/* plan.c. `effects`: result of coset_ir_effects. */
void coset_machine_plan(coset_arena *a, const coset_ir_rule *rule, const bool *effects, coset_ir_plan *plan);

/* fault.c: each fills m->fault and returns false. */
bool coset_machine_fault(coset_machine *m, coset_fault_kind kind, coset_pos pos, const char *fmt, ...)
    COSET_PRINTF(4, 5);
bool coset_machine_undefined(coset_machine *m, const coset_ir_place *p, uint32_t address, coset_pos pos);
bool coset_machine_range(coset_machine *m, const char *what, const coset_ir_place *p, uint32_t address,
                         const coset_ir_type *t, int64_t v, coset_pos pos);
bool coset_machine_index(coset_machine *m, const coset_ir_place *p, const coset_ir_step *s, int64_t v);
bool coset_machine_exhausted(coset_machine *m, coset_pos pos); /* the fuel of the step is spent */
/* The first of n slots with an unknown value stops the evaluation; true: there is none. */
bool coset_machine_look(coset_machine *m, uint32_t address, uint32_t n);

/* order.c: checked loops. */
void coset_machine_order_init(coset_machine *m);
void coset_machine_order_fini(coset_machine *m);
void coset_machine_order_reset(coset_machine *m); /* none runs */
/* The tracked place is about to be read or written at the address. */
void coset_machine_touch(coset_machine *m, const coset_ir_place *p, uint32_t address);
coset_flow coset_machine_run_checked(coset_machine *m, const coset_ir_stmt *s);

/* eval.c */
bool coset_machine_eval(coset_machine *m, const coset_ir_expr *e, int64_t *out);
bool coset_machine_address(coset_machine *m, const coset_ir_place *p, uint32_t *out);

/* call.c: a simple result goes to *out, a complex one stays at address *at (above sp). */
bool coset_machine_call(coset_machine *m, const coset_ir_expr *call, int64_t *out, uint32_t *at);

/* domain.c */
bool coset_machine_open(coset_machine *m, const coset_ir_binder *b, coset_domain *d);
bool coset_machine_next(coset_machine *m, coset_domain *d);
/* Digit of the binder's value in an instance number, whose radix is coset_ir_radix of its type. */
uint64_t coset_machine_digit(const coset_machine *m, const coset_ir_binder *b);
bool coset_machine_quantify(coset_machine *m, const coset_ir_expr *e, int64_t *out);
bool coset_machine_bag_count(coset_machine *m, const coset_ir_expr *e, int64_t *out);

/* print.c: appends the text to m->output if it listens. False if the evaluation faults. */
bool coset_machine_print(coset_machine *m, const coset_ir_stmt *s);
void coset_machine_write(coset_machine_output *o, const char *text, size_t len);

/* exec.c */
void coset_machine_cover(coset_machine *m, uint32_t prop);
coset_flow coset_machine_exec(coset_machine *m, const coset_ir_stmt *s);
coset_flow coset_machine_exec_one(coset_machine *m, const coset_ir_stmt *s); /* without its successors */

/* machine.c: a bare machine. A worker (step.c) also has a walk and a step cache. */
coset_machine *coset_machine_new(const coset_ir_machine_model *model);
void coset_machine_free(coset_machine *m);

/* filter.c: fills trials, levels, sieves and marks of the otherwise complete model. */
void coset_machine_filter(coset_ir_machine_model *m);
/* Each value of the rule's first parameter is a trial of its own. */
static inline bool coset_machine_is_split(const coset_ir_machine_model *m, uint32_t rule)
{
    return m->first_trial[rule] < m->first_trial[rule + 1] && m->trials[m->first_trial[rule]].rank != COSET_IR_ALL;
}

/* trial.c: a trial on m->source, by the interpreter. */
coset_status coset_machine_interpret(coset_machine *m, coset_ir_trial t);

/* level.c */
/* Makes it m->source. */
void coset_machine_look_at(coset_machine *m, const coset_value *state);
/* A trial on m->source, in machine code if possible. */
coset_status coset_machine_try(coset_machine *m, coset_ir_trial t);
/* All rules of one priority (its number in `priorities`) on the state m->source; edges go to m->emit. */
coset_status coset_machine_level(coset_machine *m, uint32_t level);

/* transient.c: steps of a program with transient states. m->source, m->emit and m->emit_ctx are set. */
coset_status coset_machine_transient(coset_machine *m);
void coset_machine_transient_free(struct coset_machine_walk *walk);
/* Hash of n slots; for tables of states within a step. */
uint64_t coset_machine_hash(uint32_t n, const coset_value *state);

/* step.c */
coset_worker *coset_machine_worker(const coset_model *m);
void coset_machine_worker_free(coset_worker *w);
void coset_machine_listen(coset_worker *w);
void coset_machine_remember(coset_worker *w);
void coset_machine_tell_cuts(coset_worker *w);
coset_status coset_machine_starts(coset_worker *w, coset_on_edge *emit, void *ctx);
coset_status coset_machine_step(coset_worker *w, const coset_value *src, coset_on_edge *emit, void *ctx);

/* property.c */
/* Prepares the evaluation of a property: the state, and an empty frame. */
void coset_machine_open_prop(coset_machine *m, const coset_ir_prop *p, const coset_value *state);
/* The value of a closed property in a state; false if it faults. */
bool coset_machine_holds(coset_machine *m, const coset_ir_prop *p, const coset_value *state);
bool coset_machine_may_end(coset_worker *w, const coset_value *state);
coset_eval coset_machine_prop(coset_worker *w, uint32_t prop, uint32_t instance, const coset_value *state,
                              coset_fault *fault);
/* explain.c: see coset_model_ops.explain */
bool coset_machine_explain(coset_worker *w, uint32_t prop, const coset_value *state, coset_pos *pos, char *out,
                           size_t len);

/* access.c: fills access and prop_reads of the model, whose slots and symmetric structure are known. */
void coset_machine_access(coset_ir_machine_model *m);

/* layout.c: fills slots, symmetric structure and slot_types of the model. */
void coset_machine_layout(coset_ir_machine_model *m);
/* layout.c: a parameter of simple type t with n values, as a digit of an instance number. */
coset_digit coset_machine_parameter(coset_arena *a, const coset_ir_type *t, uint32_t n);

/* The number in a slot of type t. */
static inline int64_t coset_machine_decode(const coset_ir_type *t, coset_value slot)
{
    if (t->kind == COSET_T_UNION)
        return coset_ir_unrank(t, slot - 1);
    return t->lo + (int64_t)slot - 1;
}

static inline int64_t coset_machine_rank(const coset_ir_type *t, int64_t v)
{
    if (t->kind == COSET_T_UNION)
        return coset_ir_rank(t, v);
    uint64_t rank = (uint64_t)v - (uint64_t)t->lo;
    return v >= t->lo && rank < t->n ? (int64_t)rank : -1;
}

/* Takes one loop round or call from the fuel. */
static inline bool coset_machine_spend(coset_machine *m, coset_pos pos)
{
    return m->fuel-- > 0 || coset_machine_exhausted(m, pos);
}

/* Call it before accessing slots in another way than by reading a value. */
static inline bool coset_machine_known(coset_machine *m, uint32_t address, uint32_t n)
{
    return !m->probe || !m->probe->open || coset_machine_look(m, address, n);
}

/* Call it when slots become undefined. */
static inline void coset_machine_settle(coset_machine *m, uint32_t address, uint32_t n)
{
    if (m->probe && m->probe->open)
        memset(m->probe->open + address, 0, n);
}

static inline int64_t coset_machine_get_int(const coset_machine *m, uint32_t address)
{
    int64_t v;
    memcpy(&v, &m->mem[address], sizeof v);
    return v;
}

static inline void coset_machine_set_int(coset_machine *m, uint32_t address, int64_t v)
{
    memcpy(&m->mem[address], &v, sizeof v);
}

#endif
