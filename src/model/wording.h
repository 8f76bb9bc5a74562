/* model/wording.h - texts of a model's values and steps, not truncated, however long its names are.
 *
 * Layer    model.
 */
#ifndef COSET_MODEL_WORDING_H
#define COSET_MODEL_WORDING_H

#include "model/model.h"

/* Room that grows; begins as all zeros. A text in it lives until the next one is written or coset_wording_fini. */
typedef struct {
    char *text;
    size_t room;
} coset_wording;

const char *coset_wording_value(coset_wording *w, const coset_model *m, uint32_t slot, coset_value v);
const char *coset_wording_edge(coset_wording *w, const coset_model *m, uint32_t group, uint64_t instance);
void coset_wording_fini(coset_wording *w);

#endif
