/* ir/ir.h - guarded-rule programs.
 *
 * Layer    ir (sees base, model).
 * Idea     One small, total language for all state machines. Murphi is its natural text form; other languages are
 *          lowered to it. Consumers: the interpreter (ir/interp.h, the reference), the legality proof
 *          (symm/legal/legal.h), later native code, BDDs and symmetry detection. All share the semantics stated here.
 * Memory   One flat array of coset_value for each worker: the state's slots first (address 0 ..), then a stack of
 *          frames. An address is an index into it. A value of a simple type occupies one slot, encoded: 0 = undefined,
 *          else its rank in the type + 1. Arrays, records and bags are laid out inline, in order.
 * Values   expressions compute int64_t. Enumeration members, scalarset elements and bag indices have numbers that
 *          differ between types ("atoms", from the type's `lo` on), so a union is a set of numbers and a value
 *          passes between a union and its members unchanged.
 * Faults   evaluation may end in a coset_fault (see model.h); it then stops at once. Reading an undefined slot is a
 *          fault except under UNDEFINED tests, COPY, and ASSIGN from a plain load (see COSET_S_ASSIGN).
 * Owner    everything of a program lives in its arena; constant once a coset_ir_model has been made of it.
 */
#ifndef COSET_IR_IR_H
#define COSET_IR_IR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/text.h"
#include "model/model.h"

/* ---- types -------------------------------------------------------------------------------------------------- */

typedef enum {
    COSET_T_BOOL,      /* lo = 0, n = 2 */
    COSET_T_RANGE,     /* lo .. lo+n-1 */
    COSET_T_ENUM,      /* atoms lo .. lo+n-1; n may be 0: always undefined */
    COSET_T_SCALARSET, /* atoms lo .. lo+n-1; symtype is its number in the model's symmetric structure */
    COSET_T_UNION,     /* of enumerations, scalarsets (and ranges): disjoint segments of numbers */
    COSET_T_INT,       /* any int64_t; only for expressions and for values that are never stored in a state */
    COSET_T_BAGINDEX,  /* entry of a bag: 0 .. n-1; a symmetric index of its own (order has no meaning) */
    COSET_T_ARRAY,
    COSET_T_RECORD,
    COSET_T_BAG
} coset_ir_kind;

typedef struct coset_ir_type coset_ir_type;

typedef struct {
    const char *name;
    coset_pos pos;
    const coset_ir_type *type;
    uint32_t offset; /* in slots, from the start of the record */
} coset_ir_field;

struct coset_ir_type {
    coset_ir_kind kind;
    const char *name; /* as declared, or NULL */
    coset_pos pos;
    uint32_t width;           /* slots that a value occupies; simple types: 1, INT: 2 (a local, never undefined) */
    int64_t lo;               /* simple types except UNION: smallest number */
    uint64_t n;               /* simple types: number of values (UNION: of all members); BAG: capacity */
    uint32_t symtype;         /* SCALARSET */
    const char *const *names; /* ENUM, SCALARSET: n names of the values; else NULL */
    uint32_t n_members;       /* UNION */
    const coset_ir_type *const *members; /* UNION: flattened (no union inside), in declaration order */
    const coset_ir_type *index;          /* ARRAY: a simple type */
    const coset_ir_type *element;        /* ARRAY, BAG. A bag entry is 1 "present" slot followed by the element */
    uint32_t n_fields;                   /* RECORD */
    const coset_ir_field *fields;
};

static inline bool coset_ir_is_simple(const coset_ir_type *t) { return t->kind < COSET_T_ARRAY; }
/* Rank of number v in simple type t: 0 .. n-1, or -1 if v is not a value of t. */
int64_t coset_ir_rank(const coset_ir_type *t, int64_t v);
/* The number with that rank; rank < n. */
int64_t coset_ir_unrank(const coset_ir_type *t, uint64_t rank);
/* Base of a parameter of this type in an instance number: n; INT: 2^32; a type without values, whose instances do not
 * exist: 1. */
uint64_t coset_ir_radix(const coset_ir_type *t);
/* Text of number v as a value of simple type t; of the type itself ("R (0..5)"). Written with a NUL, cut at `len`. */
void coset_ir_value_text(const coset_ir_type *t, int64_t v, char *out, size_t len);
void coset_ir_type_text(const coset_ir_type *t, char *out, size_t len);
/* Some value of the type is an element of a scalarset (or the type holds one inside). */
bool coset_ir_is_symmetric(const coset_ir_type *t);
/* The effect of CLEAR on the slots of a value: every simple part gets its first value; bags become empty. */
void coset_ir_clear(const coset_ir_type *t, coset_value *at);

/* ---- expressions -------------------------------------------------------------------------------------------- */

typedef struct coset_ir_expr coset_ir_expr;
typedef struct coset_ir_place coset_ir_place;
typedef struct coset_ir_stmt coset_ir_stmt;
typedef struct coset_ir_function coset_ir_function;

/* A bound variable: one local slot that runs over a domain. */
typedef struct {
    const char *name;
    coset_pos pos;
    uint32_t frame;            /* frame offset of its slot */
    const coset_ir_type *type; /* type of the variable; the domain if from is NULL. BAGINDEX: the entries present
                                  in `bag` at the start */
    const coset_ir_place *bag; /* for BAGINDEX, else NULL */
    const coset_ir_expr *from, *to, *step; /* for v := from to to by step: bounds are evaluated once; step NULL = 1;
                                              step 0 is a LOOP fault; runs down if step < 0 */
} coset_ir_binder;

typedef enum {
    COSET_E_CONST, /* value */
    COSET_E_LOAD,  /* place, of simple type; undefined is a fault */
    COSET_E_NOT,
    COSET_E_NEG,
    COSET_E_BITNOT, /* a */
    COSET_E_ADD,
    COSET_E_SUB,
    COSET_E_MUL,
    COSET_E_DIV,
    COSET_E_MOD, /* a, b: int64; overflow, division by 0: ARITHMETIC */
    COSET_E_SHL,
    COSET_E_SHR,
    COSET_E_BITAND,
    COSET_E_BITOR,
    COSET_E_BITXOR,
    COSET_E_LT,
    COSET_E_LE,
    COSET_E_GT,
    COSET_E_GE,
    COSET_E_EQ,
    COSET_E_NE, /* a, b simple values */
    COSET_E_SAME,
    COSET_E_DIFFERS, /* place, other: values of one type, which is not INT; slot by slot, undefined equals undefined */
    COSET_E_AND,
    COSET_E_OR,
    COSET_E_IMPLIES, /* a, b; b only if needed */
    COSET_E_COND,    /* a ? b : c */
    COSET_E_FORALL,
    COSET_E_EXISTS,      /* binder, a. Over a symmetric domain all instances are evaluated (so a
                            fault does not depend on the order of elements), else the first that
                            decides ends it */
    COSET_E_ISUNDEFINED, /* place (simple): its slot is 0 */
    COSET_E_ISMEMBER,    /* a is a value of `member` */
    COSET_E_CALL,        /* function, args; result of simple type */
    COSET_E_BAGCOUNT     /* binder (BAGINDEX), a: how many present entries satisfy a */
} coset_ir_op;

/* An argument: by value (simple: expr; complex: place, copied) or by reference (place). */
typedef struct {
    const coset_ir_expr *expr;
    const coset_ir_place *place;
    bool undefined; /* the literal UNDEFINED by value: neither expr nor place */
} coset_ir_arg;

/* A condition on the value of one place, in short form, as a set: it has value 1 if the slot's value (rank + 1) is in
 * the set, and 0 for other values except undefined (0), for which the set gives no result. */
typedef struct {
    const coset_ir_place *place;
    bool strict;             /* if the place is undefined, its evaluation is a fault */
    const uint64_t *members; /* a bit for each slot value */
} coset_ir_set;

static inline bool coset_ir_is_in(const coset_ir_set *set, uint32_t content)
{
    return set->members[content / 64] >> content % 64 & 1;
}

struct coset_ir_expr {
    coset_ir_op op;
    const coset_ir_type *type;
    coset_pos pos;
    int64_t value;
    const coset_ir_expr *a, *b, *c;
    const coset_ir_place *place, *other;
    const coset_ir_binder *binder;
    const coset_ir_type *member;
    const coset_ir_function *function;
    const coset_ir_arg *args;
    const coset_ir_set *set; /* or NULL; see coset_ir_find_sets */
};

/* ---- places: where a value is stored ------------------------------------------------------------------------ */

typedef enum {
    COSET_P_STATE, /* address = offset */
    COSET_P_LOCAL, /* address = frame + offset */
    COSET_P_REF,   /* address is stored in the local slot at frame + offset (var parameter, alias) */
    COSET_P_CALL   /* call a function with a complex result, which is then at frame + offset */
} coset_ir_base;

typedef struct {
    const coset_ir_expr *index; /* NULL: a record field */
    const coset_ir_type *of;    /* type that is indexed or whose field is taken: ARRAY, BAG or RECORD */
    uint32_t offset;            /* field: slots to add */
    uint32_t field;             /* field: its number, for messages */
    uint32_t stride;            /* index: slots for each rank. Out of the index type: INDEX fault. A BAG entry that is
                                   not present: BAG fault; the place is the element, after the present slot */
    coset_pos pos;
} coset_ir_step;

/* (slot - 1) * stride, where the slot is at `at`, in the frame if `local`. */
typedef struct {
    bool local;
    uint32_t at, stride;
} coset_ir_term;

struct coset_ir_place {
    coset_ir_base base;
    uint32_t offset;
    const coset_ir_expr *call; /* COSET_P_CALL: an expression with op COSET_E_CALL */
    uint32_t n_steps;
    const coset_ir_step *steps;
    const coset_ir_type *type; /* of the value stored there */
    const char *name;          /* of the base variable, for messages */
    const char *hint;          /* or NULL: added to the message of a fault for reading it undefined */
    coset_pos pos;
    uint32_t fixed; /* with `terms`: all constant offsets together */
    uint32_t n_terms;
    const coset_ir_term *terms;         /* the steps in short, or NULL: see coset_ir_place_shorten */
    const struct coset_ir_track *track; /* its role in checked loops, or NULL; see ir/order.h */
};

/* Precomputes the steps of a place for the interpreter, if every index is a constant or a whole variable of the index
 * type or of a member of it: the place is at base + fixed + (slot - 1) * stride of each term. Semantics are unchanged:
 * an undefined index is left to the steps. Everything but `fixed`, `n_terms` and `terms` must be set. */
void coset_ir_place_shorten(coset_arena *a, coset_ir_place *p);

/* ---- statements --------------------------------------------------------------------------------------------- */

typedef enum {
    COSET_S_ASSIGN,       /* place := expr, both simple. Out of the place's type: RANGE fault. If expr is a plain
                             LOAD, an undefined source makes the target undefined instead of a fault if
                             `copies_undefined` */
    COSET_S_COPY,         /* place := source, complex, same layout */
    COSET_S_IF,           /* expr, body, other */
    COSET_S_FOR,          /* binder, body; in order of rank. The variable cannot be assigned */
    COSET_S_WHILE,        /* expr, body */
    COSET_S_CALL,         /* expr: a call whose result is discarded */
    COSET_S_RETURN,       /* expr, or source place, or neither */
    COSET_S_ASSERT,       /* expr false: ASSERTION fault of prop. An error statement is an assert without expr */
    COSET_S_ASSUME,       /* expr false: the step does not exist */
    COSET_S_COVER,        /* expr true: prop is hit */
    COSET_S_PUT,          /* output for people; no effect on states. text, or expr, or place */
    COSET_S_CLEAR,        /* every simple value below place becomes the first of its type (undefined if it has
                             none); bags become empty */
    COSET_S_UNDEFINE,     /* every simple value below place becomes undefined; bags become empty */
    COSET_S_BAGADD,       /* element `source` (or expr if simple) into bag place; full: BAG fault. Undefined parts
                             of `source` are added as such */
    COSET_S_BAGREMOVE,    /* entry expr (a BAGINDEX) of bag place; the others stay where they are until the end of
                              the step restores the normal form */
    COSET_S_BAGREMOVE_IF, /* binder, expr: all entries of bag place that satisfy expr */
    COSET_S_BIND          /* the address of source is stored in the local slot at frame (an alias) */
} coset_ir_stmt_op;

/* A value in a text. */
typedef struct {
    const coset_ir_expr *expr; /* NULL: not known, "?" */
    const coset_ir_type *type; /* of %e; NULL: of the expression */
} coset_ir_said;

/* Where a formatted text goes: fields of coset_edge. */
typedef enum { COSET_TO_OUTPUT, COSET_TO_MESSAGES, COSET_TO_MARKS } coset_ir_channel;

struct coset_ir_stmt {
    coset_ir_stmt_op op;
    coset_pos pos;
    const coset_ir_stmt *next; /* the one after this in its list */
    const coset_ir_expr *expr;
    const coset_ir_place *place, *source;
    const coset_ir_binder *binder;
    const coset_ir_stmt *body, *other;
    const char *text;      /* ASSERT, ASSUME, COVER: message or NULL; PUT: string or NULL */
    uint32_t prop;         /* ASSERT, ASSUME, COVER: property number */
    uint32_t frame;        /* BIND */
    uint32_t checked;      /* FOR over a whole type: number + 1 of the loop in the program's `order`, or 0 */
    bool copies_undefined; /* ASSIGN */
    bool formatted;        /* PUT: text has directives %c %d %e %o %u %x, one for each of `said`, and %%. For listeners
                              only: values that fault are written as "?" */
    coset_ir_channel to;   /* PUT, formatted */
    uint32_t n_said;
    const coset_ir_said *said;
    const uint8_t *links; /* IF whose expr has a set, or NULL: for each value of the set's place, how many of the
                             following IFs in `other`, all on that place, can be skipped. See coset_ir_find_sets */
};

#define COSET_IR_LINKS 255 /* maximum */

/* ---- functions, rules, properties, programs ------------------------------------------------------------------ */

typedef struct {
    const char *name;
    coset_pos pos;
    const coset_ir_type *type;
    bool by_ref;
    uint32_t frame; /* offset of its value, or of the slot with its address, in the callee's frame */
} coset_ir_param;

struct coset_ir_function {
    const char *name;
    uint32_t number; /* among the functions of the program */
    coset_pos pos;
    uint32_t n_params;
    const coset_ir_param *params;
    const coset_ir_type *result; /* NULL: a procedure */
    uint32_t frame_size;         /* slots: parameters, locals, binders, temporaries. Locals start undefined */
    uint32_t result_frame;       /* complex result: offset in the callee's frame where RETURN leaves it */
    const coset_ir_stmt *body;
};

/* A rule or a start state. Its parameters are bound by nested binders, the first outermost; before the guard the
 * `prelude` (BINDs of aliases, in order) runs. Instance number: mixed radix of the ranks of the parameters, the last
 * one fastest; BAGINDEX and computed domains count with the size of their type. */
typedef struct {
    const char *name;
    coset_pos pos;
    uint32_t n_params;
    const coset_ir_binder *params;
    const coset_ir_stmt *prelude;
    const coset_ir_expr *guard; /* NULL = true */
    const coset_ir_stmt *body;
    uint32_t frame_size;
    bool is_start;     /* all locals and the whole state are undefined before the body */
    uint32_t role;     /* a symmetry may permute rules of one role; 0: none for this one */
    uint32_t early;    /* k + 1: it is enabled only while at most k of the arrivals are present; 0: at any time. A
                          promise of the front end */
    bool arrives;      /* it makes arrival number early - 1 */
    uint32_t priority; /* of the rules enabled in a state only those with the least number fire */
    coset_actor actor;
    uint32_t follows; /* 0, or number + 1 of a rule: if this one leads to a transient state, that one is the only
                         rule enabled there, with the same parameters. A promise of the front end */
    const coset_ir_place *queue; /* or NULL. The rule appends an element to the queue there, if there is room (the first
                                    slot of the queue is its length), or removes the first, if there is one, and is not
                                    enabled otherwise. It reads and changes the queue in no other way. A promise of the
                                    front end */
    bool puts;                   /* it appends; else it removes */
    const void *origin;          /* private data of the front end */
} coset_ir_rule;

/* A property of states. INVARIANT, ASSUMPTION: the parameters are a conjunction; COVER, LIVENESS, PREDICATE: one
 * instance for each value. */
typedef struct {
    const char *name;
    coset_prop_kind kind;
    coset_pos pos;
    bool in_step;          /* a statement: expr is NULL */
    const char *unchecked; /* as in coset_prop */
    coset_assumption assumed;
    uint32_t n_params;
    const coset_ir_binder *params;
    const coset_ir_stmt *prelude;
    const coset_ir_expr *expr;
    uint32_t frame_size;
} coset_ir_prop;

/* Its instances are evaluated one by one; those of others are one conjunction. */
static inline bool coset_ir_is_indexed(const coset_ir_prop *p)
{
    return p->kind == COSET_PROP_COVER || p->kind == COSET_PROP_LIVENESS || p->kind == COSET_PROP_PREDICATE;
}

typedef struct {
    const char *name;
    coset_pos pos;
    const coset_ir_type *type;
    uint32_t offset; /* first slot */
} coset_ir_var;

typedef struct {
    coset_arena *arena; /* owns all of it */
    const char *name, *language;
    const char *dialect; /* of the language, or NULL if it has none */
    const char *variant; /* how it differs from the source text, in ways that no property observes; or NULL */
    uint32_t n_slots;
    uint32_t n_vars;
    const coset_ir_var *vars;
    uint32_t n_symtypes; /* scalarsets, numbered as in coset_ir_type.symtype */
    const coset_ir_type *const *symtypes;
    const coset_sort_keys *const *keys; /* [n_symtypes] entries or all of it NULL */
    uint32_t n_declined;
    const coset_declined *declined;
    uint32_t n_functions;
    const coset_ir_function *const *functions;
    uint32_t n_rules; /* start states first; group g of the model is rules[g] */
    const coset_ir_rule *rules;
    uint32_t n_props; /* property p of the model is props[p]; the model adds DEADLOCK and FAULT at the end */
    const coset_ir_prop *props;
    const coset_ir_prop *transient; /* or NULL. A state where it holds is passed through: a step that ends there
                                       continues with further rules until it does not hold, and counts as one step,
                                       named by its first rule. Rules that lead only to transient states without an exit
                                       are not enabled. Start states are not transient, rules have no cover statements,
                                       `expr` cannot fault; a walk ends if it reaches a state twice */
    const coset_ir_prop *may_end;   /* or NULL: states where it holds may be without steps */
    const coset_teller *teller;     /* or NULL */
    const void *origin;             /* private data of the front end, for its teller */
    const uint32_t *controls;       /* [n_slots] or NULL. Of a variable of a process: the slot with the program counter
                                       of the process; UINT32_MAX: no such variable */
    const coset_arrivals *arrivals; /* or NULL. Permanent: the number of present elements in `slot` never decreases */
    bool begins_late;               /* the start state starts processes, and is never reached again */
    struct coset_ir_order *order;   /* checked loops, or NULL; see ir/order.h */
} coset_ir;

/* Finds the conditions on one variable everywhere in the program, and chains of IF statements on one variable: fills
 * `set` and `links`, which the interpreter and machine code use instead of the conditions. Semantics are unchanged.
 * Code that changes an expression later must reset both. */
void coset_ir_find_sets(coset_ir *ir);

/* The invariant of rule r under symmetries. */
static inline uint32_t coset_ir_role(const coset_ir *ir, uint32_t r)
{
    return ir->rules[r].role ? ir->n_rules + ir->rules[r].role : r;
}

#endif
