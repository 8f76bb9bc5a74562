/* symb/encode/order.h - the order of the binary variables.
 *
 * Layer    symb.
 * Idea     the orders in the literature keep together the bits of a process, or the bits of one variable of all
 *          processes. `auto` begins with the first order and then moves slots that rules use together closer; but if
 *          processes are to be exchanged, it keeps sibling slots side by side, so that exchanges move bits little. A
 *          bit's next variable always follows its current one.
 * Source   F. Aloul, I. Markov, K. Sakallah: FORCE, a fast and easy-to-implement variable-ordering heuristic (2003).
 */
#ifndef COSET_SYMB_ENCODE_ORDER_H
#define COSET_SYMB_ENCODE_ORDER_H

#include "bdd/bdd.h"
#include "model/model.h"

typedef enum {
    COSET_ORDER_AUTO,
    COSET_ORDER_CONCATENATED, /* slots without a symmetric index, then for each element its slots, one after another */
    COSET_ORDER_INTERLEAVED,  /* the same, but first the first bits of sibling slots, then their second ones, ... */
    COSET_ORDER_SIBLINGS      /* sibling slots one after another */
} coset_symb_order;

/* The position of each bit, numbered slot by slot. Owner: the caller. */
uint32_t *coset__order_places(const coset_model *m, coset_symb_order order);

/* Sets of slots that are used together. */
typedef struct {
    uint32_t n_slots;
    uint32_t n_sets;
    const uint32_t *ends; /* [n_sets] set i has the slots from ends[i - 1] to before ends[i] */
    const uint32_t *slots;
} coset__uses;

/* An order of slots in which the sets have smaller spans than in the given one (`order`: slots in order, changed in
 * place). */
void coset__order_pull(const coset__uses *uses, uint32_t *order);

#endif
