/* detect/extract/detected.c - a group that was detected. */
#include "detect/extract/detected.h"

void coset_detected_fini(coset_detected *d)
{
    coset_permgroup_free(d->group);
    coset_model_free(d->renamings.model);
    d->group = NULL;
    d->renamings.model = NULL;
}

bool coset_detected_moves(const coset_detected *d, uint32_t slot)
{
    for (uint32_t g = 0; g < d->n_generators; g++)
        for (uint32_t i = d->literals.first[slot]; i < d->literals.first[slot + 1]; i++)
            if (d->generators[g].perm[i] != i)
                return true;
    return false;
}
