/* jit/expr.c - code for expressions, places and the domains of bound variables. */
#include "ir/order.h"
#include "jit/jit_int.h"
#include "jit/range.h"

#define eval coset_jit_eval

static LLVMValueRef truth_of(coset_jit *n, LLVMValueRef v)
{
    return LLVMBuildICmp(n->b, LLVMIntNE, v, coset_jit_int(n, 0), "");
}

static LLVMValueRef widen(coset_jit *n, LLVMValueRef bit) { return LLVMBuildZExt(n->b, bit, n->i64, ""); }

LLVMValueRef coset_jit_truth(coset_jit *n, const coset_ir_expr *e)
{
    return e->set && e->set->strict ? coset_jit_is_in(n, e->set) : truth_of(n, eval(n, e));
}

/* ---- places ------------------------------------------------------------------------------------------------- */

LLVMValueRef coset_jit_local(coset_jit *n, uint32_t offset)
{
    return LLVMBuildAdd(n->b, n->fp, coset_jit_u32(n, offset), "");
}

/* The complex result of a call is moved from the callee's frame, above ours, into our own. */
static LLVMValueRef call_place(coset_jit *n, const coset_ir_place *p)
{
    const coset_ir_function *f = p->call->function;
    (void)coset_jit_invoke(n, p->call);
    LLVMValueRef to = coset_jit_local(n, p->offset);
    LLVMValueRef from = coset_jit_local(n, n->top + f->result_frame);
    coset_jit_copy(n, coset_jit_pointer(n, to), coset_jit_pointer(n, from), f->result->width);
    return to;
}

static LLVMValueRef base_address(coset_jit *n, const coset_ir_place *p)
{
    switch (p->base) {
    case COSET_P_STATE:
        return coset_jit_u32(n, p->offset);
    case COSET_P_LOCAL:
        return coset_jit_local(n, p->offset);
    case COSET_P_REF:
        return LLVMBuildLoad2(n->b, n->i32, n->promoted[p->offset], "");
    case COSET_P_CALL:
        break;
    }
    return call_place(n, p);
}

static LLVMValueRef scaled(coset_jit *n, LLVMValueRef address, LLVMValueRef rank, uint32_t stride)
{
    return LLVMBuildAdd(n->b, address, LLVMBuildMul(n->b, rank, coset_jit_u32(n, stride), ""), "");
}

static LLVMValueRef bag_entry(coset_jit *n, const coset_ir_step *s, LLVMValueRef address)
{
    LLVMValueRef v = eval(n, s->index);
    LLVMValueRef outside = LLVMBuildICmp(n->b, LLVMIntUGE, v, LLVMConstInt(n->i64, s->of->n, 0), "");
    coset_jit_leave_if(n, outside, n->fault);
    address = scaled(n, address, LLVMBuildTrunc(n->b, v, n->i32, ""), s->stride);
    LLVMValueRef present = LLVMBuildLoad2(n->b, n->i32, coset_jit_pointer(n, address), "");
    coset_jit_leave_if(n, LLVMBuildICmp(n->b, LLVMIntEQ, present, coset_jit_u32(n, 0), ""), n->fault);
    return LLVMBuildAdd(n->b, address, coset_jit_u32(n, 1), "");
}

/* Reports each access to the checked loops. */
static void touch(coset_jit *n, const coset_ir_place *p, LLVMValueRef address)
{
    LLVMValueRef args[] = {n->machine, coset_jit_address_of(n, p), address};
    coset_jit_tell(n, (void (*)(void))coset_native_touch, false, args, 3);
}

LLVMValueRef coset_jit_address(coset_jit *n, const coset_ir_place *p)
{
    LLVMValueRef address = base_address(n, p);
    for (uint32_t i = 0; i < p->n_steps; i++) {
        const coset_ir_step *s = &p->steps[i];
        if (!s->index) {
            address = LLVMBuildAdd(n->b, address, coset_jit_u32(n, s->offset), "");
        } else if (s->of->kind == COSET_T_BAG) {
            address = bag_entry(n, s, address);
        } else {
            LLVMValueRef slot = coset_jit_encoded(n, s->index, s->of->index);
            address = scaled(n, address, LLVMBuildSub(n->b, slot, coset_jit_u32(n, 1), ""), s->stride);
        }
    }
    if (p->track && p->track->watched)
        touch(n, p, address);
    return address;
}

static bool is_promoted(const coset_jit *n, const coset_ir_place *p)
{
    return p->base == COSET_P_LOCAL && p->n_steps == 0 && n->promoted[p->offset];
}

LLVMValueRef coset_jit_slot(coset_jit *n, const coset_ir_place *p)
{
    bool is_int = p->type->kind == COSET_T_INT;
    if (is_promoted(n, p))
        return is_int ? coset_jit_wide(n, p->offset) : n->promoted[p->offset];
    LLVMValueRef at = coset_jit_pointer(n, coset_jit_address(n, p));
    return is_int ? LLVMBuildBitCast(n->b, at, n->p64, "") : at;
}

/* ---- loads -------------------------------------------------------------------------------------------------- */

LLVMValueRef coset_jit_content(coset_jit *n, const coset_ir_place *p)
{
    LLVMValueRef slot = LLVMBuildLoad2(n->b, n->i32, coset_jit_slot(n, p), "");
    coset_jit_leave_if(n, LLVMBuildICmp(n->b, LLVMIntEQ, slot, coset_jit_u32(n, 0), ""), n->fault);
    return slot;
}

static LLVMValueRef load(coset_jit *n, const coset_ir_expr *e)
{
    if (e->place->type->kind != COSET_T_INT)
        return coset_jit_decode(n, e->place->type, coset_jit_content(n, e->place));
    LLVMValueRef v = LLVMBuildLoad2(n->b, n->i64, coset_jit_slot(n, e->place), "");
    LLVMSetAlignment(v, 4);
    return v;
}

LLVMValueRef coset_jit_encoded(coset_jit *n, const coset_ir_expr *e, const coset_ir_type *t)
{
    if (e->op == COSET_E_LOAD && e->place->type == t)
        return coset_jit_content(n, e->place);
    if (coset_jit_range_fits(coset_jit_range_of(e), t))
        return coset_jit_content_of(n, t, eval(n, e));
    return coset_jit_encode(n, t, eval(n, e));
}

/* ---- domains ------------------------------------------------------------------------------------------------ */

static void set_variable(coset_jit *n, const coset_ir_binder *b, LLVMValueRef slot)
{
    if (n->promoted[b->frame])
        LLVMBuildStore(n->b, slot, n->promoted[b->frame]);
    else
        LLVMBuildStore(n->b, slot, coset_jit_pointer(n, coset_jit_local(n, b->frame)));
}

static void open_computed(coset_jit *n, const coset_ir_binder *b, coset_jit_loop *l)
{
    LLVMValueRef from = eval(n, b->from), to = eval(n, b->to);
    LLVMValueRef step = b->step ? eval(n, b->step) : coset_jit_int(n, 1);
    coset_jit_leave_if(n, LLVMBuildICmp(n->b, LLVMIntEQ, step, coset_jit_int(n, 0), ""), n->fault);
    l->next = coset_jit_alloca(n, n->i64, "next");
    l->done_early = coset_jit_alloca(n, n->i1, "done");
    LLVMBuildStore(n->b, from, l->next);
    LLVMBuildStore(n->b, LLVMConstInt(n->i1, 0, 0), l->done_early);
    l->last = to;
    l->step = step;
    if (b->type->kind == COSET_T_INT)
        return;
    /* both bounds must be values of the variable's type, unless there is no iteration */
    LLVMValueRef up = LLVMBuildICmp(n->b, LLVMIntSGT, step, coset_jit_int(n, 0), "");
    LLVMValueRef empty = LLVMBuildSelect(n->b, up, LLVMBuildICmp(n->b, LLVMIntSGT, from, to, ""),
                                         LLVMBuildICmp(n->b, LLVMIntSLT, from, to, ""), "");
    LLVMValueRef inside =
        LLVMBuildAnd(n->b, coset_jit_is_value(n, b->type, from), coset_jit_is_value(n, b->type, to), "");
    LLVMValueRef good = LLVMBuildOr(n->b, empty, inside, "");
    coset_jit_leave_if(n, LLVMBuildNot(n->b, good, ""), n->fault);
}

/* Each iteration costs fuel, as in the interpreter (which counts more iterations than these). */
void coset_jit_spend(coset_jit *n)
{
    LLVMValueRef at = coset_jit_field(n, offsetof(coset_machine, fuel));
    LLVMValueRef fuel = LLVMBuildLoad2(n->b, n->i64, at, "");
    coset_jit_leave_if(n, LLVMBuildICmp(n->b, LLVMIntEQ, fuel, coset_jit_int(n, 0), ""), n->fault);
    LLVMBuildStore(n->b, LLVMBuildSub(n->b, fuel, coset_jit_int(n, 1), ""), at);
}

static void test_computed(coset_jit *n, coset_jit_loop *l, LLVMBasicBlockRef body)
{
    const coset_ir_binder *b = l->binder;
    LLVMValueRef v = LLVMBuildLoad2(n->b, n->i64, l->next, "");
    LLVMValueRef up = LLVMBuildICmp(n->b, LLVMIntSGT, l->step, coset_jit_int(n, 0), "");
    LLVMValueRef past = LLVMBuildSelect(n->b, up, LLVMBuildICmp(n->b, LLVMIntSGT, v, l->last, ""),
                                        LLVMBuildICmp(n->b, LLVMIntSLT, v, l->last, ""), "");
    past = LLVMBuildOr(n->b, past, LLVMBuildLoad2(n->b, n->i1, l->done_early, ""), "");
    LLVMBuildCondBr(n->b, past, l->done, body);
    coset_jit_at(n, body);
    coset_jit_spend(n);
    if (b->type->kind == COSET_T_INT) {
        LLVMBuildStore(n->b, v, coset_jit_wide(n, b->frame));
        return;
    }
    set_variable(n, b, coset_jit_encode(n, b->type, v));
}

void coset_jit_bind(coset_jit *n, const coset_ir_binder *b, LLVMValueRef rank)
{
    set_variable(n, b, LLVMBuildAdd(n->b, rank, coset_jit_u32(n, 1), ""));
}

static void test_ranks(coset_jit *n, coset_jit_loop *l, LLVMBasicBlockRef body)
{
    LLVMValueRef rank = LLVMBuildLoad2(n->b, n->i64, l->next, "");
    LLVMValueRef past = LLVMBuildICmp(n->b, LLVMIntUGE, rank, LLVMConstInt(n->i64, l->binder->type->n, 0), "");
    LLVMBuildCondBr(n->b, past, l->done, body);
    coset_jit_at(n, body);
    LLVMValueRef rank32 = LLVMBuildTrunc(n->b, rank, n->i32, "");
    if (l->bag) {
        uint32_t stride = 1 + l->binder->bag->type->element->width;
        LLVMValueRef at = coset_jit_pointer(n, scaled(n, l->bag, rank32, stride));
        LLVMValueRef present = LLVMBuildLoad2(n->b, n->i32, at, "");
        coset_jit_leave_if(n, LLVMBuildICmp(n->b, LLVMIntEQ, present, coset_jit_u32(n, 0), ""), l->again);
    }
    coset_jit_bind(n, l->binder, rank32);
}

void coset_jit_loop_open(coset_jit *n, const coset_ir_binder *b, coset_jit_loop *l)
{
    *l = (coset_jit_loop){.binder = b};
    if (b->from) {
        open_computed(n, b, l);
    } else {
        if (b->bag)
            l->bag = coset_jit_address(n, b->bag);
        l->next = coset_jit_alloca(n, n->i64, "rank");
        LLVMBuildStore(n->b, coset_jit_int(n, 0), l->next);
    }
    l->test = coset_jit_block(n, "test");
    l->again = coset_jit_block(n, "again");
    l->done = coset_jit_block(n, "done");
    LLVMBasicBlockRef body = coset_jit_block(n, "body");
    LLVMBuildBr(n->b, l->test);
    coset_jit_at(n, l->test);
    if (b->from)
        test_computed(n, l, body);
    else
        test_ranks(n, l, body);
}

void coset_jit_loop_close(coset_jit *n, coset_jit_loop *l)
{
    LLVMBuildBr(n->b, l->again);
    coset_jit_loop_next(n, l);
}

void coset_jit_loop_next(coset_jit *n, coset_jit_loop *l)
{
    coset_jit_at(n, l->again);
    LLVMValueRef v = LLVMBuildLoad2(n->b, n->i64, l->next, "");
    LLVMValueRef step = l->step ? l->step : coset_jit_int(n, 1);
    LLVMValueRef sum = LLVMBuildAdd(n->b, v, step, "");
    if (l->step) { /* overflow: there is no next value */
        LLVMValueRef up = LLVMBuildICmp(n->b, LLVMIntSGT, step, coset_jit_int(n, 0), "");
        LLVMValueRef grew = LLVMBuildICmp(n->b, LLVMIntSGT, sum, v, "");
        LLVMBuildStore(n->b, LLVMBuildICmp(n->b, LLVMIntNE, up, grew, ""), l->done_early);
    }
    LLVMBuildStore(n->b, sum, l->next);
    LLVMBuildBr(n->b, l->test);
    coset_jit_at(n, l->done);
}

LLVMValueRef coset_jit_digit(coset_jit *n, const coset_jit_loop *l)
{
    const coset_ir_binder *b = l->binder;
    if (b->type->kind == COSET_T_INT) {
        LLVMValueRef v = LLVMBuildLoad2(n->b, n->i64, coset_jit_wide(n, b->frame), "");
        return LLVMBuildAnd(n->b, v, coset_jit_int(n, UINT32_MAX), "");
    }
    LLVMValueRef at =
        n->promoted[b->frame] ? n->promoted[b->frame] : coset_jit_pointer(n, coset_jit_local(n, b->frame));
    LLVMValueRef slot = LLVMBuildLoad2(n->b, n->i32, at, "");
    return widen(n, LLVMBuildSub(n->b, slot, coset_jit_u32(n, 1), ""));
}

/* ---- arithmetic --------------------------------------------------------------------------------------------- */

static LLVMValueRef checked(coset_jit *n, const char *intrinsic, LLVMValueRef a, LLVMValueRef b)
{
    unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(n->module, id, &n->i64, 1);
    LLVMTypeRef type = LLVMIntrinsicGetType(n->context, id, &n->i64, 1);
    LLVMValueRef args[] = {a, b};
    LLVMValueRef pair = LLVMBuildCall2(n->b, type, f, args, 2, "");
    coset_jit_leave_if(n, LLVMBuildExtractValue(n->b, pair, 1, ""), n->fault);
    return LLVMBuildExtractValue(n->b, pair, 0, "");
}

static LLVMValueRef narrow(coset_jit *n, LLVMValueRef v) { return LLVMBuildTrunc(n->b, v, n->i32, ""); }

/* Division by a positive number. The machine divides non-negative numbers faster, and 32-bit ones faster still. */
static LLVMValueRef divide_surely(coset_jit *n, coset_ir_op op, coset_jit_number x, coset_jit_number y)
{
    LLVMValueRef a = x.value, b = y.value;
    if (x.range.lo < 0)
        return op == COSET_E_DIV ? LLVMBuildSDiv(n->b, a, b, "") : LLVMBuildSRem(n->b, a, b, "");
    bool small = x.range.hi <= UINT32_MAX && y.range.hi <= UINT32_MAX;
    a = small ? narrow(n, a) : a;
    b = small ? narrow(n, b) : b;
    LLVMValueRef v = op == COSET_E_DIV ? LLVMBuildUDiv(n->b, a, b, "") : LLVMBuildURem(n->b, a, b, "");
    return small ? widen(n, v) : v;
}

/* Remainder of a number that is less than twice the divisor. */
static LLVMValueRef reduce_once(coset_jit *n, coset_jit_number x, coset_jit_number y)
{
    if (x.range.hi < y.range.lo)
        return x.value;
    LLVMValueRef less = LLVMBuildNSWSub(n->b, x.value, y.value, "");
    LLVMValueRef stays = LLVMBuildICmp(n->b, LLVMIntSLT, x.value, y.value, "");
    return LLVMBuildSelect(n->b, stays, x.value, less, "");
}

static bool is_below_twice(coset_jit_range x, coset_jit_range y)
{
    return x.lo >= 0 && (y.lo > INT64_MAX / 2 || x.hi < 2 * y.lo);
}

static LLVMValueRef divide(coset_jit *n, coset_ir_op op, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef zero = LLVMBuildICmp(n->b, LLVMIntEQ, b, coset_jit_int(n, 0), "");
    LLVMValueRef least = LLVMBuildICmp(n->b, LLVMIntEQ, a, coset_jit_int(n, INT64_MIN), "");
    LLVMValueRef minus = LLVMBuildICmp(n->b, LLVMIntEQ, b, coset_jit_int(n, -1), "");
    LLVMValueRef bad = LLVMBuildOr(n->b, zero, LLVMBuildAnd(n->b, least, minus, ""), "");
    coset_jit_leave_if(n, bad, n->fault);
    return op == COSET_E_DIV ? LLVMBuildSDiv(n->b, a, b, "") : LLVMBuildSRem(n->b, a, b, "");
}

/* As the interpreter's shift(): left by `by`; negative amounts shift right, 64 and more give 0. */
static LLVMValueRef shift(coset_jit *n, LLVMValueRef a, LLVMValueRef by)
{
    LLVMValueRef zero = coset_jit_int(n, 0);
    LLVMValueRef biased = LLVMBuildAdd(n->b, by, coset_jit_int(n, 63), "");
    LLVMValueRef inside = LLVMBuildICmp(n->b, LLVMIntULT, biased, coset_jit_int(n, 127), "");
    LLVMValueRef is_left = LLVMBuildICmp(n->b, LLVMIntSGE, by, zero, "");
    LLVMValueRef amount = LLVMBuildSelect(n->b, is_left, by, LLVMBuildNeg(n->b, by, ""), "");
    amount = LLVMBuildSelect(n->b, inside, amount, zero, "");
    LLVMValueRef moved =
        LLVMBuildSelect(n->b, is_left, LLVMBuildShl(n->b, a, amount, ""), LLVMBuildAShr(n->b, a, amount, ""), "");
    return LLVMBuildSelect(n->b, inside, moved, zero, "");
}

static LLVMValueRef shift_right(coset_jit *n, LLVMValueRef a, LLVMValueRef by)
{
    LLVMValueRef least = LLVMBuildICmp(n->b, LLVMIntEQ, by, coset_jit_int(n, INT64_MIN), "");
    LLVMValueRef back = LLVMBuildSelect(n->b, least, coset_jit_int(n, INT64_MAX), LLVMBuildNeg(n->b, by, ""), "");
    return shift(n, a, back);
}

/* Operations that cannot fault. */
static LLVMValueRef sure_arithmetic(coset_jit *n, coset_ir_op op, coset_jit_number a, coset_jit_number b)
{
    switch (op) {
    case COSET_E_ADD:
        return LLVMBuildNSWAdd(n->b, a.value, b.value, "");
    case COSET_E_SUB:
        return LLVMBuildNSWSub(n->b, a.value, b.value, "");
    case COSET_E_MUL:
        return LLVMBuildNSWMul(n->b, a.value, b.value, "");
    default:
        return op == COSET_E_MOD && is_below_twice(a.range, b.range) ? reduce_once(n, a, b)
                                                                     : divide_surely(n, op, a, b);
    }
}

static LLVMValueRef any_arithmetic(coset_jit *n, coset_ir_op op, LLVMValueRef a, LLVMValueRef b)
{
    switch (op) {
    case COSET_E_ADD:
        return checked(n, "llvm.sadd.with.overflow", a, b);
    case COSET_E_SUB:
        return checked(n, "llvm.ssub.with.overflow", a, b);
    case COSET_E_MUL:
        return checked(n, "llvm.smul.with.overflow", a, b);
    case COSET_E_DIV:
    case COSET_E_MOD:
        return divide(n, op, a, b);
    case COSET_E_SHL:
        return shift(n, a, b);
    case COSET_E_SHR:
        return shift_right(n, a, b);
    case COSET_E_BITAND:
        return LLVMBuildAnd(n->b, a, b, "");
    case COSET_E_BITOR:
        return LLVMBuildOr(n->b, a, b, "");
    default:
        return LLVMBuildXor(n->b, a, b, "");
    }
}

bool coset_jit_is_arithmetic(coset_ir_op op) { return op >= COSET_E_ADD && op <= COSET_E_BITXOR; }

coset_jit_number coset_jit_arithmetic(coset_jit *n, coset_ir_op op, coset_jit_number a, coset_jit_number b)
{
    coset_jit_number x = {.range = {INT64_MIN, INT64_MAX}};
    COSET_INVARIANT(coset_jit_is_arithmetic(op) && a.range.lo <= a.range.hi && b.range.lo <= b.range.hi);
    if (op <= COSET_E_MOD && coset_jit_range_apply(op, a.range, b.range, &x.range)) {
        x.value = sure_arithmetic(n, op, a, b);
        return x;
    }
    x.range =
        op >= COSET_E_BITAND ? coset_jit_range_of_bits(op, a.range, b.range) : (coset_jit_range){INT64_MIN, INT64_MAX};
    x.value = any_arithmetic(n, op, a.value, b.value);
    return x;
}

static LLVMValueRef arithmetic(coset_jit *n, const coset_ir_expr *e)
{
    coset_jit_number a = {eval(n, e->a), coset_jit_range_of(e->a)}, b = {eval(n, e->b), coset_jit_range_of(e->b)};
    return coset_jit_arithmetic(n, e->op, a, b).value;
}

static LLVMValueRef compare(coset_jit *n, const coset_ir_expr *e)
{
    static const LLVMIntPredicate predicate[] = {
        [COSET_E_EQ] = LLVMIntEQ,  [COSET_E_NE] = LLVMIntNE,  [COSET_E_LT] = LLVMIntSLT,
        [COSET_E_LE] = LLVMIntSLE, [COSET_E_GT] = LLVMIntSGT, [COSET_E_GE] = LLVMIntSGE,
    };
    bool loads = e->a->op == COSET_E_LOAD && e->b->op == COSET_E_LOAD && e->a->place->type == e->b->place->type;
    LLVMValueRef a, b;
    if (loads && (e->op == COSET_E_EQ || e->op == COSET_E_NE) && e->a->place->type->kind != COSET_T_INT) {
        a = coset_jit_content(n, e->a->place);
        b = coset_jit_content(n, e->b->place);
    } else {
        a = eval(n, e->a);
        b = eval(n, e->b);
    }
    return widen(n, LLVMBuildICmp(n->b, predicate[e->op], a, b, ""));
}

/* ---- control ------------------------------------------------------------------------------------------------ */

/* A phi: `other` if control comes directly from `from`, `v` if it went through the last block. */
static LLVMValueRef join(coset_jit *n, LLVMBasicBlockRef from, LLVMValueRef other, LLVMBasicBlockRef meet,
                         LLVMValueRef v)
{
    LLVMBasicBlockRef through = LLVMGetInsertBlock(n->b);
    LLVMBuildBr(n->b, meet);
    coset_jit_at(n, meet);
    LLVMValueRef phi = LLVMBuildPhi(n->b, LLVMTypeOf(v), "");
    LLVMAddIncoming(phi, &other, &from, 1);
    LLVMAddIncoming(phi, &v, &through, 1);
    return phi;
}

/* a & b, a | b, a -> b: b is evaluated only if a does not decide. */
static LLVMValueRef shortcut(coset_jit *n, const coset_ir_expr *e)
{
    LLVMValueRef a = coset_jit_truth(n, e->a);
    LLVMBasicBlockRef from = LLVMGetInsertBlock(n->b), more = coset_jit_block(n, "more"),
                      meet = coset_jit_block(n, "meet");
    if (e->op == COSET_E_OR)
        LLVMBuildCondBr(n->b, a, meet, more);
    else
        LLVMBuildCondBr(n->b, a, more, meet);
    coset_jit_at(n, more);
    LLVMValueRef b = coset_jit_truth(n, e->b);
    return widen(n, join(n, from, LLVMConstInt(n->i1, e->op != COSET_E_AND, 0), meet, b));
}

static LLVMValueRef choose(coset_jit *n, const coset_ir_expr *e)
{
    LLVMBasicBlockRef yes = coset_jit_block(n, "yes"), no = coset_jit_block(n, "no"), meet = coset_jit_block(n, "meet");
    LLVMBuildCondBr(n->b, coset_jit_truth(n, e->a), yes, no);
    coset_jit_at(n, yes);
    LLVMValueRef b = eval(n, e->b);
    LLVMBasicBlockRef from = LLVMGetInsertBlock(n->b);
    LLVMBuildBr(n->b, meet);
    coset_jit_at(n, no);
    LLVMValueRef c = eval(n, e->c);
    return join(n, from, b, meet, c);
}

/* Over a symmetric domain every instance is evaluated, as in the interpreter. */
static LLVMValueRef quantify(coset_jit *n, const coset_ir_expr *e)
{
    bool exists = e->op == COSET_E_EXISTS;
    bool all = coset_ir_is_symmetric(e->binder->type) || e->binder->type->kind == COSET_T_BAGINDEX;
    LLVMValueRef found = coset_jit_alloca(n, n->i1, "found");
    coset_jit_loop l;
    LLVMBuildStore(n->b, LLVMConstInt(n->i1, 0, 0), found);
    coset_jit_loop_open(n, e->binder, &l);
    LLVMValueRef v = coset_jit_truth(n, e->a);
    LLVMValueRef decides = exists ? v : LLVMBuildNot(n->b, v, "");
    LLVMBuildStore(n->b, LLVMBuildOr(n->b, LLVMBuildLoad2(n->b, n->i1, found, ""), decides, ""), found);
    if (!all)
        coset_jit_leave_if(n, decides, l.done);
    coset_jit_loop_close(n, &l);
    LLVMValueRef result = LLVMBuildLoad2(n->b, n->i1, found, "");
    return widen(n, exists ? result : LLVMBuildNot(n->b, result, ""));
}

static LLVMValueRef bag_count(coset_jit *n, const coset_ir_expr *e)
{
    LLVMValueRef count = coset_jit_alloca(n, n->i64, "count");
    coset_jit_loop l;
    LLVMBuildStore(n->b, coset_jit_int(n, 0), count);
    coset_jit_loop_open(n, e->binder, &l);
    LLVMValueRef one = widen(n, coset_jit_truth(n, e->a));
    LLVMBuildStore(n->b, LLVMBuildAdd(n->b, LLVMBuildLoad2(n->b, n->i64, count, ""), one, ""), count);
    coset_jit_loop_close(n, &l);
    return LLVMBuildLoad2(n->b, n->i64, count, "");
}

static LLVMValueRef same(coset_jit *n, const coset_ir_expr *e)
{
    if (coset_ir_is_simple(e->place->type)) {
        LLVMValueRef x = LLVMBuildLoad2(n->b, n->i32, coset_jit_slot(n, e->place), "");
        LLVMValueRef y = LLVMBuildLoad2(n->b, n->i32, coset_jit_slot(n, e->other), "");
        return widen(n, LLVMBuildICmp(n->b, e->op == COSET_E_SAME ? LLVMIntEQ : LLVMIntNE, x, y, ""));
    }
    LLVMValueRef a = coset_jit_address(n, e->place), b = coset_jit_address(n, e->other);
    LLVMValueRef args[] = {coset_jit_pointer(n, a), coset_jit_pointer(n, b),
                           LLVMConstInt(n->i64, e->place->type->width, 0)};
    LLVMValueRef equal = coset_jit_call(n, (void (*)(void))coset_native_same, n->i32, args, 3);
    LLVMIntPredicate p = e->op == COSET_E_SAME ? LLVMIntNE : LLVMIntEQ;
    return widen(n, LLVMBuildICmp(n->b, p, equal, coset_jit_u32(n, 0), ""));
}

static LLVMValueRef is_undefined(coset_jit *n, const coset_ir_expr *e)
{
    if (e->place->type->kind == COSET_T_INT)
        return coset_jit_int(n, 0);
    LLVMValueRef slot = LLVMBuildLoad2(n->b, n->i32, coset_jit_slot(n, e->place), "");
    return widen(n, LLVMBuildICmp(n->b, LLVMIntEQ, slot, coset_jit_u32(n, 0), ""));
}

/* ---- calls -------------------------------------------------------------------------------------------------- */

/* Slot value of a simple argument by value: an undefined variable is passed on as undefined. */
static LLVMValueRef simple_argument(coset_jit *n, const coset_ir_param *param, const coset_ir_arg *arg)
{
    const coset_ir_expr *e = arg->expr;
    if (arg->undefined)
        return coset_jit_u32(n, 0);
    if (e->op != COSET_E_LOAD || e->place->type->kind == COSET_T_INT)
        return coset_jit_encoded(n, e, param->type);
    LLVMValueRef slot = LLVMBuildLoad2(n->b, n->i32, coset_jit_slot(n, e->place), "");
    if (e->place->type == param->type)
        return slot;
    LLVMBasicBlockRef from = LLVMGetInsertBlock(n->b), defined = coset_jit_block(n, "defined"),
                      meet = coset_jit_block(n, "meet");
    LLVMValueRef none = coset_jit_u32(n, 0);
    LLVMBuildCondBr(n->b, LLVMBuildICmp(n->b, LLVMIntEQ, slot, none, ""), meet, defined);
    coset_jit_at(n, defined);
    LLVMValueRef v = coset_jit_encode(n, param->type, coset_jit_decode(n, e->place->type, slot));
    return join(n, from, none, meet, v);
}

/* A complex argument by value goes straight into the callee's frame. */
static void complex_argument(coset_jit *n, const coset_ir_param *param, const coset_ir_arg *arg, LLVMValueRef frame)
{
    if (arg->undefined)
        return;
    LLVMValueRef from = coset_jit_address(n, arg->place);
    LLVMValueRef to = LLVMBuildAdd(n->b, frame, coset_jit_u32(n, param->frame), "");
    coset_jit_copy(n, coset_jit_pointer(n, to), coset_jit_pointer(n, from), param->type->width);
}

/* Faults if the callee's frame would not fit. */
static void need_room(coset_jit *n, LLVMValueRef frame, uint32_t size)
{
    uint32_t end = n->model->base.n_slots + n->model->stack;
    LLVMValueRef least = coset_jit_u32(n, end < size ? 0 : end - size);
    coset_jit_leave_if(n, LLVMBuildICmp(n->b, LLVMIntUGT, frame, least, ""), n->fault);
}

/* Arguments are evaluated while the callee's frame is taken already: calls inside them work above it. */
static uint32_t arguments(coset_jit *n, const coset_ir_expr *e, LLVMValueRef frame, LLVMValueRef *args)
{
    const coset_ir_function *f = e->function;
    uint32_t used = 0, top = n->top;
    n->top += f->frame_size;
    for (uint32_t i = 0; i < f->n_params; i++) {
        const coset_ir_param *p = &f->params[i];
        if (p->by_ref)
            args[used++] = coset_jit_address(n, e->args[i].place);
        else if (coset_ir_is_simple(p->type))
            args[used++] = simple_argument(n, p, &e->args[i]);
        else
            complex_argument(n, p, &e->args[i], frame);
    }
    n->top = top;
    return used;
}

/* The callee: the function in this module, or the code at its entry. */
static LLVMValueRef callee(coset_jit *n, const coset_jit_fn *f, LLVMTypeRef type)
{
    if (!n->quick)
        return f->code;
    LLVMValueRef entry = coset_jit_address_of(n, &n->entries[f - n->functions]);
    LLVMTypeRef pointer = LLVMPointerType(type, 0);
    entry = LLVMBuildBitCast(n->b, entry, LLVMPointerType(pointer, 0), "");
    LLVMValueRef now = LLVMBuildLoad2(n->b, pointer, entry, "");
#ifndef __x86_64__ /* there every load is an acquire, and the fast code generator hands marked ones to another */
    LLVMSetOrdering(now, LLVMAtomicOrderingAcquire); /* the table that the function reads was written before */
#endif
    return now;
}

/* A call that ended early ends the calling function in the same way. */
static void pass_on(coset_jit *n, LLVMValueRef status)
{
    LLVMBasicBlockRef ended = coset_jit_block(n, "ended"), on = coset_jit_block(n, "on");
    LLVMValueRef went_on = LLVMBuildICmp(n->b, LLVMIntEQ, status, coset_jit_u32(n, COSET_NATIVE_ON), "");
    LLVMBuildCondBr(n->b, went_on, on, ended);
    coset_jit_at(n, ended);
    if (n->function) {
        LLVMBuildRet(n->b, status);
    } else {
        LLVMValueRef cut = LLVMBuildICmp(n->b, LLVMIntEQ, status, coset_jit_u32(n, COSET_NATIVE_CUT), "");
        LLVMBuildCondBr(n->b, cut, n->cut, n->fault);
    }
    coset_jit_at(n, on);
}

LLVMValueRef coset_jit_invoke(coset_jit *n, const coset_ir_expr *e)
{
    coset_jit_fn *f = coset_jit_find(n, e->function);
    LLVMValueRef *args = coset_new(3 + (size_t)f->function->n_params, sizeof *args);
    LLVMValueRef frame = coset_jit_local(n, n->top);
    args[0] = n->mem;
    args[1] = n->machine;
    args[2] = frame;
    coset_jit_spend(n);
    need_room(n, frame, f->function->frame_size);
    coset_jit_undefine_frame(n, frame, f->in_memory, f->function->frame_size);
    uint32_t used = 3 + arguments(n, e, frame, args + 3);
    LLVMTypeRef type = coset_jit_function_type(n, f->function);
    LLVMValueRef status = LLVMBuildCall2(n->b, type, callee(n, f, type), args, used, "");
    coset_delete(args);
    pass_on(n, status);
    return LLVMBuildLoad2(n->b, n->i64, coset_jit_field(n, offsetof(coset_machine, result)), "");
}

/* ---- expressions -------------------------------------------------------------------------------------------- */

LLVMValueRef coset_jit_eval(coset_jit *n, const coset_ir_expr *e)
{
    if (e->set && e->set->strict)
        return widen(n, coset_jit_is_in(n, e->set));
    switch (e->op) {
    case COSET_E_CONST:
        return coset_jit_int(n, e->value);
    case COSET_E_LOAD:
        return load(n, e);
    case COSET_E_NOT:
        return widen(n, LLVMBuildNot(n->b, coset_jit_truth(n, e->a), ""));
    case COSET_E_NEG:
        return checked(n, "llvm.ssub.with.overflow", coset_jit_int(n, 0), eval(n, e->a));
    case COSET_E_BITNOT:
        return LLVMBuildNot(n->b, eval(n, e->a), "");
    case COSET_E_AND:
    case COSET_E_OR:
    case COSET_E_IMPLIES:
        return shortcut(n, e);
    case COSET_E_COND:
        return choose(n, e);
    case COSET_E_EQ:
    case COSET_E_NE:
    case COSET_E_LT:
    case COSET_E_LE:
    case COSET_E_GT:
    case COSET_E_GE:
        return compare(n, e);
    case COSET_E_SAME:
    case COSET_E_DIFFERS:
        return same(n, e);
    case COSET_E_FORALL:
    case COSET_E_EXISTS:
        return quantify(n, e);
    case COSET_E_ISUNDEFINED:
        return is_undefined(n, e);
    case COSET_E_ISMEMBER:
        return widen(n, coset_jit_is_value(n, e->member, eval(n, e->a)));
    case COSET_E_CALL:
        return coset_jit_invoke(n, e);
    case COSET_E_BAGCOUNT:
        return bag_count(n, e);
    default:
        return arithmetic(n, e);
    }
}
