/* detect/use/slotwise.h - a detected group in terms of slots and values only.
 *
 * Layer    detect.
 * Idea     permutations of literals do not cover values that no reachable state has. Here these values are paired
 *          arbitrarily, so that each symmetry is a bijection on all states, and the origin, if there is one, stays
 *          fixed.
 */
#ifndef COSET_DETECT_USE_SLOTWISE_H
#define COSET_DETECT_USE_SLOTWISE_H

#include "detect/extract/detected.h"
#include "symm/group/slotwise.h"

/* Generators (with neighbours in symmetric types), and the elements if there are at most `most`. Errors:
 * COSET_UNSUPPORTED if slots of different size are exchanged, or the origin cannot be fixed. Owner: arena. */
coset_status coset_detect_slotwise(const coset_detected *d, const coset_model *m, uint32_t most, coset_arena *arena,
                                   coset_slotwise_group *out, coset_err *err) COSET_NODISCARD;

#endif
