/* ir/native_move.h - exchanging elements of a state by machine code.
 *
 * Layer    ir; LLVM generates the code, in the layer jit.
 * Idea     The slots that a permutation moves, and their possible values, are known before any state: so the move is
 *          compiled to straight-line code with these numbers as constants. The caller passes a plan;
 *          symm/canon/canon_int.h defines the terms (points, images, columns, cells).
 * Threads  compiled once, then constant.
 */
#ifndef COSET_IR_NATIVE_MOVE_H
#define COSET_IR_NATIVE_MOVE_H

#include "model/model.h"

/* dst has been preset to src. `tables`: the tables of the plan that the code reads. */
typedef void coset_native_mover(const uint32_t *image, const coset_value *src, coset_value *dst,
                                const void *const *tables);

typedef struct {
    uint32_t point, stride;
} coset_native_axis;

/* Values lo .. lo+n-1 represent points[0 ..]; UINT32_MAX: no point. */
typedef struct {
    coset_value lo;
    uint32_t n;
    const uint32_t *points;
} coset_native_span;

typedef struct {
    uint32_t slot, n_axes, n_spans;
    const coset_native_axis *axes;
    const coset_native_span *spans;
    const coset_value *values; /* by point: the value that represents it */
} coset_native_cell;

/* One slot for each of the points first .. first+n-1. */
typedef struct {
    uint32_t first, n;
    const uint32_t *slots;
} coset_native_column;

/* The tables (points, values, slots, elements) must outlive the code, the rest need not. */
typedef struct {
    uint32_t n_points, n_columns, n_cells;
    const uint32_t *elements; /* by point */
    const coset_native_column *columns;
    const coset_native_cell *cells;
} coset_native_move_plan;

typedef struct coset_native_move coset_native_move;

/* Errors: COSET_UNSUPPORTED without LLVM, or if it refuses. Cost: tens of milliseconds for a thousand cells. */
coset_status coset_native_move_new(const coset_native_move_plan *plan, coset_native_move **out,
                                   coset_err *err) COSET_NODISCARD;
void coset_native_move_run(const coset_native_move *m, const uint32_t *image, const coset_value *src, coset_value *dst);
void coset_native_move_free(coset_native_move *m);

#endif
