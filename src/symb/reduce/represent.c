/* Representatives of sets of states, by each method; sorting (Emerson and Wahl 2005, section 4). */
#include "base/mem.h"
#include "symb/reduce/symmetry.h"

/* Applies the renaming to the states that it makes smaller. */
static coset_bdd improve(const coset__symmetry *y, const coset__renaming *by, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd bad = coset__renamed_less(by, set);
    if (!coset_bdd_is_false(bad))
        set = coset_bdd_or(b, coset_bdd_minus(b, set, bad), coset__rename(by, bad));
    return coset_bdd_close_with(b, scope, set);
}

/* Exchanges neighbours up and down: an element that is out of place reaches its place in one pass in each direction. An
 * exchange is tried again when it or an adjacent one has changed something. */
static coset_bdd sort_neighbours(const coset__symmetry *y, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    uint32_t n = y->swaps.n, left = n;
    bool *settled = coset_new((size_t)n + 1, sizeof *settled);
    for (uint32_t k = 0; left && !coset_bdd_failed(b); k = (k + 1) % (2 * n)) {
        uint32_t i = k < n ? k : 2 * n - 1 - k;
        if (settled[i])
            continue;
        coset_bdd_scope scope = coset_bdd_open(b);
        coset_bdd before = set;
        set = coset_bdd_close_with(b, scope, improve(y, y->swaps.at[i].by, set));
        settled[i] = true;
        left--;
        for (uint32_t j = i ? i - 1 : 0; !coset_bdd_same(before, set) && j < n && j <= i + 1; j++) {
            left += settled[j];
            settled[j] = false;
        }
    }
    coset_delete(settled);
    return set;
}

/* A renaming that makes a state smaller ends at the latest with the least state. */
static coset_bdd sort(const coset__symmetry *y, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    bool changed = true;
    while (changed && !coset_bdd_failed(b)) {
        set = sort_neighbours(y, set);
        coset_bdd before = set;
        for (uint32_t i = 0; i < y->all.n && coset_bdd_same(before, set); i++) {
            coset_bdd_scope scope = coset_bdd_open(b);
            set = coset_bdd_close_with(b, scope, improve(y, y->all.at[i], set));
        }
        changed = !coset_bdd_same(before, set);
    }
    return set;
}

coset_bdd coset__represent(const coset__symmetry *y, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    if (y->swaps.n == 0)
        return set;
    coset_bdd_scope scope = coset_bdd_open(b);
    coset_bdd reps;
    if (y->method == COSET_SYMB_DYNAMIC)
        reps = sort(y, set);
    else if (y->method == COSET_SYMB_MULTIPLE)
        reps = coset__take_all(y, set);
    else
        reps = coset_bdd_rename(b, coset_bdd_relprod(b, set, y->to_rep, y->r->vars.now), y->r->vars.next_to_now);
    coset_bdd_note(b, reps);
    return coset_bdd_close_with(b, scope, reps);
}

coset_bdd coset__spread(const coset__symmetry *y, coset_bdd set)
{
    coset_bdds *b = y->r->bdd;
    coset_bdd before;
    do {
        before = set;
        for (uint32_t i = 0; i < y->swaps.n && !coset_bdd_failed(b); i++) {
            coset_bdd_scope scope = coset_bdd_open(b);
            set = coset_bdd_close_with(b, scope, coset_bdd_or(b, set, coset__rename(y->swaps.at[i].by, set)));
        }
    } while (!coset_bdd_same(before, set) && !coset_bdd_failed(b));
    return set;
}
