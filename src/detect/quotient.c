#include "detect/quotient.h"

#include "model/represented.h"

static void *scratch_new(void *by) { return coset_minimal_scratch_new(by); }

static void scratch_free(void *scratch) { coset_minimal_scratch_free(scratch); }

static void represent(void *scratch, const coset_value *state, coset_value *dst, coset_count *orbit)
{
    coset_minimal_apply(scratch, state, dst, NULL, orbit);
}

coset_model *coset_detect_quotient_new(const coset_model *m, const coset_minimal *c)
{
    static const coset_representing how = {scratch_new, scratch_free, represent, NULL, NULL};
    return coset_represented_new(m, &how, (void *)(uintptr_t)c); /* borrowed, and only read */
}
