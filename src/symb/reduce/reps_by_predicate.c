/* symb/reduce/reps_by_predicate.c - representatives by a condition that the user gives.
 *
 * C is a set of renamings that is closed under inverses: exchanges of the first moving element of each type with any
 * other one or with none, and their products over types, which commute; or the whole group. The representatives of a
 * state are those to which some renaming of C maps it. This is correct for any condition if every state that the search
 * visits has a representative; the search checks that (reach.c).
 *
 * Source   S. Jha: Symmetry and induction in model checking (1996), 3.6. The thesis takes C from a subgroup that
 *          preserves the condition; its proof uses only that C is closed under inverses and the relation is total.
 */
#include "symb/reduce/symmetry.h"

#include "base/mem.h"

#define MOST_CHOSEN 720 /* renamings */

typedef struct {
    coset__symmetry *y;
    coset_renaming *perm, *inverse;
    bool *taken;
    coset_bdd reps;
    bool whole_group, too_many;
} choosing;

static void add_take(choosing *k)
{
    const coset_symmetry *s = &k->y->r->m->symmetry;
    coset_bdds *b = k->y->r->bdd;
    k->too_many = k->too_many || k->y->takes.n == MOST_CHOSEN;
    if (k->too_many)
        return;
    for (uint32_t t = 0, first = 0; t < s->n_types; first += s->types[t].n, t++)
        for (uint32_t e = 0; e < s->types[t].n; e++)
            k->inverse[first + k->perm[first + e]] = e;
    coset__renaming *by = coset__renaming_new(&k->y->r->vars, k->perm, COSET__BY_NOTHING);
    coset__renaming *back = coset__renaming_new(&k->y->r->vars, k->inverse, COSET__BY_NOTHING);
    coset_bdd_scope scope = coset_bdd_open(b);
    *coset_vec_add(&k->y->takes) = (coset__take){.by = by, .from = coset_bdd_keep(b, coset__rename(back, k->reps))};
    coset_bdd_close(b, scope);
    coset__renaming_free(back);
}

static void choose_type(choosing *k, uint32_t type, uint32_t offset);

/* Images of the elements from `e` on. */
static void choose_image(choosing *k, uint32_t type, uint32_t offset, uint32_t e)
{
    const bool *moves = k->y->o->group->moves[type];
    uint32_t n = k->y->r->m->symmetry.types[type].n;
    while (e < n && !moves[e])
        e++;
    if (e == n) {
        choose_type(k, type + 1, offset + n);
        return;
    }
    for (uint32_t to = 0; to < n && !k->too_many; to++) {
        if (!moves[to] || k->taken[offset + to])
            continue;
        k->taken[offset + to] = true;
        k->perm[offset + e] = to;
        choose_image(k, type, offset, e + 1);
        k->taken[offset + to] = false;
    }
    k->perm[offset + e] = e;
}

static void choose_exchange(choosing *k, uint32_t type, uint32_t offset)
{
    const bool *moves = k->y->o->group->moves[type];
    uint32_t n = k->y->r->m->symmetry.types[type].n, first = 0;
    while (first < n && !moves[first])
        first++;
    choose_type(k, type + 1, offset + n);
    for (uint32_t e = first + 1; e < n && !k->too_many; e++) {
        if (!moves[e])
            continue;
        k->perm[offset + first] = e;
        k->perm[offset + e] = first;
        choose_type(k, type + 1, offset + n);
        k->perm[offset + first] = first;
        k->perm[offset + e] = e;
    }
}

static void choose_type(choosing *k, uint32_t type, uint32_t offset)
{
    const coset_symmetry *s = &k->y->r->m->symmetry;
    while (type < s->n_types && k->y->o->group->n_moves[type] == 0)
        offset += s->types[type++].n;
    if (type == s->n_types)
        add_take(k);
    else if (k->whole_group)
        choose_image(k, type, offset, 0);
    else
        choose_exchange(k, type, offset);
}

coset_status coset__symmetry_take_to(coset__symmetry *y, coset_bdd reps, bool whole_group, coset_err *err)
{
    choosing k = {.y = y, .whole_group = whole_group, .reps = reps};
    size_t points = coset_symmetry_points(&y->r->m->symmetry);
    k.perm = coset__identity(y->r->m);
    k.inverse = coset__identity(y->r->m);
    k.taken = coset_new(points + 1, sizeof *k.taken);
    choose_type(&k, 0, 0);
    coset_delete(k.perm);
    coset_delete(k.inverse);
    coset_delete(k.taken);
    if (k.too_many && y->r->m->symmetry.composite)
        return coset_fail(err, COSET_UNSUPPORTED,
                          "more than %d renamings of components lead to representatives: use "
                          "--symbolic-symmetry=dynamic",
                          MOST_CHOSEN);
    if (k.too_many)
        return coset_fail(err, COSET_UNSUPPORTED,
                          "more than %d renamings lead to representatives: see --cosets, or "
                          "choose types with --exchange",
                          MOST_CHOSEN);
    return COSET_OK;
}

coset_status coset__symmetry_by_predicate(coset__symmetry *y, coset_err *err)
{
    const coset_symb_chosen *chosen = y->o->chosen;
    coset_bdds *b = y->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd reps = coset_bdd_false;
    for (uint32_t i = 0; i < y->r->judgements.n; i++)
        if (y->r->judgements.at[i].prop == chosen->prop)
            reps = coset_bdd_minus(b, y->r->judgements.at[i].holds, y->r->judgements.at[i].faults);
    coset_status status = coset__symmetry_take_to(y, reps, chosen->whole_group, err);
    coset_bdd_close(b, scope);
    return status;
}

coset_bdd coset__unrepresented(const coset__symmetry *y, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    for (uint32_t i = 0; i < y->takes.n && !coset_bdd_is_false(set); i++)
        set = coset_bdd_minus(b, set, y->takes.at[i].from);
    return coset_bdd_close_with(b, scope, set);
}
