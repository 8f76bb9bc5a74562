/* symb/path.c - from a finding back to a start state, one concrete state for each level. */
#include "symb/reach_int.h"

#include <string.h>

/* A state of level `depth` with a step to the orbit of `state`; false only where the diagrams have failed. */
static bool predecessor(coset__reach *s, uint32_t depth, const coset_value *state, coset_value *out)
{
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    coset_bdd target = coset__state_set(&s->r.vars, state);
    bool found = false;
    for (uint32_t i = 0; i < s->r.clusters.n && !found; i++) {
        coset_bdd from = coset__sources(&s->symmetry, &s->r.clusters.at[i], target);
        from = coset_bdd_and(s->bdd, from, s->levels.at[depth]);
        found = !coset_bdd_is_false(from);
        if (found)
            coset__one_state(&s->r.vars, from, out);
    }
    coset_bdd_close(s->bdd, scope);
    return found;
}

/* The concrete step with which a path ends. */
typedef struct {
    const coset_model *m;
    uint32_t prop;
    coset__ending ending;
    bool found;
    coset_fault fault;
    coset_value *state;
} last_step;

static coset_status is_last(void *ctx, const coset_edge *e, const coset_value *dst)
{
    last_step *x = ctx;
    if (x->ending == COSET__AT_FAULT && e->fault && coset_model_fault_prop(x->m, e->fault) == x->prop) {
        x->fault = *e->fault;
        x->found = true;
    }
    for (uint32_t i = 0; x->ending == COSET__AT_COVER && !e->fault && i < e->n_covers; i++)
        if (e->covers[i] == x->prop) {
            memcpy(x->state, dst, x->m->n_slots * sizeof *dst);
            x->found = true;
        }
    return x->found ? COSET_STOPPED : COSET_OK;
}

static void find_last_step(const coset_model *m, const coset_value *from, last_step *x)
{
    coset_worker *w = coset_worker_new(m);
    if (from)
        (void)m->ops->next(w, from, is_last, x);
    else
        (void)m->ops->starts(w, is_last, x);
    m->ops->worker_free(w);
}

const coset_path *coset__reach_path(coset__reach *s, uint32_t prop)
{
    const coset__finding *f = &s->findings[prop];
    coset_path *path = coset_arena_get(s->arena, 1, sizeof *path);
    uint32_t n = s->m->n_slots, more = f->ending == COSET__AT_COVER;
    coset_value *states = coset_arena_get(s->arena, (size_t)(f->depth + 1 + more) * n, sizeof *states);
    last_step last = {.m = s->m, .prop = prop, .ending = f->ending};
    if (!f->at_start) {
        memcpy(states + (size_t)f->depth * n, f->state, n * sizeof *states);
        for (uint32_t d = f->depth; d-- > 0;)
            if (!predecessor(s, d, states + (size_t)(d + 1) * n, states + (size_t)d * n))
                return NULL;
        path->n_states = f->depth + 1 + more;
    }
    if (f->ending != COSET__AT_STATE) {
        last.state = states + (size_t)(f->depth + 1) * n;
        find_last_step(s->m, f->at_start ? NULL : f->state, &last);
        COSET_INVARIANT(last.found);
        path->has_fault = f->ending == COSET__AT_FAULT;
        path->fault = last.fault;
    }
    path->states = states;
    return path;
}
