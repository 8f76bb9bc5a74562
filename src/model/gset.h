/* model/gset.h - a finite set on which renamings act, given by the action of exchanges of two elements on its members.
 *
 * Layer    model (sees base, alg).
 * Idea     Renamings permute the states of a system's components, or the nodes of a specification; this is verified for
 *          generators of the group. The defining relations of the group show whether the generators define a group
 *          action. A label of each member then follows from the action alone: a member mentions the elements whose
 *          exchange changes it; members of one orbit have the same control.
 * Shapes   The moving elements of each type, ascending, form a chain; there is one generator for each two neighbours of
 *          a chain, chains in the order of types. Images are permutations of the members.
 */
#ifndef COSET_MODEL_GSET_H
#define COSET_MODEL_GSET_H

#include "model/label.h"

typedef struct {
    uint32_t type, a, b; /* exchanges elements a and b, neighbours in the chain of the type */
} coset_exchange;

typedef struct {
    uint32_t n_generators;
    const coset_exchange *generators;
} coset_chains;

/* moves[t][e]: element e of type t moves; sizes[t] elements of type t. */
coset_chains coset_chains_new(uint32_t n_types, const uint32_t *sizes, const bool *const *moves, coset_arena *a);

typedef struct {
    coset_chains chains;
    uint32_t n;                    /* members 0 .. n-1 */
    const uint32_t *const *images; /* [generator][member] */
} coset_gset;

/* Whether the images satisfy the relations between exchanges, so that they are an action of the product of the full
 * symmetric groups on the chains. */
bool coset_gset_is_action(const coset_gset *s);

/* A label for each member: labels of different members differ, and the label of an image is the renamed label. Controls
 * are 0, 1, ... by orbits in the order of their least members. A member with many unordered parts may need many edges:
 * false if one needs more than `most_edges`. Precondition: an action. */
bool coset_gset_labels(const coset_gset *s, uint32_t most_edges, coset_label *labels, coset_arena *a);

#endif
