#include "ir/entry.h"

uint64_t coset_ir_without_entries(const coset_ir_rule *r, uint64_t instance)
{
    uint64_t weight = 1, out = 0;
    for (uint32_t i = r->n_params; i-- > 0;) {
        uint64_t radix = coset_ir_radix(r->params[i].type);
        if (r->params[i].type->kind != COSET_T_BAGINDEX)
            out += instance % radix * weight;
        instance /= radix;
        weight *= radix;
    }
    return out;
}
