/* detect/extract/order.h - does it matter in which order the values of a series are tried?
 *
 * Layer    detect, private.
 * Idea     over a range the first value that decides ends a quantifier; over a scalarset all are evaluated. Both have
 *          the same meaning, and the order does not matter, if in no memory one value of the variables ends in a fault
 *          while another decides. This is determined by running the body for each value, with all values that it may
 *          read.
 */
#ifndef COSET_DETECT_EXTRACT_ORDER_H
#define COSET_DETECT_EXTRACT_ORDER_H

#include "detect/extract/infer.h"
#include "ir/case_enumeration.h"

/* Knowledge about the slots of the state. */
typedef struct {
    const uint8_t *defined;  /* [n_slots] never undefined outside of start states; NULL: not known */
    const coset_cell *slots; /* [n_slots] their possible values between steps; NULL: not known */
} coset__known;

/* `m` is the model of the original program. True if the order certainly does not matter. Takes runs from *budget; false
 * if that or the limit is exhausted. */
bool coset__order_is_immaterial(const coset_model *m, const coset__series *s, const coset__known *known,
                                uint64_t *budget, coset_budget *limit);

#endif
