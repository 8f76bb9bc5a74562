/* ir/native_jit.h - from a module of LLVM to code in this process.
 *
 * Layer    ir, private.
 * Use      open, any number of compile, close. The code lives until coset_native_jit_release(jit.jit).
 */
#ifndef COSET_IR_NATIVE_JIT_H
#define COSET_IR_NATIVE_JIT_H

#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/TargetMachine.h>

#include "ir/native_int.h"

typedef struct {
    coset_native_tier tier;
    LLVMOrcThreadSafeContextRef safe;
    LLVMTargetMachineRef machine;
    LLVMOrcLLJITRef jit; /* NULL where opening failed */
} coset_native_jit;

/* Sets context, builder and types of `n`. To be closed in any case. */
LLVMErrorRef coset_native_jit_open(coset_native_jit *j, coset_native *n);
void coset_native_jit_close(coset_native_jit *j, coset_native *n);
/* Optimises the module, which is consumed, and finds its function of that name; `address` is left alone on errors. */
LLVMErrorRef coset_native_jit_compile(coset_native_jit *j, LLVMModuleRef module, const char *name, uintptr_t *address);
/* Another function of such a module. */
LLVMErrorRef coset_native_jit_find(coset_native_jit *j, const char *name, uintptr_t *address);
void coset_native_jit_release(void *jit);
/* COSET_UNSUPPORTED, with the text of the error, which is consumed. */
coset_status coset_native_refuse(coset_err *err, LLVMErrorRef e);

#endif
