/* detect/extract/infer.h - ranges that a program uses like scalarsets.
 *
 * Layer    detect, private.
 * Idea     values pass between types: by assignment, comparison, as index, argument or result. Ranges between which
 *          values pass are one family. If there is no arithmetic on the numbers of a family, and no comparison by
 *          order, they may be mere names: the program is rewritten with scalarsets instead of these ranges, divided
 *          where a smaller range of the family begins or ends. Whether that program is symmetric is proved elsewhere
 *          (symm/legal/legal.h); here only the meaning must be preserved, slot by slot, with one exception, see
 *          coset__order_is_immaterial (order.h).
 * Owner    the program that was given must outlive what is inferred.
 */
#ifndef COSET_DETECT_EXTRACT_INFER_H
#define COSET_DETECT_EXTRACT_INFER_H

#include "ir/interp.h"

#define COSET__MOST_SYMTYPES 64U

/* Something that is evaluated for one value of its variables after the other until one decides: a quantifier, or a
 * property with parameters. */
typedef struct {
    const coset_ir_binder *binders;
    uint32_t n_binders;
    const coset_ir_stmt *prelude;
    const coset_ir_expr *body;
    const coset_ir_type *const *domains; /* of the binders, in the model: of one scalarset, or several after another */
    bool decides;                        /* this value of the body */
    bool truth; /* it is part of an invariant, and for the question whether that holds the order does not matter: it is
                   a `forall` of which no more is needed than whether it is true, or the opposite */
    uint32_t frame_size;
    enum { COSET__OF_STATE, COSET__WITHIN_STEP, COSET__WITHIN_START } where; /* it is evaluated */
    uint32_t prop; /* whose it is; COSET_NO_PROP: of the steps */
    coset_pos pos;
    uint64_t types; /* symmetric types of the model over which it runs, of those that were not declared */
} coset__series;

typedef struct {
    coset_model *model; /* the program with more scalarsets behind those that were declared; NULL: there are neither */
    uint32_t n_series;
    const coset__series *series; /* those with `types`; in the arena of the model */
} coset__inferred;

void coset__infer(const coset_ir *ir, coset__inferred *out);

#endif
