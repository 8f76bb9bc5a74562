/* detect/explain/missing.h - expected exchanges that are not symmetries, and the places that break them.
 *
 * Layer    detect.
 * Idea     two neighbours of a range that indexes arrays are exchanged (exchange.h). If the detected group does not
 *          have this exchange, states of random runs are compared: a rule for which the image of a successor is not the
 *          successor of the image breaks it, and in the rule the condition or statement at which the two first differ.
 *          Start states are compared as a set. Properties are not compared: their cost is known more precisely
 *          (blame.h). Sound in one direction: what is reported breaks the exchange; other places may do so, too, in
 *          unvisited states.
 * Owner    the arena given.
 */
#ifndef COSET_DETECT_EXPLAIN_MISSING_H
#define COSET_DETECT_EXPLAIN_MISSING_H

#include "detect/extract/detected.h"
#include "ir/ir.h"

typedef struct {
    coset_pos pos;
    const char *what;   /* "rule \"ask\"" */
    const char *reason; /* "5 and 6 of client (0..6) cannot change places by themselves" */
} coset_detect_missing;

/* Reports nothing for processes of Promela, which have their own proof with its own reports, for models with multisets,
 * or if detection has failed. */
uint32_t coset_detect_find_missing(const coset_model *m, const coset_detected *d, coset_arena *arena,
                                   const coset_detect_missing **out);

#endif
