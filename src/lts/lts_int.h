/* lts/lts_int.h - shared by the files about transition systems.
 *
 * Layer    lts.
 */
#ifndef COSET_LTS_LTS_INT_H
#define COSET_LTS_LTS_INT_H

#include "lts/lts.h"

/* A label with everything it points to. */
coset_label coset__label_copy(coset_arena *a, const coset_label *label);

#endif
