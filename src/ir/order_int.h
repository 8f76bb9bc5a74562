/* ir/order_int.h - inside of the check of loops.
 *
 * Layer    ir, private to order*.c.
 * Parts    order.c          what iterations touch
 *          order_compare.c  the loop in all other orders
 */
#ifndef COSET_IR_ORDER_INT_H
#define COSET_IR_ORDER_INT_H

#include "ir/machine.h"
#include "ir/order.h"

/* The last touch of a slot: the epoch of the loop's run, the deed, and the iteration or "several". */
typedef struct {
    uint32_t epoch, deed, iteration;
} coset__cell;

/* A loop of one worker. `busy`: it runs, or its orders are compared; `runs`: what it touches is recorded. */
typedef struct {
    bool busy, runs;
    uint32_t epoch, iteration, floor; /* frames from `floor` on belong to the iteration */
    uint32_t room;
    coset__cell *cells; /* [room] */
    uint8_t *own;       /* [room] slots that each iteration has for itself */
    coset_value *start; /* [room] memory as the loop began; of the interpreter only */
    uint32_t n_covers;  /* that were hit before */
    bool conflicts;
    coset_ir_conflict conflict; /* the first, where it conflicts */
} coset__checked;

struct coset_machine_order {
    coset_ir_order *of;
    uint32_t n_comparing; /* loops whose orders are being compared, one inside the other */
    coset__checked loops[];
};

/* INNER: a loop inside depends on its order, which is the machine's fault. */
typedef enum { COSET__ALIKE, COSET__DIFFERENT, COSET__INNER } coset__verdict;

/* Runs the loop, which has just ended with `flow`, in all other orders that renamings may bring about. But for INNER,
 * memory and machine are as before afterwards. ALIKE: all of them end like this one. DIFFERENT: they do not, or there
 * are too many. */
coset__verdict coset__order_compare(coset_machine *m, const coset_ir_stmt *s, coset_flow flow);

#endif
