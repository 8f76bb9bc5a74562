/* symb/search/relating.c */
#include "symb/search/relating.h"

coset_bdd coset__relating_note(coset__relating *c, coset_bdd pairs)
{
    uint64_t size = coset_bdd_size(c->b, pairs);
    c->largest = size > c->largest ? size : c->largest;
    return pairs;
}

coset_bdd coset__relating_turned(const coset__relating *c, coset_bdd pairs)
{
    return coset_bdd_rename(c->b, pairs, c->turn);
}

static bool goes_on(const coset__relating *c)
{
    return coset__reach_may_go_on(c->side[0]) && coset__reach_may_go_on(c->side[1]);
}

/* ---- steps ------------------------------------------------------------------------------------------------------ */

static coset_bdd before(const coset__relating *c, uint32_t side, const coset__steps *a, coset_bdd pairs)
{
    return coset__steps_sources(c->side[side], a->clusters.at, a->clusters.n, pairs);
}

/* Before any number of silent steps. */
static coset_bdd before_silent(const coset__relating *c, uint32_t side, coset_bdd pairs)
{
    coset_bdd all = pairs;
    for (coset_bdd last = coset_bdd_false; !coset_bdd_same(last, all) && goes_on(c);) {
        coset_bdd_scope scope = coset_bdd_open(c->b);
        last = all;
        all = coset_bdd_close_with(c->b, scope, coset_bdd_or(c->b, all, before(c, side, &c->silent[side], all)));
    }
    return all;
}

coset_bdd coset__relating_before(coset__relating *c, uint32_t side, uint32_t event, coset_bdd pairs)
{
    bool silent = event == COSET_SYMB_SILENT;
    if (!c->how[side]->weak)
        return before(c, side, &c->seen[side][event], pairs);
    pairs = before_silent(c, side, pairs);
    return silent ? pairs : before_silent(c, side, before(c, side, &c->seen[side][event], pairs));
}

/* Pairs whose state of the other side answers with a pair that is related. */
static coset_bdd answered(coset__relating *c, uint32_t side, uint32_t event)
{
    if (!coset__relating_is_one(c))
        return coset__relating_before(c, 1 - side, event, c->related);
    /* a relation in both directions is invariant under swapping */
    coset_bdd other = c->how[0]->simulation ? coset__relating_turned(c, c->related) : c->related;
    return coset__relating_turned(c, coset__relating_before(c, 0, event, other));
}

/* Related pairs whose state of this side has a step that the other one cannot answer. */
static coset_bdd unanswered(coset__relating *c, uint32_t side, uint32_t event)
{
    coset_bdd_scope scope = coset_bdd_open(c->b);
    coset_bdd rest = coset_bdd_minus(c->b, c->pairs, answered(c, side, event));
    coset_bdd lost;
    if (coset__relating_is_one(c)) /* an unseen step before or after can be answered, or is lost by itself */
        lost = before(c, side, event == COSET_SYMB_SILENT ? &c->silent[side] : &c->seen[side][event], rest);
    else
        lost = coset__relating_before(c, side, event, rest);
    return coset_bdd_close_with(c->b, scope, coset__relating_note(c, coset_bdd_and(c->b, c->related, lost)));
}

/* ---- rounds ----------------------------------------------------------------------------------------------------- */

static coset_bdd lost_by(coset__relating *c, uint32_t event)
{
    coset_bdd lost = unanswered(c, 0, event);
    if (c->how[0]->simulation || !goes_on(c))
        return lost;
    if (!coset__relating_is_one(c))
        return coset_bdd_or(c->b, lost, unanswered(c, 1, event));
    return coset_bdd_is_false(lost) ? lost : coset_bdd_or(c->b, lost, coset__relating_turned(c, lost));
}

/* False: nothing was removed. */
static bool take_away(coset__relating *c, coset_bdd lost)
{
    coset_bdd_set(c->b, &c->related, coset__relating_note(c, coset_bdd_minus(c->b, c->related, lost)));
    return !coset_bdd_is_false(lost);
}

static bool cut(coset__relating *c, uint32_t event)
{
    coset_bdd_scope scope = coset_bdd_open(c->b);
    bool some = take_away(c, lost_by(c, event));
    coset_bdd_close(c->b, scope);
    return some;
}

static bool cut_one_by_one(coset__relating *c)
{
    bool changed = c->how[0]->weak && cut(c, COSET_SYMB_SILENT);
    for (uint32_t e = 0; e < c->how[0]->n_events && goes_on(c); e++)
        changed = cut(c, e) || changed;
    return changed;
}

static bool cut_together(coset__relating *c)
{
    coset_bdd_scope scope = coset_bdd_open(c->b);
    coset_bdd lost = c->how[0]->weak ? lost_by(c, COSET_SYMB_SILENT) : coset_bdd_false;
    for (uint32_t e = 0; e < c->how[0]->n_events && goes_on(c); e++) {
        coset_bdd_scope one = coset_bdd_open(c->b);
        lost = coset_bdd_close_with(c->b, one, coset_bdd_or(c->b, lost, lost_by(c, e)));
    }
    bool some = take_away(c, lost);
    if (some)
        *coset_vec_add(&c->parted) = coset_bdd_keep(c->b, lost);
    coset_bdd_close(c->b, scope);
    return some;
}

static void refine(coset__relating *c)
{
    for (bool changed = true; changed && goes_on(c); c->rounds++)
        changed = coset__relating_is_one(c) ? cut_one_by_one(c) : cut_together(c);
}

/* ---- begin and end ---------------------------------------------------------------------------------------------- */

/* The states of that side in which the i-th observed predicate is true. */
static coset_bdd seen_in(const coset__relating *c, uint32_t side, uint32_t i)
{
    uint32_t prop = c->how[side]->observed[i];
    const coset__relation *r = &c->side[side]->r;
    coset_bdd holds = prop == COSET_SYMB_NEVER ? coset_bdd_false : coset_bdd_true;
    for (uint32_t k = 0; k < r->judgements.n; k++)
        if (r->judgements.at[k].prop == prop)
            holds = coset_bdd_and(c->b, holds, r->judgements.at[k].holds);
    return holds;
}

/* Pairs of reached states that agree on the observed predicates. */
static void begin_pairs(coset__relating *c)
{
    bool one = coset__relating_is_one(c);
    coset_bdd_scope scope = coset_bdd_open(c->b);
    coset_bdd second = one ? coset_bdd_rename(c->b, c->side[0]->reached, c->beside) : c->side[1]->reached;
    coset_bdd all = coset_bdd_and(c->b, c->side[0]->reached, second);
    coset_bdd_set(c->b, &c->pairs, all);
    for (uint32_t i = 0; i < c->how[0]->n_observed; i++) {
        coset_bdd here = seen_in(c, 0, i);
        coset_bdd there = one ? coset_bdd_rename(c->b, here, c->beside) : seen_in(c, 1, i);
        all = coset_bdd_and(c->b, all, coset_bdd_equal(c->b, here, there));
    }
    coset_bdd_set(c->b, &c->related, coset__relating_note(c, all));
    if (!one)
        *coset_vec_add(&c->parted) = coset_bdd_keep(c->b, coset_bdd_minus(c->b, c->pairs, all));
    coset_bdd_close(c->b, scope);
}

static void make_maps(coset__relating *c)
{
    const coset__vars *v = &c->side[0]->r.vars;
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

static void make_actions(coset__relating *c, uint32_t side)
{
    coset__reach *s = c->side[side];
    uint32_t n_groups = s->m->n_groups, n_events = c->how[side]->n_events;
    bool *groups = coset_new((size_t)n_groups + 1, sizeof *groups);
    c->seen[side] = coset_new((size_t)n_events + 1, sizeof *c->seen[side]);
    for (uint32_t e = 0; e <= n_events; e++) {
        uint32_t event = e < n_events ? e : COSET_SYMB_SILENT;
        for (uint32_t g = 0; g < n_groups; g++)
            groups[g] = !s->m->groups[g].is_start && c->how[side]->event[g] == event;
        coset__steps_make(s, groups, e < n_events ? &c->seen[side][e] : &c->silent[side]);
    }
    coset_delete(groups);
}

void coset__relating_make(coset__relating *c, coset__reach *first, coset__reach *second)
{
    *c = (coset__relating){.side = {first, second},
                           .b = first->bdd,
                           .how = {first->how->relating, second->how->relating},
                           .pairs = coset_bdd_keep(first->bdd, coset_bdd_false),
                           .related = coset_bdd_keep(first->bdd, coset_bdd_false)};
    bool one = coset__relating_is_one(c);
    if (one)
        make_maps(c);
    for (uint32_t i = 0; i < (one ? 1 : 2); i++)
        make_actions(c, i);
    begin_pairs(c);
    refine(c);
}

void coset__relating_free(coset__relating *c)
{
    for (uint32_t i = 0; i < (coset__relating_is_one(c) ? 1 : 2); i++) {
        for (uint32_t e = 0; e < c->how[i]->n_events; e++)
            coset__steps_free(&c->seen[i][e]);
        coset__steps_free(&c->silent[i]);
        coset_delete(c->seen[i]);
    }
    for (uint32_t i = 0; i < c->parted.n; i++)
        coset_bdd_drop(c->b, c->parted.at[i]);
    coset_vec_fini(&c->parted);
    coset_bdd_map_free(c->turn);
    coset_bdd_map_free(c->beside);
    coset_bdd_drop(c->b, c->pairs);
    coset_bdd_drop(c->b, c->related);
}
