/* lts/super_symm.h - which renamings are symmetries of a system and its specification.
 *
 * Layer    lts (sees base, model).
 * Idea     no claim of a front end about symmetry is trusted. An exchange of two elements is a symmetry if events,
 *          components, states of components, rules and nodes of the specification can be mapped so that everything fits
 *          exactly. Labels serve to guess the maps; without useful labels the maps are computed by refinement. From the
 *          verified exchanges the largest product of full symmetric groups on one part of each type is built; its
 *          relations are checked to prove that the maps are an action of it.
 * Shapes   values of component c are 0 (off) and state + 1, as in the model of the system; member first[c] + v of
 *          `values` is component c with value v. Members of `components` are the components, of `nodes` the nodes.
 * Source   Gibson-Robinson and Lowe, 5.1, 6.1 and appendix D. Differs: states are mapped by bisimilarity if labels
 *          have been lost; for a system that is not fully symmetric the symmetric part is used.
 */
#ifndef COSET_LTS_SUPER_SYMM_H
#define COSET_LTS_SUPER_SYMM_H

#include "lts/normal.h"
#include "lts/super.h"
#include "model/gset.h"

/* An exchange that is no symmetry. */
typedef struct {
    uint32_t type, a, b; /* elements a and b */
    const char *reason;  /* one sentence */
} coset_super_refusal;

typedef struct {
    uint32_t n_types;
    const bool *const *moves; /* [type][element]; one type has no, or at least two, elements that move */
    uint32_t n_refusals;      /* one for each element of the candidates that does not move */
    const coset_super_refusal *refusals;
    coset_gset components, values, nodes; /* nodes.n = 0 without specification */
    const uint32_t *first;                /* [n_components + 1] */
} coset_super_symmetry;

/* The largest verified part of the candidates, candidates[t][e] (NULL: all elements of all types). `spec` may be NULL.
 * Never fails: elements that do not fit do not move. Owner: arena. */
const coset_super_symmetry *coset_super_symmetry_find(const coset_super *s, const coset_normal *spec,
                                                      const bool *const *candidates, coset_arena *a);

#endif
