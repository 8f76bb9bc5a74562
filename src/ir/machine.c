/* ir/machine.c - life of a machine. */
#include "ir/machine.h"

#include "ir/native_run.h"

coset_machine *coset_machine_new(const coset_ir_machine_model *model)
{
    coset_machine *m = coset_new(1, sizeof *m);
    m->model = model;
    m->run = coset_machine_exec;
    m->counts = coset_native_counts_of(model->code);
    m->addresses = model->code ? model->code->addresses : NULL;
    m->end = model->base.n_slots + model->stack;
    m->mem = coset_new((size_t)m->end + 2, sizeof *m->mem);
    m->view = coset_new(model->code ? (size_t)m->end + 2 : 0, sizeof *m->view);
    m->saved = coset_new((size_t)model->rule_frame + 1, sizeof *m->saved);
    m->covers = coset_new((size_t)model->base.n_props, sizeof *m->covers);
    coset_machine_order_init(m);
    return m;
}

void coset_machine_free(coset_machine *m)
{
    coset_delete(m->mem);
    coset_delete(m->view);
    coset_delete(m->saved);
    coset_delete(m->covers);
    coset_delete(m->call_copy.copy);
    coset_vec_fini(&m->due);
    coset_machine_order_fini(m);
    coset_delete(m->output.text);
    coset_delete(m->messages.text);
    coset_delete(m->marks.text);
    coset_delete(m);
}
