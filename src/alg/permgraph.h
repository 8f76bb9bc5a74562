/* alg/permgraph.h - a coloured graph whose automorphisms are a group of permutations.
 *
 * Layer    alg.
 * Words    orbital  an orbit of the group on pairs of different points
 * Idea     the permutations that preserve all orbitals are the largest group with the same orbitals, often the group
 *          itself, and a few small orbitals are enough: they are added one after the other until the orders are equal.
 *          Points have vertices with the same numbers; an orbital that could be confused with another one, or is
 *          directed, gets copies of its points.
 * Source   2-closed groups: H. Wielandt, Permutation groups through invariant relations and invariant functions, 1969.
 */
#ifndef COSET_ALG_PERMGRAPH_H
#define COSET_ALG_PERMGRAPH_H

#include "alg/permaction.h"

typedef struct {
    coset_point v, w;
} coset_permedge;

typedef struct {
    uint32_t n_vertices, n_colours; /* the first vertices are the points */
    const uint32_t *colours;        /* [n_vertices] below n_colours; a point's colour is that of its orbit */
    uint32_t n_edges;
    const coset_permedge *edges;
} coset_permgraph;

/* `order` is that of the group. Each automorphism acts on points as one element of the group, which determines it.
 * False: there are too many points, or no such graph was found within the limit. Owner: arena. */
bool coset_permgraph_find(const coset_permgens *g, coset_order order, coset_arena *arena, coset_permgraph *out);

#endif
