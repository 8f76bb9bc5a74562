/* ir/native_maker.h - who makes machine code: a module of its own (the layer jit), loaded when code is wanted.
 *
 * Layer    ir, for jit.
 * Idea     to load LLVM takes as long as many a search. So it is no part of the program; a search that is over before
 *          it needs code never waits for it, and CSP scripts never load it.
 */
#ifndef COSET_IR_NATIVE_MAKER_H
#define COSET_IR_NATIVE_MAKER_H

#include "ir/native_move.h"
#include "ir/native_run.h"

typedef struct {
    coset_native_mover *code;
    const void **tables; /* its last argument; the caller deletes it */
    void *keeper;        /* of the code, which the caller releases in any case where it is not NULL */
} coset_native_moves;

/* What the module exports, under the name COSET_NATIVE_MAKER. */
typedef struct {
    const char *version; /* of LLVM */
    /* Piece by piece, see native_run.h. */
    coset_status (*translate)(const coset_ir_machine_model *model, coset_native_tier tier, coset_native_code *code,
                              const coset_native_pace *pace, coset_err *err);
    coset_status (*move)(const coset_native_move_plan *plan, coset_native_moves *out, coset_err *err);
    void (*release)(void *keeper);
} coset_native_maker;

#define COSET_NATIVE_MAKER "coset_native_made_by"

/* Loads the module where that was not done before, which takes about 10 ms; it stays. Errors: COSET_UNSUPPORTED. */
coset_status coset_native_load(const coset_native_maker **out, coset_err *err) COSET_NODISCARD;

#endif
