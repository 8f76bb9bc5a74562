/* lang/promela/program/lowerer.h - the state of lowering a model from its automata to a program: facts about it, and
 * the program as built so far.
 *
 * Layer    lang/promela/program.
 * Life     lower/lower.c creates it, calls the analyses (facts), and then builds the program (lower).
 */
#ifndef COSET_LANG_PROMELA_PROGRAM_LOWERER_H
#define COSET_LANG_PROMELA_PROGRAM_LOWERER_H

#include "ir/build.h"
#include "lang/promela/graph/graph.h"
#include "lang/promela/program/how.h"

#define COSET_PML_MAX_PROCS   255U
#define COSET_PML_MAX_CHANNEL 65535U
#define COSET_PML_ROOM_SLOTS  65536U /* of a state, for the channels of processes that may never be started */

/* The processes of one proctype. */
typedef struct {
    const coset_pml_proc *proc;
    coset_pml_graph *graph;
    uint32_t lo, n;                /* pids lo, lo + stride .., n of them; n = 0: none is ever started */
    uint32_t end;                  /* greater than lo + n: upper bound of the pids without how.procs */
    const coset_ir_type *index;    /* pids as a type */
    const coset_ir_type *record;   /* field 0 is the control state, field 1 + k variable k */
    uint32_t offset;               /* of the record, or of the array of n > 1 records */
    int64_t base;                  /* number of the process with pid lo in `index`: lo, or given by a parameter */
    uint32_t stride;               /* difference of the pids of successive numbers */
    const coset_ir_place *token;   /* _exclusive of its processes, if they are elements of a scalarset; else NULL */
    const coset_ir_place *offerer; /* likewise */
    bool leaves;                   /* its processes vanish at their end */
    uint32_t priority;             /* of its processes, if is_fixed: all have it, and it never changes */
    bool is_fixed;
    coset_ir_function *may_move[2], *preceded[2]; /* step/moves.c: without and with `timeout`; NULL: not needed */
} coset_pml_family;

/* Channels of one shape: the same capacity and fields. */
typedef struct {
    uint32_t capacity, room; /* room: at least 1 */
    uint32_t n_fields;
    const coset_pml_type *fields;
    const coset_pml_chan *chan; /* a declaration of this shape */
    uint32_t first, n;          /* channel numbers */
    const coset_pml_var
        *mailbox; /* the array that contains its channels; its index is their number minus `first`; or NULL */
    const coset_ir_place *offered; /* rendez-vous mailbox: the element whose channel is offered, or -1; else NULL */
    const coset_ir_type *array;    /* by channel number; a record of length and messages */
    uint32_t offset;
} coset_pml_shape;

/* A variable that is initialised with channels, itself or in a field of its type. */
typedef struct {
    const coset_pml_var *var, *field; /* field: the one declared with them, var or a field somewhere below */
    const coset_pml_family *family;   /* NULL: global */
    uint32_t shape, first;            /* first channel number: elements of the array of pid lo, then of lo+1 .. */
    uint32_t n;                       /* of one process */
} coset_pml_channels;

/* A started process with its arguments, if all processes that are ever started are known. */
typedef struct {
    const coset_pml_family *family;
    uint32_t pid;
    const int64_t *args; /* [n_params] */
    const coset_pml_node *node;
} coset_pml_started;

/* A text that is printed with these values; NULL: not known. */
typedef struct {
    const coset_pml_stmt *stmt;
    const coset_ir_expr *const *values;
} coset_pml_printed;

/* The first step of the only process that starts others, if it is certain and starts all: it becomes one rule. */
typedef struct {
    const coset_pml_family *runner;           /* NULL: there is no such step */
    uint32_t n_before;                        /* processes that exist before it */
    uint32_t to;                              /* control state after it */
    COSET_VEC(const coset_pml_expr *) places; /* scalar variables that it changes */
    COSET_VEC(int64_t) values;
    COSET_VEC(const coset_pml_node *) nodes; /* that it executes */
    COSET_VEC(coset_pml_printed) printed;
} coset_pml_opening;

/* Certain steps of the only process that starts others, while these already run: they start all. */
typedef struct {
    const coset_pml_family *runner;  /* NULL: this is not the case, or they are one step */
    uint32_t n_before;               /* processes that exist before */
    uint32_t *early;                 /* [control states of the runner] as in coset_ir_rule */
    bool exact;                      /* as in coset_arrivals */
    bool reuses;                     /* not the case because a process may get the number of one that has ended */
    const coset_pml_started *making; /* the start for which a rule is being built; or NULL */
} coset_pml_arriving;

#define COSET_PML_NO_CLASS UINT32_MAX

enum {
    COSET_PML_PART_VALUE,
    COSET_PML_PART_INDEX,
    COSET_PML_PART_PID,
    COSET_PML_PART_FIELD
}; /* FIELD + i: of messages */

/* A set of values: of variables, parts of messages, indices, pids. Union-find by `up`. */
typedef struct {
    const void *key;
    uint32_t part, up;
    int64_t plus;   /* a value is one of `up` plus this */
    uint32_t group; /* of the class: scalarset, or COSET_PML_NO_CLASS */
    int64_t lo;     /* number of its first element here */
    uint32_t own;   /* the scalarset it was marked with itself, or COSET_PML_NO_CLASS */
    bool broken;    /* the class contains two scalarsets, or one with other numbers */
} coset_pml_cell;

/* The values of a cell plus a constant; the cell may be COSET_PML_NO_CLASS. */
typedef struct {
    uint32_t cell;
    int64_t plus;
} coset_pml_shifted;

/* Two cells whose classes were united, by the code at `pos`. */
typedef struct {
    uint32_t a, b;
    coset_pos pos;
} coset_pml_meeting;

/* facts/count.c: a loop whose counter iterates over from .. to - 1, and is `to` afterwards. */
typedef struct {
    const coset_pml_node *start, *choice; /* `counter = from`; the loop */
    const coset_pml_node *first;          /* start, or a condition before it that the loop relies on */
    const coset_pml_seq *exit;
    const coset_pml_var *counter;
    int64_t from, to;
    bool assumes; /* that the channels have room for its messages; asserted before each */
} coset_pml_counting;

/* The process that names refer to, and the moment. */
typedef struct {
    const coset_pml_family *family; /* NULL: names are global */
    const coset_ir_expr *pid;
    bool timeout; /* value of `timeout` */
} coset_pml_who;

typedef struct coset_pml_lowerer coset_pml_lowerer;

/* Expressions of all kinds: coset_pml_lower_expr; see expr/value.h. */
typedef const coset_ir_expr *coset_pml_any_expr(coset_pml_lowerer *l, const coset_pml_who *who,
                                                const coset_pml_expr *e);

struct coset_pml_lowerer {
    coset_text *text;
    coset_arena *arena, *tree;
    coset_pml_any_expr *any_expr;
    coset_ir *ir;
    coset_pml_model *model;
    coset_pml_how how;
    bool failed;
    uint32_t frame;    /* next free slot of the frame */
    bool stands_still; /* np_ is evaluated for a run that stutters */
    const coset_ir_type *boolean, *integer;
    uint32_t n_families;
    coset_pml_family *families; /* by number of proctype; never claims and the like have n = 0 */
    uint32_t max_procs;         /* upper bound on simultaneous processes, or the number there is room for */
    bool short_of_room;         /* max_procs is less than Spin's because each process has that many channels */
    COSET_VEC(coset_pml_started) starts;
    coset_pml_opening opening;
    coset_pml_arriving arriving;
    COSET_VEC(coset_pml_cell) cells;
    COSET_VEC(coset_pml_meeting) meetings; /* in order */
    bool classes_are_fixed;
    COSET_VEC(const coset_ir_type *) renumbered; /* scalarsets with other numbers */
    coset_pos looked_at;                         /* current statement or comparison, which unites classes */
    COSET_VEC(const coset_ir_type *) symtypes;
    COSET_VEC(coset_declined) declined;      /* families that are no scalarset */
    COSET_VEC(const coset_pml_expr *) holes; /* numbers that are currently replaced by `filling` */
    const coset_ir_expr *filling;
    COSET_VEC(coset_pml_counting) countings;
    const coset_pml_counting *counting; /* the current loop, or NULL; */
    const coset_ir_expr *counted;       /* replaces its counter */
    const coset_pml_expr *ran;          /* the `run` that the current statement has begun with, */
    const coset_ir_expr *ran_pid;       /* and its value */
    COSET_VEC(coset_pml_shape) shapes;
    COSET_VEC(coset_pml_channels) channels;
    uint32_t last_channel;              /* the greatest number that a channel variable can store: 2^8 - 1 or 2^16 - 1 */
    const coset_ir_type *channel_names; /* numbers of channels with their names; for texts */
    COSET_VEC(const coset_ir_function *) functions;
    COSET_VEC(coset_ir_var) vars;
    COSET_VEC(coset_ir_rule) rules;
    COSET_VEC(coset_ir_prop) props;
    const coset_pml_family *trace; /* the trace or notrace, or NULL */
    const coset_ir_place *event;   /* _event: its control state */
    const coset_ir_place *n_procs; /* _nr_pr */
    const coset_ir_place *last;    /* _last, or NULL */
    const coset_ir_place *token;   /* _exclusive: pid or -1; NULL: the model has no atomic sequences */
    const coset_ir_place *offer;   /* _handshake: channel number or 0; NULL: no rendez-vous */
    const coset_ir_place *offerer; /* pid or -1 */
};

#endif
