/* jit/maker.c - the interface of this module for the program that loads it. */
#include <llvm/Config/llvm-config.h>

#include "jit/compile.h"

__attribute__((visibility("default"))) extern const coset_native_maker coset_native_made_by;

const coset_native_maker coset_native_made_by = {
    .version = LLVM_VERSION_STRING,
    .translate = coset_jit_translate,
    .move = coset_jit_move,
    .release = coset_compiler_release,
};
