/* jit/set.c - code for conditions on one variable: the variable is loaded once. */
#include "jit/jit_int.h"

/* Values 1 .. n of a set as runs: the number of runs; the first one. */
typedef struct {
    uint64_t n, first, last;
} runs;

static runs runs_of(const coset_ir_set *set, bool in)
{
    runs r = {0};
    bool before = false;
    for (uint64_t v = 1; v <= set->place->type->n; v++) {
        bool now = coset_ir_is_in(set, (uint32_t)v) == in;
        if (now && !before && r.n++ == 0)
            r.first = v;
        if (now && r.n == 1)
            r.last = v;
        before = now;
    }
    return r;
}

static LLVMValueRef is_between(coset_jit *n, LLVMValueRef content, const runs *r)
{
    LLVMValueRef first = coset_jit_u32(n, (uint32_t)r->first);
    if (r->first == r->last)
        return LLVMBuildICmp(n->b, LLVMIntEQ, content, first, "");
    LLVMValueRef from = LLVMBuildSub(n->b, content, first, "");
    return LLVMBuildICmp(n->b, LLVMIntULE, from, coset_jit_u32(n, (uint32_t)(r->last - r->first)), "");
}

/* The bit of the value: in a constant, or in the set in memory, which lives as long as the code. */
static LLVMValueRef bit(coset_jit *n, LLVMValueRef content, const coset_ir_set *set)
{
    LLVMValueRef word, wide = LLVMBuildZExt(n->b, content, n->i64, "");
    if (set->place->type->n < 64) {
        word = LLVMConstInt(n->i64, set->members[0], 0);
    } else {
        LLVMValueRef words = LLVMBuildBitCast(n->b, coset_jit_address_of(n, set->members), n->p64, "");
        LLVMValueRef i = LLVMBuildLShr(n->b, wide, coset_jit_int(n, 6), "");
        word = LLVMBuildLoad2(n->b, n->i64, LLVMBuildInBoundsGEP2(n->b, n->i64, words, &i, 1, ""), "");
        wide = LLVMBuildAnd(n->b, wide, coset_jit_int(n, 63), "");
    }
    LLVMValueRef shifted = LLVMBuildAnd(n->b, LLVMBuildLShr(n->b, word, wide, ""), coset_jit_int(n, 1), "");
    return LLVMBuildICmp(n->b, LLVMIntNE, shifted, coset_jit_int(n, 0), "");
}

LLVMValueRef coset_jit_is_in(coset_jit *n, const coset_ir_set *set)
{
    LLVMValueRef content = coset_jit_content(n, set->place);
    runs in = runs_of(set, true), out = runs_of(set, false);
    if (in.n == 0 || out.n == 0)
        return LLVMConstInt(n->i1, out.n == 0, 0);
    if (in.n == 1)
        return is_between(n, content, &in);
    if (out.n == 1)
        return LLVMBuildNot(n->b, is_between(n, content, &out), "");
    return bit(n, content, set);
}
