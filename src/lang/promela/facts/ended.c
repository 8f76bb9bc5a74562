/* Processes that vanish at their end.
 *
 * In Spin a process that has ended exists until all processes that were started after it are gone, and vanishing is a
 * separate step. That order distinguishes processes, although it is not observable: if no process reads numbers of
 * processes, others' locations or priorities, and none is started later, the step changes nothing that a guard or a
 * property reads. Without these steps the model has the same runs up to stuttering:
 *
 *  - A run without the steps is a run of the model from which they are removed: no guard reads what they change.
 *    `timeout` waits for them, but each sequence of them is finite and can come before it.
 *  - A state without other steps is a valid end without them if and only if it is one after them: a process that waits
 *    to vanish is at its end, which is a valid end state.
 *  - The number of a vanished process may be reused by one that is started later. If that one does not read its number,
 *    the number is not observable: then each started process has its own place.
 *
 * So the assertions that fail, the faults and the invalid end states are the same; numbers of states are not those of
 * Spin.
 */
#include "lang/promela/facts/processes.h"

/* The variable has channels, which vanish with their process. */
static bool has_channels(const coset_pml_var *v)
{
    if (v->chan)
        return true;
    for (const coset_pml_var *x = v->type.kind == COSET_PML_STRUCT ? v->type.record->fields : NULL; x; x = x->next)
        if (has_channels(x))
            return true;
    return false;
}

/* The vanishing of a process, or its time, may be observable. */
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
