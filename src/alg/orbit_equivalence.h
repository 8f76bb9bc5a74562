/* alg/orbit_equivalence.h - the orbits of a permutation group, and which of them are equivalent.
 *
 * Layer    alg.
 * Words    alike   some bijection of two orbits goes with all elements of the group: who fixes all points of one fixes
 *          all points of the other
 * Idea     the action on an orbit of k points has at most k! elements. Of equivalent orbits only one counts. So
 *          a product of factorials bounds the order; where full symmetric groups act independently of one another the
 *          bound is the order.
 */
#ifndef COSET_ALG_ORBIT_EQUIVALENCE_H
#define COSET_ALG_ORBIT_EQUIVALENCE_H

#include "alg/permgroup.h"

typedef struct {
    uint32_t n;
    const uint32_t *of;         /* [n_points] number of the orbit */
    const uint32_t *first;      /* [n + 1] in members */
    const coset_point *members; /* [n_points] orbit after orbit */
    const uint32_t *like;       /* [n] the first orbit that is alike; of one point: itself */
} coset_permorbits;

/* Cost: for each pair of orbits of the same size, about what it takes to apply all generators to each point of one.
 * Owner: arena. */
coset_permorbits coset_permorbits_find(const coset_permgens *g, coset_arena *arena);

/* Finds a direct product of groups that move different points: out[0 .. *n-1] have as generators those of g on the
 * points of one factor, the identity elsewhere; none has one that moves nothing. `group` is what g generates. Owner:
 * arena. */
void coset_permsplit(const coset_permgens *g, const coset_permgroup *group, coset_arena *arena, uint32_t *n,
                     const coset_permgens **out);

#endif
