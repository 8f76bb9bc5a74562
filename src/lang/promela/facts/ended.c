/* Processes that vanish where they end.
 *
 * In Spin a process that has ended is still there until all that were started after it are gone, and to vanish is a
 * step of its own. That order tells processes apart, although nobody can see it: where no process looks at numbers of
 * processes, at others' locations or at priorities, and none is started later, the step changes nothing that a guard or
 * a property reads. Without these steps the model has the same runs up to stuttering:
 *
 *  - A run without the steps is one of the model with them left out: no guard reads what they change. `timeout` waits
 * for them, but each run of them is finite and can come before it.
 *  - A state without other steps may end with them left out if and only if it may end after them: who waits for
 *    vanishing stands at its end, which is a valid end state.
 *  - A number that a process leaves may be given to one that is started later. Where that one does not look at its
 *    number, nobody sees which it is: each process that is started has a place of its own then.
 *
 * So the assertions that fail, the faults and the invalid end states are the same; numbers of states are not those of
 * Spin.
 */
#include "lang/promela/facts/processes.h"

/* Channels of its own end with a process. */
static bool has_channels(const coset_pml_var *v)
{
    if (v->chan)
        return true;
    for (const coset_pml_var *x = v->type.kind == COSET_PML_STRUCT ? v->type.record->fields : NULL; x; x = x->next)
        if (has_channels(x))
            return true;
    return false;
}

/* Something may tell that a process is there no more, or when. */
static bool is_seen(const coset_pml_lowerer *l)
{
    const coset_pml_uses *u = &l->model->uses;
    if (u->last || u->enabled || u->asked || u->priority || u->by_number || u->nr_pr || u->remote)
        return true;
    if (l->model->ltls || l->model->predicates || l->how.receptions || l->how.claims)
        return true;
    for (const coset_pml_proc *p = l->model->procs; p; p = p->next) {
        if (p->kind > COSET_PML_INIT)
            return true;
        for (const coset_pml_var *v = p->vars; v; v = v->next_own)
            if (has_channels(v))
                return true;
    }
    return false;
}

void coset_pml_leave_ended(coset_pml_lowerer *l)
{
    for (uint32_t i = 0; i < l->n_families; i++)
        l->families[i].leaves = l->how.leave_ended && !is_seen(l);
}

bool coset_pml_confirm_leaving(coset_pml_lowerer *l)
{
    const bool known = !l->model->uses.run || l->opening.runner || l->arriving.runner;
    bool any = false;
    for (uint32_t i = 0; i < l->n_families; i++) {
        coset_pml_family *f = &l->families[i];
        any = any || (f->n && f->leaves && coset_pml_may_end(f));
        f->leaves = f->leaves && known;
    }
    if (any && known)
        l->ir->variant = "processes that end vanish at once";
    return known || !any;
}
