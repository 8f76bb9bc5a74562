/* ir/native_maker.h - interface of the code generator: a separate module (the layer jit), loaded on demand.
 *
 * Layer    ir, for jit.
 * Idea     Loading LLVM takes as long as many a search. So it is not part of the program; a search that ends before it
 *          needs code never waits for it, and CSP scripts never load it.
 */
#ifndef COSET_IR_NATIVE_MAKER_H
#define COSET_IR_NATIVE_MAKER_H

#include "ir/native_move.h"
#include "ir/native_run.h"

typedef struct {
    coset_native_mover *code;
    const void **tables; /* its last argument; the caller deletes it */
    void *keeper;        /* owner of the code; if not NULL, the caller must release it */
} coset_native_moves;

/* The export of the module, under the name COSET_NATIVE_MAKER. */
typedef struct {
    const char *version; /* of LLVM */
    /* Piece by piece, see native_run.h. */
    coset_status (*translate)(const coset_ir_machine_model *model, coset_native_tier tier, coset_native_code *code,
                              const coset_native_pace *pace, coset_err *err);
    coset_status (*move)(const coset_native_move_plan *plan, coset_native_moves *out, coset_err *err);
    void (*release)(void *keeper);
} coset_native_maker;

#define COSET_NATIVE_MAKER "coset_native_made_by"

/* Loads the module if not loaded before, which takes about 10 ms; it stays loaded. Errors: COSET_UNSUPPORTED. */
coset_status coset_native_load(const coset_native_maker **out, coset_err *err) COSET_NODISCARD;

#endif
