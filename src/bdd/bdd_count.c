/* bdd/bdd_count.c - exact numbers of satisfying assignments; the support of a diagram. */
#include <bdd.h>

#include <string.h>

#include "bdd/bdd_int.h"

/* Counts below visited nodes, open addressing. */
typedef struct {
    int *ids; /* 0: free */
    coset_count *counts;
    uint32_t n, room; /* room: a power of two */
    uint32_t *rank;   /* [levels] number of the set's variables above a level */
    uint32_t n_vars;  /* of the set */
    bool overflow;
} counter;

static uint32_t find(const counter *c, int id)
{
    uint32_t at = (uint32_t)id * 2654435761u & (c->room - 1);
    while (c->ids[at] && c->ids[at] != id)
        at = (at + 1) & (c->room - 1);
    return at;
}

static void grow(counter *c)
{
    counter old = *c;
    c->room = old.room ? old.room * 2 : 1024;
    c->ids = coset_new(c->room, sizeof *c->ids);
    c->counts = coset_new(c->room, sizeof *c->counts);
    for (uint32_t i = 0; i < old.room; i++) {
        if (!old.ids[i])
            continue;
        uint32_t at = find(c, old.ids[i]);
        c->ids[at] = old.ids[i];
        c->counts[at] = old.counts[i];
    }
    coset_delete(old.ids);
    coset_delete(old.counts);
}

static uint32_t rank_of(const counter *c, int id) { return id > 1 ? c->rank[bdd_var2level(bdd_var(id))] : c->n_vars; }

/* count * 2^by */
static coset_count shifted(counter *c, coset_count count, uint32_t by)
{
    if (count && (by >= 128 || (count << by) >> by != count)) {
        c->overflow = true;
        return 0;
    }
    return count ? count << by : 0;
}

/* Assignments of the set's variables from the node's own on. Depth: number of variables. */
static coset_count count_below(counter *c, int id)
{
    if (id <= 1)
        return (coset_count)id;
    if (c->n * 2 >= c->room)
        grow(c);
    uint32_t at = find(c, id);
    if (c->ids[at])
        return c->counts[at];
    coset_count sum = 0;
    const int sides[2] = {bdd_low(id), bdd_high(id)};
    for (int i = 0; i < 2; i++) {
        coset_count below = count_below(c, sides[i]);
        if (!coset_count_add(&sum, shifted(c, below, rank_of(c, sides[i]) - rank_of(c, id) - 1)))
            c->overflow = true;
    }
    if (c->n * 2 >= c->room)
        grow(c);
    at = find(c, id);
    c->ids[at] = id;
    c->counts[at] = sum;
    c->n++;
    return sum;
}

bool coset_bdd_count(coset_bdds *b, coset_bdd x, coset_bdd cube, coset_count *out)
{
    counter c = {0};
    *out = 0;
    if (coset_bdd_is_false(x))
        return true;
    c.rank = coset_new((size_t)b->n_vars + 1, sizeof *c.rank);
    uint8_t *in_set = coset_new((size_t)b->n_vars + 1, 1);
    for (int at = cube.id; at > 1; at = bdd_high(at), c.n_vars++)
        in_set[bdd_var2level(bdd_var(at))] = 1;
    for (uint32_t level = 0, n = 0; level < b->n_vars; level++) {
        c.rank[level] = n;
        n += in_set[level];
    }
    grow(&c);
    coset_count below = count_below(&c, x.id);
    *out = shifted(&c, below, rank_of(&c, x.id));
    coset_delete(in_set);
    coset_delete(c.rank);
    coset_delete(c.ids);
    coset_delete(c.counts);
    return !c.overflow;
}

/* ---- variables ----------------------------------------------------------------------------------------------------
 */

static void look_below(counter *c, int id, bool *used)
{
    if (id <= 1)
        return;
    if (c->n * 2 >= c->room)
        grow(c);
    uint32_t at = find(c, id);
    if (c->ids[at])
        return;
    c->ids[at] = id;
    c->n++;
    used[bdd_var(id)] = true;
    look_below(c, bdd_low(id), used);
    look_below(c, bdd_high(id), used);
}

/* The library's own answer rests on memory that it frees with the first context. */
void coset_bdd_support(coset_bdds *b, coset_bdd x, bool *used)
{
    counter c = {0};
    (void)b;
    grow(&c);
    look_below(&c, x.id, used);
    coset_delete(c.ids);
    coset_delete(c.counts);
}
