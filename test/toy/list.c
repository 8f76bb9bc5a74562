/* toy/list.c - a separate engine: breadth first, all states in one list. */
#include <string.h>

#include "toy/toy.h"

typedef struct {
    const coset_model *m;
    coset_arena *arena;
    coset_result *r;
    COSET_VEC(coset_value) states;
    COSET_VEC(uint32_t) parents, depths;
    COSET_VEC(coset_count) orbits;
    uint32_t n, now;
} list;

static const coset_value *state(const list *l, uint32_t i) { return l->states.at + (size_t)i * l->m->n_slots; }

static uint32_t find(const list *l, const coset_value *s)
{
    uint32_t i = 0;
    while (i < l->n && memcmp(state(l, i), s, l->m->n_slots * sizeof *s) != 0)
        i++;
    return i;
}

static coset_status put(void *ctx, const coset_edge *e, const coset_value *dst)
{
    list *l = ctx;
    bool start = l->now == UINT32_MAX;
    COSET_INVARIANT(!e->fault);
    l->r->edges += !start;
    l->r->full_transitions += start ? 0 : l->orbits.at[l->now];
    l->r->group_edges[e->group] += start ? e->orbit : l->orbits.at[l->now];
    if (find(l, dst) < l->n)
        return COSET_OK;
    const uint32_t depth = start ? 0 : l->depths.at[l->now] + 1;
    for (uint32_t k = 0; k < l->m->n_slots; k++)
        *coset_vec_add(&l->states) = dst[k];
    *coset_vec_add(&l->parents) = l->now;
    *coset_vec_add(&l->depths) = depth;
    *coset_vec_add(&l->orbits) = e->orbit;
    l->r->states += e->orbit;
    l->r->exact = l->r->exact && e->orbit > 0;
    l->n++;
    return COSET_OK;
}

static const coset_path *path_to(const list *l, uint32_t end)
{
    uint32_t n = l->depths.at[end] + 1;
    coset_value *states = coset_arena_get(l->arena, (size_t)n * l->m->n_slots, sizeof *states);
    coset_path *path = coset_arena_get(l->arena, 1, sizeof *path);
    *path = (coset_path){.n_states = n, .states = states};
    for (uint32_t i = n; i-- > 0; end = l->parents.at[end])
        memcpy(states + (size_t)i * l->m->n_slots, state(l, end), l->m->n_slots * sizeof *states);
    return path;
}

static void fail(list *l, uint32_t prop)
{
    coset_prop_result *r = &l->r->props[prop];
    if (r->verdict == COSET_VERDICT_FAILS)
        return;
    r->verdict = COSET_VERDICT_FAILS;
    r->path = path_to(l, l->now);
    r->depth = l->depths.at[l->now];
}

static coset_status expand(list *l, coset_worker *w)
{
    coset_fault fault;
    uint64_t before = l->r->edges;
    for (uint32_t p = 0; p < l->m->n_props; p++)
        if (l->m->props[p].kind == COSET_PROP_INVARIANT &&
            l->m->ops->eval(w, p, 0, state(l, l->now), &fault) == COSET_EVAL_FALSE)
            fail(l, p);
    const coset_value *src = coset_arena_copy(l->arena, state(l, l->now), l->m->n_slots, sizeof *src); /* lists move */
    coset_status status = l->m->ops->next(w, src, put, l);
    if (l->r->edges == before) /* no step of a lamp leads to the same state */
        fail(l, coset_model_builtin(l->m, COSET_PROP_DEADLOCK));
    l->r->depth = l->depths.at[l->now];
    return status;
}

static coset_status run(coset_search *s, coset_err *err)
{
    list l = {.m = s->reduction->searched, .arena = s->session->arena, .now = UINT32_MAX};
    coset_result *r = l.r = coset_arena_get(l.arena, 1, sizeof *r);
    *r = (coset_result){.exact = true, .exhaustive = true, .threads = 1, .engine = "toy"};
    r->props = coset_arena_get(l.arena, l.m->n_props, sizeof *r->props);
    r->group_edges = coset_arena_get(l.arena, l.m->n_groups, sizeof *r->group_edges);
    coset_worker *w = coset_worker_new(l.m);
    coset_status status = l.m->ops->starts(w, put, &l);
    for (l.now = 0; l.now < l.n && status == COSET_OK; l.now++)
        status = expand(&l, w);
    l.m->ops->worker_free(w);
    r->representatives = l.n;
    s->result = r;
    coset_vec_fini(&l.states);
    coset_vec_fini(&l.parents);
    coset_vec_fini(&l.depths);
    coset_vec_fini(&l.orbits);
    return (void)err, status;
}

static bool serves(const coset_settings *s) { return s->engine.threads == 1; }

const coset_engine_row toy_list = {"toy", serves, run, "not automatic with a list"};
