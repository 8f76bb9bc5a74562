/* detect/extract/infer.h - ranges that a program uses like scalarsets.
 *
 * Layer    detect, private.
 * Idea     values pass between types: by assignment, comparison, as index, argument or result. Ranges between which
 *          values pass are one family. If there is no arithmetic on the numbers of a family, and no comparison by
 *          order, they may be mere names: the program is rewritten with scalarsets instead of these ranges, divided
 *          where a smaller range of the family begins or ends. Whether that program is symmetric is proved elsewhere
 *          (symm/legal/legal.h); here only the meaning must be preserved, slot by slot, with one exception, see
 *          coset__order_is_immaterial.
 * Owner    the given program must outlive the result.
 */
#ifndef COSET_DETECT_EXTRACT_INFER_H
#define COSET_DETECT_EXTRACT_INFER_H

#include "ir/interp.h"

#define COSET__MOST_SYMTYPES 64U

/* Something that is evaluated for the values of its variables one by one until one decides: a quantifier, or a property
 * with parameters. */
typedef struct {
    const coset_ir_binder *binders;
    uint32_t n_binders;
    const coset_ir_stmt *prelude;
    const coset_ir_expr *body;
    const coset_ir_type *const *domains; /* of the binders, in the model: of one scalarset, or several in sequence */
    bool decides;                        /* the value of the body that decides */
    bool truth; /* it is part of an invariant, and the order does not matter for whether that holds: it is a `forall`
                   of which only its truth is needed, or the opposite */
    uint32_t frame_size;
    enum { COSET__OF_STATE, COSET__WITHIN_STEP, COSET__WITHIN_START } where; /* where it is evaluated */
    uint32_t prop; /* the property it belongs to; COSET_NO_PROP: the steps */
    coset_pos pos;
    uint64_t types; /* the undeclared symmetric types of the model over which it runs */
} coset__series;

typedef struct {
    coset_model *model; /* the program with more scalarsets after the declared ones; NULL: there are neither */
    uint32_t n_series;
    const coset__series *series; /* those with `types`; in the arena of the model */
} coset__inferred;

void coset__infer(const coset_ir *ir, coset__inferred *out);

#endif
