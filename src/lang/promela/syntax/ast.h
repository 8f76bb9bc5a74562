/* lang/promela/syntax/ast.h - the syntax tree of a Promela model, before and after checking.
 *
 * Layer    lang/promela/syntax.
 * Owner    every node lives in the arena given to the parser; it borrows nothing from the coset_text.
 * Shapes   lists are linked by `next`, in source order. Strings end with NUL. A node's `pos` is its first byte or,
 *          for an operator, the operator; `len` is the number of bytes to underline. Positions refer to the user's
 *          files: code from a macro has the position of its use, code from an inline its position in the inline.
 *
 * After coset_pml_check returned COSET_OK (and only then), and marked [c] below:
 *  - names: each name points at its variable, label, proctype ...; no later pass looks up a name or uses a scope.
 *  - inlines: the parser has expanded them; a call is a BLOCK with `inlined`.
 *  - sugar: FOR, FOR_IN and SELECT are replaced in their list by the statements into which Spin expands them
 *    (`made_of` tells which). A label on them is on the DO. `x++` is an ASSIGN of `x + 1`, `_priority = e` a
 *    SET_PRIORITY.
 *  - declarations: a DECL statement does nothing when executed. A variable has its `init` (or 0) from the start of its
 *    process. If Spin turns a declaration after the first statement of a body into an assignment, the variable has no
 *    `init` and that ASSIGN follows the DECL (for an array: only to its element 0, as in Spin).
 *  - places: NAME, INDEX and FIELD; a scalar place is fully indexed. Structures as arguments of send, receive, run are
 *    replaced by their scalars, in Spin's order (fields in order, elements of arrays in order).
 *  - types: each expression has its `type`; constants have `is_constant` and `value`, also inside larger expressions,
 *    but the tree of a constant expression is kept as written.
 *  - messages: a send and a receive on a channel whose declaration is known have as many arguments as it has parts
 *    (missing ones are 0 and `_`, as in Spin, with a warning).
 *    A receive assigns to an argument PID, as in Spin.
 *  - runs: as many arguments as parameters (both as scalars).
 *  - jumps: GOTO has its `label`, BREAK its `loop`. No jump leads into or out of a D_STEP.
 *  - else: at most one in an IF or DO, and it is the last option (Spin moves it there). Inside an ATOMIC, D_STEP or
 *    BLOCK that begins an option it is not moved. It occurs nowhere else.
 *  - sizes: trees are not higher than COSET_PML_MAX_DEPTH and COSET_PML_MAX_NEST, so recursion over them is safe.
 *  - embedded C does not occur.
 */
#ifndef COSET_LANG_PROMELA_SYNTAX_AST_H
#define COSET_LANG_PROMELA_SYNTAX_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/predicate.h"
#include "base/text.h"

#define COSET_PML_MAX_DEPTH   1500       /* height of an expression */
#define COSET_PML_MAX_NEST    200        /* nested statements, parentheses, structures */
#define COSET_PML_MAX_INLINES 16         /* nested inline calls, as in Spin */
#define COSET_PML_MAX_SLOTS   (1u << 20) /* scalars in the global variables, in a process, in a channel */
#define COSET_PML_MAX_MTYPES  255        /* names in one mtype */

typedef struct coset_pml_mtype coset_pml_mtype;
typedef struct coset_pml_member coset_pml_member;
typedef struct coset_pml_record coset_pml_record;
typedef struct coset_pml_scalarset coset_pml_scalarset;
typedef struct coset_pml_chan coset_pml_chan;
typedef struct coset_pml_var coset_pml_var;
typedef struct coset_pml_expr coset_pml_expr;
typedef struct coset_pml_label coset_pml_label;
typedef struct coset_pml_stmt coset_pml_stmt;
typedef struct coset_pml_option coset_pml_option;
typedef struct coset_pml_proc coset_pml_proc;

/* ---- types --------------------------------------------------------------------------------------------------- */

typedef enum {
    COSET_PML_BIT, /* 1 bit */
    COSET_PML_BOOL,
    COSET_PML_BYTE, /* 8 bits, unsigned; see also `scalarset` */
    COSET_PML_PID,  /* as byte */
    COSET_PML_SHORT,
    COSET_PML_INT,
    COSET_PML_UNSIGNED, /* `bits`, 1 .. 31 */
    COSET_PML_MTYPE,    /* as byte; 0 has no name */
    COSET_PML_CHAN,     /* number of a channel; as byte; 0 is none */
    COSET_PML_STRUCT    /* `record` */
} coset_pml_kind;

/* A value type. An expression computed from others has kind INT. */
typedef struct {
    coset_pml_kind kind;
    uint32_t bits;                  /* 1, 8, 16, 32; UNSIGNED: as declared; STRUCT: 0 */
    coset_pml_mtype *mtype;         /* MTYPE: never NULL [c] */
    coset_pml_record *record;       /* STRUCT */
    coset_pml_scalarset *scalarset; /* BYTE that stores an element of it (values from its size on: none), or NULL */
} coset_pml_type;

/* `mtype = { a, b }` and `mtype:name = { a, b }`; all declarations of one name are merged. */
struct coset_pml_mtype {
    coset_pml_mtype *next;
    const char *name; /* NULL: the unnamed one */
    coset_pos pos;    /* of the first declaration or use */
    uint32_t number, n_members;
    coset_pml_member *members; /* by `next`, with value 1, 2, ... */
};

struct coset_pml_member {
    coset_pml_member *next;
    const char *name;
    coset_pos pos;
    uint32_t len, value;
    uint32_t order; /* among all declarations of the model */
    coset_pml_mtype *mtype;
};

/* `typedef name { ... }` */
struct coset_pml_record {
    coset_pml_record *next;
    const char *name;
    coset_pos pos;
    uint32_t len, number, order;
    coset_pml_var *fields; /* by `next` */
    uint32_t n_fields;
    uint64_t width; /* [c] scalars of one value */
    uint32_t nest;  /* [c] */
    void *lowered;
};

/* `scalarset name[n]` in the source or in a .sym file: the numbers 0 .. n - 1, without order. */
struct coset_pml_scalarset {
    coset_pml_scalarset *next;
    const char *name;
    coset_pos pos;
    uint32_t len, number, n;
    coset_pml_expr *size;
    void *lowered;
};

/* A field of a message as written. */
typedef struct coset_pml_part {
    struct coset_pml_part *next;
    coset_pos pos;
    uint32_t len;
    coset_pml_type type;
} coset_pml_part;

/* `[capacity] of { parts }`. Each element of a channel array has its own channel. */
struct coset_pml_chan {
    coset_pos pos;
    coset_pml_expr *size;
    coset_pml_part *parts;
    uint32_t capacity;      /* [c] 0: rendez-vous */
    uint32_t n_fields;      /* [c] scalars in a message */
    coset_pml_type *fields; /* [c] n_fields of them */
    void *lowered;
};

/* ---- variables ----------------------------------------------------------------------------------------------- */

typedef enum { COSET_PML_GLOBAL, COSET_PML_LOCAL, COSET_PML_PARAM, COSET_PML_FIELD } coset_pml_storage;

struct coset_pml_var {
    coset_pml_storage storage;
    const char *name;
    coset_pos pos;
    uint32_t len;
    uint32_t order;          /* GLOBAL: among all declarations of the model */
    coset_pml_var *next;     /* in its declaration list; globals: in the model; fields: in the record */
    coset_pml_var *next_own; /* [c] PARAM and LOCAL: the next one of the process, in `number` order */
    coset_pml_type type;
    const char *written_mtype; /* as written after `mtype:`, or NULL */
    coset_pml_expr *width;     /* after the colon of `unsigned x : 3`, or NULL */
    bool is_array;
    coset_pml_expr *size;             /* of an array */
    uint32_t n;                       /* [c] elements; 1 if it is no array */
    coset_pml_scalarset *index;       /* the array is indexed by it (`x[Name]` with a scalarset's name), or NULL */
    coset_pml_expr *init;             /* initial value, or NULL; arrays: of each element */
    coset_pml_expr *inits;            /* `{ a, b, c }` by `next`, or NULL; the last one is repeated [c] as Spin does */
    coset_pml_chan *chan;             /* `[n] of { }`, or NULL */
    bool is_hidden, is_shown, is_own; /* hidden, show, local */
    bool is_xr, is_xs;                /* [c] a channel that some process reserves */
    coset_pml_proc *proc;             /* PARAM, LOCAL: whose */
    coset_pml_record *record;         /* FIELD: whose */
    uint32_t number;      /* [c] position: among the globals, the parameters and locals of `proc`, the fields */
    uint32_t first_slot;  /* [c] scalars of the earlier ones in the same list */
    uint64_t width_slots; /* [c] scalars of all its elements */
    bool is_made;         /* created by the parser (the counter of a `for` over a channel) */
    bool is_written;      /* [c] assigned somewhere */
    bool is_used;         /* facts/used.c: it is not dead */
    bool is_mailbox; /* facts/mailbox.c: its channels are elements of an array indexed by elements of a scalarset */
    bool is_scratch; /* facts/hidden.c: its values never outlive a step */
    void *lowered;
};

/* ---- expressions --------------------------------------------------------------------------------------------- */

typedef enum {
    COSET_PML_E_NUMBER,   /* value; member if it was written as a name of an mtype */
    COSET_PML_E_NAME,     /* var [c] */
    COSET_PML_E_INDEX,    /* a[b]; a is NAME or FIELD */
    COSET_PML_E_FIELD,    /* a.name; var [c] is the field */
    COSET_PML_E_HOLE,     /* `_`: argument of receive; written only */
    COSET_PML_E_PID,      /* _pid */
    COSET_PML_E_NR_PR,    /* _nr_pr */
    COSET_PML_E_LAST,     /* _last */
    COSET_PML_E_PRIORITY, /* _priority */
    COSET_PML_E_NOT,
    COSET_PML_E_NEG,
    COSET_PML_E_BITNOT, /* a */
    COSET_PML_E_ADD,
    COSET_PML_E_SUB,
    COSET_PML_E_MUL,
    COSET_PML_E_DIV,
    COSET_PML_E_MOD,
    COSET_PML_E_SHL,
    COSET_PML_E_SHR,
    COSET_PML_E_BITAND,
    COSET_PML_E_BITOR,
    COSET_PML_E_BITXOR,
    COSET_PML_E_LT,
    COSET_PML_E_LE,
    COSET_PML_E_GT,
    COSET_PML_E_GE,
    COSET_PML_E_EQ,
    COSET_PML_E_NE,
    COSET_PML_E_AND,
    COSET_PML_E_OR,   /* a, b */
    COSET_PML_E_COND, /* (a -> b : c) */
    COSET_PML_E_RUN,  /* name, args; proc [c]; e.g. priority in b or NULL */
    COSET_PML_E_LEN,  /* a: a channel */
    COSET_PML_E_FULL, /* a: a channel */
    COSET_PML_E_NFULL,
    COSET_PML_E_EMPTY,
    COSET_PML_E_NEMPTY,
    COSET_PML_E_POLL, /* a?[args], a??[args] with `is_random` */
    COSET_PML_E_EVAL, /* a: argument of receive only */
    COSET_PML_E_TIMEOUT,
    COSET_PML_E_NP,           /* np_ */
    COSET_PML_E_ENABLED,      /* a */
    COSET_PML_E_PC_VALUE,     /* a */
    COSET_PML_E_GET_PRIORITY, /* a */
    COSET_PML_E_AT,           /* name[a]@label, name@label (a NULL); proc [c], label [c] */
    COSET_PML_E_REMOTE,       /* name[a]:b, name:b (a NULL); proc [c]; b is a place of the process */
    /* in ltl formulas only */
    COSET_PML_E_ALWAYS,
    COSET_PML_E_EVENTUALLY,
    COSET_PML_E_NEXT, /* a */
    COSET_PML_E_UNTIL,
    COSET_PML_E_WEAK_UNTIL,
    COSET_PML_E_RELEASE,
    COSET_PML_E_IMPLIES,
    COSET_PML_E_EQUIV /* a, b */
} coset_pml_op;

struct coset_pml_expr {
    coset_pml_op op;
    coset_pos pos; /* of the operator's or the name's token */
    uint32_t len;
    uint32_t depth;         /* height of this tree, 1 for a leaf */
    const char *name;       /* NAME, FIELD, RUN, AT, REMOTE */
    const char *label_name; /* AT */
    int32_t value;          /* NUMBER; [c] wherever `is_constant` */
    coset_pml_expr *a, *b, *c;
    coset_pml_expr *args; /* RUN, POLL: by `next` */
    coset_pml_expr *next;
    bool is_random; /* POLL */
    bool grouped;   /* in parentheses */
    coset_pml_member *member;
    coset_pml_var *var;     /* [c] NAME, FIELD */
    coset_pml_proc *proc;   /* [c] RUN, AT, REMOTE */
    coset_pml_label *label; /* [c] AT */
    coset_pml_type type;    /* [c] */
    coset_pml_chan *chan;   /* [c] of a channel place: its declaration if it is unique, else NULL */
    bool is_constant;       /* [c] */
    bool has_effect;        /* [c] contains RUN */
    bool is_temporal;       /* [c] contains an operator of ltl */
};

/* ---- statements ---------------------------------------------------------------------------------------------- */

typedef enum {
    COSET_PML_S_DECL,    /* vars */
    COSET_PML_S_XR,      /* args: channels */
    COSET_PML_S_XS,      /* args: channels */
    COSET_PML_S_ASSIGN,  /* target = e */
    COSET_PML_S_SEND,    /* target!args; `is_sorted`: !! */
    COSET_PML_S_RECEIVE, /* target?args; `is_random`: ??; `is_copy`: ?<args>; args: places, HOLE, NUMBER, EVAL */
    COSET_PML_S_EXPR,    /* e: a condition, or contains a RUN */
    COSET_PML_S_ELSE,
    COSET_PML_S_ASSERT,       /* e */
    COSET_PML_S_PRINTF,       /* text (decoded, without quotes), args */
    COSET_PML_S_PRINTM,       /* e */
    COSET_PML_S_SET_PRIORITY, /* target (the pid), e */
    COSET_PML_S_BREAK,        /* loop [c] */
    COSET_PML_S_GOTO,         /* text; label [c] */
    COSET_PML_S_IF,           /* options */
    COSET_PML_S_DO,           /* options */
    COSET_PML_S_UNLESS,       /* body unless escape; both are lists */
    COSET_PML_S_ATOMIC,       /* body */
    COSET_PML_S_D_STEP,       /* body */
    COSET_PML_S_BLOCK,        /* body; `inlined` for a call of an inline */
    /* until checked only */
    COSET_PML_S_FOR,    /* for (target : e .. to) body */
    COSET_PML_S_FOR_IN, /* for (target in e) body; `vars` has the counter that is needed for a channel */
    COSET_PML_S_SELECT  /* select (target : e .. to) */
} coset_pml_stmt_op;

/* One `:: ...`; its first statement is its guard. */
struct coset_pml_option {
    coset_pml_option *next;
    coset_pos pos;
    coset_pml_stmt *body;
};

/* The origin of statements from an inline call. */
typedef struct {
    const char *name;
    coset_pos call; /* the name in the call */
    uint32_t len;
} coset_pml_inlined;

struct coset_pml_stmt {
    coset_pml_stmt_op op;
    coset_pos pos;
    uint32_t len;
    coset_pml_stmt *next;
    coset_pml_label *labels; /* before it, by `next` */
    coset_pml_expr *target, *e, *to;
    coset_pml_expr *args;
    const char *text;
    uint32_t text_len; /* PRINTF: the text may contain NUL */
    bool is_sorted, is_random, is_copy;
    bool is_own;         /* SET_PRIORITY written as _priority = e */
    bool is_short;       /* [c] SEND: fields are missing, which is an error when it is executed */
    bool declares;       /* [c] EXPR that represents the declaration of a structure */
    bool is_step;        /* ASSIGN written as x++ or x--; `e` is x + 1 or x - 1 */
    coset_pml_var *vars; /* DECL: by `next` */
    coset_pml_option *options;
    coset_pml_stmt *body, *escape;
    coset_pml_inlined *inlined;
    const char *made_of;    /* "for", "select", "declaration", "return", or NULL if it was written */
    coset_pml_label *label; /* [c] GOTO */
    coset_pml_stmt *loop;   /* [c] BREAK: the DO */
    void *lowered;
};

struct coset_pml_label {
    coset_pml_label *next;     /* of the same statement */
    coset_pml_label *next_own; /* [c] of the same process, in source order */
    const char *name;
    coset_pos pos;
    uint32_t len;
    coset_pml_stmt *stmt;                /* it names */
    coset_pml_proc *proc;                /* [c] */
    bool is_end, is_accept, is_progress; /* by its name */
    bool is_used;                        /* [c] by a goto or a remote reference */
    bool is_remote;                      /* [c] by a remote reference */
    void *lowered;
};

/* ---- processes, formulas, models ----------------------------------------------------------------------------- */

typedef enum {
    COSET_PML_PROCTYPE,
    COSET_PML_INIT,
    COSET_PML_NEVER,
    COSET_PML_TRACE,
    COSET_PML_NOTRACE
} coset_pml_proc_kind;

struct coset_pml_proc {
    coset_pml_proc_kind kind;
    coset_pml_proc *next;
    const char *name; /* PROCTYPE, NEVER with a name; else NULL */
    coset_pos pos;
    uint32_t len;
    uint32_t order;        /* among all declarations of the model */
    uint32_t number;       /* [c] in order of definition, all kinds */
    bool is_deterministic; /* D_proctype */
    bool is_active;
    coset_pml_expr *copies;   /* `active [n]`, or NULL */
    coset_pml_expr *priority; /* or NULL */
    coset_pml_expr *provided; /* or NULL */
    coset_pml_var *params;    /* by `next`, as written */
    coset_pml_stmt *body;
    coset_pos end;                     /* the closing brace */
    uint32_t n_active;                 /* [c] processes of it at the start; INIT: 1 */
    uint32_t start_priority;           /* [c] 1 if none is written */
    uint32_t n_params;                 /* [c] scalars in its parameters */
    coset_pml_var *vars;               /* [c] parameters, then locals of all blocks in order, by `next_own` */
    uint32_t n_vars;                   /* [c] */
    uint64_t width;                    /* [c] scalars of them */
    coset_pml_label *labels;           /* [c] by next_own */
    bool uses_pid;                     /* [c] it reads its own number */
    uint32_t n_runs;                   /* [c] `run` expressions that start it */
    const coset_pml_expr *first_meant; /* [c] first AT or REMOTE without a pid, or NULL */
    void *lowered;
};

/* Name of formulas from options. */
#define COSET_PML_GIVEN "coset_given_"

/* `ltl name { formula }` */
typedef struct coset_pml_ltl {
    struct coset_pml_ltl *next;
    const char *name; /* never NULL: ltl_0, ltl_1 ... if none is written, as in Spin */
    bool is_given;    /* by an option, not by the model: */
    uint32_t given;   /* its number */
    coset_pos pos;
    uint32_t len;
    coset_pml_expr *formula;
} coset_pml_ltl;

/* A condition of a formula. */
typedef struct coset_pml_predicate {
    struct coset_pml_predicate *next;
    coset_predicate *wanted;
    coset_pml_expr *e;
} coset_pml_predicate;

/* Features of the model that change how it must be lowered or explored [c]. */
typedef struct {
    bool timeout, last, enabled, priority; /* enabled: not in claims; priority: set, got or given anywhere */
    bool asked;                            /* a claim or formula tests whether a process is enabled */
    bool nr_pr, random_receive, sorted_send, remote, provided, unless, rendezvous, run, xr_xs;
    bool set_priority;       /* a priority changes */
    bool by_number;          /* outside of claims: enabled, pc_value or a priority of a possibly different process */
    bool else_with_channels; /* an else next to a guard that reads channels */
} coset_pml_uses;

typedef struct {
    coset_arena *arena;
    uint16_t file;
    coset_pml_var *globals; /* by `next`, all, in order */
    uint32_t n_globals;     /* [c] */
    uint64_t width;         /* [c] scalars of them */
    coset_pml_mtype *mtypes;
    coset_pml_record *records;
    coset_pml_scalarset *scalarsets;
    coset_pml_proc *procs; /* all kinds, in order */
    coset_pml_ltl *ltls;
    coset_pml_predicate *predicates;
    coset_pml_uses uses; /* [c] */
} coset_pml_model;

/* Text of an expression or statement (its first line) for messages and traces, in the arena. */
const char *coset_pml_expr_text(coset_arena *arena, const coset_pml_expr *e);
const char *coset_pml_stmt_text(coset_arena *arena, const coset_pml_stmt *s);

#endif
