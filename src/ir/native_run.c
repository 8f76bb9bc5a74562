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

coset_value *coset_native_view(coset_machine *m, const coset_value *state)
{
    size_t n = m->model->base.n_slots;
    if (state)
        memcpy(m->view, state, n * sizeof *state);
    else
        memset(m->view, 0, n * sizeof *m->view);
    return m->view;
}

bool coset_native_holds(coset_machine *m, uint32_t prop, const coset_value *state)
{
    const coset_native_code *code = coset_native_code_of(m->model->twin);
    coset_native_prop_code *f = code ? atomic_load_explicit(&code->props[prop], memory_order_acquire) : NULL;
    return f && f(coset_native_look(m, state, code->prop_needs_memory[prop]), m) == COSET_NATIVE_ON;
}
