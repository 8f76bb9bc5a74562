/* jit/checked.c - code for loops whose iterations are checked, see ir/order.h. */
#include "ir/order.h"
#include "jit/jit_int.h"

/* The words of the key that are stored in locals. */
static LLVMValueRef names(coset_jit *n, const coset_ir_key *key)
{
    LLVMTypeRef words = LLVMArrayType(n->i32, key->n_name_words + 1);
    LLVMValueRef all = LLVMBuildBitCast(n->b, coset_jit_alloca(n, words, "names"), n->p32, "");
    for (uint32_t i = 0; key->n_words && i < key->n_names; i++) {
        const coset_ir_key_name *k = &key->names[i];
        LLVMValueRef at = coset_jit_int(n, k->at), to = LLVMBuildInBoundsGEP2(n->b, n->i32, all, &at, 1, "");
        bool promoted = n->promoted[k->frame], wide = k->width > 1;
        LLVMValueRef from = promoted && !wide ? n->promoted[k->frame]
                            : promoted        ? coset_jit_wide(n, k->frame)
                                              : coset_jit_pointer(n, coset_jit_local(n, k->frame));
        if (wide)
            to = LLVMBuildBitCast(n->b, to, n->p64, "");
        if (wide && !promoted)
            from = LLVMBuildBitCast(n->b, from, n->p64, "");
        LLVMValueRef value = LLVMBuildLoad2(n->b, wide ? n->i64 : n->i32, from, "");
        LLVMSetAlignment(value, 4);
        LLVMSetAlignment(LLVMBuildStore(n->b, value, to), 4);
    }
    return all;
}

/* Each iteration reports its number. Code that leaves it early while it records hands over to the interpreter. */
void coset_jit_checked(coset_jit *n, const coset_ir_stmt *s)
{
    coset_jit_loop l;
    LLVMValueRef number = coset_jit_u32(n, s->checked - 1);
    LLVMValueRef begin[] = {n->machine,
                            n->mem,
                            number,
                            n->fp,
                            LLVMBuildAdd(n->b, n->fp, coset_jit_u32(n, n->top), ""),
                            names(n, &n->model->ir->order->keys[s->checked - 1])};
    LLVMValueRef bad = coset_jit_call(n, (void (*)(void))coset_native_loop, n->i32, begin, 6);
    coset_jit_leave_if(n, LLVMBuildNot(n->b, coset_jit_is_zero(n, bad), ""), n->fault);
    coset_jit_loop_open(n, s->binder, &l);
    LLVMValueRef rank = LLVMBuildTrunc(n->b, coset_jit_digit(n, &l), n->i32, "");
    LLVMValueRef next[] = {n->machine, number, rank}, end[] = {n->machine, number};
    coset_jit_tell(n, (void (*)(void))coset_native_iteration, true, next, 3);
    n->n_checked++;
    coset_jit_stmts(n, s->body);
    n->n_checked--;
    coset_jit_loop_close(n, &l);
    coset_jit_tell(n, (void (*)(void))coset_native_loop_end, true, end, 2);
}
