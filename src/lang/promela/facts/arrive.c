/* lang/promela/facts/arrive.c - processes that are started one by one, while those that are there already run.
 *
 * As long as it is certain what the only process that starts others does, each `run` that it executes is a rule of its
 * own, with the pid and the arguments as constants; `_nr_pr` tells how many there are. Renamings of those that are
 * there keep all steps, the next `run` too: it names the one that comes. So the group grows with the processes
 * (doc/internals-legality.md). No symmetric process ends, so the numbers stay. */
#include "lang/promela/facts/processes.h"

bool coset_pml_is_starter(const coset_pml_lowerer *l, const coset_pml_proc *p)
{
    const coset_pml_family *f = l->opening.runner ? l->opening.runner : l->arriving.runner;
    return f && f->proc == p;
}

void coset_pml_note_arriving(coset_pml_lowerer *l, uint32_t at, const coset_pml_stmt *st, bool alone, bool known)
{
    coset_pml_arriving *a = &l->arriving;
    a->early[at] = l->starts.n + 1;
    a->exact = a->exact && (alone || known || !st);
}

static bool has_atomic(const coset_pml_graph *g)
{
    for (uint32_t i = 1; i < g->n_nodes; i++)
        for (const coset_pml_edge *e = g->nodes[i]->out; e; e = e->next)
            if (e->atomic)
                return true;
    return false;
}

/* Whether others move may depend on processes that are not there yet. Else every run of them could have waited until
 * all are there: the states are those of a start of all at once, which is symmetric. */
static bool may_wait(const coset_pml_lowerer *l, const coset_pml_family *runner)
{
    const coset_pml_uses *u = &l->model->uses;
    if (runner->proc->provided || u->nr_pr || u->last || u->enabled || u->asked || u->by_number || u->remote)
        return false;
    if (!u->rendezvous)
        return true;
    bool waits = !u->unless && !u->else_with_channels;
    for (uint32_t i = 0; i < l->n_families && waits; i++)
        waits = !has_atomic(l->families[i].graph);
    return waits;
}

void coset_pml_end_arriving(coset_pml_lowerer *l, const coset_pml_family *runner, uint32_t n_before, uint32_t after)
{
    coset_pml_arriving *a = &l->arriving;
    const coset_pml_graph *g = runner->graph;
    bool *seen = coset_new(g->n_nodes, sizeof *seen);
    coset_pml_reach(g, after, seen);
    seen[after] = true;
    for (uint32_t i = 0; i < g->n_nodes; i++)
        if (seen[i])
            a->early[i] = 0;
    coset_delete(seen);
    a->runner = runner;
    a->n_before = n_before;
    a->exact = a->exact && may_wait(l, runner);
}
