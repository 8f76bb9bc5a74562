/* alg/permfactor.h - a group of permutations as a direct product.
 *
 * Layer    alg.
 * Idea     a few actions of the group distinguish all of its elements. If some of them are independent of the others
 *          (which follows from the orders), the group is a direct product: one factor acts on these and fixes the
 *          others. Factors may move the same points, like the rows and the columns of a matrix.
 */
#ifndef COSET_ALG_PERMFACTOR_H
#define COSET_ALG_PERMFACTOR_H

#include "alg/permaction.h"

typedef struct {
    uint32_t n_actions;
    const coset_permaction *const *actions; /* together they distinguish the factor's elements */
    coset_permshape shape;                  /* of `main` */
    const coset_permaction *main;           /* one action that does so alone, or NULL */
    coset_order order;
    coset_permgens generators; /* of the factor as a subgroup */
} coset_permfactor;

/* At least one factor if the group is not trivial, else none. False: it is too large to decompose. Owner: arena. */
bool coset_permfactors(const coset_permgens *g, coset_arena *arena, uint32_t *n, const coset_permfactor **factors);
/* The group as one factor, without `actions`. False: it is trivial, or too large to analyse. Owner: arena. */
bool coset_permfactor_whole(const coset_permgens *g, coset_arena *arena, coset_permfactor *out);
/* "S4", "S2 wr S3", or NULL if the shape has no name. */
const char *coset_permfactor_name(const coset_permfactor *f);

#endif
