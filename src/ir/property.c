/* ir/property.c - values of properties in a state. */
#include "ir/fast_paths.h"
#include "ir/frame.h"
#include "ir/native_run.h"

/* A property that calls a function in which an assume statement fails: it proves nothing. */
static coset_eval cut_value(const coset_ir_prop *p)
{
    return p->kind == COSET_PROP_ASSUMPTION ? COSET_EVAL_TRUE : COSET_EVAL_FALSE;
}

/* Value below the first `depth` parameters, as a conjunction over the others. */
static coset_eval conjunction(coset_machine *m, const coset_ir_prop *p, uint32_t depth)
{
    coset_domain d;
    int64_t v = 0;
    if (depth == p->n_params) {
        m->cut = m->called = false;
        bool stopped = coset_machine_exec(m, p->prelude) == COSET_FLOW_STOP || !coset_machine_value(m, p->expr, &v);
        if (m->called)
            coset_machine_set_state(m, m->source);
        if (stopped)
            return m->cut ? cut_value(p) : COSET_EVAL_FAULT;
        return v ? COSET_EVAL_TRUE : COSET_EVAL_FALSE;
    }
    const coset_ir_binder *b = &p->params[depth];
    bool all = coset_ir_is_symmetric(b->type) || b->type->kind == COSET_T_BAGINDEX;
    coset_eval result = COSET_EVAL_TRUE;
    if (!coset_machine_begin(m, b, &d))
        return COSET_EVAL_FAULT;
    while (coset_machine_advance(m, &d)) {
        coset_eval one = conjunction(m, p, depth + 1);
        if (one == COSET_EVAL_FAULT)
            return one;
        if (one == COSET_EVAL_FALSE)
            result = one;
        if (result == COSET_EVAL_FALSE && !all)
            break;
    }
    return result;
}

void coset_machine_open_prop(coset_machine *m, const coset_ir_prop *p, const coset_value *state)
{
    coset_machine_order_reset(m);
    coset_machine_set_state(m, state);
    m->source = state;
    coset_machine_enter(m, p->frame_size);
}

bool coset_machine_holds(coset_machine *m, const coset_ir_prop *p, const coset_value *state)
{
    coset_machine_open_prop(m, p, state);
    return conjunction(m, p, 0) == COSET_EVAL_TRUE;
}

bool coset_machine_may_end(coset_worker *w, const coset_value *state)
{
    coset_machine *m = (coset_machine *)w;
    const coset_ir_prop *p = m->model->ir->may_end;
    return p && coset_machine_holds(m, p, state);
}

/* Binds the parameters from `depth` on to the values of the instance, whose digits from there weigh `weight`. An
 * instance outside of a computed or multiset domain does not exist: a cover is not hit, liveness is not demanded. */
static coset_eval instance_value(coset_machine *m, const coset_ir_prop *p, uint32_t depth, uint64_t instance,
                                 uint64_t weight)
{
    coset_domain d;
    if (depth == p->n_params)
        return conjunction(m, p, depth);
    const coset_ir_binder *b = &p->params[depth];
    if (!coset_machine_begin(m, b, &d))
        return COSET_EVAL_FAULT;
    weight /= coset_ir_radix(b->type);
    while (coset_machine_advance(m, &d))
        if (coset_machine_digit(m, b) == instance / weight)
            return instance_value(m, p, depth + 1, instance % weight, weight);
    return p->kind == COSET_PROP_LIVENESS ? COSET_EVAL_TRUE : COSET_EVAL_FALSE;
}

coset_eval coset_machine_prop(coset_worker *w, uint32_t prop, uint32_t instance, const coset_value *state,
                              coset_fault *fault)
{
    coset_machine *m = (coset_machine *)w;
    const coset_ir_prop *p = &m->model->ir->props[prop];
    COSET_INVARIANT(prop < m->model->ir->n_props && p->expr && !m->emit);
    coset_eval e;
    if (coset_native_prop(m, prop, instance, state, &e))
        return e;
    coset_machine_open_prop(m, p, state);
    uint64_t n = m->model->base.props[prop].n_instances;
    e = coset_ir_is_indexed(p) ? instance_value(m, p, 0, instance, n) : conjunction(m, p, 0);
    if (e == COSET_EVAL_FAULT && fault)
        *fault = m->fault;
    return e;
}
