/* detect/missing.h - exchanges that one could expect but that are no symmetries, and the places that are to blame.
 *
 * Layer    detect.
 * Idea     two neighbours of a range that arrays are indexed by change places (exchange.h). If what is detected does
 *          not have that, states of random runs are looked at: a rule that takes a state elsewhere than it takes the
 *          image of the state is to blame, and in it the condition or statement at which the two first differ. Start
 *          states are compared as a set. Properties are not looked at: what they cost is known better (blame.h). Sound
 *          in one direction: what is told breaks the exchange; what is not told may do so, too, in states not seen.
 * Owner    the arena given.
 */
#ifndef COSET_DETECT_MISSING_H
#define COSET_DETECT_MISSING_H

#include "detect/detect.h"
#include "ir/ir.h"

typedef struct {
    coset_pos pos;
    const char *what;   /* "rule \"ask\"" */
    const char *reason; /* "5 and 6 of client (0..6) cannot change places by themselves" */
} coset_detect_missing;

/* Nothing is told of processes of Promela, whose own proof tells, nor of models with multisets, nor where detection
 * has failed. */
uint32_t coset_detect_find_missing(const coset_model *m, const coset_detected *d, coset_arena *arena,
                                   const coset_detect_missing **out);

#endif
