/* symb/encode/merge_rule_orbits.h - keeps one rule per orbit of rules.
 *
 * Layer    symb, private.
 * Idea     rules that differ only in elements of their parameters are images of one of them. During translation each
 *          rule is compared with the image of the first one of its orbit, and dropped if it is equal. Steps and faults
 *          of the orbit are computed with the first rule from renamed states (orbit_image.c). The condition under which
 *          any rule of an orbit fires is stored, if it is needed.
 * Sound    an orbit is merged only after a check: each member is the image under one renaming, there is a member for
 *          each choice of elements, and exchanges of elements that the first rule does not name preserve it. So the
 *          members are exactly the images of the first one.
 */
#ifndef COSET_SYMB_ENCODE_MERGE_RULE_ORBITS_H
#define COSET_SYMB_ENCODE_MERGE_RULE_ORBITS_H

#include "symb/encode/relation.h"

typedef struct coset__rule_orbits coset__rule_orbits;

/* NULL if rules depend on each other's conditions, or nothing moves. */
coset__rule_orbits *coset__rule_orbits_begin(coset__relation *r, const coset_symgroup *g);
/* The rules from number `from` to the last one belong to one instance. Does nothing for NULL. */
void coset__rule_orbits_add(coset__rule_orbits *f, uint32_t from);
/* No more instances of these rules follow: incomplete orbits are not merged. */
void coset__rule_orbits_settle(coset__rule_orbits *f);
void coset__rule_orbits_end(coset__rule_orbits *f);

/* Restores all rules as separate ones; they have to be clustered again. False: nothing was merged. */
bool coset__unfold(coset__relation *r);

#endif
