/* ir/order_int.h - internals of the loop check.
 *
 * Layer    ir, private to order*.c.
 * Parts    order.c          accesses of iterations
 *          order_compare.c  the loop in all other orders
 *          order_key.c      the values that determine the result
 *          order_memo.c     cache of results
 */
#ifndef COSET_IR_ORDER_INT_H
#define COSET_IR_ORDER_INT_H

#include "ir/machine.h"
#include "ir/order.h"

/* Accesses of iterations to a slot: the epoch of the loop's run, the deed, and the iteration or "several"; `silent`:
 * none has changed it. `touched` is the number of a coset__touched if `stamp` is that of the iteration. */
typedef struct {
    uint32_t epoch, deed, iteration;
    uint32_t stamp, touched;
    bool silent;
} coset__cell;

/* Accesses of the running iteration to a slot, whose previous value is `before`. */
typedef struct {
    uint32_t address, deed;
    coset_value before;
    const coset_ir_place *place;
} coset__touched;

/* A loop of one worker. `busy`: it runs, or its orders are compared; `runs`: its accesses are recorded. */
typedef struct {
    bool busy, runs;
    uint32_t epoch, iteration, floor; /* frames from `floor` on belong to the iteration */
    uint32_t stamp;                   /* of the iteration */
    const coset_value *mem;           /* on which it runs */
    COSET_VEC(coset__touched) touched;
    uint32_t room;
    coset__cell *cells; /* [room] */
    uint8_t *own;       /* [room] slots private to each iteration */
    coset_value *start; /* [room] memory at the start of the loop; interpreter only */
    uint32_t n_covers;  /* number hit before */
    bool conflicts;
    coset_ir_conflict conflict; /* the first, if it conflicts */
} coset__checked;

/* Keys of a loop for which all orders have the same result. */
typedef struct {
    const coset_ir_key *key;
    uint32_t n_lines, n_learned; /* n_learned: since it has n_lines */
    uint64_t *tags;              /* [n_lines] or NULL: nothing so far */
    coset_value *lines;          /* [n_lines][key->n_words] */
    coset_value *now;            /* [key->n_words] the key looked up last */
    uint64_t tag;                /* its tag, or 0: nothing was looked up */
    uint32_t lookups, hits;      /* in the current window */
    uint32_t rests;              /* number of runs for which it is still disabled */
} coset__memo;

struct coset_machine_order {
    coset_ir_order *of;
    uint32_t n_comparing; /* nested loops whose orders are being compared */
    coset__memo *memos;   /* [n_loops] */
    coset__checked loops[];
};

void coset__memo_init(coset__memo *memo, const coset_ir_key *key);
void coset__memo_fini(coset__memo *memo);
/* Whether all orders of the loop had the same result for this key before. `names`: of the key, or NULL: in memory. */
bool coset__memo_knows(coset__memo *memo, const coset_value *mem, uint32_t fp, const coset_value *names);
/* Stores the key looked up last. */
void coset__memo_learn(coset__memo *memo);

/* INNER: a nested loop depends on its order, which is the machine's fault. */
typedef enum { COSET__ALIKE, COSET__DIFFERENT, COSET__INNER } coset__verdict;

/* Runs the loop, which has just ended with `flow`, in all other orders that renamings may produce. Except for INNER,
 * memory and machine are restored afterwards. ALIKE: all orders have the same result. DIFFERENT: they do not, or there
 * are too many. */
coset__verdict coset__order_compare(coset_machine *m, const coset_ir_stmt *s, coset_flow flow);

#endif
