/* symb/classes.c - simulation and bisimulation as greatest fixpoints over pairs of states.
 *
 * A pair is a state and the one beside it (vars.h). `before` takes a set of pairs to those whose first state has a step
 * into the first state of one of them, beside the same second one. So what answers a step of the second state is found
 * by turning pairs round.
 */
#include "symb/classes.h"

#include "symb/actions.h"

typedef struct {
    coset__reach *s;
    coset_bdds *b;
    const coset_symb_relating *how;
    coset_symb_classes *out;
    coset__steps *seen, silent; /* [n_events]; weak relations */
    coset_bdd_map *turn;        /* exchanges the two states of a pair, */
    coset_bdd_map *beside;      /* puts the first in place of the second */
    coset_bdd pairs;            /* kept: of states in question */
    coset_bdd related;          /* kept: what is left of them */
} context;

static coset_bdd note(const context *c, coset_bdd pairs)
{
    uint64_t size = coset_bdd_size(c->b, pairs);
    c->out->largest = size > c->out->largest ? size : c->out->largest;
    return pairs;
}

static coset_bdd turned(const context *c, coset_bdd pairs) { return coset_bdd_rename(c->b, pairs, c->turn); }

static coset_bdd before(const context *c, const coset__steps *a, coset_bdd pairs)
{
    return coset__steps_sources(c->s, a->clusters.at, a->clusters.n, pairs);
}

/* Before any number of silent steps. */
static coset_bdd before_silent(const context *c, coset_bdd pairs)
{
    coset_bdd all = pairs;
    for (coset_bdd last = coset_bdd_false; !coset_bdd_same(last, all) && coset__reach_may_go_on(c->s);) {
        coset_bdd_scope scope = coset_bdd_open(c->b);
        last = all;
        all = coset_bdd_close_with(c->b, scope, coset_bdd_or(c->b, all, before(c, &c->silent, all)));
    }
    return all;
}

/* Pairs whose first state answers with one of the pairs; NULL: a silent step, which may be none at all. */
static coset_bdd answers(const context *c, const coset__steps *a, coset_bdd pairs)
{
    if (!c->how->weak)
        return before(c, a, pairs);
    pairs = before_silent(c, pairs);
    return a ? before_silent(c, before(c, a, pairs)) : pairs;
}

/* Related pairs whose first state has a step that the second one cannot answer. */
static coset_bdd unanswered(const context *c, const coset__steps *a)
{
    const coset__steps *step = a ? a : &c->silent;
    coset_bdd_scope scope = coset_bdd_open(c->b);
    coset_bdd other = c->how->simulation ? turned(c, c->related) : c->related; /* which is the same turned round */
    coset_bdd answered = turned(c, answers(c, a, other));
    coset_bdd lost = before(c, step, coset_bdd_minus(c->b, c->pairs, answered));
    return coset_bdd_close_with(c->b, scope, note(c, coset_bdd_and(c->b, c->related, lost)));
}

/* False: nothing was taken away. */
static bool cut(context *c, const coset__steps *a)
{
    coset_bdd_scope scope = coset_bdd_open(c->b);
    coset_bdd lost = unanswered(c, a);
    if (!c->how->simulation && !coset_bdd_is_false(lost))
        lost = coset_bdd_or(c->b, lost, turned(c, lost));
    bool some = !coset_bdd_is_false(lost);
    coset_bdd_set(c->b, &c->related, note(c, coset_bdd_minus(c->b, c->related, lost)));
    coset_bdd_close(c->b, scope);
    return some;
}

static void refine(context *c)
{
    for (bool changed = true; changed && coset__reach_may_go_on(c->s); c->out->rounds++) {
        changed = c->how->weak && cut(c, NULL);
        for (uint32_t e = 0; e < c->how->n_events && coset__reach_may_go_on(c->s); e++)
            changed = cut(c, &c->seen[e]) || changed;
    }
}

/* ---- begin and end ---- */

/* Pairs of reached states that agree on what is observed. */
static void begin_pairs(context *c)
{
    coset_bdd_scope scope = coset_bdd_open(c->b);
    coset_bdd all = coset_bdd_and(c->b, c->s->reached, coset_bdd_rename(c->b, c->s->reached, c->beside));
    coset_bdd_set(c->b, &c->pairs, all);
    for (uint32_t i = 0; i < c->s->r.judgements.n; i++) {
        const coset__judgement *j = &c->s->r.judgements.at[i];
        for (uint32_t k = 0; k < c->how->n_observed; k++)
            if (c->how->observed[k] == j->prop)
                all = coset_bdd_and(c->b, all,
                                    coset_bdd_equal(c->b, j->holds, coset_bdd_rename(c->b, j->holds, c->beside)));
    }
    coset_bdd_set(c->b, &c->related, note(c, all));
    coset_bdd_close(c->b, scope);
}

/* The second state is less than the first one: the first bit in which they differ is 0 in it. */
static coset_bdd is_less_beside(const context *c)
{
    const coset__vars *v = &c->s->r.vars;
    uint32_t n = v->first[v->m->n_slots];
    coset_bdd less = coset_bdd_false;
    uint32_t *bits = coset_new((size_t)n + 1, sizeof *bits); /* by their variables */
    uint32_t first = UINT32_MAX;
    for (uint32_t k = 0; k < n; k++)
        first = coset__var(v, k, false) < first ? coset__var(v, k, false) : first;
    for (uint32_t k = 0; k < n; k++)
        bits[(coset__var(v, k, false) - first) / v->stride] = k;
    for (uint32_t i = n; i-- > 0;) {
        coset_bdd one = coset_bdd_var(c->b, coset__var(v, bits[i], false));
        coset_bdd other = coset_bdd_var(c->b, coset__var_beside(v, bits[i]));
        less = coset_bdd_ite(c->b, one, coset_bdd_or(c->b, coset_bdd_not(c->b, other), less),
                             coset_bdd_minus(c->b, less, other));
    }
    coset_delete(bits);
    return less;
}

/* Of each class one state: that beside which no lesser one is its equal. */
static bool count_least(const context *c, coset_bdd alike)
{
    const coset__vars *v = &c->s->r.vars;
    uint32_t n = v->first[v->m->n_slots], *vars = coset_new((size_t)n + 1, sizeof *vars);
    for (uint32_t k = 0; k < n; k++)
        vars[k] = coset__var_beside(v, k);
    coset_bdd others = coset_bdd_relprod(c->b, alike, is_less_beside(c), coset_bdd_cube(c->b, vars, n));
    coset_delete(vars);
    return coset_bdd_count(c->b, coset_bdd_minus(c->b, c->s->reached, others), v->now, &c->out->classes);
}

/* Class by class: states are not compared where their variables stand far from each other. */
static bool count_one_by_one(const context *c, coset_bdd alike)
{
    const coset__vars *v = &c->s->r.vars;
    coset_value *state = coset_new((size_t)v->m->n_slots + 1, sizeof *state);
    coset_bdd left = c->s->reached;
    for (; !coset_bdd_is_false(left) && coset__reach_may_go_on(c->s); c->out->classes++) {
        coset_bdd_scope scope = coset_bdd_open(c->b);
        coset__one_state(v, left, state);
        coset_bdd class = coset_bdd_relprod(c->b, coset__state_set(v, state), alike, v->now);
        left = coset_bdd_close_with(c->b, scope, coset_bdd_minus(c->b, left, coset_bdd_rename(c->b, class, c->turn)));
    }
    coset_delete(state);
    return true;
}

static void count_classes(context *c)
{
    coset_bdd_scope scope = coset_bdd_open(c->b);
    coset_bdd alike = c->how->simulation ? coset_bdd_and(c->b, c->related, turned(c, c->related)) : c->related;
    c->out->nodes = coset_bdd_size(c->b, c->related);
    bool known = coset_bdd_count(c->b, c->s->reached, c->s->r.vars.now, &c->out->states) &&
                 (c->how->apart ? count_one_by_one(c, alike) : count_least(c, alike));
    if (coset__reach_may_go_on(c->s) && !known)
        c->out->why = "there are more states than can be counted";
    coset_bdd_close(c->b, scope);
}

static void make_maps(context *c)
{
    const coset__vars *v = &c->s->r.vars;
    uint32_t n = v->first[v->m->n_slots];
    uint32_t *from = coset_new(2 * (size_t)n + 1, sizeof *from), *to = coset_new(2 * (size_t)n + 1, sizeof *to);
    for (uint32_t k = 0; k < n; k++) {
        from[k] = to[n + k] = coset__var(v, k, false);
        to[k] = from[n + k] = coset__var_beside(v, k);
    }
    c->turn = coset_bdd_map_new(c->b, from, to, 2 * n);
    c->beside = coset_bdd_map_new(c->b, from, to, n);
    coset_delete(from);
    coset_delete(to);
}

static void make_actions(context *c)
{
    uint32_t n_groups = c->s->m->n_groups;
    bool *groups = coset_new((size_t)n_groups + 1, sizeof *groups);
    c->seen = coset_new((size_t)c->how->n_events + 1, sizeof *c->seen);
    for (uint32_t e = 0; e <= c->how->n_events; e++) {
        uint32_t event = e < c->how->n_events ? e : COSET_SYMB_SILENT;
        for (uint32_t g = 0; g < n_groups; g++)
            groups[g] = !c->s->m->groups[g].is_start && c->how->event[g] == event;
        coset__steps_make(c->s, groups, e < c->how->n_events ? &c->seen[e] : &c->silent);
    }
    coset_delete(groups);
}

static void end(context *c)
{
    for (uint32_t e = 0; e < c->how->n_events; e++)
        coset__steps_free(c->s, &c->seen[e]);
    coset__steps_free(c->s, &c->silent);
    coset_delete(c->seen);
    coset_bdd_map_free(c->turn);
    coset_bdd_map_free(c->beside);
    coset_bdd_drop(c->b, c->pairs);
    coset_bdd_drop(c->b, c->related);
}

void coset__reach_classes(coset__reach *s)
{
    context c = {.s = s, .b = s->bdd, .how = s->how->relating, .out = s->how->classes};
    double began = coset_engine_now();
    if (!c.how)
        return;
    *c.out = (coset_symb_classes){.why = coset__reach_unfounded(s)};
    if (c.out->why)
        return;
    c.pairs = coset_bdd_keep(c.b, coset_bdd_false);
    c.related = coset_bdd_keep(c.b, coset_bdd_false);
    make_maps(&c);
    make_actions(&c);
    begin_pairs(&c);
    refine(&c);
    count_classes(&c);
    if (!coset__reach_may_go_on(s))
        c.out->why = s->stopped;
    end(&c);
    c.out->seconds = coset_engine_now() - began;
}
