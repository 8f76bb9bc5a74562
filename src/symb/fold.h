/* symb/fold.h - keeps one rule per orbit of rules.
 *
 * Layer    symb, private.
 * Idea     rules that differ in elements of their parameters are images of one of them. While rules are translated,
 *          each is compared with the image of the first one of its orbit, and dropped if it is equal. Steps and faults
 *          of all are those of the first one, from renamed states (gather.c). The condition under which any rule of an
 *          orbit fires is stored, if it is needed.
 * Sound    this is done only if it is checked that each member is the image under one renaming, that there is a member
 *          for each choice of elements, and that exchanges of elements that it does not name preserve the first one. So
 *          the members are all the images of the first one, and no others.
 */
#ifndef COSET_SYMB_FOLD_H
#define COSET_SYMB_FOLD_H

#include "symb/relation.h"

typedef struct coset__fold coset__fold;

/* NULL where rules look at each other's conditions, or nothing moves. */
coset__fold *coset__fold_begin(coset__relation *r, const coset_symgroup *g);
/* Rules numbered from `from` on are all of one instance; the last that were made. Does nothing for NULL. */
void coset__fold_add(coset__fold *f, uint32_t from);
/* No more instances of these rules: orbits that are not whole are given up. */
void coset__fold_settle(coset__fold *f);
void coset__fold_end(coset__fold *f);

/* What all rules say by themselves again; to be joined anew. False: nothing was folded. */
bool coset__unfold(coset__relation *r);

#endif
