/* detect/use/index_action.h - the action of a detected group on agents: processes, instances of rules.
 *
 * Layer    detect.
 * Idea     each generator maps instances of rules to instances, so it permutes those of a rule, and processes if all
 *          steps of one process are mapped to steps of one other. A representative comes with a permutation of
 *          literals, not with its factorisation into generators. So each index that moves has witnesses: literals that
 *          every generator moves as it moves the index, and that no other index has. The image of the witnesses
 *          determines the image of the index.
 * Sound    the pair of both permutations is a symmetry of the steps labelled with their agents, because it is a product
 *          of such pairs.
 */
#ifndef COSET_DETECT_USE_INDEX_ACTION_H
#define COSET_DETECT_USE_INDEX_ACTION_H

#include "detect/extract/detected.h"

#define COSET_INDEX_ACTORS UINT32_MAX

typedef struct {
    uint32_t group; /* its instances, or COSET_INDEX_ACTORS: actors by their numbers */
    uint32_t n;
} coset_index_set;

typedef struct coset_index_action coset_index_action;

/* NULL: the group does not permute the indices of a set, or witnesses are not found; *why: one sentence.
 * The group must outlive it. Cost: sets, times literals, times indices, times generators at most. */
coset_index_action *coset_index_action_new(const coset_model *m, const coset_detected *d, uint32_t n_sets,
                                           const coset_index_set *sets, const char **why);
void coset_index_action_free(coset_index_action *a);
/* The image of the index under a permutation of literals that is an element of the group. */
uint32_t coset_index_action_image(const coset_index_action *a, uint32_t set, const coset_point *perm, uint32_t index);

#endif
