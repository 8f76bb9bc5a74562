/* bdd/interaction.c - is it safe to let the library (BuDDy 2.4) change the order of variables?
 *
 * Before it exchanges neighbours the library computes which pairs of variables occur together in a function. Neighbours
 * that do not are exchanged without visiting nodes. It visits the functions that have a reference in the order of their
 * nodes' numbers, and each node once: for a node that counts as visited it uses the pairs known so far. A function with
 * a reference counts as visited from the start. So if a function contains another one with a higher number, pairs are
 * missing, and diagrams are wrong after an exchange: their nodes are no longer in order.
 *
 * This file makes the same traversal in advance. If pairs may be missing, it makes a function of all variables, which
 * has all pairs; its own traversal has to be complete, or the order is not changed.
 */
#include <bdd.h>

#include "base/err.h"
#include "bdd/bdd_int.h"

/* The library's table of nodes, which its header does not show. */
extern struct s_BddNode {
    unsigned references : 10;
    unsigned level : 22;
    int low, high, hash, next;
} * bddnodes;

typedef enum { UNSEEN, WHOLE, PARTIAL } seen; /* of the pairs of a node's variables */

typedef struct {
    uint8_t *seen;       /* [nodes] */
    COSET_VEC(int) path; /* nodes visited for the current function */
    bool whole;          /* its pairs will be known */
} walk;

/* Whether its pairs are known when the function with number root is visited. A literal has one variable, whose own
 * function the library always has. */
static bool is_known(const walk *w, int node, int root)
{
    if (bdd_low(node) < 2 && bdd_high(node) < 2)
        return bdd_ithvar(bdd_var(node)) < root;
    return w->seen[node] == WHOLE;
}

static void visit(walk *w, int node, int root)
{
    if (node < 2)
        return;
    if (w->seen[node] != UNSEEN || bddnodes[node].references) {
        w->whole = w->whole && is_known(w, node, root);
        return;
    }
    w->seen[node] = WHOLE; /* in this walk; missing pairs are missing for the function, too */
    *coset_vec_add(&w->path) = node;
    visit(w, bdd_low(node), root);
    visit(w, bdd_high(node), root);
}

/* Whether the pairs of all functions are known in the end, or those of one with all variables (0: there is none). */
static bool all_known(int with_all)
{
    walk w = {.seen = coset_new((size_t)bdd_getallocnum(), 1)};
    bool all = true, one = false;
    for (int root = 2; root < bdd_getallocnum(); root++) {
        if (!bddnodes[root].references)
            continue;
        w.whole = true;
        visit(&w, bdd_low(root), root);
        visit(&w, bdd_high(root), root);
        *coset_vec_add(&w.path) = root;
        while (w.path.n)
            w.seen[w.path.at[--w.path.n]] = w.whole ? WHOLE : PARTIAL;
        all = all && w.whole;
        one = one || (w.whole && root == with_all);
    }
    coset_vec_fini(&w.path);
    coset_delete(w.seen);
    return all || one;
}

bool coset__may_reorder(coset_bdds *b)
{
    if (all_known(0))
        return true;
    coset_bdd parity = coset_bdd_true;
    for (uint32_t place = b->n_vars; place-- > 0;)
        parity = coset_bdd_equal(b, parity, coset_bdd_var(b, coset_bdd_at(b, place)));
    return !coset_bdd_failed(b) && all_known(parity.id);
}
