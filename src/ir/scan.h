/* ir/scan.h - which slots a piece of a program may look at and change, found in its text.
 *
 * Layer    ir, private.
 * Idea     the text is walked once, calls included; what a reference may refer to is the set of slots at which a value
 *          may start. Nothing is said about order, so every set is an upper bound:
 *           - an index stands for all elements, unless it is a constant, or computed from bound variables and slots of
 *             which few values are known;
 *           - a reference that is bound in several places stands for all of them;
 *           - where a step touches a bag, it may move all entries when the normal form is restored;
 *           - where a walk becomes too long, or comes to a call that it is following already, everything is read and
 *             written.
 * Calls    sets only grow during a walk, and what a call does depends on its function, on what its references may
 *          refer to and on the values known of its parameters: so a call like one that was followed before adds
 *          nothing.
 * Threads  a scan belongs to one thread.
 */
#ifndef COSET_IR_SCAN_H
#define COSET_IR_SCAN_H

#include "ir/machine.h"

/* A set of slots; NULL: none. */
typedef uint64_t *coset_scan_set;

#define COSET_SCAN_MOST 24 /* values that are told one by one */

/* Values that an expression may have; n = 0: not known. */
typedef struct {
    uint32_t n;
    bool assigned; /* of a variable: by a statement */
    int64_t at[COSET_SCAN_MOST];
} coset_scan_values;

/* A slot may get a content that is known. */
typedef struct {
    uint32_t slot;
    coset_value content;
    uint32_t
        of; /* where the piece runs to its end it gets one of so many, which all stand there; 0: or keeps its own */
} coset_scan_change;

/* The content of a slot in the source of a step. It counts until the slot is written, as the text is walked in the order
 * in which it is executed, but for loops and calls. */
typedef struct {
    uint32_t slot;
    coset_scan_values content;
} coset_scan_source;

/* What is known of a frame. */
typedef struct {
    uint32_t size;
    coset_scan_set *starts;   /* [frame_size] what its references may refer to */
    coset_scan_values *known; /* [frame_size] values of its variables; NULL: of none */
} coset_scan_frame;

typedef struct {
    const coset_ir *ir;
    coset_arena *scratch;
    uint32_t n_words; /* of a set */
    coset_scan_set reads, writes;
    coset_scan_set any;                     /* slots that may get a content that is not known */
    COSET_VEC(coset_scan_change) changes;   /* the other writes */
    coset_scan_set blank;                   /* slots of `any` that may become undefined */
    coset_scan_set indices;                 /* slots whose content is an index; NULL: they are not wanted */
    const uint64_t *blanks;                 /* slots that may be undefined */
    const coset_ir_type *const *slot_types; /* [n_slots] NULL: neither `any` nor `changes` is wanted */
    const coset_scan_values *slots;         /* [n_slots] contents that each may have; NULL: nothing is known */
    const coset_scan_source *source;        /* or NULL */
    struct coset_scan_followed *calls;      /* since the sets were empty */
    uint32_t budget, depth;
    uint32_t turns;  /* of the loops around that are followed turn by turn; 0: there are none */
    uint32_t unsure; /* conditions, loops and calls around */
    uint32_t loops;  /* around, which are not followed turn by turn */
    bool returns;    /* a return was met */
    bool unknown;    /* the walk was given up */
    bool cuts;       /* an assume statement was met */
} coset_scan;

/* `slot_types`, and with it `slots` and `blanks`, may be set afterwards. `scratch`: its memory, which is the caller's. */
coset_scan coset_scan_new(const coset_ir *ir, coset_arena *scratch);
/* Clears `scratch`. */
void coset_scan_free(coset_scan *s);
/* Begins a walk with empty sets, which stand in `arena`, and a frame of which nothing is known. */
void coset_scan_begin(coset_scan *s, coset_arena *arena, uint32_t frame_size, coset_scan_frame *f);
/* Statements, expressions and places that were looked at since. */
uint32_t coset_scan_steps(const coset_scan *s);
/* The pieces add to the sets. */
void coset_scan_binder(coset_scan *s, coset_scan_frame *f, const coset_ir_binder *b);
void coset_scan_expr(coset_scan *s, coset_scan_frame *f, const coset_ir_expr *e);
void coset_scan_stmt(coset_scan *s, coset_scan_frame *f, const coset_ir_stmt *st); /* without its successors */
void coset_scan_stmts(coset_scan *s, coset_scan_frame *f, const coset_ir_stmt *st);
/* What was written so far is taken back. */
void coset_scan_forget_writes(coset_scan *s);
/* The bags that were written. */
void coset_scan_bags(coset_scan *s, const coset_symmetry *symmetry);
/* Everything, where the walk was given up. */
void coset_scan_end(coset_scan *s);
/* The slots at which the value of a place may start; what finding it reads is recorded. */
coset_scan_set coset_scan_starts(coset_scan *s, coset_scan_frame *f, const coset_ir_place *p);

coset_scan_set coset_scan_set_new(const coset_scan *s);
void coset_scan_add_slots(const coset_scan *s, coset_scan_set to, uint64_t first, uint64_t n);
void coset_scan_add_set(const coset_scan *s, coset_scan_set to, const uint64_t *from);
bool coset_scan_meet(const coset_scan *s, const uint64_t *a, const uint64_t *b);
/* The first slot of a set from i on; n_slots where there is none. */
uint64_t coset_scan_next(const coset_scan *s, const uint64_t *of, uint64_t i);

#endif
