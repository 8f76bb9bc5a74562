/* ir/call.c - calls of functions. */
#include "ir/cycle.h"
#include "ir/fast_paths.h"
#include "ir/native_run.h"

/* Evaluates one argument of a call in the caller's frame into the frame of the callee, which starts at `base`. */
static bool pass(coset_machine *m, const coset_ir_param *param, const coset_ir_arg *arg, uint32_t base)
{
    uint32_t to = base + param->frame, from;
    if (arg->undefined)
        return true;
    if (param->by_ref || !coset_ir_is_simple(param->type)) {
        if (!coset_machine_at(m, arg->place, &from))
            return false;
        if (param->by_ref)
            m->mem[to] = from;
        else if (!coset_machine_known(m, from, param->type->width))
            return false;
        else
            memmove(&m->mem[to], &m->mem[from], param->type->width * sizeof *m->mem);
        return true;
    }
    int64_t v;
    const coset_ir_expr *e = arg->expr;
    if (e->op == COSET_E_LOAD && e->type->kind != COSET_T_INT) { /* an undefined value may be passed */
        if (!coset_machine_at(m, e->place, &from) || !coset_machine_known(m, from, 1))
            return false;
        if (m->mem[from] == 0 || e->place->type == param->type) {
            m->mem[to] = m->mem[from];
            return true;
        }
        v = coset_machine_decode(e->place->type, m->mem[from]);
    } else if (!coset_machine_value(m, e, &v)) {
        return false;
    }
    int64_t rank = coset_machine_rank(param->type, v);
    if (rank < 0) {
        const coset_ir_place name = {.name = param->name};
        return coset_machine_range(m, "argument", &name, m->end, param->type, v, e->pos);
    }
    m->mem[to] = (coset_value)rank + 1;
    return true;
}

/* Runs the body of a function whose frame is complete at `base`. */
static bool run_body(coset_machine *m, const coset_ir_expr *call, uint32_t base)
{
    const coset_ir_function *f = call->function;
    const coset_ir_function *outer = m->function;
    uint32_t caller = m->fp;
    m->fp = base;
    m->function = f;
    coset_flow flow = m->run(m, f->body);
    m->fp = caller;
    m->function = outer;
    if (flow == COSET_FLOW_ON && f->result)
        return coset_machine_fault(m, COSET_FAULT_RETURN, f->pos, "function `%s` ended without a return", f->name);
    return flow != COSET_FLOW_STOP;
}

/* Deeply nested expressions in deep recursion must not exhaust the thread's own stack. */
static bool too_deep(const coset_machine *m)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    uintptr_t used = here < m->stack_base ? m->stack_base - here : here - m->stack_base;
    return used > COSET_IR_THREAD_STACK;
}

bool coset_machine_call(coset_machine *m, const coset_ir_expr *call, int64_t *out, uint32_t *at)
{
    const coset_ir_function *f = call->function;
    uint32_t base = m->sp;
    if (!coset_machine_spend(m, call->pos))
        return false;
    m->called = true;
    if (m->code)
        coset_native_count(&m->counts->functions[f->number], 1);
    if (m->depth >= COSET_IR_RECURSION || f->frame_size > m->end - base || too_deep(m))
        return coset_machine_fault(m, COSET_FAULT_BOUND, call->pos, "calls of `%s` are nested deeper than %u", f->name,
                                   m->depth);
    memset(&m->mem[base], 0, f->frame_size * sizeof *m->mem);
    m->sp += f->frame_size;
    m->depth++;
    bool ok = true;
    for (uint32_t i = 0; ok && i < f->n_params; i++)
        ok = pass(m, &f->params[i], &call->args[i], base);
    if (ok && coset_calls_close(m, f, base))
        ok = coset_machine_fault(m, COSET_FAULT_LOOP, call->pos, "`%s` calls itself for ever", f->name);
    ok = ok && run_body(m, call, base);
    m->depth--;
    coset_calls_return(m);
    m->sp = base;
    *out = m->result;
    *at = base + f->result_frame;
    return ok;
}
