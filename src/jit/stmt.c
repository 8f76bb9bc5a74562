/* jit/stmt.c - code for statements. */
#include "jit/jit_int.h"

/* ---- assignment --------------------------------------------------------------------------------------------- */

/* Slot value to assign; an undefined source stays undefined if the statement copies it. */
static LLVMValueRef assigned(coset_jit *n, const coset_ir_stmt *s)
{
    const coset_ir_expr *e = s->expr;
    if (!s->copies_undefined || e->op != COSET_E_LOAD || e->place->type->kind == COSET_T_INT)
        return coset_jit_encoded(n, e, s->place->type);
    LLVMValueRef slot = LLVMBuildLoad2(n->b, n->i32, coset_jit_slot(n, e->place), "");
    if (e->place->type == s->place->type)
        return slot;
    LLVMBasicBlockRef from = LLVMGetInsertBlock(n->b), defined = coset_jit_block(n, "defined"),
                      meet = coset_jit_block(n, "meet");
    LLVMBuildCondBr(n->b, coset_jit_is_zero(n, slot), meet, defined);
    coset_jit_at(n, defined);
    LLVMValueRef v = coset_jit_encode(n, s->place->type, coset_jit_decode(n, e->place->type, slot));
    LLVMBasicBlockRef through = LLVMGetInsertBlock(n->b);
    LLVMBuildBr(n->b, meet);
    coset_jit_at(n, meet);
    LLVMValueRef phi = LLVMBuildPhi(n->b, n->i32, ""), none = coset_jit_u32(n, 0);
    LLVMAddIncoming(phi, &none, &from, 1);
    LLVMAddIncoming(phi, &v, &through, 1);
    return phi;
}

/* The value before the target's address, as in the interpreter. */
static void assign(coset_jit *n, const coset_ir_stmt *s)
{
    bool is_int = s->place->type->kind == COSET_T_INT;
    LLVMValueRef v = is_int ? coset_jit_eval(n, s->expr) : assigned(n, s);
    LLVMValueRef store = LLVMBuildStore(n->b, v, coset_jit_slot(n, s->place));
    LLVMSetAlignment(store, 4);
}

static void copy(coset_jit *n, const coset_ir_stmt *s)
{
    LLVMValueRef from = coset_jit_address(n, s->source), to = coset_jit_address(n, s->place);
    coset_jit_copy(n, coset_jit_pointer(n, to), coset_jit_pointer(n, from), s->place->type->width);
}

static void clear_complex(coset_jit *n, const coset_ir_stmt *s)
{
    LLVMValueRef at = coset_jit_pointer(n, coset_jit_address(n, s->place));
    LLVMValueRef args[] = {coset_jit_address_of(n, s->place->type), at};
    (void)coset_jit_call(n, (void (*)(void))coset_native_clear, LLVMVoidTypeInContext(n->context), args, 2);
}

static void reset(coset_jit *n, const coset_ir_stmt *s)
{
    const coset_ir_type *t = s->place->type;
    if (coset_ir_is_simple(t))
        LLVMBuildStore(n->b, coset_jit_u32(n, s->op == COSET_S_CLEAR && t->n > 0), coset_jit_slot(n, s->place));
    else if (s->op == COSET_S_CLEAR)
        clear_complex(n, s);
    else
        coset_jit_zero(n, coset_jit_pointer(n, coset_jit_address(n, s->place)), t->width);
}

/* ---- multisets ---------------------------------------------------------------------------------------------- */

static LLVMValueRef entry_address(coset_jit *n, LLVMValueRef bag, LLVMValueRef entry, uint32_t width)
{
    return LLVMBuildAdd(n->b, bag, LLVMBuildMul(n->b, entry, coset_jit_u32(n, width), ""), "");
}

/* The element first, as in the interpreter. */
static void bag_add(coset_jit *n, const coset_ir_stmt *s)
{
    const coset_ir_type *t = s->place->type;
    uint32_t width = 1 + t->element->width;
    LLVMValueRef element = s->source ? coset_jit_address(n, s->source) : coset_jit_encoded(n, s->expr, t->element);
    LLVMValueRef bag = coset_jit_address(n, s->place);
    LLVMValueRef args[] = {coset_jit_pointer(n, bag), coset_jit_u32(n, (uint32_t)t->n), coset_jit_u32(n, width)};
    LLVMValueRef entry = coset_jit_call(n, (void (*)(void))coset_native_bag_room, n->i32, args, 3);
    LLVMValueRef full = LLVMBuildICmp(n->b, LLVMIntUGE, entry, coset_jit_u32(n, (uint32_t)t->n), "");
    coset_jit_leave_if(n, full, n->fault);
    LLVMValueRef at = entry_address(n, bag, entry, width);
    LLVMValueRef to = coset_jit_pointer(n, LLVMBuildAdd(n->b, at, coset_jit_u32(n, 1), ""));
    if (s->source)
        coset_jit_copy(n, to, coset_jit_pointer(n, element), t->element->width);
    else
        LLVMBuildStore(n->b, element, to);
    LLVMBuildStore(n->b, coset_jit_u32(n, 1), coset_jit_pointer(n, at));
}

static void bag_remove(coset_jit *n, const coset_ir_stmt *s)
{
    const coset_ir_type *t = s->place->type;
    uint32_t width = 1 + t->element->width;
    LLVMValueRef bag = coset_jit_address(n, s->place), v = coset_jit_eval(n, s->expr);
    LLVMValueRef outside = LLVMBuildICmp(n->b, LLVMIntUGE, v, LLVMConstInt(n->i64, t->n, 0), "");
    coset_jit_leave_if(n, outside, n->fault);
    LLVMValueRef at = entry_address(n, bag, LLVMBuildTrunc(n->b, v, n->i32, ""), width);
    LLVMValueRef p = coset_jit_pointer(n, at);
    coset_jit_leave_if(n, coset_jit_is_zero(n, LLVMBuildLoad2(n->b, n->i32, p, "")), n->fault);
    coset_jit_zero(n, p, width);
}

static void bag_remove_if(coset_jit *n, const coset_ir_stmt *s)
{
    uint32_t width = 1 + s->binder->bag->type->element->width;
    coset_jit_loop l;
    coset_jit_loop_open(n, s->binder, &l);
    LLVMValueRef goes = coset_jit_truth(n, s->expr);
    coset_jit_leave_if(n, LLVMBuildNot(n->b, goes, ""), l.again);
    LLVMValueRef entry = LLVMBuildTrunc(n->b, coset_jit_digit(n, &l), n->i32, "");
    LLVMValueRef p = coset_jit_pointer(n, entry_address(n, l.bag, entry, width));
    coset_jit_zero(n, p, width);
    coset_jit_loop_close(n, &l);
}

/* ---- control ------------------------------------------------------------------------------------------------ */

static void branch(coset_jit *n, const coset_ir_stmt *s)
{
    LLVMBasicBlockRef yes = coset_jit_block(n, "then"), no = coset_jit_block(n, "else"),
                      end = coset_jit_block(n, "endif");
    LLVMBuildCondBr(n->b, coset_jit_truth(n, s->expr), yes, no);
    coset_jit_at(n, yes);
    coset_jit_stmts(n, s->body);
    LLVMBuildBr(n->b, end);
    coset_jit_at(n, no);
    coset_jit_stmts(n, s->other);
    LLVMBuildBr(n->b, end);
    coset_jit_at(n, end);
}

static void run_for(coset_jit *n, const coset_ir_stmt *s)
{
    coset_jit_loop l;
    if (s->checked) {
        coset_jit_checked(n, s);
        return;
    }
    coset_jit_loop_open(n, s->binder, &l);
    coset_jit_stmts(n, s->body);
    coset_jit_loop_close(n, &l);
}

static void run_while(coset_jit *n, const coset_ir_stmt *s)
{
    LLVMBasicBlockRef test = coset_jit_block(n, "while"), end = coset_jit_block(n, "endwhile");
    LLVMBuildBr(n->b, test);
    coset_jit_at(n, test);
    coset_jit_leave_if(n, LLVMBuildNot(n->b, coset_jit_truth(n, s->expr), ""), end);
    coset_jit_spend(n);
    coset_jit_stmts(n, s->body);
    LLVMBuildBr(n->b, test);
    coset_jit_at(n, end);
}

/* Code after a jump is unreachable; it goes into a block of its own, which LLVM drops. */
static void jump(coset_jit *n, LLVMBasicBlockRef target)
{
    LLVMBuildBr(n->b, target);
    coset_jit_at(n, coset_jit_block(n, "unreachable"));
}

static void give_back(coset_jit *n, const coset_ir_stmt *s)
{
    const coset_ir_type *t = n->function ? n->function->result : NULL;
    if (n->n_checked > 0)
        coset_jit_leave_if(n, coset_jit_records(n), n->fault);
    if (s->expr && t) {
        LLVMValueRef v = coset_jit_eval(n, s->expr);
        if (t->kind != COSET_T_INT)
            coset_jit_leave_if(n, LLVMBuildNot(n->b, coset_jit_is_value(n, t, v), ""), n->fault);
        LLVMBuildStore(n->b, v, coset_jit_field(n, offsetof(coset_machine, result)));
    } else if (s->source && t) {
        LLVMValueRef from = coset_jit_address(n, s->source);
        LLVMValueRef to = LLVMBuildAdd(n->b, n->fp, coset_jit_u32(n, n->function->result_frame), "");
        coset_jit_copy(n, coset_jit_pointer(n, to), coset_jit_pointer(n, from), t->width);
    }
    jump(n, n->leave);
}

static void cover(coset_jit *n, const coset_ir_stmt *s)
{
    LLVMBasicBlockRef hit = coset_jit_block(n, "hit"), end = coset_jit_block(n, "on");
    LLVMBuildCondBr(n->b, coset_jit_truth(n, s->expr), hit, end);
    coset_jit_at(n, hit);
    LLVMValueRef args[] = {n->machine, coset_jit_u32(n, s->prop)};
    (void)coset_jit_call(n, (void (*)(void))coset_native_cover, LLVMVoidTypeInContext(n->context), args, 2);
    LLVMBuildBr(n->b, end);
    coset_jit_at(n, end);
}

static void demand(coset_jit *n, const coset_ir_stmt *s)
{
    LLVMBasicBlockRef fails = coset_jit_block(n, "fails"), on = coset_jit_block(n, "on");
    if (s->expr)
        LLVMBuildCondBr(n->b, coset_jit_truth(n, s->expr), on, fails);
    else
        LLVMBuildBr(n->b, fails);
    coset_jit_at(n, fails);
    if (s->op == COSET_S_ASSERT)
        LLVMBuildBr(n->b, n->fault);
    else if (n->model->ir->order) /* this may leave a loop that records */
        LLVMBuildCondBr(n->b, coset_jit_records(n), n->fault, n->cut);
    else
        LLVMBuildBr(n->b, n->cut);
    coset_jit_at(n, on);
}

/* Output is not shown during a search, but evaluating it may fault. */
static void put(coset_jit *n, const coset_ir_stmt *s)
{
    const coset_ir_place *p = s->expr && s->expr->op == COSET_E_LOAD ? s->expr->place : s->place;
    if (s->expr && s->expr->op != COSET_E_LOAD)
        (void)coset_jit_eval(n, s->expr);
    else if (p)
        (void)coset_jit_slot(n, p);
}

void coset_jit_stmt(coset_jit *n, const coset_ir_stmt *s)
{
    switch (s->op) {
    case COSET_S_ASSIGN:
        assign(n, s);
        break;
    case COSET_S_COPY:
        copy(n, s);
        break;
    case COSET_S_IF:
        if (coset_jit_is_chain(s))
            coset_jit_branches(n, s);
        else
            branch(n, s);
        break;
    case COSET_S_FOR:
        run_for(n, s);
        break;
    case COSET_S_WHILE:
        run_while(n, s);
        break;
    case COSET_S_CALL:
        (void)coset_jit_invoke(n, s->expr);
        break;
    case COSET_S_RETURN:
        give_back(n, s);
        break;
    case COSET_S_ASSERT:
    case COSET_S_ASSUME:
        demand(n, s);
        break;
    case COSET_S_COVER:
        cover(n, s);
        break;
    case COSET_S_PUT:
        put(n, s);
        break;
    case COSET_S_CLEAR:
    case COSET_S_UNDEFINE:
        reset(n, s);
        break;
    case COSET_S_BAGADD:
        bag_add(n, s);
        break;
    case COSET_S_BAGREMOVE:
        bag_remove(n, s);
        break;
    case COSET_S_BAGREMOVE_IF:
        bag_remove_if(n, s);
        break;
    case COSET_S_BIND:
        LLVMBuildStore(n->b, coset_jit_address(n, s->source), n->promoted[s->frame]);
        break;
    }
}

void coset_jit_stmts(coset_jit *n, const coset_ir_stmt *s)
{
    while ((s = coset_jit_straight(n, s))) {
        coset_jit_stmt(n, s);
        s = s->next;
    }
}
