/* detect/extract/exchange.h - the expected exchange of two numbers of a range.
 *
 * Layer    detect, private.
 * Idea     a range that indexes arrays of the state, or is the type of rule parameters, numbers things. A user
 *          expects that two of them are interchangeable; the effect of the exchange follows from the types: the entries
 *          of arrays, values of variables and parameters are exchanged.
 * Shapes   types belong to a range if they are that type, have its name, or (parameters and loops) have no name and
 *          lie within its bounds.
 */
#ifndef COSET_DETECT_EXTRACT_EXCHANGE_H
#define COSET_DETECT_EXTRACT_EXCHANGE_H

#include "ir/ir.h"

typedef struct {
    const coset_ir_type *of; /* the range */
    int64_t a, b;            /* numbers of it */
} coset__exchange;

/* The images of the slots of a state, and which slots hold numbers of the range. */
typedef struct {
    uint32_t n_slots;
    uint32_t *to;
    const coset_ir_type **type; /* [n_slots] NULL: the value stays unchanged */
} coset__moves;

/* Ranges of 2 to 64 numbers, each once. Owner: arena. */
const coset_ir_type *const *coset__named_ranges(const coset_ir *ir, coset_arena *arena, uint32_t *n);
/* A variable of a rule, property or loop that holds numbers of the range. */
bool coset__runs_over(const coset__exchange *x, const coset_ir_type *t);
int64_t coset__exchanged(const coset__exchange *x, int64_t number);
/* The value in a slot of type `t`, in the image; 0 if the type does not have it. */
coset_value coset__exchanged_value(const coset__exchange *x, const coset_ir_type *t, coset_value v);
/* False: some array has one of the numbers but not the other, or there are multisets. Owner: arena. */
bool coset__exchange_moves(const coset__exchange *x, const coset_ir *ir, coset_arena *arena, coset__moves *out);
/* dst does not overlap src. */
void coset__exchange_apply(const coset__exchange *x, const coset__moves *m, const coset_value *src, coset_value *dst);

#endif
