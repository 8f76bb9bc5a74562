/* symb/search/movers.c */
#include "symb/search/movers.h"

#include <stdlib.h>

#include "base/mem.h"
#include "symb/encode/transient_image.h"

#define NOBODY UINT32_MAX

/* Who acts in the rule, of those that this fairness is about. */
static uint32_t index_of(const coset__reach *s, const coset_symb_fair *fair, const coset__rule *rule)
{
    const coset_group *g = &s->m->groups[rule->group];
    if (fair->actors)
        return g->actor.each ? (uint32_t)coset_actor_of(g, rule->instance) : NOBODY;
    return rule->group == fair->group ? (uint32_t)rule->instance : NOBODY;
}

/* One of his rules. */
typedef struct {
    uint32_t index, rule;
} share;

static int compare(const void *a, const void *b)
{
    const share *x = a, *y = b;
    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return x->rule < y->rule ? -1 : x->rule > y->rule;
}

static coset_bdd find_enabled(const coset__reach *s, const share *his, uint32_t n)
{
    coset_bdds *b = s->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd enabled = coset_bdd_false;
    for (uint32_t i = 0; i < n; i++)
        enabled = coset_bdd_or(b, enabled, coset__rule_fires(&s->r, &s->r.rules.at[his[i].rule]));
    return coset_bdd_close_with(b, scope, coset_bdd_and(b, enabled, s->reached));
}

/* With all of his rules. */
static void add_mover(const coset__reach *s, bool strong, const share *his, uint32_t n, coset__movers *out)
{
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    const coset_bdd enabled = find_enabled(s, his, n);
    if (!coset_bdd_is_false(enabled)) {
        coset__mover *x = coset_vec_add(out);
        *x = (coset__mover){.strong = strong, .enabled = coset_bdd_keep(s->bdd, enabled)};
        for (uint32_t i = 0; i < n; i++)
            coset__steps_add(s, &s->r.rules.at[his[i].rule], &x->by);
    }
    coset_bdd_close(s->bdd, scope);
}

static void find_all(coset__reach *s, const coset_symb_fair *fair, coset__movers *out)
{
    COSET_VEC(share) all = {0};
    for (uint32_t i = 0; i < s->r.rules.n; i++) {
        const uint32_t index = index_of(s, fair, &s->r.rules.at[i]);
        if (index != NOBODY)
            *coset_vec_add(&all) = (share){index, i};
    }
    if (all.n)
        qsort(all.at, all.n, sizeof *all.at, compare);
    for (uint32_t i = 0, end; i < all.n && coset__reach_may_go_on(s); i = end) {
        for (end = i; end < all.n && all.at[end].index == all.at[i].index;)
            end++;
        add_mover(s, fair->strong, &all.at[i], end - i, out);
    }
    coset_vec_fini(&all);
}

void coset__movers_find(coset__reach *s, coset__movers *out)
{
    *out = (coset__movers){0};
    for (uint32_t i = 0; i < s->how->n_fair; i++)
        find_all(s, &s->how->fair[i], out);
}

void coset__movers_free(const coset__reach *s, coset__movers *all)
{
    for (uint32_t i = 0; i < all->n; i++) {
        coset_bdd_drop(s->bdd, all->at[i].enabled);
        coset__steps_free(&all->at[i].by);
    }
    coset_vec_fini(all);
}

coset_bdd coset__mover_sources(coset__reach *s, const coset__mover *x, coset_bdd to)
{
    if (!s->r.passes)
        return coset__steps_sources(s, x->by.clusters.at, x->by.clusters.n, to);
    coset_bdd_scope scope = coset_bdd_open(s->bdd);
    coset_bdd from = coset__transient_back_by(&s->r, x->by.clusters.at, x->by.clusters.n, to);
    return coset_bdd_close_with(s->bdd, scope, coset_bdd_and(s->bdd, from, s->reached));
}
