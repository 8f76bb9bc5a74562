/* jit/compile.h - from a module of LLVM to code in this process.
 *
 * Layer    jit, private.
 * Use      open, any number of add and find, close. The code lives until coset_compiler_release(compiler.jit).
 */
#ifndef COSET_JIT_COMPILE_H
#define COSET_JIT_COMPILE_H

#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/TargetMachine.h>

#include "jit/jit_int.h"

typedef struct {
    coset_native_tier tier;
    bool straight; /* modules have no branches, and read nothing twice */
    LLVMOrcThreadSafeContextRef safe;
    LLVMTargetMachineRef machine;
    LLVMOrcLLJITRef jit; /* NULL if opening failed */
} coset_compiler;

/* Sets context, builder and types of `n`. To be closed in any case. */
LLVMErrorRef coset_compiler_open(coset_compiler *j, coset_jit *n);
void coset_compiler_close(coset_compiler *j, coset_jit *n);
/* Makes an object of the module, which is consumed. */
LLVMErrorRef coset_compiler_add(coset_compiler *j, LLVMModuleRef module);
/* Links the added objects, unless that is done, and finds a function; `address` is unchanged on errors. */
LLVMErrorRef coset_compiler_find(coset_compiler *j, const char *name, uintptr_t *address);
void coset_compiler_release(void *jit);
/* COSET_UNSUPPORTED, with the text of the error, which is consumed. */
coset_status coset_compiler_refuse(coset_err *err, LLVMErrorRef e);

#endif
