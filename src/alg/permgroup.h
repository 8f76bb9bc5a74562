/* alg/permgroup.h - groups of permutations, given by generators: stabiliser chains.
 *
 * Layer    alg.
 * Shapes   a permutation of points 0 .. n-1 is an array of images. Products are applied from the right: (p q)[x] =
 *          p[q[x]].
 * Idea     a chain G = G0 >= G1 >= ... >= 1: level i fixes the base points before it, and stores for each point of the
 *          orbit of base point i under Gi one permutation of Gi that maps it back to the base point. Each element of
 *          the group has exactly one factorisation t_k ... t_1 t_0 with t_i from the returns of level i.
 * Source   C. C. Sims, Computational methods in the study of permutation groups, 1970. Random elements fill the chain
 *          fast; that it is complete is then proved by sifting Schreier generators, or because the group can have no
 *          more elements (orbit_equivalence.h).
 * Owner    constant after construction; may be shared by threads.
 */
#ifndef COSET_ALG_PERMGROUP_H
#define COSET_ALG_PERMGROUP_H

#include <stdbool.h>

#include "alg/order.h"
#include "base/budget.h"
#include "base/mem.h"

typedef uint32_t coset_point;

/* Permutations of the same points that generate a group. */
typedef struct {
    uint32_t n_points, n;
    const coset_point *const *at;
    coset_budget *limit; /* for computations on the group; NULL: none. Once it is reached, answers are as for a group
                            that is too large */
} coset_permgens;

typedef struct {
    coset_point base;
    uint32_t n_orbit;
    const coset_point *orbit;          /* orbit[0] = base */
    const coset_point *const *returns; /* [n_orbit] a permutation of this level's group that maps orbit[k] to base */
    uint32_t n_generators;
    const coset_point *const *generators; /* of this level's group, together with those of all deeper levels */
} coset_permlevel;

typedef struct coset_permgroup coset_permgroup;

/* The group that `gens` generate, with base points in the order `prefer` (all n points; NULL: ascending); points that
 * the rest of the chain fixes are omitted. NULL if the returns would need more than max_bytes, or if the limit is
 * reached. */
coset_permgroup *coset_permgroup_new(const coset_permgens *gens, const coset_point *prefer, size_t max_bytes);
void coset_permgroup_free(coset_permgroup *g);

uint32_t coset_permgroup_points(const coset_permgroup *g);
uint32_t coset_permgroup_levels(const coset_permgroup *g);
const coset_permlevel *coset_permgroup_level(const coset_permgroup *g, uint32_t i);

/* Always known. Owner: arena. */
coset_order coset_permgroup_order(const coset_permgroup *g, coset_arena *arena);
bool coset_permgroup_has(const coset_permgroup *g, const coset_point *perm);
/* For a group with base points in ascending order: some element that maps point i to images[i] for all i < n_images.
 * False: there is none. */
bool coset_permgroup_find(const coset_permgroup *g, uint32_t n_images, const coset_point *images, coset_point *out);

#endif
