/* jit/rule.c - functions of machine code: the program's functions, its rules and its properties. */
#include "jit/jit_int.h"

static void mark_binders(const coset_ir_binder *b, uint32_t n, bool *in_memory)
{
    for (uint32_t i = 0; i < n; i++)
        coset_jit_mark_binder(&b[i], in_memory);
}

static bool any(const bool *flags, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (flags[i])
            return true;
    return false;
}

/* Every exit of the function that is being built. */
static void close_ways_out(coset_jit *n)
{
    coset_jit_at(n, n->fault);
    LLVMBuildRet(n->b, coset_jit_u32(n, COSET_NATIVE_FAULT));
    coset_jit_at(n, n->cut);
    LLVMBuildRet(n->b, coset_jit_u32(n, COSET_NATIVE_CUT));
}

/* ---- functions ---------------------------------------------------------------------------------------------- */

/* Copies simple parameters by value into the frame if their address is taken; all others into their allocas. */
static void receive(coset_jit *n, const coset_ir_function *f)
{
    uint32_t used = 3;
    for (uint32_t i = 0; i < f->n_params; i++) {
        const coset_ir_param *p = &f->params[i];
        if (!p->by_ref && !coset_ir_is_simple(p->type))
            continue;
        LLVMValueRef to = n->promoted[p->frame];
        if (!to)
            to = coset_jit_pointer(n, LLVMBuildAdd(n->b, n->fp, coset_jit_u32(n, p->frame), ""));
        LLVMBuildStore(n->b, LLVMGetParam(n->fn, used++), to);
    }
    COSET_INVARIANT(used == LLVMCountParams(n->fn));
}

void coset_jit_function(coset_jit *n, coset_jit_fn *f)
{
    const coset_ir_function *function = f->function;
    n->fn = f->code;
    n->mem = LLVMGetParam(n->fn, 0);
    n->machine = LLVMGetParam(n->fn, 1);
    n->fp = LLVMGetParam(n->fn, 2);
    n->function = function;
    n->in_memory = f->in_memory;
    coset_jit_open_frame(n, function->frame_size, "entry");
    LLVMBasicBlockRef start = coset_jit_block(n, "start");
    n->leave = coset_jit_block(n, "leave");
    LLVMBuildBr(n->b, start);
    coset_jit_at(n, start);
    coset_jit_undefine_locals(n, NULL);
    receive(n, function);
    coset_jit_stmts(n, function->body);
    LLVMBuildBr(n->b, function->result ? n->fault : n->leave); /* no RETURN before the end */
    coset_jit_at(n, n->leave);
    LLVMBuildRet(n->b, coset_jit_u32(n, COSET_NATIVE_ON));
    close_ways_out(n);
}

/* ---- rules -------------------------------------------------------------------------------------------------- */

typedef struct {
    coset_jit *n;
    uint32_t group;
    const coset_ir_rule *rule;
    const coset_ir_stmt *body;
    const coset_ir_plan *plan;
    LLVMValueRef look, work; /* memory of the guard, memory of the body */
    bool *kept;              /* [frame_size] parameters and aliases, which the body sees */
    LLVMBasicBlockRef end;   /* of the whole rule */
    bool covers;
} ruler;

static LLVMValueRef field(coset_jit *n, size_t offset, LLVMTypeRef pointer)
{
    LLVMValueRef at = coset_jit_int(n, (int64_t)offset);
    return LLVMBuildBitCast(n->b, LLVMBuildInBoundsGEP2(n->b, n->i8, n->machine, &at, 1, ""), pointer, "");
}

static void refuel(coset_jit *n)
{
    LLVMBuildStore(n->b, coset_jit_int(n, (int64_t)COSET_IR_FUEL), field(n, offsetof(coset_machine, fuel), n->p64));
}

/* The copy of the state that the body works on. */
static void prepare_body(ruler *r)
{
    coset_jit *n = r->n;
    coset_jit_copy(n, r->work, r->look, n->model->base.n_slots);
    n->mem = r->work;
    coset_jit_undefine_locals(n, r->kept);
    coset_jit_undefine_frame(n, n->fp, n->in_memory, n->frame_size);
    if (r->covers)
        LLVMBuildStore(n->b, coset_jit_u32(n, 0), field(n, offsetof(coset_machine, n_covers), n->p32));
    refuel(n);
}

static void copy_params_to_memory(ruler *r)
{
    coset_jit *n = r->n;
    for (uint32_t i = 0; i < r->rule->n_params; i++) {
        uint32_t frame = r->rule->params[i].frame;
        if (n->promoted[frame])
            continue;
        LLVMValueRef at = LLVMBuildZExt(n->b, LLVMBuildAdd(n->b, n->fp, coset_jit_u32(n, frame), ""), n->i64, "");
        LLVMValueRef from = LLVMBuildInBoundsGEP2(n->b, n->i32, r->look, &at, 1, "");
        LLVMValueRef to = LLVMBuildInBoundsGEP2(n->b, n->i32, r->work, &at, 1, "");
        LLVMBuildStore(n->b, LLVMBuildLoad2(n->b, n->i32, from, ""), to);
    }
}

/* Body and report of one instance; if an assumption excludes the step, control continues at `skip`. */
static void fire(ruler *r, LLVMValueRef instance, LLVMBasicBlockRef skip)
{
    coset_jit *n = r->n;
    LLVMBasicBlockRef cut = n->cut;
    prepare_body(r);
    copy_params_to_memory(r);
    n->leave = coset_jit_block(n, "emit");
    n->cut = skip;
    coset_jit_stmts(n, r->body);
    LLVMBuildBr(n->b, n->leave);
    coset_jit_at(n, n->leave);
    LLVMValueRef args[] = {n->machine, coset_jit_u32(n, r->group), instance};
    LLVMValueRef stop = coset_jit_call(n, (void (*)(void))coset_native_fire, n->i32, args, 3);
    LLVMBasicBlockRef stopped = coset_jit_block(n, "stopped");
    LLVMBuildCondBr(n->b, LLVMBuildICmp(n->b, LLVMIntNE, stop, coset_jit_u32(n, 0), ""), stopped, skip);
    coset_jit_at(n, stopped);
    LLVMBuildRet(n->b, coset_jit_u32(n, COSET_NATIVE_STOP));
    n->cut = cut;
    n->mem = r->look;
}

/* The code inside the first `depth` parameters; failures continue at `skip`. Ends without an open block. */
static void bind(ruler *r, uint32_t depth, LLVMValueRef instance, LLVMBasicBlockRef skip)
{
    coset_jit *n = r->n;
    LLVMBasicBlockRef cut = n->cut;
    n->cut = skip;
    refuel(n);
    for (uint32_t c = r->plan->first[depth]; c < r->plan->first[depth + 1]; c++) {
        const coset_ir_check *check = &r->plan->checks[c];
        if (check->bind)
            coset_jit_stmt(n, check->bind);
        else
            coset_jit_leave_if(n, LLVMBuildNot(n->b, coset_jit_truth(n, check->test), ""), skip);
    }
    n->cut = cut;
    if (depth == r->rule->n_params) {
        fire(r, instance, skip);
        return;
    }
    const coset_ir_binder *b = &r->rule->params[depth];
    if (depth == 0 && coset_machine_is_split(n->model, r->group)) {
        LLVMValueRef rank = LLVMGetParam(n->fn, 3);
        coset_jit_bind(n, b, rank);
        bind(r, 1, LLVMBuildZExt(n->b, rank, n->i64, ""), skip);
        return;
    }
    coset_jit_loop l;
    coset_jit_loop_open(n, b, &l);
    LLVMValueRef radix = LLVMConstInt(n->i64, coset_ir_radix(b->type), 0);
    LLVMValueRef inner = LLVMBuildMul(n->b, instance, radix, "");
    bind(r, depth + 1, LLVMBuildAdd(n->b, inner, coset_jit_digit(n, &l), ""), l.again);
    coset_jit_loop_next(n, &l);
    LLVMBuildBr(n->b, skip);
}

static LLVMValueRef add_function(coset_jit *n, const char *name, LLVMTypeRef *types, uint32_t n_types)
{
    return LLVMAddFunction(n->module, name, LLVMFunctionType(n->i32, types, n_types, 0));
}

bool coset_jit_rule(coset_jit *n, uint32_t rule, const char *name)
{
    const coset_ir_rule *of = &n->model->ir->rules[rule];
    LLVMTypeRef types[] = {n->p32, n->p32, n->p8, n->i32};
    const coset_ir_stmt *body = coset_machine_body(n->model, rule);
    ruler r = {.n = n, .group = rule, .rule = of, .body = body, .plan = &n->model->plans[rule]};
    bool *in_memory = coset_new(of->frame_size + (size_t)1, sizeof *in_memory);
    r.kept = coset_new(of->frame_size + (size_t)1, sizeof *r.kept);
    for (uint32_t i = 0; i < of->n_params; i++)
        r.kept[of->params[i].frame] = true;
    for (const coset_ir_stmt *s = of->prelude; s; s = s->next)
        r.kept[s->frame] = true;
    mark_binders(of->params, of->n_params, in_memory);
    coset_jit_mark_stmts(of->prelude, in_memory);
    coset_jit_mark_expr(of->guard, in_memory);
    coset_jit_mark_stmts(body, in_memory);
    r.covers = coset_jit_body_covers(n, body);
    n->fn = add_function(n, name, types, 4);
    r.look = n->mem = LLVMGetParam(n->fn, 0);
    r.work = LLVMGetParam(n->fn, 1);
    LLVMAddAttributeAtIndex(n->fn, 1, n->no_alias); /* not `work`: the receiver of the edge reads it */
    n->machine = LLVMGetParam(n->fn, 2);
    n->fp = coset_jit_u32(n, n->model->base.n_slots);
    n->function = NULL;
    n->in_memory = in_memory;
    coset_jit_open_frame(n, of->frame_size, "entry");
    LLVMBasicBlockRef start = coset_jit_block(n, "start");
    r.end = coset_jit_block(n, "end");
    LLVMBuildBr(n->b, start);
    coset_jit_at(n, start);
    coset_jit_undefine_locals(n, NULL);
    coset_jit_undefine_frame(n, n->fp, in_memory, of->frame_size);
    bind(&r, 0, coset_jit_int(n, 0), r.end);
    coset_jit_at(n, r.end);
    LLVMBuildRet(n->b, coset_jit_u32(n, COSET_NATIVE_ON));
    close_ways_out(n);
    bool needs_memory = any(in_memory, of->frame_size);
    coset_delete(in_memory);
    coset_delete(r.kept);
    return needs_memory;
}

/* ---- properties --------------------------------------------------------------------------------------------- */

/* The parameters get the values of the instance. */
static void bind_instance(coset_jit *n, const coset_ir_prop *p, LLVMValueRef instance)
{
    uint64_t weight = 1;
    for (uint32_t i = p->n_params; i-- > 0;) {
        const uint64_t radix = coset_ir_radix(p->params[i].type);
        LLVMValueRef above = LLVMBuildUDiv(n->b, instance, coset_jit_u32(n, (uint32_t)weight), "");
        coset_jit_bind(n, &p->params[i], LLVMBuildURem(n->b, above, coset_jit_u32(n, (uint32_t)radix), ""));
        weight *= radix;
    }
}

/* A conjunction over the parameters from `depth` on: returns 0 (true) or why it is not. */
static void conjunction(coset_jit *n, const coset_ir_prop *p, uint32_t depth)
{
    if (depth < p->n_params) {
        coset_jit_loop l;
        coset_jit_loop_open(n, &p->params[depth], &l);
        conjunction(n, p, depth + 1);
        coset_jit_loop_close(n, &l);
        return;
    }
    LLVMBasicBlockRef holds = coset_jit_block(n, "holds"), fails = coset_jit_block(n, "fails");
    refuel(n);
    coset_jit_stmts(n, p->prelude);
    LLVMBuildCondBr(n->b, coset_jit_truth(n, p->expr), holds, fails);
    coset_jit_at(n, fails);
    LLVMBuildRet(n->b, coset_jit_u32(n, COSET_NATIVE_FALSE));
    coset_jit_at(n, holds);
}

bool coset_jit_prop(coset_jit *n, uint32_t prop, const char *name)
{
    const coset_ir_prop *p = &n->model->ir->props[prop];
    LLVMTypeRef types[] = {n->p32, n->p8, n->i32};
    bool *in_memory = coset_new(p->frame_size + (size_t)1, sizeof *in_memory);
    coset_jit_mark_stmts(p->prelude, in_memory);
    coset_jit_mark_expr(p->expr, in_memory);
    n->fn = add_function(n, name, types, 3);
    n->mem = LLVMGetParam(n->fn, 0);
    n->machine = LLVMGetParam(n->fn, 1);
    n->fp = coset_jit_u32(n, n->model->base.n_slots);
    n->function = NULL;
    n->in_memory = in_memory;
    coset_jit_open_frame(n, p->frame_size, "entry");
    LLVMBasicBlockRef start = coset_jit_block(n, "start");
    LLVMBuildBr(n->b, start);
    coset_jit_at(n, start);
    coset_jit_undefine_locals(n, NULL);
    coset_jit_undefine_frame(n, n->fp, in_memory, p->frame_size);
    if (coset_ir_is_indexed(p))
        bind_instance(n, p, LLVMGetParam(n->fn, 2));
    conjunction(n, p, coset_ir_is_indexed(p) ? p->n_params : 0);
    LLVMBuildRet(n->b, coset_jit_u32(n, COSET_NATIVE_ON));
    close_ways_out(n);
    bool needs_memory = any(in_memory, p->frame_size);
    coset_delete(in_memory);
    return needs_memory;
}
