/* symb/search/path.c - path from a violation back to a start state, one concrete state for each level. */
#include "symb/search/reach_state.h"

#include <string.h>

typedef COSET_VEC(const coset_value *) states;
typedef COSET_VEC(coset_bdd) handles;

/* A state of the level with a step to the orbit of `target`. */
static bool predecessor(coset__reach *s, coset_bdd level, coset_bdd target, coset_value *out)
{
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    bool found = false;
    for (uint32_t i = 0; i < s->r.clusters.n && !found; i++) {
        coset_bdd from = coset__sources(&s->symmetry, &s->r.clusters.at[i], target);
        from = coset_bdd_and(s->bdd, from, level);
        found = !coset_bdd_is_false(from);
        if (found)
            coset__reach_one(s, from, out);
    }
    coset_bdd_close(s->bdd, scope);
    return found;
}

/* Representatives of successors of the set; the search may have been stopped. */
static coset_bdd targets(const coset__reach *s, coset_bdd set)
{
    coset_bdd all = coset_bdd_false;
    for (uint32_t i = 0; i < s->r.clusters.n; i++) {
        const coset__cluster *c = &s->r.clusters.at[i];
        coset_bdd_scope scope = coset_bdd_open(s->bdd);
        coset_bdd image = coset__image(&s->r, c, coset__gather(&s->symmetry, c, set));
        image = coset__represent(&s->symmetry, coset_bdd_and(s->bdd, image, s->r.assumed));
        all = coset_bdd_close_with(s->bdd, scope, coset_bdd_or(s->bdd, all, image));
    }
    return all;
}

/* With chaining: the states of a level, by how many steps within it lead to them out of earlier levels. */
static void layers_of(const coset__reach *s, uint32_t level, handles *out)
{
    coset_bdds *b = s->bdd;
    coset_bdd from = coset_bdd_false, left = s->levels.at[level];
    for (uint32_t k = 0; k < level; k++)
        from = coset_bdd_or(b, from, s->levels.at[k]);
    while (!coset_bdd_is_false(left) && !coset_bdd_is_false(from)) {
        from = coset_bdd_and(b, targets(s, from), left);
        left = coset_bdd_minus(b, left, from);
        *coset_vec_add(out) = from;
    }
}

/* Goes back within its level, to a state with a predecessor in an earlier one. Adds predecessors to the path. */
static bool way_within(coset__reach *s, uint32_t level, const coset_value **last, states *way)
{
    handles layers = {0};
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    coset_bdd target = coset__reach_single(s, *last);
    layers_of(s, level, &layers);
    uint32_t at = 0;
    while (at < layers.n && coset_bdd_is_false(coset_bdd_and(s->bdd, layers.at[at], target)))
        at++;
    bool found = at < layers.n;
    while (found && at-- > 0) {
        coset_value *before = coset_arena_get(s->arena, s->m->n_slots, sizeof *before);
        found = predecessor(s, layers.at[at], target, before);
        *coset_vec_add(way) = *last = before;
        target = coset__reach_single(s, before);
    }
    coset_bdd_close(s->bdd, scope);
    coset_vec_fini(&layers);
    return found;
}

static uint32_t level_of(const coset__reach *s, coset_bdd state)
{
    uint32_t level = 0;
    while (level < s->levels.n && coset_bdd_is_false(coset_bdd_and(s->bdd, state, s->levels.at[level])))
        level++;
    return level;
}

/* The states before `state`, last first, to one of the first level; false only if the diagrams have failed. In a search
 * level by level each one is in the level before. With chaining it may be in the same level, after others that the same
 * rules have reached, or else in some earlier one, of which the first is taken. */
static bool way_back(coset__reach *s, uint32_t depth, const coset_value *state, states *way)
{
    uint32_t n = s->m->n_slots, level = s->how->chaining ? s->levels.n : depth;
    const coset_value *last = state;
    bool found = true;
    while (found) {
        coset_bdd_scope scope = coset_bdd_open(s->bdd);
        coset_bdd target = coset__reach_single(s, last);
        bool at_start = !coset_bdd_is_false(coset_bdd_and(s->bdd, target, s->levels.at[0]));
        if (s->how->chaining && s->r.folds && !at_start) {
            level = level_of(s, target);
            found = level < s->levels.n && way_within(s, level, &last, way);
            target = coset__reach_single(s, last);
        }
        coset_value *before = coset_arena_get(s->arena, n, sizeof *before);
        bool on = found && !at_start;
        found = false;
        for (uint32_t k = s->how->chaining ? 0 : level - 1; on && k < level && !found; k++) {
            found = predecessor(s, s->levels.at[k], target, before);
            level = found ? k : level;
        }
        coset_bdd_close(s->bdd, scope);
        if (at_start)
            return true;
        *coset_vec_add(way) = before;
        last = before;
    }
    return false;
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

/* The states up to the finding's, and room for one more. Returns their number; 0 if the diagrams have failed. */
static uint32_t states_to(coset__reach *s, const coset__finding *f, coset_value **out)
{
    uint32_t n = s->m->n_slots, at = 0;
    states way = {0};
    if (way_back(s, f->depth, f->state, &way)) {
        *out = coset_arena_get(s->arena, (size_t)(way.n + 2) * n, sizeof **out);
        for (uint32_t i = way.n; i-- > 0; at++)
            memcpy(*out + (size_t)at * n, way.at[i], n * sizeof **out);
        memcpy(*out + (size_t)at++ * n, f->state, n * sizeof **out);
    }
    coset_vec_fini(&way);
    return at;
}

const coset_path *coset__reach_path(coset__reach *s, uint32_t prop)
{
    const coset__finding *f = &s->findings[prop];
    coset_path *path = coset_arena_get(s->arena, 1, sizeof *path);
    coset_value *all = NULL;
    last_step last = {.m = s->m, .prop = prop, .ending = f->ending};
    if (!f->at_start) {
        path->n_states = states_to(s, f, &all);
        if (path->n_states == 0)
            return NULL;
        last.state = all + (size_t)path->n_states * s->m->n_slots;
        path->n_states += f->ending == COSET__AT_COVER;
    }
    if (f->ending != COSET__AT_STATE) {
        find_last_step(s->m, f->at_start ? NULL : f->state, &last);
        COSET_INVARIANT(last.found);
        path->has_fault = f->ending == COSET__AT_FAULT;
        path->fault = last.fault;
    }
    path->states = all;
    return path;
}
