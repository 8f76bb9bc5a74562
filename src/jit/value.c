/* jit/value.c - small pieces of code: constants, blocks, memory, encoding of values. */
#include "jit/jit_int.h"

LLVMValueRef coset_jit_int(const coset_jit *n, int64_t v) { return LLVMConstInt(n->i64, (unsigned long long)v, 1); }

LLVMValueRef coset_jit_u32(const coset_jit *n, uint32_t v) { return LLVMConstInt(n->i32, v, 0); }

/* ---- addresses of C --------------------------------------------------------------------------------------------- */

/* p[i], which is no longer written. */
static LLVMValueRef load_at(coset_jit *n, LLVMTypeRef type, LLVMValueRef p, uint64_t i)
{
    LLVMValueRef at = LLVMConstInt(n->i64, i, 0);
    LLVMValueRef v = LLVMBuildLoad2(n->b, type, LLVMBuildInBoundsGEP2(n->b, type, p, &at, 1, ""), "");
    LLVMSetMetadata(v, n->constant_load, n->no_data);
    return v;
}

/* Table of the piece being built: loaded once, at the beginning of its function. */
static LLVMValueRef table(coset_jit *n)
{
    if (n->table)
        return n->table;
    LLVMTypeRef one = LLVMPointerType(n->p8, 0), all = LLVMPointerType(one, 0);
    LLVMBasicBlockRef here = coset_jit_go_to_entry(n);
    LLVMValueRef field = coset_jit_field(n, offsetof(coset_machine, addresses));
    LLVMValueRef tables = LLVMBuildLoad2(n->b, all, LLVMBuildBitCast(n->b, field, LLVMPointerType(all, 0), ""), "");
    n->table = load_at(n, one, tables, n->piece);
    coset_jit_at(n, here);
    return n->table;
}

LLVMValueRef coset_jit_address_of(coset_jit *n, const void *p)
{
    uint32_t i = 0;
    while (i < n->addresses.n && n->addresses.at[i] != p)
        i++;
    if (i == n->addresses.n)
        *coset_vec_add(&n->addresses) = p;
    return load_at(n, n->p8, table(n), i);
}

LLVMValueRef coset_jit_call(coset_jit *n, void (*helper)(void), LLVMTypeRef result, LLVMValueRef *args, uint32_t n_args)
{
    LLVMTypeRef types[8];
    COSET_INVARIANT(n_args <= 8);
    for (uint32_t i = 0; i < n_args; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n_args, 0);
    LLVMValueRef address = coset_jit_address_of(n, (const void *)(uintptr_t)helper);
    return LLVMBuildCall2(n->b, type, LLVMBuildBitCast(n->b, address, LLVMPointerType(type, 0), ""), args, n_args, "");
}

/* ---- memory ------------------------------------------------------------------------------------------------- */

#define FEW 4u /* up to this many slots are moved one by one */

static LLVMValueRef slot_bytes(const coset_jit *n, uint64_t slots)
{
    return LLVMConstInt(n->i64, slots * sizeof(coset_value), 0);
}

static LLVMValueRef further(coset_jit *n, LLVMValueRef p, uint64_t slots)
{
    LLVMValueRef by = LLVMConstInt(n->i64, slots, 0);
    return LLVMBuildInBoundsGEP2(n->b, n->i32, p, &by, 1, "");
}

void coset_jit_zero(coset_jit *n, LLVMValueRef to, uint64_t slots)
{
    LLVMValueRef args[] = {to, coset_jit_u32(n, 0), slot_bytes(n, slots)};
    if (!n->quick)
        LLVMBuildMemSet(n->b, to, LLVMConstInt(n->i8, 0, 0), args[2], sizeof(coset_value));
    else if (slots > FEW)
        (void)coset_jit_call(n, (void (*)(void))memset, n->p8, args, 3);
    else
        for (uint64_t i = 0; i < slots; i++)
            LLVMBuildStore(n->b, coset_jit_u32(n, 0), further(n, to, i));
}

void coset_jit_copy(coset_jit *n, LLVMValueRef to, LLVMValueRef from, uint64_t slots)
{
    LLVMValueRef args[] = {to, from, slot_bytes(n, slots)}, few[FEW];
    if (!n->quick) {
        LLVMBuildMemMove(n->b, to, sizeof(coset_value), from, sizeof(coset_value), args[2]);
    } else if (slots > FEW) {
        (void)coset_jit_call(n, (void (*)(void))memmove, n->p8, args, 3);
    } else {
        for (uint64_t i = 0; i < slots; i++)
            few[i] = LLVMBuildLoad2(n->b, n->i32, further(n, from, i), "");
        for (uint64_t i = 0; i < slots; i++)
            LLVMBuildStore(n->b, few[i], further(n, to, i));
    }
}

/* ---- blocks ------------------------------------------------------------------------------------------------- */

LLVMBasicBlockRef coset_jit_block(coset_jit *n, const char *name)
{
    return LLVMAppendBasicBlockInContext(n->context, n->fn, name);
}

void coset_jit_at(coset_jit *n, LLVMBasicBlockRef block) { LLVMPositionBuilderAtEnd(n->b, block); }

void coset_jit_leave_if(coset_jit *n, LLVMValueRef when, LLVMBasicBlockRef target)
{
    COSET_INVARIANT(LLVMTypeOf(when) == n->i1);
    LLVMBasicBlockRef on = coset_jit_block(n, "on");
    LLVMBuildCondBr(n->b, when, target, on);
    coset_jit_at(n, on);
}

LLVMBasicBlockRef coset_jit_go_to_entry(coset_jit *n)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(n->b);
    LLVMValueRef first = LLVMGetFirstInstruction(n->entry);
    if (first)
        LLVMPositionBuilderBefore(n->b, first);
    else
        LLVMPositionBuilderAtEnd(n->b, n->entry);
    return here;
}

LLVMValueRef coset_jit_alloca(coset_jit *n, LLVMTypeRef type, const char *name)
{
    LLVMBasicBlockRef here = coset_jit_go_to_entry(n);
    LLVMValueRef p = LLVMBuildAlloca(n->b, type, name ? name : "");
    coset_jit_at(n, here);
    return p;
}

LLVMValueRef coset_jit_field(coset_jit *n, size_t offset)
{
    LLVMValueRef at = coset_jit_int(n, (int64_t)offset);
    return LLVMBuildBitCast(n->b, LLVMBuildInBoundsGEP2(n->b, n->i8, n->machine, &at, 1, ""), n->p64, "");
}

LLVMValueRef coset_jit_pointer(coset_jit *n, LLVMValueRef address)
{
    COSET_INVARIANT(LLVMTypeOf(address) == n->i32);
    LLVMValueRef wide = LLVMBuildZExt(n->b, address, n->i64, "");
    return LLVMBuildInBoundsGEP2(n->b, n->i32, n->mem, &wide, 1, "");
}

static LLVMValueRef within(coset_jit *n, LLVMValueRef v, int64_t lo, uint64_t size)
{
    LLVMValueRef rank = LLVMBuildSub(n->b, v, coset_jit_int(n, lo), "");
    return LLVMBuildICmp(n->b, LLVMIntULT, rank, LLVMConstInt(n->i64, size, 0), "");
}

LLVMValueRef coset_jit_decode(coset_jit *n, const coset_ir_type *t, LLVMValueRef slot)
{
    COSET_INVARIANT(LLVMTypeOf(slot) == n->i32);
    LLVMValueRef wide = LLVMBuildZExt(n->b, slot, n->i64, "");
    if (t->kind != COSET_T_UNION)
        return LLVMBuildAdd(n->b, wide, coset_jit_int(n, t->lo - 1), "");
    LLVMValueRef v = NULL;
    uint64_t before = t->n;
    for (uint32_t i = t->n_members; i-- > 0;) {
        before -= t->members[i]->n;
        LLVMValueRef mine = LLVMBuildAdd(n->b, wide, coset_jit_int(n, t->members[i]->lo - 1 - (int64_t)before), "");
        LLVMValueRef is_before =
            LLVMBuildICmp(n->b, LLVMIntULE, wide, coset_jit_int(n, (int64_t)(before + t->members[i]->n)), "");
        v = v ? LLVMBuildSelect(n->b, is_before, mine, v, "") : mine;
    }
    COSET_INVARIANT(v && before == 0); /* the members are the whole union */
    return v;
}

LLVMValueRef coset_jit_is_value(coset_jit *n, const coset_ir_type *t, LLVMValueRef number)
{
    if (t->kind != COSET_T_UNION)
        return within(n, number, t->lo, t->n);
    LLVMValueRef is = LLVMConstInt(n->i1, 0, 0);
    for (uint32_t i = 0; i < t->n_members; i++)
        is = LLVMBuildOr(n->b, is, within(n, number, t->members[i]->lo, t->members[i]->n), "");
    return is;
}

LLVMValueRef coset_jit_content_of(coset_jit *n, const coset_ir_type *t, LLVMValueRef number)
{
    return LLVMBuildTrunc(n->b, LLVMBuildSub(n->b, number, coset_jit_int(n, t->lo - 1), ""), n->i32, "");
}

LLVMValueRef coset_jit_encode(coset_jit *n, const coset_ir_type *t, LLVMValueRef number)
{
    COSET_INVARIANT(LLVMTypeOf(number) == n->i64);
    LLVMValueRef wrong = LLVMBuildNot(n->b, coset_jit_is_value(n, t, number), "");
    coset_jit_leave_if(n, wrong, n->fault);
    LLVMValueRef slot = NULL;
    if (t->kind != COSET_T_UNION)
        return coset_jit_content_of(n, t, number);
    uint64_t before = 0;
    for (uint32_t i = 0; i < t->n_members; i++) {
        const coset_ir_type *member = t->members[i];
        LLVMValueRef mine = LLVMBuildSub(n->b, number, coset_jit_int(n, member->lo - 1 - (int64_t)before), "");
        LLVMValueRef is = within(n, number, member->lo, member->n);
        slot = slot ? LLVMBuildSelect(n->b, is, mine, slot, "") : mine;
        before += member->n;
    }
    COSET_INVARIANT(slot && before == t->n);
    return LLVMBuildTrunc(n->b, slot, n->i32, "");
}

/* Entry block, exit blocks for faults and the like, and allocas for the local slots that need no memory. */
void coset_jit_open_frame(coset_jit *n, uint32_t frame_size, const char *name)
{
    n->entry = coset_jit_block(n, name);
    n->fault = coset_jit_block(n, "fault");
    n->cut = coset_jit_block(n, "cut");
    n->frame_size = n->top = frame_size;
    n->table = NULL;
    coset_jit_at(n, n->entry);
    for (uint32_t i = 0; i < frame_size; i++) {
        n->promoted[i] = n->in_memory[i] ? NULL : LLVMBuildAlloca(n->b, n->i32, "local");
        n->wide[i] = NULL;
    }
}

LLVMValueRef coset_jit_wide(coset_jit *n, uint32_t frame)
{
    COSET_INVARIANT(frame < n->frame_size && !n->in_memory[frame]);
    if (!n->wide[frame])
        n->wide[frame] = coset_jit_alloca(n, n->i64, "integer");
    return n->wide[frame];
}

/* Makes locals undefined from here on, except those marked in `keep` (may be NULL). */
void coset_jit_undefine_locals(coset_jit *n, const bool *keep)
{
    for (uint32_t i = 0; i < n->frame_size; i++)
        if (n->promoted[i] && !(keep && keep[i]))
            LLVMBuildStore(n->b, coset_jit_u32(n, 0), n->promoted[i]);
}

/* The same for locals in memory, in the frame at `fp` of a function with these needs. */
void coset_jit_undefine_frame(coset_jit *n, LLVMValueRef fp, const bool *in_memory, uint32_t frame_size)
{
    bool any = false;
    for (uint32_t i = 0; i < frame_size; i++)
        any |= in_memory[i];
    if (any)
        coset_jit_zero(n, coset_jit_pointer(n, fp), frame_size);
}

LLVMTypeRef coset_jit_function_type(coset_jit *n, const coset_ir_function *f)
{
    LLVMTypeRef *types = coset_new(3 + (size_t)f->n_params, sizeof *types);
    uint32_t used = 0;
    types[used++] = n->p32;
    types[used++] = n->p8;
    types[used++] = n->i32;
    for (uint32_t i = 0; i < f->n_params; i++)
        if (f->params[i].by_ref || coset_ir_is_simple(f->params[i].type))
            types[used++] = n->i32;
    LLVMTypeRef type = LLVMFunctionType(n->i32, types, used, 0);
    coset_delete(types);
    return type;
}

LLVMValueRef coset_jit_is_zero(coset_jit *n, LLVMValueRef v)
{
    return LLVMBuildICmp(n->b, LLVMIntEQ, v, coset_jit_u32(n, 0), "");
}
