/* app/interact.h - interactive simulation.
 *
 * Layer    app.
 */
#ifndef COSET_APP_INTERACT_H
#define COSET_APP_INTERACT_H

#include "run/session.h"

/* Reads choices from `in` and writes the possible steps to `out`, until the end of input or "q". */
void coset_interact(const coset_session *s, FILE *in, FILE *out);

#endif
