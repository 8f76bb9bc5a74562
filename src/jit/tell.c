/* jit/tell.c - calls to the check of loops (ir/order.h), made only while it records. */
#include "ir/order.h"
#include "jit/jit_int.h"

LLVMValueRef coset_jit_records(coset_jit *n)
{
    LLVMValueRef at = LLVMBuildBitCast(n->b, coset_jit_field(n, offsetof(coset_machine, recording)), n->p32, "");
    return LLVMBuildNot(n->b, coset_jit_is_zero(n, LLVMBuildLoad2(n->b, n->i32, at, "")), "");
}

void coset_jit_tell(coset_jit *n, void (*helper)(void), bool judges, LLVMValueRef *args, uint32_t n_args)
{
    LLVMBasicBlockRef tell = coset_jit_block(n, "tell"), on = coset_jit_block(n, "on");
    LLVMBuildCondBr(n->b, coset_jit_records(n), tell, on);
    coset_jit_at(n, tell);
    LLVMValueRef bad = coset_jit_call(n, helper, judges ? n->i32 : LLVMVoidTypeInContext(n->context), args, n_args);
    if (judges)
        LLVMBuildCondBr(n->b, coset_jit_is_zero(n, bad), on, n->fault);
    else
        LLVMBuildBr(n->b, on);
    coset_jit_at(n, on);
}
