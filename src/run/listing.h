/* run/listing.h - what can be checked of a model, without checking it.
 *
 * Layer    run.
 */
#ifndef COSET_RUN_LISTING_H
#define COSET_RUN_LISTING_H

#include "run/settings.h"

/* Loads the model and writes its properties and messages as JSON to stdout. Returns an exit status. */
int coset_list(coset_settings *settings);

#endif
