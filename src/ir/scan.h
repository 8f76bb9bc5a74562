/* ir/scan.h - static analysis: which slots a piece of a program may read and write.
 *
 * Layer    ir, private.
 * Idea     The source is traversed once, including calls; the possible targets of a reference are the set of slots at
 *          which a value may start. The sets record no order, so every set is an upper bound:
 *           - an index stands for all elements, unless it is a constant, or computed from bound variables and slots
 *             with few known values;
 *           - a reference that is bound in several places stands for all of them;
 *           - if a step accesses a bag, it may move all entries when the normal form is restored;
 *           - if a walk becomes too long, or reaches a call that it is already following, everything is read and
 *             written.
 * Calls    Sets only grow during a walk, and the effect of a call depends on its function, on the targets of its
 *          references and on the known values of its parameters. So a call like one that was followed before adds
 *          nothing.
 * Threads  a scan belongs to one thread.
 */
#ifndef COSET_IR_SCAN_H
#define COSET_IR_SCAN_H

#include "ir/machine.h"

/* A set of slots; NULL: none. */
typedef uint64_t *coset_scan_set;

#define COSET_SCAN_MOST 24 /* most values that are listed */

/* Possible values of an expression; n = 0: not known. */
typedef struct {
    uint32_t n;
    bool assigned; /* of a variable: by a statement */
    int64_t at[COSET_SCAN_MOST];
} coset_scan_values;

/* A slot may get a known value. */
typedef struct {
    uint32_t slot;
    coset_value content;
    uint32_t
        of; /* if the piece runs to its end, the slot gets one of this many values, all listed; 0: or keeps its own */
} coset_scan_change;

/* The value of a slot in the source of a step. It is valid until the slot is written, because the traversal follows the
 * order of execution, except for loops and calls. */
typedef struct {
    uint32_t slot;
    coset_scan_values content;
} coset_scan_source;

/* Known facts about a frame. */
typedef struct {
    uint32_t size;
    coset_scan_set *starts;   /* [frame_size] possible targets of its references */
    coset_scan_values *known; /* [frame_size] values of its variables; NULL: of none */
} coset_scan_frame;

typedef struct {
    const coset_ir *ir;
    coset_arena *scratch;
    uint32_t n_words; /* of a set */
    coset_scan_set reads, writes;
    coset_scan_set any;                     /* slots that may get an unknown value */
    COSET_VEC(coset_scan_change) changes;   /* the other writes */
    coset_scan_set blank;                   /* slots of `any` that may become undefined */
    coset_scan_set indices;                 /* slots whose value is an index; NULL: not needed */
    const uint64_t *blanks;                 /* slots that may be undefined */
    const coset_ir_type *const *slot_types; /* [n_slots] NULL: neither `any` nor `changes` is needed */
    const coset_scan_values *slots;         /* [n_slots] possible values of each; NULL: nothing is known */
    const coset_scan_source *source;        /* or NULL */
    struct coset_scan_followed *calls;      /* since the sets were empty */
    uint32_t budget, depth;
    uint32_t turns;  /* of the enclosing loops that are followed turn by turn; 0: there are none */
    uint32_t unsure; /* enclosing conditions, loops and calls */
    uint32_t loops;  /* enclosing ones that are not followed turn by turn */
    bool returns;    /* a return was reached */
    bool unknown;    /* the walk was given up */
    bool cuts;       /* an assume statement was reached */
} coset_scan;

/* `slot_types`, and with it `slots` and `blanks`, may be set afterwards. `scratch`: its memory, owned by the caller. */
coset_scan coset_scan_new(const coset_ir *ir, coset_arena *scratch);
/* Clears `scratch`. */
void coset_scan_free(coset_scan *s);
/* Begins a walk with empty sets, stored in `arena`, and a frame about which nothing is known. */
void coset_scan_begin(coset_scan *s, coset_arena *arena, uint32_t frame_size, coset_scan_frame *f);
/* Statements, expressions and places visited since. */
uint32_t coset_scan_steps(const coset_scan *s);
/* The pieces add to the sets. */
void coset_scan_binder(coset_scan *s, coset_scan_frame *f, const coset_ir_binder *b);
void coset_scan_expr(coset_scan *s, coset_scan_frame *f, const coset_ir_expr *e);
void coset_scan_stmt(coset_scan *s, coset_scan_frame *f, const coset_ir_stmt *st); /* without its successors */
void coset_scan_stmts(coset_scan *s, coset_scan_frame *f, const coset_ir_stmt *st);
/* Clears the writes recorded so far. */
void coset_scan_forget_writes(coset_scan *s);
/* Adds all slots of the written bags. */
void coset_scan_bags(coset_scan *s, const coset_symmetry *symmetry);
/* Adds everything, if the walk was given up. */
void coset_scan_end(coset_scan *s);
/* The slots at which the value of a place may start; the reads needed to compute it are recorded. */
coset_scan_set coset_scan_starts(coset_scan *s, coset_scan_frame *f, const coset_ir_place *p);

coset_scan_set coset_scan_set_new(const coset_scan *s);
void coset_scan_add_slots(const coset_scan *s, coset_scan_set to, uint64_t first, uint64_t n);
void coset_scan_add_set(const coset_scan *s, coset_scan_set to, const uint64_t *from);
bool coset_scan_meet(const coset_scan *s, const uint64_t *a, const uint64_t *b);
/* The first slot of a set from i on; n_slots if there is none. */
uint64_t coset_scan_next(const coset_scan *s, const uint64_t *of, uint64_t i);

#endif
