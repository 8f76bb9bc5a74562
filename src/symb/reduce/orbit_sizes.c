/* Sets of representatives by the sizes of their orbits. */
#include "symb/reduce/symmetry.h"

void coset__add_orbits(coset_bdds *b, coset__orbit_list *list, coset_count size, coset_bdd states)
{
    if (coset_bdd_is_false(states))
        return;
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i].size == size) {
            coset_bdd_set(b, &list->at[i].states, coset_bdd_or(b, list->at[i].states, states));
            return;
        }
    *coset_vec_add(list) = (coset__orbits){size, coset_bdd_keep(b, states)};
}

void coset__drop_orbits(coset_bdds *b, coset__orbit_list *list)
{
    for (uint32_t i = 0; i < list->n; i++)
        coset_bdd_drop(b, list->at[i].states);
    coset_vec_fini(list);
}

/* States by the size of their stabiliser in the whole group. */
static void count_keepers(const coset__symmetry *y, coset_bdd set, coset__orbit_list *parts)
{
    coset_bdds *b = y->r->bdd;
    coset__add_orbits(b, parts, 0, set);
    for (uint32_t i = 0; i < y->all.n; i++) {
        coset__orbit_list finer = {0};
        for (uint32_t k = 0; k < parts->n; k++) {
            coset_bdd_scope scope = coset_bdd_open(b);
            coset_bdd same = coset__renamed_same(y->all.at[i], parts->at[k].states);
            coset__add_orbits(b, &finer, parts->at[k].size + 1, same);
            coset__add_orbits(b, &finer, parts->at[k].size, coset_bdd_minus(b, parts->at[k].states, same));
            coset_bdd_close(b, scope);
        }
        coset__drop_orbits(b, parts);
        *parts = finer;
    }
}

/* A run of equal neighbours that has `length` elements so far: the number of keepers grows by that factor with each
 * one. */
typedef struct {
    coset__orbit_list parts;
    uint32_t length;
} run;

typedef COSET_VEC(run) runs;

static coset__orbit_list *parts_of(runs *all, uint32_t length)
{
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].length == length)
            return &all->at[i].parts;
    *coset_vec_add(all) = (run){.length = length};
    return &all->at[all->n - 1].parts;
}

static void drop_runs(coset_bdds *b, runs *all)
{
    for (uint32_t i = 0; i < all->n; i++)
        coset__drop_orbits(b, &all->at[i].parts);
    coset_vec_fini(all);
}

/* One more element: equal to the one before it, or not. */
static void next_element(const coset__symmetry *y, runs *all, uint32_t swap)
{
    coset_bdds *b = y->r->bdd;
    bool new_type = swap == 0 || y->swaps.at[swap].type != y->swaps.at[swap - 1].type;
    runs next = {0};
    for (uint32_t i = 0; i < all->n; i++)
        for (uint32_t k = 0; k < all->at[i].parts.n; k++) {
            const coset__orbits *p = &all->at[i].parts.at[k];
            uint32_t length = (new_type ? 1 : all->at[i].length) + 1;
            coset_bdd_scope scope = coset_bdd_open(b);
            coset_bdd same = coset__renamed_same(y->swaps.at[swap].by, p->states);
            coset__add_orbits(b, parts_of(&next, length), p->size * length, same);
            coset__add_orbits(b, parts_of(&next, 1), p->size, coset_bdd_minus(b, p->states, same));
            coset_bdd_close(b, scope);
        }
    drop_runs(b, all);
    *all = next;
}

/* Sorted states: the keepers permute runs of equal neighbours. */
static void count_runs(const coset__symmetry *y, coset_bdd set, coset__orbit_list *parts)
{
    runs all = {0};
    coset__add_orbits(y->r->bdd, parts_of(&all, 1), 1, set);
    for (uint32_t i = 0; i < y->swaps.n; i++)
        next_element(y, &all, i);
    for (uint32_t i = 0; i < all.n; i++)
        for (uint32_t k = 0; k < all.at[i].parts.n; k++)
            coset__add_orbits(y->r->bdd, parts, all.at[i].parts.at[k].size, all.at[i].parts.at[k].states);
    drop_runs(y->r->bdd, &all);
}

static bool order_of(const coset_symb_options *o, coset_count *order)
{
    if (!o->found)
        return coset_symgroup_order(o->group, order);
    *order = o->found->order;
    return *order != 0;
}

bool coset__orbit_sizes(const coset__symmetry *y, coset_bdd set, coset__orbit_list *out)
{
    coset_count order = 1;
    *out = (coset__orbit_list){0};
    bool known = y->all.n || y->method == COSET_SYMB_DYNAMIC || y->swaps.n == 0;
    bool grouped = y->swaps.n || y->keepers_of;
    if (!y->unique || !known || (grouped && !order_of(y->o, &order)))
        return false;
    coset_bdd_scope scope = coset_bdd_open(y->r->bdd);
    if (y->keepers_of)
        y->keepers_of(y->counter, &y->r->vars, set, out);
    else if (y->all.n)
        count_keepers(y, set, out);
    else
        count_runs(y, set, out);
    coset_bdd_close(y->r->bdd, scope);
    for (uint32_t i = 0; i < out->n; i++) {
        coset_count keepers = out->at[i].size; /* a subgroup: its order divides that of the group */
        COSET_INVARIANT((keepers && order % keepers == 0) || coset_bdd_failed(y->r->bdd));
        out->at[i].size = keepers ? order / keepers : 0;
    }
    return true;
}
