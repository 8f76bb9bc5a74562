/* ir/case_enumeration.h - runs parts of a program on partially known states.
 *
 * Layer    ir.
 * Idea     The interpreter runs a piece of a rule or property while some cells are open: their values are not known. If
 *          it reads an open cell it stops, and the run restarts with each value that the cell may have. So exactly the
 *          relevant cells are enumerated, also behind computed indices. The result is a list of cases, one for each
 *          path through the piece; their reads exclude one another and cover all states.
 * Cells    Cell c < n_slots is slot c of the state, cell n_slots + f is at offset f in the frame of the rule. The
 *          caller gives the possible values of each cell; a cell with one value is known and never among the reads.
 * Limits   Multisets are not supported (a caller must not pass pieces that access one), nor are cells whose value is no
 *          number: references, and integers without bounds, must be known.
 * Threads  one coset_enumeration belongs to one thread.
 */
#ifndef COSET_IR_CASE_ENUMERATION_H
#define COSET_IR_CASE_ENUMERATION_H

#include "base/budget.h"
#include "ir/interp.h"

typedef struct coset_enumeration coset_enumeration;

/* The values of a cell: n >= 1 values, ascending. */
typedef struct {
    uint32_t n;
    const coset_value *at;
} coset_cell;

/* A cell holds a value. */
typedef struct {
    uint32_t cell;
    coset_value value;
} coset_literal;

/* A piece: first the statements of `prelude`; then, if set, the value of `expr`, or the cell at which `place` begins;
 * or the statement `stmt`, alone if `one`, else with all statements after it. */
typedef struct {
    const coset_ir_stmt *prelude;
    const coset_ir_expr *expr;
    const coset_ir_place *place;
    const coset_ir_stmt *stmt;
    bool one;
} coset_piece;

typedef enum {
    COSET_CASE_DONE,  /* it ran to its end, or to a RETURN */
    COSET_CASE_FAULT, /* `fault`: kind, property and place; no text */
    COSET_CASE_CUT    /* an assumption is false */
} coset_case_end;

typedef struct {
    coset_case_end end;
    bool returned; /* a RETURN was reached */
    int64_t value; /* of `expr`, `place` */
    coset_fault fault;
    uint32_t n_covers; /* cover statements that were satisfied */
    const uint32_t *covers;
    uint32_t n_reads; /* in the order of reading */
    const coset_literal *reads;
    uint32_t n_writes; /* cells whose values have changed; ascending. With `expr` or `place` only slots: those written
                          by the functions called */
    const coset_literal *writes;
} coset_case;

/* Called for each case; the case is valid during the call only. False stops the enumeration. */
typedef bool coset_on_case(void *ctx, const coset_case *c);

/* For a model made by coset_ir_model. */
coset_enumeration *coset_enumeration_new(const coset_model *m);
void coset_enumeration_free(coset_enumeration *p);
/* Sets a budget from now on; NULL: none. When it is spent an enumeration ends as with its own budget. */
void coset_enumeration_limit(coset_enumeration *p, coset_budget *limit);

/* Enumerates the cases of a piece in a frame of `frame_size` cells. `cells` has n_slots + frame_size entries. Each run
 * takes one from *budget. False: the budget is spent, a run takes too long, or the callback stopped it; the cases
 * reported so far are then invalid. */
bool coset_enumeration_run(coset_enumeration *p, const coset_piece *piece, const coset_cell *cells, uint32_t frame_size,
                           uint64_t *budget, coset_on_case *on_case, void *ctx);

/* Loop rounds and calls of all runs so far: an estimate of their cost, if there are many. */
uint64_t coset_enumeration_rounds(const coset_enumeration *p);

/* The values of a bound variable, in order, if its domain depends on known cells only; as the encoded value of its cell
 * (two words for COSET_T_INT, low part first). False if it depends on others, faults, changes the state, or is a
 * multiset. Owner: arena. */
bool coset_enumeration_domain(coset_enumeration *p, const coset_ir_binder *b, const coset_cell *cells,
                              uint32_t frame_size, coset_arena *arena, uint32_t *n, const coset_value (**values)[2]);

#endif
