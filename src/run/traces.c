/* run/traces.c - paths of a search as runs of the model. */
#include "run/search.h"

#include <string.h>

#include "run/por.h"
#include "wrap/passing.h"

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

/* ---- states that were skipped ------------------------------------------------------------------------------------ */

typedef struct {
    const coset_model *m;
    const coset_trace_reduction *reduction;
    const coset_value *state;
    coset_arena *scratch;
} wanted;

static const coset_path *one_state(const coset_value *state, coset_arena *arena)
{
    coset_path *p = coset_arena_get(arena, 1, sizeof *p);
    *p = (coset_path){.n_states = 1, .states = state};
    return p;
}

/* In the state itself, or in its representative. */
static bool is_wanted(void *ctx, const coset_value *state)
{
    const wanted *w = ctx;
    const size_t bytes = w->m->n_slots * sizeof *state;
    if (memcmp(state, w->state, bytes) == 0)
        return true;
    if (!w->reduction->canon && !w->reduction->action)
        return false;
    const coset_path *p = coset_trace_canonical(w->m, w->reduction, one_state(state, w->scratch), w->scratch);
    return memcmp(p->states, w->state, bytes) == 0;
}

/* The path with all states that its steps skip; they are representatives if those of the path are. */
static const coset_path *unfold(const coset_search *s, const coset_trace_reduction *reduction, const coset_path *path)
{
    const coset_reduction *r = s->reduction;
    const uint32_t width = s->model->n_slots;
    coset_arena *a = s->session->arena;
    coset_worker *worker = coset_worker_new(r->partial);
    COSET_VEC(coset_value) all = {0};
    coset_passed between = {0};
    wanted w = {s->model, reduction, path->states, coset_arena_new()};
    if (coset_por_leaving(r->partial, NULL, r->relations))
        coset_passing_ask(worker, COSET_WANTS_ALL);
    for (uint32_t i = 0; i < path->n_states; i++, w.state += width) {
        if (i > 0) {
            const bool found =
                coset_passing_states(worker, w.state - width, (coset_passing_wanted){&w, is_wanted}, &between);
            COSET_INVARIANT(found); /* the search took the same step */
        }
        if (between.n)
            memcpy(coset_vec_add_n(&all, between.n), between.at, between.n * sizeof *between.at);
        memcpy(coset_vec_add_n(&all, width), w.state, width * sizeof *w.state);
    }
    coset_path *out = coset_arena_copy(a, path, 1, sizeof *out);
    out->n_states = all.n / width;
    out->states = coset_arena_copy(a, all.at, all.n, sizeof *all.at);
    if (reduction->canon || reduction->action)
        out = coset_arena_copy(a, coset_trace_canonical(s->model, reduction, out, a), 1, sizeof *out);
    coset_vec_fini(&all);
    coset_vec_fini(&between);
    coset_arena_free(w.scratch);
    r->partial->ops->worker_free(worker);
    return out;
}

/* ---- traces ------------------------------------------------------------------------------------------------------ */

coset_status coset_search_trace(const coset_search *s, const coset_path *path, uint32_t prop, uint32_t instance,
                                const coset_trace **out, coset_err *err)
{
    const coset_trace_reduction reduction = how(s);
    coset_arena *a = s->session->arena;
    if (s->reduction->by_diagrams && (reduction.canon || reduction.action)) /* its states represent their orbits */
        path = coset_trace_canonical(s->model, &reduction, path, a);
    if (s->reduction->partial && coset_passing_is(s->reduction->partial) && path->n_states && s->model->n_slots)
        path = unfold(s, &reduction, path);
    *out = coset_trace_lift(s->model, &reduction, path, prop, instance, a);
    return coset_trace_replay(s->model, *out, s->options.deadlock, err);
}
