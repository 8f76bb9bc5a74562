/* symb/reduce/reps_several.c - some representatives of each orbit, by a few exchanges.
 *
 * For each type, representatives are the states in which the first variable of the whole system (a master, an active
 * line) that holds a moving element holds the first one; if there are two such variables, the first one that holds
 * another element holds the second. If there is none, they are the states in which the first element has the least
 * plain slots. A state is mapped to one by an exchange of the first element with any other, or none, and then of the
 * second with a later one, or none, for each type. These products are closed under inverses: (1 e)(2 f) = (2 f)(1 e)
 * unless they overlap, (1 2)(2 f) = (2 f)(1 f) and (1 f)(2 f) = (2 f)(1 2). An exchange does not change the criteria of
 * another type, or of the first element; so they are complete if every state has a representative. No relation is
 * built: each exchange is applied to the states of a set that it maps to representatives.
 *
 * Source   S. Jha: Symmetry and induction in model checking (1996), 3.6.
 */
#include "symb/reduce/symmetry.h"

#include "base/mem.h"

/* The first element of the type that moves and is not below `e`. */
static uint32_t moving_from(const coset__symmetry *y, uint32_t type, uint32_t e)
{
    while (e < y->r->m->symmetry.types[type].n && !y->o->group->moves[type][e])
        e++;
    return e;
}

/* States in which the slot holds the element, or a later one that moves. */
static coset_bdd holds(const coset__symmetry *y, uint32_t slot, uint32_t type, uint32_t element, bool behind)
{
    const coset_model *m = y->r->m;
    const coset_valclass *c = &m->symmetry.valclasses[m->slots[slot].valclass];
    coset_bdd states = coset_bdd_false;
    for (uint32_t i = 0; i < c->n_segments; i++)
        for (uint32_t k = 0; c->segments[i].type == type && k < c->segments[i].n; k++) {
            uint32_t e = c->segments[i].first + k;
            if ((behind ? e > element : e == element) && y->o->group->moves[type][e])
                states =
                    coset_bdd_or(y->r->bdd, states, coset__slot_is(&y->r->vars, slot, c->segments[i].lo + k, false));
        }
    return states;
}

/* A shared slot that may hold elements of the type. */
static bool is_holder(const coset_model *m, uint32_t slot, uint32_t type)
{
    const coset_valclass *c = &m->symmetry.valclasses[m->slots[slot].valclass];
    for (uint32_t i = 0; m->slots[slot].n_index == 0 && i < c->n_segments; i++)
        if (c->segments[i].type == type)
            return true;
    return false;
}

static uint32_t n_holders(const coset_model *m, uint32_t type)
{
    uint32_t n = 0;
    for (uint32_t s = 0; s < m->n_slots; s++)
        n += is_holder(m, s, type);
    return n;
}

/* The results of exchanges of the element with later ones, which start at `from`. */
static coset_bdd representatives(const coset__symmetry *y, uint32_t type, uint32_t element, uint32_t from)
{
    const coset_model *m = y->r->m;
    coset_bdds *b = y->r->bdd;
    coset_bdd reps = coset_bdd_true;
    for (uint32_t s = m->n_slots; s-- > 0;)
        if (is_holder(m, s, type))
            reps = coset_bdd_minus(b, coset_bdd_or(b, reps, holds(y, s, type, element, false)),
                                   holds(y, s, type, element, true));
    for (uint32_t i = from; i < y->takes.n && n_holders(m, type) == 0; i++)
        reps = coset_bdd_minus(b, reps, coset__renamed_less(y->takes.at[i].by, reps));
    return reps;
}

/* Every state is mapped to a representative by some exchange. */
static bool is_total(const coset__symmetry *y, uint32_t from)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd all = coset_bdd_false;
    for (uint32_t i = from; i < y->takes.n; i++)
        all = coset_bdd_or(b, all, y->takes.at[i].from);
    coset_bdd_close(b, scope);
    return coset_bdd_is_true(all);
}

/* The exchanges of the element; the first entry exchanges nothing and has the representatives. False: not total. */
static bool add_stage(coset__symmetry *y, uint32_t type, uint32_t element)
{
    coset_bdds *b = y->r->bdd;
    uint32_t offset = coset_symmetry_offset(&y->r->m->symmetry, type), n = y->r->m->symmetry.types[type].n;
    uint32_t at = y->takes.n, stage = at ? y->takes.at[at - 1].stage + 1 : 0;
    coset__order order = n_holders(y->r->m, type) ? COSET__BY_NOTHING : COSET__BY_PLAIN;
    coset_renaming *perm = coset__identity(y->r->m);
    *coset_vec_add(&y->takes) = (coset__take){.stage = stage, .from = coset_bdd_keep(b, coset_bdd_false)};
    for (uint32_t e = moving_from(y, type, element + 1); e < n; e = moving_from(y, type, e + 1)) {
        perm[offset + element] = e;
        perm[offset + e] = element;
        coset__renaming *by = coset__renaming_new(&y->r->vars, perm, order);
        *coset_vec_add(&y->takes) = (coset__take){.by = by, .stage = stage, .from = coset_bdd_keep(b, coset_bdd_false)};
        perm[offset + element] = element;
        perm[offset + e] = e;
    }
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd reps = representatives(y, type, element, at + 1);
    coset_bdd_set(b, &y->takes.at[at].from, reps);
    for (uint32_t i = at + 1; i < y->takes.n; i++)
        coset_bdd_set(b, &y->takes.at[i].from, coset__rename(y->takes.at[i].by, reps));
    coset_bdd_close(b, scope);
    coset_delete(perm);
    return is_total(y, at);
}

static coset_status lost_states(coset_err *err)
{
    return coset_fail(err, COSET_UNSUPPORTED,
                      "some states have no representative with this method: use --symbolic-symmetry=dynamic");
}

/* Of components: states that no exchange of neighbours makes smaller. The least state of each orbit is among them, so
 * all renamings together, which are closed under inverses, lead every state to one. */
static coset_status take_by_all(coset__symmetry *y, coset_err *err)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd reps = coset_bdd_true;
    for (uint32_t i = 0; i < y->swaps.n; i++)
        reps = coset_bdd_minus(b, reps, coset__renamed_less(y->swaps.at[i].by, reps));
    coset_status status = coset__symmetry_take_to(y, reps, true, err);
    bool total = status != COSET_OK || is_total(y, 0);
    coset_bdd_close(b, scope);
    return total || coset_bdd_failed(b) ? status : lost_states(err);
}

coset_status coset__symmetry_takes(coset__symmetry *y, coset_err *err)
{
    bool total = true;
    if (y->r->m->symmetry.composite)
        return take_by_all(y, err);
    for (uint32_t t = 0; t < y->r->m->symmetry.n_types; t++) {
        uint32_t first = moving_from(y, t, 0);
        if (y->o->group->n_moves[t] == 0)
            continue;
        total = add_stage(y, t, first) && total;
        if (n_holders(y->r->m, t) > 1 && y->o->group->n_moves[t] > 2)
            total = add_stage(y, t, moving_from(y, t, first + 1)) && total;
    }
    return total || coset_bdd_failed(y->r->bdd) ? COSET_OK : lost_states(err);
}

/* The results of the exchanges of one stage, which start at *i; `all`: including those that follow from others. */
static coset_bdd take(const coset__symmetry *y, coset_bdd set, uint32_t *i, bool all)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd reps = coset_bdd_false;
    for (uint32_t stage = y->takes.at[*i].stage; *i < y->takes.n && y->takes.at[*i].stage == stage; ++*i) {
        const coset__take *x = &y->takes.at[*i];
        if (!all && x->follows)
            continue;
        coset_bdd one = coset_bdd_and(b, set, x->from);
        reps = coset_bdd_close_with(b, scope, coset_bdd_or(b, reps, x->by ? coset__rename(x->by, one) : one));
    }
    return reps;
}

coset_bdd coset__take_all(const coset__symmetry *y, coset_bdd set)
{
    for (uint32_t i = 0; i < y->takes.n;)
        set = take(y, set, &i, true);
    return set;
}

/* Keepers map an exchange and its domain to others of its stage. If they preserve the set too, one exchange of each
 * kind leads to representatives whose images under keepers are the others. The next stage needs all of them. */
coset_bdd coset__take_some(const coset__symmetry *y, coset_bdd set)
{
    for (uint32_t i = 0; i < y->takes.n;) {
        set = take(y, set, &i, false);
        if (i < y->takes.n)
            set = coset__close(y, set);
    }
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
