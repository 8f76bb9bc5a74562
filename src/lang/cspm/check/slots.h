/* lang/cspm/check/slots.h - where the values of names live at run time.
 *
 * Layer    lang/cspm, internal.
 * Idea     Whatever binds names (a clause, let, lambda, comprehension, prefix, replicated operator) opens a frame one
 * level deeper than the frame around it. A symbol has the level of its frame and a place in it, so a name is found by
 * going up a known number of frames. Level 0 is the script.
 */
#ifndef COSET_LANG_CSPM_CHECK_SLOTS_H
#define COSET_LANG_CSPM_CHECK_SLOTS_H

#include "lang/cspm/check/scope.h"

/* Gives every symbol its place, every node that opens a frame its size, and constructors and channels their number of
 * fields (the program is well typed). Returns the size of the frame of the script. */
uint32_t coset__cspm_slots(cspm_program *program);

/* Parts of a dotted type: 2 for Int.Bool, 1 for anything undotted. */
uint32_t coset__cspm_width(cspm_type *t);

#endif
