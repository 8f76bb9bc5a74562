/* lang/cspm/check/numbers.h - what distinguishes the numbers of one class.
 *
 * Layer    lang/cspm, internal.
 * Idea     FDR's scripts use numbers as identities: Id = {0..N-1}. The type checker puts numbers that may flow into one
 *          another into one class (type.h). The numbers of a class are only names if the script passes them on,
 *          compares them for equality, and stores them in sets, tuples and fields, but does not compute, order or count
 *          with them. Then the script is invariant under every permutation that fixes the named numbers and preserves
 *          the literal sets of numbers, as for constants of a datatype.
 *          A use of a named constant, and arithmetic on constants, names a number: N-1 of N = 4 is 3. The bounds of a
 *          range do not belong to the class of its members.
 * Sound    this pass only selects and explains; its choice is verified on the compiled system (lts/super_symm.h), as is
 *          the set of a range whose bounds are not constant.
 */
#ifndef COSET_LANG_CSPM_CHECK_NUMBERS_H
#define COSET_LANG_CSPM_CHECK_NUMBERS_H

#include "lang/cspm/check/symmetric_int.h"

/* Records how the node uses the class of the search. True: its subtree needs no further visit. */
bool coset__numbers_look(cspm_search *s, const cspm_node *node);
/* The same for the delays of a Timed section, which are numbers. */
void coset__numbers_look_timed(cspm_search *s, const cspm_node *timed);

bool coset__numbers_has(const cspm_number_set *set, int64_t number);

#endif
