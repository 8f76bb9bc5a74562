/* symb/multiple.c - some representatives of each orbit, by a few exchanges.
 *
 * Of each type, representatives are the states in which a variable of the whole system (a master, an active line) holds
 * no element but the first one that moves; where there is no such variable, those in which the first element has the
 * least plain slots. A state comes to one by one exchange for each type: of the first element with another one, or of
 * nothing. These exchanges are their own inverses, and those of one type do not touch what representatives of another
 * type are chosen by; so their products are complete wherever every state has a representative. No relation is built:
 * each exchange is applied to those states of a set that it takes to representatives.
 *
 * Source   S. Jha: Symmetry and induction in model checking (1996), 3.6.
 */
#include "symb/symmetry.h"

#include "base/mem.h"

/* The first element of the type that moves. */
static uint32_t first_moving(const coset__symmetry *y, uint32_t type)
{
    uint32_t e = 0;
    while (!y->o->group->moves[type][e])
        e++;
    return e;
}

/* States in which the slot holds one of the elements of the type that move, but not the first of them. */
static coset_bdd holds_another(const coset__symmetry *y, uint32_t slot, uint32_t type, uint32_t first)
{
    const coset_model *m = y->r->m;
    const coset_valclass *c = &m->symmetry.valclasses[m->slots[slot].valclass];
    coset_bdd another = coset_bdd_false;
    for (uint32_t i = 0; i < c->n_segments; i++)
        for (uint32_t k = 0; c->segments[i].type == type && k < c->segments[i].n; k++) {
            uint32_t e = c->segments[i].first + k;
            if (e != first && y->o->group->moves[type][e])
                another =
                    coset_bdd_or(y->r->bdd, another, coset__slot_is(&y->r->vars, slot, c->segments[i].lo + k, false));
        }
    return another;
}

/* A slot of nobody that may hold elements of the type, or n_slots. */
static uint32_t holder(const coset_model *m, uint32_t type)
{
    for (uint32_t s = 0; s < m->n_slots; s++) {
        const coset_valclass *c = &m->symmetry.valclasses[m->slots[s].valclass];
        for (uint32_t i = 0; m->slots[s].n_index == 0 && i < c->n_segments; i++)
            if (c->segments[i].type == type)
                return s;
    }
    return m->n_slots;
}

/* Representatives of one type, by its exchanges, which begin at `from`. */
static coset_bdd representatives(const coset__symmetry *y, uint32_t type, uint32_t from)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd reps = coset_bdd_true;
    uint32_t slot = holder(y->r->m, type);
    if (slot < y->r->m->n_slots)
        return coset_bdd_not(b, holds_another(y, slot, type, first_moving(y, type)));
    for (uint32_t i = from; i < y->takes.n; i++)
        reps = coset_bdd_minus(b, reps, coset__renamed_less(y->takes.at[i].by, reps));
    return reps;
}

/* The exchanges of one type; the first entry exchanges nothing and has the representatives. */
static void add_type(coset__symmetry *y, uint32_t type)
{
    coset_bdds *b = y->r->bdd;
    uint32_t offset = coset_symmetry_offset(&y->r->m->symmetry, type), first = first_moving(y, type), at = y->takes.n;
    coset_renaming *perm = coset__identity(y->r->m);
    *coset_vec_add(&y->takes) = (coset__take){.type = type, .from = coset_bdd_keep(b, coset_bdd_false)};
    for (uint32_t e = first + 1; e < y->r->m->symmetry.types[type].n; e++) {
        if (!y->o->group->moves[type][e])
            continue;
        perm[offset + first] = e;
        perm[offset + e] = first;
        coset__renaming *by = coset__renaming_new(&y->r->vars, perm, COSET__BY_PLAIN);
        *coset_vec_add(&y->takes) = (coset__take){by, type, coset_bdd_keep(b, coset_bdd_false)};
        perm[offset + first] = first;
        perm[offset + e] = e;
    }
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd reps = representatives(y, type, at + 1);
    coset_bdd_set(b, &y->takes.at[at].from, reps);
    for (uint32_t i = at + 1; i < y->takes.n; i++)
        coset_bdd_set(b, &y->takes.at[i].from, coset__rename(y->takes.at[i].by, reps));
    coset_bdd_close(b, scope);
    coset_delete(perm);
}

/* Every state is taken to a representative by some exchange of the type. */
static bool is_total(const coset__symmetry *y, uint32_t type)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd all = coset_bdd_false;
    for (uint32_t i = 0; i < y->takes.n; i++)
        if (y->takes.at[i].type == type)
            all = coset_bdd_or(b, all, y->takes.at[i].from);
    coset_bdd_close(b, scope);
    return coset_bdd_is_true(all);
}

coset_status coset__symmetry_takes(coset__symmetry *y, coset_err *err)
{
    bool total = true;
    for (uint32_t t = 0; t < y->r->m->symmetry.n_types; t++)
        if (y->o->group->n_moves[t]) {
            add_type(y, t);
            total = total && is_total(y, t);
        }
    if (!total && !coset_bdd_failed(y->r->bdd))
        return coset_fail(err, COSET_UNSUPPORTED,
                          "some states have no representative with this method: use --symbolic-symmetry=dynamic");
    return COSET_OK;
}

/* The states behind the exchanges of one type, which begin at *i. */
static coset_bdd take(const coset__symmetry *y, coset_bdd set, uint32_t *i)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd reps = coset_bdd_false;
    for (uint32_t type = y->takes.at[*i].type; *i < y->takes.n && y->takes.at[*i].type == type; ++*i) {
        const coset__take *x = &y->takes.at[*i];
        coset_bdd one = coset_bdd_and(b, set, x->from);
        reps = coset_bdd_close_with(b, scope, coset_bdd_or(b, reps, x->by ? coset__rename(x->by, one) : one));
    }
    return reps;
}

coset_bdd coset__take_all(const coset__symmetry *y, coset_bdd set)
{
    for (uint32_t i = 0; i < y->takes.n;)
        set = take(y, set, &i);
    return set;
}

void coset__takes_free(coset__symmetry *y)
{
    for (uint32_t i = 0; i < y->takes.n; i++) {
        coset__renaming_free(y->takes.at[i].by);
        coset_bdd_drop(y->r->bdd, y->takes.at[i].from);
    }
    coset_vec_fini(&y->takes);
}
