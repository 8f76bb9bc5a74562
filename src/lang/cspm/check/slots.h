/* lang/cspm/check/slots.h - the location of the values of names at run time.
 *
 * Layer    lang/cspm, internal.
 * Idea     Each construct that binds names (a clause, let, lambda, comprehension, prefix, replicated operator) opens a
 *          frame one level deeper than the enclosing one. A symbol has the level of its frame and a slot in it, so a
 *          value is accessed by going up a known number of frames. Level 0 is the script.
 */
#ifndef COSET_LANG_CSPM_CHECK_SLOTS_H
#define COSET_LANG_CSPM_CHECK_SLOTS_H

#include "lang/cspm/check/scope.h"

/* Computes the slot of every symbol, the frame size of every node that opens a frame, and the number of fields of
 * constructors and channels (the program is well typed). Returns the size of the frame of the script. */
uint32_t coset__cspm_slots(cspm_program *program);

/* Number of parts of a dotted type: 2 for Int.Bool, 1 for an undotted type. */
uint32_t coset__cspm_width(cspm_type *t);

#endif
