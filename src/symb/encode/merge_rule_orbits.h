/* symb/encode/merge_rule_orbits.h - keeps one rule per orbit of rules.
 *
 * Layer    symb, private.
 * Idea     rules that differ in elements of their parameters are images of one of them. While rules are translated,
 *          each is compared with the image of the first one of its orbit, and dropped if it is equal. Steps and faults
 *          of all are those of the first one, from renamed states (orbit_image.c). The condition under which any rule
 *          of an orbit fires is stored, if it is needed.
 * Sound    this is done only if it is checked that each member is the image under one renaming, that there is a member
 *          for each choice of elements, and that exchanges of elements that it does not name preserve the first one. So
 *          the members are all the images of the first one, and no others.
 */
#ifndef COSET_SYMB_ENCODE_MERGE_RULE_ORBITS_H
#define COSET_SYMB_ENCODE_MERGE_RULE_ORBITS_H

#include "symb/encode/relation.h"

typedef struct coset__rule_orbits coset__rule_orbits;

/* NULL where rules look at each other's conditions, or nothing moves. */
coset__rule_orbits *coset__rule_orbits_begin(coset__relation *r, const coset_symgroup *g);
/* Rules numbered from `from` on are all of one instance; the last that were made. Does nothing for NULL. */
void coset__rule_orbits_add(coset__rule_orbits *f, uint32_t from);
/* No more instances of these rules: orbits that are not whole are given up. */
void coset__rule_orbits_settle(coset__rule_orbits *f);
void coset__rule_orbits_end(coset__rule_orbits *f);

/* What all rules say by themselves again; to be joined anew. False: nothing was folded. */
bool coset__unfold(coset__relation *r);

#endif
