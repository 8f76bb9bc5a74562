/* alg/permaction.h - actions of a permutation group on its orbits and on blocks of them.
 *
 * Layer    alg.
 * Words    action  the members of an orbit, or the blocks of a block system of an orbit, as points of their own
 * Shapes   an action stores for each point of the group its own point; so it maps any permutation of the group to one
 *          of its points.
 * Source   blocks by union and find: M. D. Atkinson, An algorithm for finding the blocks of a permutation group, 1975.
 */
#ifndef COSET_ALG_PERMACTION_H
#define COSET_ALG_PERMACTION_H

#include "alg/orbit_equivalence.h"

#define COSET_NO_PLACE UINT32_MAX

typedef struct {
    uint32_t n;            /* its points, at least 2 */
    const uint32_t *place; /* [points of the group] 0 .. n-1, or COSET_NO_PLACE. All of 0 .. n-1 occur */
} coset_permaction;

/* out[0 .. a->n-1]: the image of the action's points under perm. */
void coset_permaction_image(const coset_permaction *a, uint32_t n_points, const coset_point *perm, coset_point *out);

/* All orbits of at least two points, their blocks, the blocks of blocks and so on; none twice, `most` at most. Blocks
 * are not searched in orbits of more than `largest` points. Owner: arena. */
void coset_permactions(const coset_permgens *g, uint32_t largest, uint32_t most, coset_arena *arena, uint32_t *n,
                       const coset_permaction **actions);

/* The group on the points of all those actions, in their order, followed by its own points if wanted. The base of the
 * chain follows that order. NULL: too large. */
coset_permgroup *coset_permactions_join(const coset_permgens *g, uint32_t n, const coset_permaction *const *actions,
                                        bool and_points, size_t max_bytes);
/* The subgroup that fixes the first `n_fixed` points of such a chain, made with `and_points`: permutations of the
 * group's own points, which are the last points of the chain, with that limit. Owner: arena. */
coset_permgens coset_permactions_fixing(const coset_permgroup *joined, uint32_t n_fixed, uint32_t n_points,
                                        coset_budget *limit, coset_arena *arena);

/* ---- shapes ----------------------------------------------------------------------------------------------------- */

typedef enum {
    COSET_SHAPE_OTHER,
    COSET_SHAPE_SYMMETRIC,   /* all permutations of n points */
    COSET_SHAPE_CYCLIC,      /* rotations of n points */
    COSET_SHAPE_DIHEDRAL,    /* rotations and reflections of n points */
    COSET_SHAPE_CUBE,        /* the hypercube with 2^n corners */
    COSET_SHAPE_ALTERNATING, /* all even permutations of n points */
    COSET_SHAPE_WREATH,      /* all permutations that preserve `blocks` blocks of n points */
    COSET_SHAPE_TOWER        /* one group with a name in each of `blocks` blocks of n points, another one on the blocks;
                                either may be a wreath product itself */
} coset_permshape_kind;

typedef struct {
    coset_permshape_kind kind;
    uint32_t n, blocks;
    coset_order order; /* of the acting group; not known if it is too large to compute */
    const char *name;  /* "S4", "S2 wr D3"; NULL if the kind is OTHER */
} coset_permshape;

/* The shape of the group on the points of an action; proved. Owner: arena. */
coset_permshape coset_permaction_shape(const coset_permgens *g, const coset_permaction *a, coset_arena *arena);

#endif
