/* lang/promela/facts/priority.c - priorities that never change: they are omitted from states. */
#include "lang/promela/facts/processes.h"

uint32_t coset_pml_written_priority(const coset_pml_expr *run) { return run->b ? (uint32_t)run->b->value : 1; }

static void meet(coset_pml_family *f, uint32_t priority)
{
    f->is_fixed = f->is_fixed && (f->priority == 0 || f->priority == priority);
    f->priority = priority;
}

void coset_pml_find_priorities(coset_pml_lowerer *l)
{
    for (uint32_t i = 0; i < l->n_families; i++) {
        coset_pml_family *f = &l->families[i];
        f->priority = f->proc->n_active ? f->proc->start_priority : 0;
        f->is_fixed = !l->model->uses.set_priority;
    }
    for (uint32_t i = 0; i < l->n_families; i++)
        for (uint32_t k = 1; k < l->families[i].graph->n_nodes; k++)
            for (const coset_pml_edge *e = l->families[i].graph->nodes[k]->out; e; e = e->next) {
                const coset_pml_expr *run = coset_pml_run_of(e);
                if (run)
                    meet(&l->families[run->proc->number], coset_pml_written_priority(run));
            }
    for (uint32_t i = 0; i < l->n_families; i++)
        l->families[i].is_fixed = l->families[i].is_fixed || !l->model->uses.priority;
}
