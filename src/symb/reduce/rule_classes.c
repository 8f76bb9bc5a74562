/* symb/reduce/rule_classes.c - one of several rules that are equivalent on representatives is enough.
 *
 * An exchange of neighbours is a keeper if it maps representatives to representatives, and permutes the exchanges that
 * lead to them. If it maps the steps of one rule to those of another, it maps the image under the first rule of a set
 * that it preserves to the image under the second, including the computed representatives. So images of one rule of
 * each kind are computed, and the result is closed under the keepers: exchanges of neighbours, which are cheap, instead
 * of exchanges with the first element. Images and preimages of a rule that is alone of its kind are preserved, so for
 * these one exchange of each kind to representatives is enough as well. Both are checked: that they are keepers, and
 * that a set is preserved; otherwise all rules and exchanges are used.
 */
#include "symb/reduce/symmetry.h"

#include <string.h>

#include "base/mem.h"

#define MOST_TAKES 200

/* ---- keepers ----------------------------------------------------------------------------------------------------- */

/* The number of an exchange, or that of all of them. */
static uint32_t find_take(const coset__symmetry *y, const coset_renaming *perm, uint32_t stage, coset_bdd from)
{
    coset_renaming *none = coset__identity(y->r->m);
    bool found = false;
    uint32_t i = 0;
    for (; i < y->takes.n; i++) {
        const coset__take *x = &y->takes.at[i];
        if (x->stage != stage || !coset_bdd_same(x->from, from))
            continue;
        found = x->by ? coset__renaming_is(x->by, perm)
                      : memcmp(none, perm, coset_symmetry_points(&y->r->m->symmetry) * sizeof *perm) == 0;
        if (found)
            break;
    }
    coset_delete(none);
    return i;
}

/* Of different exchanges the images differ, so each stage is mapped to itself. images: [takes.n] */
static bool is_keeper(const coset__symmetry *y, const coset__renaming *by, uint32_t *images)
{
    coset_bdds *b = y->r->bdd;
    coset_renaming *under = coset__identity(y->r->m);
    bool keeps = true;
    for (uint32_t i = 0; i < y->takes.n && keeps; i++) {
        coset_bdd_scope scope = coset_bdd_open(b);
        coset__renaming_under(y->takes.at[i].by, by, under);
        images[i] = find_take(y, under, y->takes.at[i].stage, coset__rename(by, y->takes.at[i].from));
        keeps = images[i] < y->takes.n;
        coset_bdd_close(b, scope);
    }
    coset_delete(under);
    return keeps;
}

/* ---- rules ------------------------------------------------------------------------------------------------------- */

static bool same_slots(const coset__renaming *by, const coset__cluster *c, const coset__cluster *other)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->n_slots; i++)
        for (uint32_t k = 0; k < other->n_slots; k++)
            n += other->slots[k] == coset__renamed_slot(by, c->slots[i]);
    return c->n_slots == other->n_slots && n == c->n_slots;
}

static uint32_t leader(uint32_t *of, uint32_t i)
{
    while (of[i] != i)
        i = of[i] = of[of[i]];
    return i;
}

static void join(uint32_t *leaders, uint32_t i, uint32_t k)
{
    uint32_t a = leader(leaders, i), b = leader(leaders, k);
    leaders[a < b ? b : a] = a < b ? a : b;
}

/* Rules that the exchange takes to each other get the same leader, the first of them. */
static void unite(const coset__relation *r, const coset__renaming *by, uint32_t *leaders)
{
    for (uint32_t i = 0; i < r->clusters.n && !coset_bdd_failed(r->bdd); i++) {
        coset__cluster *c = &r->clusters.at[i];
        coset_bdd_scope scope = coset_bdd_open(r->bdd);
        coset_bdd step = coset__rename(by, c->step);
        for (uint32_t k = 0; k < r->clusters.n; k++)
            if (leader(leaders, i) != leader(leaders, k) && coset_bdd_same(step, r->clusters.at[k].step) &&
                same_slots(by, c, &r->clusters.at[k]))
                join(leaders, i, k);
        c->alone = c->alone && coset_bdd_same(step, c->step) && same_slots(by, c, c);
        coset_bdd_close(r->bdd, scope);
    }
}

static uint32_t *all_alone(uint32_t n)
{
    uint32_t *leaders = coset_new((size_t)n + 1, sizeof *leaders);
    for (uint32_t i = 0; i < n; i++)
        leaders[i] = i;
    return leaders;
}

void coset__symmetry_rule_classes(coset__symmetry *y, coset__relation *r)
{
    if (y->method != COSET_SYMB_MULTIPLE || y->doubtful || y->takes.n > MOST_TAKES || r->passes)
        return;
    uint32_t *leaders = all_alone(r->clusters.n), *take_leaders = all_alone(y->takes.n);
    uint32_t *images = all_alone(y->takes.n);
    for (uint32_t i = 0; i < r->clusters.n; i++)
        r->clusters.at[i].alone = true;
    for (uint32_t i = 0; i < y->swaps.n; i++)
        if (is_keeper(y, y->swaps.at[i].by, images)) {
            *coset_vec_add(&y->keepers) = y->swaps.at[i].by;
            unite(r, y->swaps.at[i].by, leaders);
            for (uint32_t k = 0; k < y->takes.n; k++)
                join(take_leaders, k, images[k]);
        }
    bool known = y->keepers.n > 0 && !coset_bdd_failed(r->bdd);
    for (uint32_t i = 0; i < r->clusters.n; i++) {
        r->clusters.at[i].follows = leader(leaders, i) != i && known;
        r->clusters.at[i].alone = r->clusters.at[i].alone && known;
    }
    for (uint32_t i = 0; i < y->takes.n; i++)
        y->takes.at[i].follows = leader(take_leaders, i) != i && known;
    coset_delete(leaders);
    coset_delete(take_leaders);
    coset_delete(images);
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */

bool coset__keeps(const coset__symmetry *y, coset_bdd set)
{
    bool keeps = y->keepers.n > 0;
    for (uint32_t i = 0; i < y->keepers.n && keeps; i++) {
        coset_bdd_scope scope = coset_bdd_open(y->r->bdd);
        keeps = coset_bdd_same(coset__rename(y->keepers.at[i], set), set);
        coset_bdd_close(y->r->bdd, scope);
    }
    return keeps && !coset_bdd_failed(y->r->bdd);
}

coset_bdd coset__close(const coset__symmetry *y, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    uint32_t n = y->keepers.n;
    for (uint32_t i = 0, settled = 0; settled < n && !coset_bdd_failed(b); i = (i + 1) % n) {
        coset_bdd_scope scope = coset_bdd_open(b);
        coset_bdd before = set;
        set = coset_bdd_close_with(b, scope, coset_bdd_or(b, set, coset__rename(y->keepers.at[i], set)));
        settled = coset_bdd_same(before, set) ? settled + 1 : 1;
    }
    return set;
}

coset_bdd coset__represent_kept(const coset__symmetry *y, const coset__cluster *c, coset_bdd set)
{
    if (!c->alone)
        return coset__represent(y, set);
    coset_bdd_scope scope = coset_bdd_open(y->r->bdd);
    coset_bdd reps = coset__take_some(y, set);
    coset_bdd_note(y->r->bdd, reps);
    return coset_bdd_close_with(y->r->bdd, scope, reps);
}
