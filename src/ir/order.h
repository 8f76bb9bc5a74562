/* ir/order.h - loops whose result must not depend on the order of their iterations, checked at run time.
 *
 * Layer    ir.
 * Idea     Some loops over a symmetric type commute only because of what is reachable. Places that could make two
 *          iterations depend on each other are marked. Each run of such a loop records, for each slot, which iterations
 *          accessed it and how. If two do not commute on a slot, or the loop is left early, the loop is run in all
 *          other orders as well; if the results differ, the step ends in a fault of kind COSET_FAULT_ORDER.
 *          doc/internals-legality.md has the theorems.
 * Shapes   A slot of memory has, for each loop, the deed and the iteration that accessed it, or "several" for a deed
 *          that commutes with itself.
 * Threads  the witness is under a lock; all else belongs to a worker or is constant during a search.
 */
#ifndef COSET_IR_ORDER_H
#define COSET_IR_ORDER_H

#include <pthread.h>
#include <stdatomic.h>

#include "ir/ir.h"

/* Accesses of an iteration to a slot. Reads commute with reads; each deed from COSET_DEED_SAME on commutes with itself.
 * OWN: each iteration writes the slot before it reads it, and nothing reads it after the loop. */
enum { COSET_DEED_READ = 1, COSET_DEED_WRITE, COSET_DEED_OWN, COSET_DEED_SAME };

/* The role of a place in loop number `loop`. */
typedef struct {
    uint32_t loop, deed;
} coset_ir_touch;

struct coset_ir_track {
    bool watched; /* not only slots private to each iteration */
    uint32_t n;
    const coset_ir_touch *at;
};

/* Position of a touch in the original program. */
typedef struct {
    const coset_ir_place *place;
    coset_ir_touch touch;
} coset_ir_touched;

/* A loop that is checked. */
typedef struct {
    const coset_ir_stmt *stmt; /* FOR statement of the original program */
    bool always;               /* all orders are compared in each run: some of its accesses cannot be watched */
    bool last_stays;           /* no renaming moves the last element */
} coset_ir_ordered;

/* Slots of the frame used only by names and temporaries inside the body of a loop. */
typedef struct {
    uint32_t n;
    const uint32_t *at;
} coset_ir_scratch;

/* Slots that a value takes in a frame. */
static inline uint32_t coset_ir_slots(const coset_ir_type *t) { return t->kind == COSET_T_INT ? 2 : t->width; }

/* The key: a list of words that determines the results of all orders of a loop's iterations. */

/* Slots of the frame that its body names: `width` of them, from word `at` on. For a reference, the `behind` slots that
 * it refers to also belong to the key. */
typedef struct {
    uint32_t frame, at, width, behind;
} coset_ir_key_name;

/* n slots of the state, or of the frame if `local`, from `base` on, plus (word - 1) * stride for each term. */
typedef struct {
    bool local;
    uint32_t base, n, n_terms;
    const coset_ir_term *terms; /* `at`: which word */
} coset_ir_key_part;

typedef struct {
    uint32_t n_words; /* 0: too many to store */
    uint32_t n_name_words, n_names, n_parts;
    const coset_ir_key_name *names; /* first the words of the names, then the slots they refer to, then the parts */
    const coset_ir_key_part *parts;
} coset_ir_key;

/* Two iterations that do not commute. */
typedef struct {
    uint32_t loop;
    uint64_t a, b;    /* ranks of their elements; equal if only one iteration is known */
    coset_pos pos;    /* of the place, or where the loop was left */
    const char *name; /* of its variable, or NULL: none is known */
    char why[200];    /* without a name: what happened */
    uint32_t group;   /* the step in which it happened; not set for a property */
    bool in_step;
    coset_value *state; /* [n_slots] in which it happened, or NULL: when the start states were made */
} coset_ir_conflict;

typedef struct coset_ir_order {
    uint32_t n_loops;
    const coset_ir_ordered *loops;
    const coset_ir_scratch *scratch; /* [n_loops] */
    const coset_ir_key *keys;        /* [n_loops] */
    uint32_t n_marks;
    const coset_ir_touched *marks;
    bool off;   /* checking is disabled */
    bool swaps; /* instead: iterations a and b of `loop` are exchanged */
    uint32_t swapped;
    uint64_t swap_a, swap_b;
    atomic_bool failed;
    pthread_mutex_t mutex;
    coset_ir_conflict first; /* of the failures: the one in the least state */
} coset_ir_order;

/* The key of a loop, in the arena of `ir`. `frame_size`: that of the routine with the loop. */
coset_ir_key coset__order_key(const coset_ir *ir, const coset_ir_stmt *loop, uint32_t frame_size);

/* A copy of the program with checked loops, in its own arena, which also contains the order. The original must outlive
 * it. */
coset_ir *coset_ir_checked(const coset_ir *ir, uint32_t n_loops, const coset_ir_ordered *loops, uint32_t n_marks,
                           const coset_ir_touched *marks);

#endif
