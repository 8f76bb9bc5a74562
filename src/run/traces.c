/* run/traces.c - paths of a search as runs of the model. */
#include "run/search.h"

static coset_trace_reduction how(const coset_search *s)
{
    const coset_reduction *r = s->reduction;
    if (coset_search_in_depth(s)) /* its paths are runs already */
        return (coset_trace_reduction){0};
    return (coset_trace_reduction){
        .canon = r->canon,
        .group = r->group,
        .starts = r->starts,
        .prop_groups = r->props,
        .action = r->found && r->found->used ? &r->found->action : NULL,
    };
}

coset_status coset_search_trace(const coset_search *s, const coset_path *path, uint32_t prop, uint32_t instance,
                                const coset_trace **out, coset_err *err)
{
    const coset_trace_reduction reduction = how(s);
    coset_arena *a = s->session->arena;
    if (s->reduction->by_diagrams && (reduction.canon || reduction.action)) /* its states stand for their orbits */
        path = coset_trace_canonical(s->model, &reduction, path, a);
    *out = coset_trace_lift(s->model, &reduction, path, prop, instance, a);
    return coset_trace_replay(s->model, *out, s->options.deadlock, err);
}
