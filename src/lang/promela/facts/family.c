/* lang/promela/facts/family.c - the processes of one proctype: their pids, and whether they end. */
#include "lang/promela/facts/processes.h"

void coset_pml_widen(coset_pml_family *f, uint32_t lo, uint32_t hi)
{
    if (f->n == 0) {
        f->lo = lo;
        f->n = hi - lo + 1;
        return;
    }
    uint32_t end = f->lo + f->n - 1;
    f->lo = lo < f->lo ? lo : f->lo;
    f->n = (hi > end ? hi : end) - f->lo + 1;
}

uint32_t coset_pml_most_of(const coset_pml_family *f) { return f->end > f->lo + f->n ? f->end - f->lo : f->n; }

bool coset_pml_may_end(const coset_pml_family *f)
{
    bool *seen = coset_new(f->graph->n_nodes, sizeof *seen);
    coset_pml_reach(f->graph, f->graph->start, seen);
    bool dies = seen[f->graph->end] || f->graph->start == f->graph->end;
    coset_delete(seen);
    return dies;
}

bool coset_pml_may_die(const coset_pml_family *f) { return !f->leaves && coset_pml_may_end(f); }

const char *coset_pml_family_name(const coset_pml_family *f) { return f->proc->name ? f->proc->name : "init"; }
