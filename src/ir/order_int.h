/* ir/order_int.h - inside of the check of loops.
 *
 * Layer    ir, private to order*.c.
 * Parts    order.c          what iterations touch
 *          order_compare.c  the loop in all other orders
 *          order_key.c      what the result depends on
 *          order_memo.c     results of before
 */
#ifndef COSET_IR_ORDER_INT_H
#define COSET_IR_ORDER_INT_H

#include "ir/machine.h"
#include "ir/order.h"

/* What iterations have done to a slot: the epoch of the loop's run, the deed, and the iteration or "several"; `silent`:
 * none has changed it. `touched` is the number of a coset__touched if `stamp` is that of the iteration. */
typedef struct {
    uint32_t epoch, deed, iteration;
    uint32_t stamp, touched;
    bool silent;
} coset__cell;

/* What the iteration that runs has done to a slot, which held `before`. */
typedef struct {
    uint32_t address, deed;
    coset_value before;
    const coset_ir_place *place;
} coset__touched;

/* A loop of one worker. `busy`: it runs, or its orders are compared; `runs`: what it touches is recorded. */
typedef struct {
    bool busy, runs;
    uint32_t epoch, iteration, floor; /* frames from `floor` on belong to the iteration */
    uint32_t stamp;                   /* of the iteration */
    const coset_value *mem;           /* in which it runs */
    COSET_VEC(coset__touched) touched;
    uint32_t room;
    coset__cell *cells; /* [room] */
    uint8_t *own;       /* [room] slots that each iteration has for itself */
    coset_value *start; /* [room] memory as the loop began; of the interpreter only */
    uint32_t n_covers;  /* that were hit before */
    bool conflicts;
    coset_ir_conflict conflict; /* the first, where it conflicts */
} coset__checked;

/* Keys of a loop for which all orders ended alike. */
typedef struct {
    const coset_ir_key *key;
    uint32_t n_lines, n_learned; /* since it has so many lines */
    uint64_t *tags;              /* [n_lines] or NULL: nothing so far */
    coset_value *lines;          /* [n_lines][key->n_words] */
    coset_value *now;            /* [key->n_words] what was looked up last */
    uint64_t tag;                /* of it, or 0: nothing was looked up */
    uint32_t lookups, hits;      /* lately */
    uint32_t rests;              /* so often it is not looked at */
} coset__memo;

struct coset_machine_order {
    coset_ir_order *of;
    uint32_t n_comparing; /* loops whose orders are being compared, one inside the other */
    coset__memo *memos;   /* [n_loops] */
    coset__checked loops[];
};

void coset__memo_init(coset__memo *memo, const coset_ir_key *key);
void coset__memo_fini(coset__memo *memo);
/* The loop's orders ended alike where it saw the same. `names`: of the key, or NULL: they stand in memory. */
bool coset__memo_knows(coset__memo *memo, const coset_value *mem, uint32_t fp, const coset_value *names);
/* They did with the values that were looked up. */
void coset__memo_learn(coset__memo *memo);

/* INNER: a loop inside depends on its order, which is the machine's fault. */
typedef enum { COSET__ALIKE, COSET__DIFFERENT, COSET__INNER } coset__verdict;

/* Runs the loop, which has just ended with `flow`, in all other orders that renamings may bring about. But for INNER,
 * memory and machine are as before afterwards. ALIKE: all of them end like this one. DIFFERENT: they do not, or there
 * are too many. */
coset__verdict coset__order_compare(coset_machine *m, const coset_ir_stmt *s, coset_flow flow);

#endif
