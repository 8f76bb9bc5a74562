/* ir/native.h - rules, guards and properties of a program as machine code.
 *
 * Layer    ir; LLVM makes the code, in the layer jit, which is loaded when it is needed.
 * Idea     each rule becomes one function: nested loops over its parameters, the guard's parts tested as early as the
 *          interpreter tests them, the body on a copy of the state. The interpreter stays the reference: at the first
 *          fault of a rule it takes over that rule and finds the fault again, with its text; and it runs rules and
 *          properties that are not translated (recursion, guards with side effects, covers, liveness).
 * Differs  only the bound on the loop rounds of one step: loops over whole types do not count here.
 * Threads  compiled once, then constant and shared by all workers.
 */
#ifndef COSET_IR_NATIVE_H
#define COSET_IR_NATIVE_H

#include "ir/ir.h"

/* "14.0.6", or NULL where there is no LLVM, built without or not found. Loads it: about 10 ms. */
const char *coset_native_version(void);

typedef enum {
    COSET_NATIVE_NOW,  /* compile before anything runs; what takes longer than most of a second goes on beside it */
    COSET_NATIVE_LATER /* interpret at first; after a moment compile what runs often beside the search, one by one */
} coset_native_when;

/* A second model of the same program whose workers run machine code; `m` (made by coset_ir_model, must outlive it)
 * goes on interpreting. Both agree in everything, so it does not matter when LATER switches over.
 * Either way better code is made beside a search that takes longer, at once where a processor is idle.
 * Errors: COSET_UNSUPPORTED without LLVM, or (NOW) where LLVM refuses; LATER then goes on interpreting.
 * Cost: a few milliseconds for each rule. */
coset_status coset_native_new(const coset_model *m, coset_native_when when, coset_model **out,
                              coset_err *err) COSET_NODISCARD;

/* To compute steps is a small part of the work: where steps are remembered (programs with transient states), LATER waits
 * until that has taken some time. Before the search. */
void coset_native_put_off(coset_model *m);
/* Whether the code of such a model is complete by now: LATER, of all that ran often. */
bool coset_native_in_use(const coset_model *m);
/* Leaves a translation that is under way to itself, for to free the model takes as long as its piece does, up to most
 * of a second. True: there is one; then neither the model nor what it was made of may ever be freed. */
bool coset_native_leave(const coset_model *m);

#endif
