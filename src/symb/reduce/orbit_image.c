/* symb/reduce/orbit_image.c - steps of all rules of an orbit by one of them.
 *
 * The image of a set under the image p(r) of a rule is, up to renaming, the image under r of the set renamed by the
 * inverse of p. Only the effect of the renaming on the elements that r names matters, because the others may be
 * exchanged without changing r. So for each element that r names, one after the other, each element is moved to its
 * place, past those between, which keep their order: a set of sorted states stays nearly sorted, and small. One pass
 * over the places moves all, from the last one on; states in which no rule of the orbit applies are omitted.
 */
#include "symb/encode/transient_image.h"
#include "symb/reduce/symmetry.h"

#define MOST_NARROW 500 /* nodes; a larger condition is ignored */

/* ---- which exchanges --------------------------------------------------------------------------------------------- */

/* The exchange of the first moving element of this type; the end of the exchanges of this type. */
static void swaps_of(const coset__symmetry *y, uint32_t type, uint32_t *first, uint32_t *end)
{
    for (*first = 0; *first < y->swaps.n && y->swaps.at[*first].type != type;)
        ++*first;
    for (*end = *first; *end < y->swaps.n && y->swaps.at[*end].type == type;)
        ++*end;
}

/* The n-th element that a cluster names is pulled by the exchanges from `first` on, which are numbered to `end`. */
typedef struct {
    uint32_t first, end;
} stage;
typedef COSET_VEC(stage) stages;

static stages stages_of(const coset__symmetry *y, const uint32_t *named)
{
    stages all = {0};
    for (uint32_t t = 0; named && t < y->r->m->symmetry.n_types; t++) {
        uint32_t first, end;
        swaps_of(y, t, &first, &end);
        for (uint32_t i = 0; i < named[t] && first + i < end; i++)
            *coset_vec_add(&all) = (stage){first + i, end};
    }
    return all;
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */

/* Without its constraints on places that exchanges in the list move. */
static coset_bdd forget_moved(const coset__symmetry *y, const uint32_t *swaps, uint32_t n, coset_bdd set)
{
    const coset__vars *v = &y->r->vars;
    COSET_VEC(uint32_t) moved = {0};
    for (uint32_t s = 0; s < v->m->n_slots; s++) {
        bool here = false;
        for (uint32_t i = 0; i < n && !here; i++)
            here = coset__renamed_slot(y->swaps.at[swaps[i]].by, s) != s;
        if (here)
            *coset_vec_add(&moved) = s;
    }
    coset_bdd_scope scope = coset_bdd_open(v->bdd);
    set = coset_bdd_exist(v->bdd, set, coset__slots_cube(v, moved.at, moved.n, false));
    coset_vec_fini(&moved);
    return coset_bdd_close_with(v->bdd, scope, set);
}

/* The set and all that the exchanges make of it; or all states. */
static coset_bdd close_under(const coset__symmetry *y, const uint32_t *swaps, uint32_t n, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd before;
    do {
        before = set;
        for (uint32_t i = 0; i < n; i++) {
            coset_bdd_scope scope = coset_bdd_open(b);
            set = coset_bdd_close_with(b, scope, coset_bdd_or(b, set, coset__rename(y->swaps.at[swaps[i]].by, set)));
        }
        if (coset_bdd_failed(b) || coset_bdd_size(b, set) > MOST_NARROW)
            set = coset_bdd_true;
    } while (!coset_bdd_same(before, set));
    return set;
}

/* For each stage, states among which are all that later stages take into `set`. */
static void narrow_stages(const coset__symmetry *y, const stages *all, coset_bdd set, coset_bdd *out)
{
    uint32_t *swaps = coset_new((size_t)y->swaps.n + 1, sizeof *swaps);
    for (uint32_t i = 0; i < all->n; i++) {
        uint32_t n = 0;
        for (uint32_t k = all->at[i].first + 1; k < all->at[i].end; k++)
            swaps[n++] = k;
        for (uint32_t later = i + 1; later < all->n; later++)
            for (uint32_t k = all->at[later].first; all->at[later].end != all->at[i].end && k < all->at[later].end; k++)
                swaps[n++] = k;
        coset_bdd_scope scope = coset_bdd_open(y->r->bdd);
        out[i] = close_under(y, swaps, n, forget_moved(y, swaps, n, set));
        out[i] = coset_bdd_close_with(y->r->bdd, scope, out[i]);
    }
    coset_delete(swaps);
}

void coset__symmetry_orbit_image(const coset__symmetry *y, coset__relation *r)
{
    coset_bdds *b = r->bdd;
    for (uint32_t i = 0; i < r->clusters.n; i++) {
        coset__cluster *c = &r->clusters.at[i];
        stages all = stages_of(y, c->named);
        coset_bdd_scope scope = coset_bdd_open(b);
        coset_bdd next = coset__slots_cube(&r->vars, c->slots, c->n_slots, true);
        c->narrow = coset_new((size_t)all.n + 1, sizeof *c->narrow);
        narrow_stages(y, &all, coset_bdd_exist(b, c->step, next), c->narrow);
        c->n_narrow = all.n;
        for (uint32_t k = 0; k < c->n_narrow; k++)
            (void)coset_bdd_keep(b, c->narrow[k]);
        coset_bdd_close(b, scope);
        coset_vec_fini(&all);
    }
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */

/* Pulls each element from its place to that of the first exchange, if then the state belongs to `narrow`. */
static coset_bdd pull(const coset__symmetry *y, const stage *x, coset_bdd narrow, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    uint32_t n = x->end - x->first;
    coset_bdd *may = coset_new((size_t)n + 1, sizeof *may); /* before the element at this place is pulled */
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd pulled = coset_bdd_false;
    may[0] = narrow;
    for (uint32_t i = 0; i < n; i++)
        may[i + 1] = coset__rename(y->swaps.at[x->first + i].by, may[i]);
    for (uint32_t i = n + 1; i-- > 0;) {
        coset_bdd_scope one = coset_bdd_open(b);
        if (i < n)
            pulled = coset__rename(y->swaps.at[x->first + i].by, pulled);
        pulled = coset_bdd_close_with(b, one, coset_bdd_or(b, pulled, coset_bdd_and(b, set, may[i])));
    }
    coset_delete(may);
    return coset_bdd_close_with(b, scope, pulled);
}

static coset_bdd pull_all(const coset__symmetry *y, const stages *all, const coset_bdd *narrow, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    for (uint32_t i = 0; i < all->n; i++)
        set = coset_bdd_close_with(b, scope, pull(y, &all->at[i], narrow[i], set));
    return coset_bdd_close_with(b, scope, set);
}

coset_bdd coset__gather(const coset__symmetry *y, const coset__cluster *c, coset_bdd set)
{
    if (!c->named)
        return set;
    stages all = stages_of(y, c->named);
    set = pull_all(y, &all, c->narrow, set);
    coset_vec_fini(&all);
    return set;
}

/* The same for a condition that is not prepared. */
static coset_bdd gather_for(const coset__symmetry *y, const uint32_t *named, coset_bdd condition, coset_bdd set)
{
    stages all = stages_of(y, named);
    coset_bdd *narrow = coset_new((size_t)all.n + 1, sizeof *narrow);
    coset_bdd_scope scope = coset_bdd_open(y->r->bdd);
    narrow_stages(y, &all, condition, narrow);
    set = pull_all(y, &all, narrow, set);
    coset_delete(narrow);
    coset_vec_fini(&all);
    return coset_bdd_close_with(y->r->bdd, scope, set);
}

coset_bdd coset__gather_targets(const coset__symmetry *y, const coset__cluster *c, coset_bdd set)
{
    if (!c->named)
        return set;
    coset_bdds *b = y->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd targets = coset_bdd_rename(b, coset_bdd_exist(b, c->step, y->r->vars.now), y->r->vars.next_to_now);
    return coset_bdd_close_with(b, scope, gather_for(y, c->named, targets, set));
}

coset_bdd coset__meets(const coset__symmetry *y, const uint32_t *named, coset_bdd condition, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    if (coset_bdd_is_false(condition))
        return condition;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd met = coset_bdd_and(b, gather_for(y, named, condition, set), condition);
    if (!coset_bdd_is_false(met))
        met = coset_bdd_and(b, set, y->unique ? coset__represent(y, met) : coset__spread(y, met));
    return coset_bdd_close_with(b, scope, met);
}

/* Sorting without unique results is not a function of orbits: a source may have been sorted differently. Only transient
 * states behind representatives are known, so walks are followed back from all states of an orbit. */
coset_bdd coset__sources(const coset__symmetry *y, const coset__cluster *c, coset_bdd to)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    bool sorted = y->unique || y->method == COSET_SYMB_MULTIPLE || y->method == COSET_SYMB_RELATION;
    if (y->r->passes && !y->r->through->all)
        sorted = y->swaps.n == 0;
    to = sorted ? coset__gather_targets(y, c, to) : coset__spread(y, to);
    coset_bdd from = coset__preimage(y->r, c, to);
    if (sorted)
        from = coset__represent(y, from);
    else if (c->named)
        from = coset__spread(y, from);
    return coset_bdd_close_with(b, scope, from);
}
