/* symb/search/diverge.c - does an infinite run of silent steps begin in a reachable state?
 *
 * The reached states from which silent steps never end are a greatest fixpoint. The first level that has one gives the
 * path to it; a walk over such states continues it and ends when it repeats a state.
 */
#include <string.h>

#include "lts/super.h"
#include "symb/search/actions.h"

/* The representatives from which silent steps can go on for ever. */
static coset_bdd endless(coset__reach *s)
{
    bool *silent = coset_new((size_t)s->m->n_groups + 1, sizeof *silent);
    coset__steps taus = {0};
    silent[COSET_SUPER_TAU] = true;
    coset__steps_make(s, silent, &taus);
    coset_bdd set = s->reached, last = coset_bdd_false;
    while (!coset_bdd_same(set, last) && coset__reach_may_go_on(s)) {
        coset_bdd_scope scope = coset_bdd_open(s->bdd);
        last = set;
        coset_bdd from = coset__steps_sources(s, taus.clusters.at, taus.clusters.n, set);
        set = coset_bdd_close_with(s->bdd, scope, coset_bdd_and(s->bdd, from, set));
    }
    coset__steps_free(&taus);
    coset_delete(silent);
    return set;
}

/* A silent step of the model into an orbit of the set. */
typedef struct {
    coset__reach *s;
    coset_bdd set;
    coset_value *to;
    bool found;
} walk;

static coset_status on_edge(void *ctx, const coset_edge *e, const coset_value *dst)
{
    walk *w = ctx;
    if (!e->silent || e->fault)
        return COSET_OK;
    coset_bdd_scope scope = coset_bdd_open(w->s->bdd);
    coset_bdd to = coset__represent(&w->s->symmetry, coset__reach_single(w->s, dst));
    w->found = !coset_bdd_is_false(coset_bdd_and(w->s->bdd, to, w->set));
    coset_bdd_close(w->s->bdd, scope);
    if (w->found)
        memcpy(w->to, dst, w->s->m->n_slots * sizeof *dst);
    return w->found ? COSET_STOPPED : COSET_OK;
}

static uint32_t place_of(const coset_value *states, uint32_t from, uint32_t n, const coset_value *state, uint32_t width)
{
    for (uint32_t i = from; i < n; i++)
        if (memcmp(states + (size_t)i * width, state, width * sizeof *state) == 0)
            return i;
    return n;
}

/* Continues from the end of the path until it repeats a state. */
static const coset_path *with_loop(coset__reach *s, const coset_path *path, coset_bdd set)
{
    uint32_t n = path->n_states, first = n - 1, width = s->m->n_slots;
    COSET_VEC(coset_value) states = {0};
    coset_value *next = coset_new(width, sizeof *next);
    coset_path *whole = coset_arena_get(s->arena, 1, sizeof *whole);
    coset_worker *w = coset_worker_new(s->m);
    for (size_t i = 0; i < (size_t)n * width; i++)
        *coset_vec_add(&states) = path->states[i];
    uint32_t at = n;
    while (at == n && coset__reach_may_go_on(s)) {
        walk x = {.s = s, .set = set, .to = next};
        (void)s->m->ops->next(w, states.at + (size_t)(n - 1) * width, on_edge, &x);
        if (!x.found)
            break;
        at = place_of(states.at, first, n, next, width);
        for (uint32_t i = 0; i < width && at == n; i++)
            *coset_vec_add(&states) = next[i];
        if (at == n)
            at = ++n;
    }
    *whole = (coset_path){.n_states = n, .has_loop = at < n, .loop = at};
    whole->states = coset_arena_copy(s->arena, states.at, (size_t)n * width, sizeof *states.at);
    s->m->ops->worker_free(w);
    coset_delete(next);
    coset_vec_fini(&states);
    return whole->has_loop ? whole : NULL;
}

static void find(coset__reach *s, uint32_t prop)
{
    coset_bdd set = endless(s);
    for (uint32_t depth = 0; depth < s->levels.n && coset__reach_may_go_on(s); depth++)
        coset__reach_find(s, prop, depth, 0, COSET__AT_STATE, coset_bdd_and(s->bdd, s->levels.at[depth], set));
    coset__finding *f = &s->findings[prop];
    const coset_path *path = f->found && coset__reach_may_go_on(s) ? coset__reach_path(s, prop) : NULL;
    if (path)
        f->path = with_loop(s, path, set);
    if (f->found && !f->path) { /* a claim without a path is withdrawn */
        f->found = false;
        s->undecided[prop] = "silent steps may continue for ever, but no loop of them was found";
    }
}

void coset__reach_diverge(coset__reach *s)
{
    uint32_t prop = coset_model_builtin(s->m, COSET_PROP_DIVERGENCE);
    if (prop == COSET_NO_PROP)
        return;
    const char *stopped = s->stopped;
    if (!stopped) {
        coset_bdd_scope scope = coset_bdd_open(s->bdd);
        find(s, prop);
        coset_bdd_close(s->bdd, scope);
    }
    bool met = s->stopped && !stopped;
    if (s->stopped)
        s->undecided[prop] = s->stopped;
    s->stopped = stopped;
    if (met)
        coset__reach_resume(s);
}
