/* lang/promela/facts/arrive.c - processes that are started one by one, while the existing ones already run.
 *
 * As long as the behaviour of the only process that starts others is certain, each `run` that it executes is a separate
 * rule, with the pid and the arguments as constants; `_nr_pr` is the number of processes. Permutations of the existing
 * processes preserve all steps, also the next `run`, because it names the new process. So the group grows with the
 * processes (doc/internals-legality.md). No symmetric process ends, so the numbers remain valid. */
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

/* Whether moves of others may depend on processes that do not exist yet. Otherwise each of their runs could have waited
 * until all exist: the states are those of starting all at once, which is symmetric. */
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
