/* ir/native.h - rules, guards and properties of a program as machine code.
 *
 * Layer    ir; LLVM generates the code, in the layer jit, which is loaded on demand.
 * Idea     Each rule becomes one function: nested loops over its parameters, the guard's parts tested as early as in
 *          the interpreter, the body run on a copy of the state. The interpreter stays the reference: at the first
 *          fault of a rule it re-executes that rule and reproduces the fault, with its text. It also runs rules and
 *          properties that are not translated (recursion, guards with side effects, covers, liveness).
 * Differs  only the bound on the loop rounds of one step: loops over whole types do not count here.
 * Threads  compiled once, then constant and shared by all workers.
 */
#ifndef COSET_IR_NATIVE_H
#define COSET_IR_NATIVE_H

#include "ir/ir.h"

/* "14.0.6", or NULL without LLVM (not built in or not found). Loads it: about 10 ms. */
const char *coset_native_version(void);

typedef enum {
    COSET_NATIVE_NOW,  /* compile before anything runs; if it takes most of a second, the rest is compiled beside it */
    COSET_NATIVE_LATER /* interpret at first; after a moment compile frequent rules during the search, one by one */
} coset_native_when;

/* A second model of the same program whose workers run machine code; `m` (made by coset_ir_model, must outlive it) is
 * still interpreted. Both have the same behaviour, so it does not matter when LATER switches over. In either mode
 * better code is compiled during a search that takes longer, at once if a processor is idle. Errors: COSET_UNSUPPORTED
 * without LLVM, or (NOW) if LLVM refuses; LATER then continues interpreting.
 * Cost: a few milliseconds for each rule. */
coset_status coset_native_new(const coset_model *m, coset_native_when when, coset_model **out,
                              coset_err *err) COSET_NODISCARD;

/* If steps are cached (programs with transient states), computing them is a small part of the work: LATER then waits
 * until it has taken some time. Call it before the search. */
void coset_native_put_off(coset_model *m);
/* Whether the code of such a model is complete by now: for LATER, that of all frequent rules. */
bool coset_native_in_use(const coset_model *m);
/* Detaches a running translation, because freeing the model would wait for its current piece, up to most of a second.
 * True: there is one; then neither the model nor what it was made of may ever be freed. */
bool coset_native_leave(const coset_model *m);

#endif
