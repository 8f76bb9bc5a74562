/* report/culprit.c - which part of a violated invariant is false. */
#include "report/report_int.h"

bool coset__culprit(const coset_report *r, uint32_t prop, coset_pos *pos, char out[COSET__CULPRIT_TEXT])
{
    const coset_model *m = r->model;
    const coset_trace *t = coset__report_trace(r, prop);
    if (!t || !m->ops->explain || m->props[prop].kind != COSET_PROP_INVARIANT || t->has_fault || t->has_loop ||
        t->n_states == 0)
        return false;
    coset_worker *w = coset_worker_new(m);
    bool found =
        m->ops->explain(w, prop, t->states + (size_t)(t->n_states - 1) * m->n_slots, pos, out, COSET__CULPRIT_TEXT);
    m->ops->worker_free(w);
    return found;
}
