/* lts/lts_int.h - what the files about transition systems share.
 *
 * Layer    lts.
 */
#ifndef COSET_LTS_LTS_INT_H
#define COSET_LTS_LTS_INT_H

#include "lts/lts.h"

/* A label with all it points to. */
coset_label coset__label_copy(coset_arena *a, const coset_label *label);

#endif
