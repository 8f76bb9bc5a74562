/* ir/native_run.c - running machine code, and what the code calls. Needs no LLVM. */
#include "ir/native_run.h"

uint32_t coset_native_fire(coset_machine *m, uint32_t group, uint64_t instance)
{
    coset_edge edge = {.group = group, .instance = instance, .n_covers = m->n_covers, .covers = m->covers, .orbit = 1};
    if (m->model->base.symmetry.n_bags)
        coset_bags_sort(&m->model->base.symmetry, m->mem);
    m->enabled = true;
    m->fired++;
    m->stopped = m->emit(m->emit_ctx, &edge, m->mem);
    return m->stopped != COSET_OK;
}

void coset_native_cover(coset_machine *m, uint32_t prop) { coset_machine_cover(m, prop); }

void coset_native_clear(const coset_ir_type *t, coset_value *at) { coset_ir_clear(t, at); }

uint32_t coset_native_same(const coset_value *a, const coset_value *b, uint64_t n)
{
    return memcmp(a, b, n * sizeof *a) == 0;
}

uint32_t coset_native_bag_room(const coset_value *bag, uint32_t entries, uint32_t width)
{
    uint32_t i = 0;
    while (i < entries && bag[i * width])
        i++;
    return i;
}

/* Memory for a guard or property: the state itself where no local needs memory, else a copy with frames behind it. */
static coset_value *look_at(coset_machine *m, const coset_value *state, bool needs_memory)
{
    size_t n = m->model->base.n_slots;
    if (!needs_memory && state)
        return (coset_value *)(uintptr_t)state; /* the code does not write to it */
    if (state)
        memcpy(m->view, state, n * sizeof *state);
    else
        memset(m->view, 0, n * sizeof *m->view);
    return m->view;
}

bool coset_native_run_rule(coset_machine *m, coset_ir_trial trial, coset_status *status)
{
    const coset_native_code *code = m->code;
    coset_native_rule_code *rule = code ? atomic_load_explicit(&code->rules[trial.rule], memory_order_acquire) : NULL;
    m->skip = 0;
    if (!rule)
        return false;
    m->fired = 0;
    m->n_covers = 0;
    switch (rule(look_at(m, m->source, code->rule_needs_memory[trial.rule]), m->mem, m, trial.rank)) {
    case COSET_NATIVE_STOP:
        *status = m->stopped;
        return true;
    case COSET_NATIVE_FAULT:
        m->skip = m->fired;
        return false;
    default:
        *status = COSET_OK;
        return true;
    }
}

bool coset_native_holds(coset_machine *m, uint32_t prop, const coset_value *state)
{
    const coset_native_code *code = coset_native_code_of(m->model->twin);
    coset_native_prop_code *f = code ? atomic_load_explicit(&code->props[prop], memory_order_acquire) : NULL;
    return f && f(look_at(m, state, code->prop_needs_memory[prop]), m) == COSET_NATIVE_ON;
}
