/* symb/encode/renaming.h - permutations of elements applied to sets of states.
 *
 * Layer    symb, private.
 * Idea     a renaming moves slots and renames values: on diagrams, it substitutes functions for variables. States are
 *          ordered, least first; a renaming has the sets of states that it makes smaller and that it fixes.
 * Order    plain slots of elements, element by element; then all slots that hold elements. For states whose slots
 *          mention one element each this is the order of the elements' keys: a state is the least of its orbit
 *          when no exchange of neighbours makes it smaller.
 * Source   Emerson and Wahl: Dynamic symmetry reduction (2005), 4 and 6. Differs: several variables may hold elements
 *          (with the published condition for neighbours the exchanges then never end).
 */
#ifndef COSET_SYMB_ENCODE_RENAMING_H
#define COSET_SYMB_ENCODE_RENAMING_H

#include "symb/encode/vars.h"
#include "symm/group/group.h"
#include "symm/group/slotwise.h"

typedef struct coset__renaming coset__renaming;

/* The order of states: none (less and same are not used), all slots, or the plain slots with one index (same is not
 * used). */
typedef enum { COSET__BY_NOTHING, COSET__BY_ALL, COSET__BY_PLAIN } coset__order;

/* The permutation that changes nothing. Owner: the caller. */
coset_renaming *coset__identity(const coset_model *m);
/* perm: coset_symmetry_points() images; bijective. */
coset__renaming *coset__renaming_new(const coset__vars *v, const coset_renaming *perm, coset__order order);
/* For a symmetry that is no renaming of declared types; it must outlive the result. coset__renaming_is and _under do
 * not support it. */
coset__renaming *coset__renaming_slotwise(const coset__vars *v, const coset_slotwise *by, coset__order order);
/* Stores the comparison of all states, if its diagram is small: `less` becomes faster, but the nodes stay allocated. */
void coset__renaming_compare(coset__renaming *r);
void coset__renaming_free(coset__renaming *r);
/* The images of the states; for relations, of both states. */
coset_bdd coset__rename(const coset__renaming *r, coset_bdd set);
/* For relations, of the second state only. */
coset_bdd coset__rename_next(const coset__renaming *r, coset_bdd relation);
/* Those states of the set that become smaller; those that are fixed. */
coset_bdd coset__renamed_less(const coset__renaming *r, coset_bdd set);
coset_bdd coset__renamed_same(const coset__renaming *r, coset_bdd set);
uint32_t coset__renamed_slot(const coset__renaming *r, uint32_t slot);
bool coset__renaming_is(const coset__renaming *r, const coset_renaming *perm);
/* out = by r by^-1, with the identity in place of NULL: r conjugated by `by`. */
void coset__renaming_under(const coset__renaming *r, const coset__renaming *by, coset_renaming *out);

#endif
