/* lang/cspm/check/numbers.h - what tells the numbers of one class apart.
 *
 * Layer    lang/cspm, internal.
 * Idea     FDR's scripts have identities that are numbers: Id = {0..N-1}. The type checker puts numbers that may flow
 *          into one another into one class (type.h). The numbers of a class are only names if the script passes them
 *          on, compares them for equality, and holds them in sets, tuples and fields, but neither computes with them
 *          nor orders or counts with them. Then every permutation that keeps the named numbers and the sets of numbers
 *          that the script writes down treats the script alike, as for constants of a datatype.
 *          A use of a named constant, and arithmetic on constants, names a number: N-1 of N = 4 is 3. The bounds of a
 *          range do not belong to the class of its members.
 * Sound    it chooses and explains; what is chosen is verified on the compiled system (lts/super_symm.h). The set of a
 *          range whose bounds are not constant is left to that.
 */
#ifndef COSET_LANG_CSPM_CHECK_NUMBERS_H
#define COSET_LANG_CSPM_CHECK_NUMBERS_H

#include "lang/cspm/check/symmetric_int.h"

/* Notes what the node does with the class that is searched for. True: nothing else of interest is in it. */
bool coset__numbers_look(cspm_search *s, const cspm_node *node);
/* The same for the delays of a Timed section, which are numbers. */
void coset__numbers_look_timed(cspm_search *s, const cspm_node *timed);

bool coset__numbers_has(const cspm_number_set *set, int64_t number);

#endif
