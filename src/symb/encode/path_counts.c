/* symb/encode/path_counts.c - numbers of walks through transient states.
 *
 * A state of a step has as many paths to its end as the states behind it together: numbers of states partition the
 * reached states, and are added up backward until nothing changes.
 */
#include "symb/encode/transient_image.h"

#define NO_GROUP UINT32_MAX

void coset__ways_drop(coset_bdds *b, coset__ways_list *list)
{
    for (uint32_t i = 0; i < list->n; i++)
        coset_bdd_drop(b, list->at[i].states);
    coset_vec_fini(list);
}

static void append(coset_bdds *b, coset__ways_list *list, coset_count ways, coset_bdd states)
{
    if (!coset_bdd_is_false(states))
        *coset_vec_add(list) = (coset__ways){ways, coset_bdd_keep(b, states)};
}

coset__ways_list coset__ways_copy(coset_bdds *b, const coset__ways_list *list)
{
    coset__ways_list copy = {0};
    for (uint32_t i = 0; i < list->n; i++)
        append(b, &copy, list->at[i].ways, list->at[i].states);
    return copy;
}

void coset__ways_add(coset_bdds *b, coset__ways_list *list, coset_count ways, coset_bdd states)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i].ways == ways) {
            coset_bdd_set(b, &list->at[i].states, coset_bdd_or(b, list->at[i].states, states));
            return;
        }
    append(b, list, ways, states);
}

/* The states from which the rule leads into states with numbers, by these. */
static void ahead(const coset__relation *r, const coset__rule *rule, coset_bdd from, const coset__ways_list *numbers,
                  coset__ways_list *out)
{
    coset_bdds *b = r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    for (uint32_t i = 0; i < numbers->n; i++)
        if (numbers->at[i].ways)
            coset__ways_add(b, out, numbers->at[i].ways,
                            coset_bdd_and(b, coset__transient_sources(r, rule, numbers->at[i].states), from));
    coset_bdd_close(b, scope);
}

/* The number of the rule's paths in the states of `from`. */
static void ways_of(const coset__walks *w, const coset__rule *rule, coset_bdd from, const coset__ways_list *numbers,
                    coset__ways_list *out)
{
    coset_bdds *b = w->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd steps = coset__transient_sources(w->r, rule, coset_bdd_true);
    coset_bdd once = coset__transient_sources(w->r, rule, coset_bdd_not(b, w->r->inside));
    for (uint32_t i = 0; i < rule->n_faults; i++)
        once = coset_bdd_or(b, once,
                            coset_bdd_minus(b, coset__transient_fires(w->r, rule->level, rule->faults[i].when), steps));
    coset__ways_add(b, out, 1, coset_bdd_and(b, once, from));
    ahead(w->r, rule, from, numbers, out);
    coset_bdd_close(b, scope);
}

/* sum := sum + more, where each state of `sum` has a number. */
static bool add_ways(coset_bdds *b, coset__ways_list *sum, const coset__ways_list *more)
{
    coset__ways_list next = {0};
    bool fits = true;
    for (uint32_t i = 0; i < sum->n; i++) {
        coset_bdd_scope scope = coset_bdd_open(b);
        coset_bdd rest = sum->at[i].states;
        for (uint32_t k = 0; k < more->n; k++) {
            coset_count n = sum->at[i].ways;
            fits = coset_count_add(&n, more->at[k].ways) && fits;
            coset__ways_add(b, &next, n, coset_bdd_and(b, sum->at[i].states, more->at[k].states));
            rest = coset_bdd_minus(b, rest, more->at[k].states);
        }
        coset__ways_add(b, &next, sum->at[i].ways, rest);
        coset_bdd_close(b, scope);
    }
    coset__ways_drop(b, sum);
    *sum = next;
    return fits;
}

/* One round backward. Without a group each path is counted at its end, else wherever a rule of the group fires. */
static bool add_round(const coset__walks *w, uint32_t group, coset__ways_list *numbers)
{
    const coset__relation *r = w->r;
    coset__ways_list sum = {0};
    bool fits = true;
    coset__ways_add(r->bdd, &sum, 0, w->met);
    for (uint32_t i = 0; i < r->rules.n && fits; i++) {
        const coset__rule *rule = &r->rules.at[i];
        coset__ways_list one = {0}, own = {0};
        if (group == NO_GROUP)
            ways_of(w, rule, w->met, numbers, &one);
        else
            ahead(r, rule, w->met, numbers, &one);
        if (rule->group == group)
            ways_of(w, rule, w->met, &w->ways, &own);
        fits = add_ways(r->bdd, &sum, &one) && add_ways(r->bdd, &sum, &own);
        coset__ways_drop(r->bdd, &one);
        coset__ways_drop(r->bdd, &own);
    }
    coset__ways_drop(r->bdd, numbers);
    *numbers = sum;
    return fits;
}

static bool same_ways(const coset__ways_list *x, const coset__ways_list *y)
{
    bool same = x->n == y->n;
    for (uint32_t i = 0; i < x->n && same; i++) {
        bool found = false;
        for (uint32_t k = 0; k < y->n && !found; k++)
            found = x->at[i].ways == y->at[k].ways && coset_bdd_same(x->at[i].states, y->at[k].states);
        same = found;
    }
    return same;
}

static bool settle(const coset__walks *w, uint32_t group, coset__ways_list *numbers)
{
    coset_bdds *b = w->r->bdd;
    bool fits = true, changed = true;
    coset__ways_add(b, numbers, 0, w->met);
    while (fits && changed && !coset_bdd_failed(b)) {
        coset__ways_list before = coset__ways_copy(b, numbers);
        fits = add_round(w, group, numbers);
        changed = !same_ways(&before, numbers);
        coset__ways_drop(b, &before);
    }
    return fits && !coset_bdd_failed(b);
}

bool coset__walks_begin(coset__walks *w, const coset__relation *r, coset_bdd from)
{
    coset_bdd_scope scope = coset_bdd_open(r->bdd);
    *w = (coset__walks){.r = r, .from = coset_bdd_keep(r->bdd, from)};
    w->met = coset_bdd_keep(r->bdd, coset__transient_met(r, from));
    bool ends = coset_bdd_is_false(coset__transient_for_ever(r, w->met, COSET__FIRING));
    bool counted = ends && settle(w, NO_GROUP, &w->ways);
    coset_bdd_close(r->bdd, scope);
    return counted;
}

void coset__walks_end(coset__walks *w)
{
    coset_bdd_drop(w->r->bdd, w->from);
    coset_bdd_drop(w->r->bdd, w->met);
    coset__ways_drop(w->r->bdd, &w->ways);
}

void coset__walks_of(const coset__walks *w, const coset__rule *rule, coset__ways_list *out)
{
    ways_of(w, rule, w->from, &w->ways, out);
}

static bool is_met(const coset__walks *w, uint32_t group)
{
    bool met = false;
    for (uint32_t i = 0; i < w->r->rules.n && !met; i++) {
        coset_bdd_scope scope = coset_bdd_open(w->r->bdd);
        met = w->r->rules.at[i].group == group &&
              !coset_bdd_is_false(coset_bdd_and(w->r->bdd, w->r->rules.at[i].step, w->met));
        coset_bdd_close(w->r->bdd, scope);
    }
    return met;
}

bool coset__walks_fired(const coset__walks *w, uint32_t group, coset__ways_list *out)
{
    coset_bdds *b = w->r->bdd;
    coset__ways_list numbers = {0};
    bool counted = !is_met(w, group) || settle(w, group, &numbers);
    for (uint32_t i = 0; i < w->r->rules.n && counted; i++) {
        const coset__rule *rule = &w->r->rules.at[i];
        coset__ways_list one = {0};
        ahead(w->r, rule, w->from, &numbers, &one);
        for (uint32_t k = 0; k < one.n; k++)
            append(b, out, one.at[k].ways, one.at[k].states);
        coset__ways_drop(b, &one);
        if (rule->group == group)
            coset__walks_of(w, rule, &one);
        for (uint32_t k = 0; k < one.n; k++)
            append(b, out, one.at[k].ways, one.at[k].states);
        coset__ways_drop(b, &one);
    }
    coset__ways_drop(b, &numbers);
    return counted;
}
